// programs/demo/window/session.hpp -- the files of a run of the program: reads input files, finds names for output
// files, and writes some of them
#pragma once

#include "base/files.hpp"
#include "lab/replay/replay.hpp"
#include "lab/stage/lab.hpp"
#include "programs/demo/panels/widgets.hpp"
#include "programs/demo/window/options.hpp"
#include "timestep/time.hpp"

#include <optional>
#include <span>
#include <string>

namespace demo
{

/// Reads the recording at `path`. Throws std::runtime_error with one line of text if it cannot be read or contains no
/// usable frame times.
lab::Playback load_playback(const std::string& path, lab::AtEnd at_end);
/// Reads the replay file at `path`. Throws std::runtime_error with one line of text if it cannot be run.
lab::Replay load_replay(const std::string& path);
/// Reads the commands in the file of --drive. Throws std::runtime_error with one line of text if a command is wrong, or
/// if a screenshot cannot be written or would overwrite another file of this run.
lab::Drive load_drive(const Options& options);
/// Returns a name for a new recording: "frames-1.csv", or with the next number for which there is no file in the
/// current folder.
std::string free_recording_name();
/// Returns a name for a new screenshot: "timestep-1.png", or with the next number for which there is no file in the
/// current folder.
std::string free_screenshot_name();
/// Returns a name for a new picture: "STEM-1.ENDING", such as "plots-1.svg", or with the next number for which there is
/// no file in the current folder.
std::string free_picture_name(const std::string& stem, const char* ending);
/// Returns the name of a file and its folder for a message: "timestep-1.png in /home/user".
std::string name_and_folder(const std::string& path);
/// Writes `text` to a file. Writes the whole file or nothing. Returns the error in one line; an empty text on success.
std::string save_text(const std::string& path, const std::string& text);
/// Returns the positions and values of all widgets in frame number `frame` as CSV.
std::string widgets_text(const WidgetLog& widgets, std::int64_t frame);
/// Writes the positions and values of all widgets in frame number `frame` as CSV. Replaces the whole file. Throws
/// std::runtime_error with one line of text if it cannot be written.
void save_widgets(const std::string& path, const WidgetLog& widgets, std::int64_t frame);

using timestep::Nanos;

/// Writes frame times to a CSV file with the column frame_ns. All functions throw std::runtime_error with one line of
/// text if the file cannot be written.
class Recorder
{
public:
    explicit Recorder(std::string path);

    /// Writes the new frame times if one second has passed since the last write. `frames` contains all frame times
    /// until now.
    void keep(std::span<const Nanos> frames, Nanos now);
    /// Writes the frame times that are not written yet, and closes the file. `frames` contains all frame times.
    void finish(std::span<const Nanos> frames);

    const std::string& path() const { return path_; }

private:
    void add(std::span<const Nanos> frames);

    std::string path_;
    base::GrowingFile file_;
    std::size_t written_ = 0;
    Nanos next_{};
};

} // namespace demo
