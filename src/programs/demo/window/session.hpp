// programs/demo/window/session.hpp -- what a run of the demo reads and writes besides its window
#pragma once

#include "lab/stage/lab.hpp"
#include "programs/demo/panels/widgets.hpp"
#include "programs/demo/window/options.hpp"

#include <string>

namespace demo
{

/// The recording that --recording names. Throws std::runtime_error with one line when it cannot be replayed.
lab::Playback load_playback(const std::string& path, lab::AtEnd at_end);
/// The commands that --drive names. Throws std::runtime_error with one line when there is a bad
/// one, or a picture would be saved over another of the run's files.
lab::Drive load_drive(const Options& options);
/// "frames-1.csv" and "timestep-1.png", or the first such names that are free in the current folder.
std::string free_recording_name();
std::string free_screenshot_name();
/// "plots-1.svg", or the first such name that is free in the current folder.
std::string free_picture_name(const std::string& stem, const char* ending);
/// Writes a text, whole or not at all. Returns one line that says why not, or nothing.
std::string save_text(const std::string& path, const std::string& text);
/// The controls of the window's frame of that number as CSV, replacing the file at once.
void save_widgets(const std::string& path, const WidgetLog& widgets, std::int64_t frame);

} // namespace demo
