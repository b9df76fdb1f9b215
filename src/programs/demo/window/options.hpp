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
    std::int64_t frames = 0; ///< number of frames before the program stops; 0 for no limit
    std::string screenshot;  ///< PNG file of the last frame
    std::string telemetry;   ///< CSV file, one row per frame
    std::string drive;       ///< file of timed commands
    std::string recording;   ///< recording whose frame times drive the loops
    std::string open;        ///< recording whose card is shown
    lab::AtEnd recording_end = lab::AtEnd::loop;
    std::string record_frames;  ///< frame_ns CSV file for this run's frame times
    std::string record_replay;  ///< replay file to record the live loop to
    std::string replay;         ///< replay file to run
    std::string film;           ///< GIF file, WebP file, or folder of PNG files to film the stage to
    std::string guided;         ///< folder for the pictures of run_guided(); empty for a normal run
    std::string report_widgets; ///< CSV file for the positions of the controls
    bool headless      = false; ///< draw with SDL's offscreen driver
    bool virtual_clock = false; ///< use a clock that advances only when the program waits
    int width          = 1280;
    int height         = 760;
    std::string remembered;           ///< file of settings and progress; empty if they are not kept
    std::string kept;                 ///< text of that file
    lab::LearningProgress progress{}; ///< learning progress from that file
    bool tour = false;                ///< show the tour
    std::string notice;               ///< one line for the user; empty for none
};

/// Returns the files that the command line names, and the settings file.
std::vector<base::NamedFile> files_of(const Options& options);

/// The program ends after its command line: the text to print, and the exit code (0, or 2 for bad usage).
struct Exit
{
    int code = 0;
    std::string message;
};

/// Parses the command line. The settings start from the kept settings file, or from the defaults if the run ends by
/// itself or must be repeatable. The flags then override them.
std::variant<Options, Exit> parse_options(int argc, const char* const* argv);

} // namespace demo
