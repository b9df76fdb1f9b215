// recordings/formats/formats.hpp -- the formats of recordings: each one's name and reader, in one list
#pragma once

#include <array>
#include <string_view>
#include <variant>

namespace recordings
{

struct Header;
struct ReadTask;
struct Recording;
struct Refusal;
using Result = std::variant<Recording, Refusal>;

/// A format of recordings. It is defined in the source of its reader, and recognises its files by their text or by the
/// names of their columns. A format without either is a variant that the reader of another one recognises.
struct Format
{
    std::string_view name;
    bool (*has_text)(std::string_view text)  = nullptr;
    bool (*has_header)(const Header& header) = nullptr;
    Result (*read)(const ReadTask& task)     = nullptr;
    bool reads_choice                        = false; ///< also when the user says how a table is to be read

    static const Format frame_ns;       ///< our own: written by the demo's recorder
    static const Format presentmon;     ///< of every generation
    static const Format ocat;           ///< PresentMon's columns
    static const Format capframex_csv;  ///< PresentMon's columns
    static const Format capframex_json; ///< a CapFrameX record, which has no header
    static const Format frameview;      ///< PresentMon's columns
    static const Format mangohud;
    static const Format fraps;
    static const Format unity_profile_analyzer;
    static const Format unreal_csv;
    static const Format gfxinfo;     ///< Android's dumpsys gfxinfo PACKAGE framestats, somewhere below other statistics
    static const Format tracy;       ///< tracy-csvexport -u of the zone that runs once a frame
    static const Format trace;       ///< Chrome's and Perfetto's JSON, with an event that comes once a frame
    static const Format godot;       ///< what Godot's editor saves of its profiler
    static const Format instruments; ///< Apple's xctrace export, of the present requests
    static const Format column;      ///< any table with a column of frame times or time stamps
};

/// Every format, in the order in which they are asked and listed.
inline constexpr std::array all_formats{
    &Format::frame_ns,      &Format::presentmon,     &Format::ocat,
    &Format::capframex_csv, &Format::capframex_json, &Format::frameview,
    &Format::mangohud,      &Format::fraps,          &Format::unity_profile_analyzer,
    &Format::unreal_csv,    &Format::gfxinfo,        &Format::tracy,
    &Format::trace,         &Format::godot,          &Format::instruments,
    &Format::column,
};

} // namespace recordings
