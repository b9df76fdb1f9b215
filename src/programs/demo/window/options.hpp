// programs/demo/window/options.hpp -- the command line of timestep_demo
#pragma once

#include "base/output_files.hpp"
#include "lab/settings/drive.hpp"
#include "lab/settings/playback.hpp"
#include "lab/settings/preferences.hpp"
#include "lab/settings/settings.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace demo
{

struct Options
{
    lab::Settings settings;
    std::int64_t frames = 0; ///< stop after so many; 0 for never
    std::string screenshot;  ///< PNG of the last frame
    std::string telemetry;   ///< CSV, one row a frame
    std::string drive;       ///< timed commands
    std::string recording;   ///< its frame times drive the loops
    std::string open;        ///< a recording whose card is shown
    lab::AtEnd recording_end = lab::AtEnd::loop;
    std::string record_frames;  ///< frame_ns CSV of this run's frame times
    std::string record_replay;  ///< a replay file of the live loop
    std::string replay;         ///< a replay file to be run
    std::string film;           ///< GIF, WebP or a folder of PNG files
    std::string guided;         ///< folder for pictures of every loop on one slow PC
    std::string report_widgets; ///< CSV of where the controls are
    bool headless      = false; ///< SDL's offscreen driver
    bool virtual_clock = false; ///< time passes only when somebody waits
    int width          = 1280;
    int height         = 760;
    std::string remembered;           ///< where settings and progress are kept; empty for nowhere
    std::string kept;                 ///< what is in there
    lab::LearningProgress progress{}; ///< as it was kept
    bool tour = false;                ///< show the tour
    std::string notice;               ///< one line for people
};

/// What the command line names, and the settings.
std::vector<base::NamedFile> files_of(const Options& options);

/// The program has nothing more to do: what to print, and the exit code (0, or 2 for bad usage).
struct Exit
{
    int code = 0;
    std::string message;
};

/// The settings of last time, unless this is a run without a person, and over them what the flags say.
std::variant<Options, Exit> parse_options(int argc, const char* const* argv);

} // namespace demo
