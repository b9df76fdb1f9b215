// programs/demo/window/session.hpp -- the files of a run of the program: reads input files, finds names for output
// files, and writes some of them. Reads and writes the settings file, which stores settings and the user's progress
// between two runs
#pragma once

#include "base/files.hpp"
#include "base/message.hpp"
#include "base/threads.hpp"
#include "lab/replay/replay.hpp"
#include "lab/settings/preferences.hpp"
#include "lab/stage/lab.hpp"
#include "programs/demo/panels/widgets.hpp"
#include "programs/demo/window/options.hpp"
#include "sim/machine/pc.hpp"
#include "timestep/time.hpp"

#include <memory>
#include <span>
#include <string>

namespace demo
{

/// Reads the recording at `path`. Throws std::runtime_error with one line of text if the file cannot be read or
/// contains no usable frame times.
lab::Playback load_playback(const std::string& path, lab::AtEnd at_end);
/// Reads the commands in the file of --drive. Throws std::runtime_error with one line of text if a command is wrong, or
/// if a screenshot cannot be written or would overwrite another file of this run.
lab::Drive load_drive(const Options& options);
/// A name for a new file: "STEM-1.EXTENSION", such as "plots-1.svg", or with the next number for which there is no
/// file in the current folder. If `extension` is empty, the name of a folder.
std::string unused_file_name(std::string_view stem, std::string_view extension);
/// Such as "plots-1.svg in /home/me".
std::string name_and_folder_text(const std::string& path);
base::Error save_text(const std::string& path, const std::string& text);
/// A CSV text with the position and value of each widget.
std::string widgets_text(const WidgetLog& widgets, std::int64_t frame);
/// Saves widgets_text(). Throws std::runtime_error with one line of text if the file cannot be written.
void save_widgets(const std::string& path, const WidgetLog& widgets, std::int64_t frame);

using timestep::Nanos;

/// A CSV file with the column frame_ns. All functions throw std::runtime_error with one line of text if the file
/// cannot be written.
class FrameTimeRecorder
{
public:
    explicit FrameTimeRecorder(std::string path);

    /// Writes at most once a second. `frames` contains all frame times until now.
    void write_if_due(std::span<const Nanos> frames, Nanos now);
    /// Writes the rest and closes the file. `frames` contains all frame times.
    void finish(std::span<const Nanos> frames);

    const std::string& path() const { return path_; }

private:
    void append_new_frames(std::span<const Nanos> frames);

    std::string path_;
    base::GrowingFile file_;
    std::size_t written_count_ = 0;
    Nanos next_write_{};
};

/// The path of the user's settings file: the environment variable TIMESTEP_SETTINGS, if it is set; otherwise
/// settings.toml in SDL's preference folder. Returns an empty path if there is no such folder.
std::string settings_path();

struct SettingsFile
{
    lab::Preferences preferences{}; ///< contents of the file; the defaults if it does not exist or is damaged
    /// A line for the user about a problem with the file; empty if there is no problem.
    std::string notice{};
    /// The reason why the settings file cannot be used; empty if it can be used.
    std::string damage{};
};

SettingsFile read_settings_file(const std::string& path);
/// Renames the file to FILE.broken-1, or to the first such name that is free. Returns one line for the user.
std::string rename_damaged_settings(const std::string& path, const std::string& damage);

/// Writes on another thread, so that a slow disk does not delay frames.
class SettingsWriter
{
public:
    /// `written_text` is the present text of the settings file. If `path` is empty, settings are never written.
    SettingsWriter(std::string path, std::string written_text);
    SettingsWriter(const SettingsWriter&)            = delete;
    SettingsWriter& operator=(const SettingsWriter&) = delete;

    /// True at most every two seconds; never true if the path of the settings file is empty.
    bool is_check_due(timestep::Nanos now) const { return !path_.empty() && now >= next_check_; }
    /// Starts to write settings that were the same in the last call, when the user has stopped changing them. Returns
    /// the failure of the previous write.
    base::Error update(const lab::Preferences& preferences, timestep::Nanos now);
    /// Waits until the write has ended.
    base::Error finish(const lab::Preferences& preferences);

private:
    base::Error take_write_failure();

    std::string path_;
    std::string written_text_; ///< text that the settings file contains
    std::string last_text_;    ///< text of the settings when update() was last called
    timestep::Nanos next_check_{};
    base::Task<base::Error> writing_;
};

/// The loops get the game's frame times. Throws std::runtime_error with one line if the game cannot be slowed
/// down or started.
std::unique_ptr<sim::Pc> start_game(const Options& options);

} // namespace demo
