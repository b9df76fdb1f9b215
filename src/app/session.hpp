// app/session.hpp -- what a run of the demo reads and writes besides its window
#pragma once

#include "app/options.hpp"
#include "lab/lab.hpp"
#include "ui/widgets.hpp"

#include <cstdio>
#include <memory>
#include <string>

namespace app
{

/// A file that is written row by row. Throws std::runtime_error when it cannot be opened.
class TextFile
{
public:
    explicit TextFile(const std::string& path);

    void write(const std::string& text);
    /// Flushes and closes. Throws std::runtime_error when something was not written.
    void close();

private:
    std::string path_;
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

/// The recording that --capture names. Throws std::runtime_error with one line when it cannot be replayed.
lab::Playback load_playback(const std::string& path, lab::AtEnd at_end);
/// The commands that --drive names. Throws std::runtime_error with one line when there is a bad one.
lab::Drive load_drive(const std::string& path, const lab::Settings& start);
/// Frame times as frame_ns CSV. Throws std::runtime_error with one line when that cannot be written.
void save_recording(const std::string& path, const std::vector<timestep::Nanos>& frames);
/// "frames-1.csv" and "timestep-1.png", or the first such names that are free in the current folder.
std::string free_recording_name();
std::string free_screenshot_name();
/// "plots-1.svg", or the first such name that is free in the current folder.
std::string free_picture_name(const std::string& stem, const char* ending);
/// Writes a text beside the file first, so that no half of it is left. Returns one line that says why not, or nothing.
std::string save_text(const std::string& path, const std::string& text);
/// The controls of the window's frame of that number as CSV, replacing the file at once.
void save_widgets(const std::string& path, const ui::WidgetLog& widgets, std::int64_t frame);

} // namespace app
