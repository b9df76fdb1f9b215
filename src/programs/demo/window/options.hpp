// programs/demo/window/options.hpp -- the command line of timestep_demo
#pragma once

#include "base/files.hpp"
#include "lab/settings/actions.hpp"
#include "lab/settings/lane_setup.hpp"
#include "lab/settings/preferences.hpp"
#include "lab/settings/settings.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace demo
{

struct Options
{
    lab::Settings settings;
    std::int64_t frames = 0; ///< number of frames after which the program ends; 0 for no limit
    std::string screenshot;  ///< path of a PNG file for the last frame; empty for none
    std::string telemetry;   ///< path of a CSV file with one row per frame; empty for none
    std::string drive;       ///< path of a file with commands and their times; empty for none
    std::string recording;   ///< path of a recording whose frame times the loops get; empty for none
    std::string open;        ///< path of a recording to open in the window; empty for none
    /// A game that is slowed down instead of this PC, and its arguments; empty for none.
    std::vector<std::string> game;
    lab::AtEnd recording_end = lab::AtEnd::loop;
    /// Path of a CSV file to which the frame times of this run are written; empty for none.
    std::string record_frames;
    std::string record_replay;  ///< path of a replay file to write; empty for none
    std::string replay;         ///< path of a replay file to run; empty for none
    std::string film;           ///< path of a film: GIF file, WebP file, or folder for PNG files; empty for none
    std::string guided;         ///< folder for the pictures of five loops that run without a window; empty for none
    std::string report_widgets; ///< path of a CSV file for the positions of the controls; empty for none
    bool headless      = false; ///< true to draw without a display, by SDL's offscreen driver
    bool virtual_clock = false; ///< true for a clock that advances only when the program waits
    int width          = 1280;
    int height         = 760;
    /// Path of the file with settings and progress; empty if they are not stored.
    std::string settings_file;
    std::string settings_text;        ///< text of the settings file when it was read
    lab::LearningProgress progress{}; ///< the user's progress from the settings file: lessons and tour
    std::string settings_damage;      ///< the reason why the settings file cannot be used; empty if it can be used
    bool tour = false;                ///< true to show the tour
    /// Line of text about the settings that are not the defaults since the last run; empty for none.
    std::string still_set;
    std::string notice; ///< line of text to show to the user; empty for none
};

std::vector<base::NamedFile> files_of(const Options& options);

std::string version_text();

/// Changes the stored settings, or the defaults if the run ends by itself or must be repeatable. For --help and
/// --version, prints the answer and returns nothing. Throws std::runtime_error with one line for wrong usage.
std::optional<Options> parse_options(int argc, const char* const* argv);

} // namespace demo
