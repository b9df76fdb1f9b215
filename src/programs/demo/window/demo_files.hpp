// programs/demo/window/demo_files.hpp -- reads and writes the files of the demo
#pragma once

#include "base/message.hpp"
#include "lab/stage/lab.hpp"
#include "programs/demo/panels/widgets.hpp"
#include "programs/demo/window/options.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace demo
{

/// Reads a recording. Throws std::runtime_error with a one-line message if it is unreadable or has no usable frames.
/// If the file becomes shorter while it is read, returns what was read, and sets `notice`.
lab::RecordingPlayback load_playback(const std::string& path, lab::PlaybackEndBehaviour end_behaviour,
                                     std::string& notice);
/// Reads the file of --script. Throws std::runtime_error (one line) if it is invalid or names an unusable output file.
lab::TimedCommands load_script(const Options& options);
/// The first unused name in the current folder, such as "plots-1.svg". If `extension` is empty, the name has no dot.
std::string unused_file_name(std::string_view stem, std::string_view extension);
/// Such as "plots-1.svg in /home/me".
base::Verbatim file_location(const std::string& path);
/// Replaces the file atomically. With `waits_for_disk`, waits until the bytes are on the disk.
base::OptionalError save_file(const std::string& path, const std::string& bytes, bool waits_for_disk = false);
std::string widgets_csv(const WidgetLog& widget_log, std::int64_t frame_number_in_first_row);
/// Saves the logged widgets as a CSV file. Throws std::runtime_error (one line) if the file cannot be written.
void save_widgets_csv(const std::string& path, const WidgetLog& widget_log, std::int64_t frame_number_in_first_row);

} // namespace demo
