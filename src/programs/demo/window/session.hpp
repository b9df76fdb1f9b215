// programs/demo/window/session.hpp -- reads the demo's input files, and names and writes some of its output files
#pragma once

#include "lab/stage/lab.hpp"
#include "programs/demo/panels/widgets.hpp"
#include "programs/demo/window/options.hpp"

#include <string>

namespace demo
{

/// Reads the recording at `path`. Throws std::runtime_error with one line if it cannot drive the loops.
lab::Playback load_playback(const std::string& path, lab::AtEnd at_end);
/// Reads the commands of --drive. Throws std::runtime_error with one line if a command is wrong, or if a screenshot of
/// the commands would overwrite another file of this run.
lab::Drive load_drive(const Options& options);
/// Returns "frames-1.csv", or the first such name that is free in the current folder.
std::string free_recording_name();
/// Returns "timestep-1.png", or the first such name that is free in the current folder.
std::string free_screenshot_name();
/// Returns "STEM-1.ENDING", such as "plots-1.svg", or the first such name that is free in the current folder.
std::string free_picture_name(const std::string& stem, const char* ending);
/// Writes the text as a whole file, or no file. Returns one line with the error, or an empty text on success.
std::string save_text(const std::string& path, const std::string& text);
/// Writes the controls of frame number `frame` as CSV, and replaces the file in one step. Throws std::runtime_error
/// with one line if it cannot be written.
void save_widgets(const std::string& path, const WidgetLog& widgets, std::int64_t frame);

} // namespace demo
