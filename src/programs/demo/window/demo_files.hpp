// programs/demo/window/demo_files.hpp -- reads and writes the demo's files, and launches a game
#pragma once

#include "base/files.hpp"
#include "base/message.hpp"
#include "base/threads.hpp"
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

/// Reads a recording. Throws std::runtime_error with a one-line message if it is unreadable or has no usable frames.
lab::RecordingPlayback load_playback(const std::string& path, lab::PlaybackEndBehaviour end_behaviour);
/// Reads the file of --script. Throws std::runtime_error (one line) if it is invalid or names an unusable output file.
lab::TimedCommands load_and_check_script(const Options& options);
/// The first unused name in the current folder, such as "plots-1.svg". If `extension` is empty, the name has no dot.
std::string unused_file_name(std::string_view stem, std::string_view extension);
/// Such as "plots-1.svg in /home/me".
base::Verbatim name_and_folder(const std::string& path);
/// Replaces the file atomically. With `waits_for_disk`, waits until the bytes are on the disk.
base::OptionalError save_text_file(const std::string& path, const std::string& text, bool waits_for_disk = false);
std::string widgets_csv(const WidgetLog& widget_log, std::int64_t frame_number);
/// Saves the logged widgets as a CSV file. Throws std::runtime_error (one line) if the file cannot be written.
void save_widgets_csv(const std::string& path, const WidgetLog& widget_log, std::int64_t frame_number);

using timestep::Nanos;

/// Writes a CSV file with the column frame_ns. Throws std::runtime_error with a one-line message if writing fails.
class FrameTimeRecorder
{
public:
    explicit FrameTimeRecorder(std::string path);

    /// Writes the new frame times, at most once a second. `all_frame_times` contains all frame times of the run.
    void write_new_frame_times_if_due(std::span<const Nanos> all_frame_times, Nanos now);
    void finish(std::span<const Nanos> all_frame_times);

    const std::string& path() const { return path_; }

private:
    void append_new_frame_times(std::span<const Nanos> all_frame_times);

    std::string path_;
    base::LogFileReplacedOnFirstAdd file_;
    std::size_t written_count_ = 0;
    Nanos next_write_{};
};

/// The environment variable TIMESTEP_SETTINGS; if not set, settings.toml in SDL's preference folder, if that exists.
std::string settings_file_path();

struct SettingsFileContents
{
    lab::Preferences preferences{}; ///< contents of the file; if it cannot be used, the defaults
    std::string notice{};           ///< one line for the user about a problem with the file, or empty
    std::string damage_reason{};    ///< the reason why the file cannot be used, or empty
};

SettingsFileContents read_settings_file(const std::string& path);
/// Renames the file to the first free name of FILE.broken-1, FILE.broken-2 and so on. Returns one line for the user.
std::string rename_damaged_settings_and_get_notice(const std::string& path, const std::string& damage_reason);

/// Writes the settings file on another thread, so that a slow disk does not delay frames.
class SettingsFileWriter
{
public:
    /// `file_text` is the current contents of the settings file. If `path` is empty, nothing is ever written.
    SettingsFileWriter(std::string path, std::string file_text);

    bool is_write_check_due(timestep::Nanos now) const { return !path_.empty() && now >= next_check_; }
    /// Starts to write new settings when two calls in a row get the same values. Returns the previous write's error.
    base::OptionalError start_write_if_settled(const lab::Preferences& preferences, timestep::Nanos now);
    /// Waits for a running write, then writes `preferences` unless the file has them. Returns the last write's error.
    base::OptionalError finish(const lab::Preferences& preferences);

private:
    base::OptionalError wait_for_write_and_get_error();

    std::string path_;
    std::string file_text_;         ///< contents of the settings file
    std::string last_checked_text_; ///< settings in the last call of start_write_if_settled(), as TOML
    timestep::Nanos next_check_{};
    base::Task<base::OptionalError> write_task_;
};

/// Throws std::runtime_error on failure.
std::unique_ptr<sim::Pc> launch_slowed_game(const Options& options);

} // namespace demo
