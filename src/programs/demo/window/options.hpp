// programs/demo/window/options.hpp -- the command line of timestep_demo
#pragma once

#include "base/files.hpp"
#include "lab/settings/lane_setup.hpp"
#include "lab/settings/preferences.hpp"
#include "lab/settings/settings.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace demo
{

/// The options of the command line. The base class has the values of the settings file, unless options override them.
struct Options : lab::Preferences
{
    std::int64_t frame_count_limit = 0; ///< number of frames after which the program ends; 0 for no limit
    std::string screenshot_path; ///< path of a PNG file for the last frame; empty for none
    std::string telemetry_output_path; ///< path of a CSV file with one row per frame; empty for none
    std::string script_path; ///< path of a file with timed commands; empty for none
    std::string recording_path; ///< path of a recording of frame times to play; empty for none
    std::string file_to_open; ///< recording, replay, set-up or lesson to open at the start; empty for none
    /// Path and arguments of the game that --slow makes slower and whose frames are shown. Empty without --slow.
    std::vector<std::string> game_command;
    std::vector<std::string> lane_command; ///< the program that runs a loop; empty for none
    bool has_program_lanes = false; ///< true: the lanes of --lane name the program; false: the selected lane runs it
    lab::PlaybackEndBehaviour recording_end_behaviour = lab::PlaybackEndBehaviour::repeat;
    std::string frame_times_output_path; ///< path of a CSV file for the frame times of this run; empty for none
    std::string replay_output_path; ///< path of a replay file to write; empty for none
    std::string replay_path; ///< path of a replay file to run; empty for none
    std::string film_path; ///< path of a film: GIF file, WebP file, or folder for PNG files; empty for none
    std::string loop_screenshots_folder; ///< folder of --guided: screenshots of the best-known loops; empty for none
    std::string widget_report_path; ///< path of a CSV file for the controls' positions; empty for none
    bool has_given_size = false; ///< true: --size gives the size of the window
    bool is_headless = false; ///< true to draw without a display, with SDL's offscreen driver
    bool has_steady_frames = false; ///< true: steady frames also with `uses_virtual_clock`
    bool uses_virtual_clock = false; ///< true to use a clock that advances only when the program waits
    /// Path of the file with the settings and the user's progress; empty if neither is stored.
    std::string settings_path;
    std::string settings_file_text; ///< contents of the settings file at the start
    std::string settings_damage_reason; ///< reason why the settings file cannot be used; empty if there is none
    bool has_stored_settings = false; ///< false: the settings file is missing or empty
    bool shows_opening = false; ///< true: starts with the opening demonstration
    /// Lists the loaded settings that differ from the defaults, in one line. Empty if no setting differs.
    std::string loaded_settings_notice;
    std::string notice; ///< line to show to the user; empty for none

    bool is_guided() const { return !loop_screenshots_folder.empty(); }
};

std::vector<base::FileArgument> file_arguments(const Options& options);

std::string version_text();

/// Returns std::nullopt after --help and --version. Throws std::runtime_error (one line) for wrong usage.
std::optional<Options> parse_options(int argc, const char* const* argv);

} // namespace demo
