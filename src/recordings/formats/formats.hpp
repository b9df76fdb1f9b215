// recordings/formats/formats.hpp -- the list of all formats of recordings
#pragma once

#include <array>
#include <string_view>
#include <variant>

namespace recordings
{

struct Header;
struct ReadInput;
struct Recording;
struct RecordingError;
using RecordingOrError = std::variant<Recording, RecordingError>;

struct Format
{
    std::string_view name;
    bool (*matches_text)(std::string_view text) = nullptr;
    bool (*matches_header)(const Header& header) = nullptr;
    RecordingOrError (*read)(const ReadInput& input) = nullptr;
    bool reads_chosen_column = false; ///< true: `read` also handles files for which the user chose a column

    static const Format frame_ns; ///< this project's own format: one frame time in nanoseconds per line
    static const Format slowed_game;
    static const Format presentmon;
    static const Format ocat; ///< CSV with PresentMon's columns
    static const Format capframex_csv; ///< CSV with PresentMon's columns
    static const Format capframex_json;
    static const Format frameview; ///< CSV with PresentMon's columns
    static const Format mangohud;
    static const Format fraps;
    static const Format unity_profile_analyzer;
    static const Format unreal_csv;
    static const Format gfxinfo; ///< output of Android's `dumpsys gfxinfo PACKAGE framestats`
    static const Format surfaceflinger; ///< output of Android's `dumpsys SurfaceFlinger --latency LAYER`
    static const Format metal_hud; ///< log of Apple's Metal Performance HUD
    static const Format tracy; ///< output of `tracy-csvexport -u` for a zone that runs once per frame
    static const Format trace; ///< JSON trace of Chrome or Perfetto, with an event that occurs once per frame
    static const Format json_lines; ///< one JSON object per line, with the frame time or a time stamp as one member
    static const Format json_arrays; ///< JSON with an array of frames: of objects with the frame time, or of numbers
    static const Format godot; ///< CSV saved by the profiler of Godot's editor
    static const Format instruments; ///< XML export of an Apple Instruments recording
    static const Format column; ///< any table with a column of frame times or time stamps
};

/// All formats, in the order in which a file is tested for them and in which messages list them.
inline constexpr std::array all_formats{
    &Format::frame_ns,       &Format::slowed_game,
    &Format::presentmon,     &Format::ocat,
    &Format::capframex_csv,  &Format::capframex_json,
    &Format::frameview,      &Format::mangohud,
    &Format::fraps,          &Format::unity_profile_analyzer,
    &Format::unreal_csv,     &Format::gfxinfo,
    &Format::surfaceflinger, &Format::metal_hud,
    &Format::tracy,          &Format::trace,
    &Format::json_lines,     &Format::json_arrays,
    &Format::godot,          &Format::instruments,
    &Format::column,
};

} // namespace recordings
