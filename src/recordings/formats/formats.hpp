// recordings/formats/formats.hpp -- the list of all formats of recordings, with their names and readers
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

/// A format of recordings. Each format is defined in the source file of its reader. A format is recognised by a file's
/// text or by the names of its columns. If both functions for this are null, the format is a variant that another
/// format's reader recognises.
struct Format
{
    std::string_view name;
    bool (*has_text)(std::string_view text)  = nullptr;
    bool (*has_header)(const Header& header) = nullptr;
    Result (*read)(const ReadTask& task)     = nullptr;
    bool reads_choice                        = false; ///< true: also reads files for which the user has chosen a column

    static const Format frame_ns;       ///< this project's format, which the demo's recorder writes
    static const Format slowed_game;    ///< CSV that `timestep_lab slow` writes
    static const Format presentmon;     ///< CSV of all versions of PresentMon
    static const Format ocat;           ///< OCAT's CSV, which has PresentMon's columns
    static const Format capframex_csv;  ///< CapFrameX's CSV, which has PresentMon's columns
    static const Format capframex_json; ///< a CapFrameX record in JSON
    static const Format frameview;      ///< FrameView's CSV, which has PresentMon's columns
    static const Format mangohud;
    static const Format fraps;
    static const Format unity_profile_analyzer;
    static const Format unreal_csv;
    static const Format gfxinfo; ///< Android's dumpsys gfxinfo PACKAGE framestats; other statistics may stand above it
    static const Format tracy;   ///< output of tracy-csvexport -u for a Tracy zone that runs once a frame
    static const Format trace;   ///< Chrome's and Perfetto's JSON traces with an event that occurs once a frame
    static const Format json_lines;  ///< one JSON object a line, with a member that is a frame time or a time stamp
    static const Format godot;       ///< CSV that Godot's editor saves from its profiler
    static const Format instruments; ///< Apple's xctrace export of the present requests
    static const Format column;      ///< any table with a column of frame times or time stamps
};

/// All formats, in the order in which they are tried on a file and listed in messages.
inline constexpr std::array all_formats{
    &Format::frame_ns,       &Format::slowed_game, &Format::presentmon, &Format::ocat,  &Format::capframex_csv,
    &Format::capframex_json, &Format::frameview,   &Format::mangohud,   &Format::fraps, &Format::unity_profile_analyzer,
    &Format::unreal_csv,     &Format::gfxinfo,     &Format::tracy,      &Format::trace, &Format::json_lines,
    &Format::godot,          &Format::instruments, &Format::column,
};

} // namespace recordings
