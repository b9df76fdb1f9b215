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

/// A recording format, defined in the source file of its reader. A file's format is detected by matches_text() or by
/// matches_header(). A format without both functions is a variant that another format's reader detects.
struct Format
{
    std::string_view name;
    bool (*matches_text)(std::string_view text)  = nullptr;
    bool (*matches_header)(const Header& header) = nullptr;
    Result (*read)(const ReadTask& task)         = nullptr;
    bool reads_chosen_column                     = false; ///< true: also reads a file for which the user chose a column

    static const Format frame_ns;       ///< this project's format, which the demo writes
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
    static const Format gfxinfo;     ///< Android's dumpsys gfxinfo PACKAGE framestats; other statistics may precede it
    static const Format tracy;       ///< output of tracy-csvexport -u for a zone that runs once per frame
    static const Format trace;       ///< JSON trace of Chrome or Perfetto, with an event that occurs once per frame
    static const Format json_lines;  ///< one JSON object per line, with a member that is a frame time or a time stamp
    static const Format godot;       ///< CSV saved from the profiler of Godot's editor
    static const Format instruments; ///< xctrace export of the present requests (Apple)
    static const Format column;      ///< any table with a column of frame times or time stamps
};

/// All formats, in the order of detection and of lists in messages.
inline constexpr std::array all_formats{
    &Format::frame_ns,       &Format::slowed_game, &Format::presentmon, &Format::ocat,  &Format::capframex_csv,
    &Format::capframex_json, &Format::frameview,   &Format::mangohud,   &Format::fraps, &Format::unity_profile_analyzer,
    &Format::unreal_csv,     &Format::gfxinfo,     &Format::tracy,      &Format::trace, &Format::json_lines,
    &Format::godot,          &Format::instruments, &Format::column,
};

} // namespace recordings
