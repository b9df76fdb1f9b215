// programs/demo/window/settings_file.hpp -- the file with the user's settings and learning progress
#pragma once

#include "base/message.hpp"
#include "base/threads.hpp"
#include "lab/settings/preferences.hpp"
#include "timestep/time.hpp"

#include <string>

namespace demo
{

/// The variable TIMESTEP_SETTINGS, or else settings.toml in SDL's preference folder; empty if SDL has no such folder.
std::string default_settings_path();

struct SettingsFileContents
{
    lab::Preferences preferences{}; ///< contents of the file; if it cannot be used, the defaults
    bool is_empty = true; ///< true: there is no file, or it has no setting
    std::string notice{}; ///< one line for the user about a problem with the file, or empty
    std::string damage_reason{}; ///< the reason why the file cannot be used, or empty
};

/// The defaults if there is no file.
SettingsFileContents read_settings_file(const std::string& path);
/// Renames the file to the first free name of FILE.broken-1, FILE.broken-2 and so on. Returns one line for the user.
std::string rename_damaged_settings(const std::string& path, const std::string& damage_reason);

/// Writes the settings file on another thread, so that a slow disk does not delay frames.
class SettingsFileWriter
{
public:
    /// `file_text` is the current contents of the settings file. If `path` is empty, nothing is ever written.
    SettingsFileWriter(std::string path, std::string file_text);

    bool is_write_check_due(timestep::Nanos now) const { return !path_.empty() && now >= next_check_time_; }
    /// Writes settings that have changed, but not since the last call. Returns the error of the last write, if any.
    base::OptionalError start_write(const lab::Preferences& preferences, timestep::Nanos now);
    /// Writes what is not written yet. Returns an error if that fails.
    base::OptionalError flush(const lab::Preferences& preferences);

private:
    base::OptionalError finish_write();

    std::string path_;
    std::string file_text_; ///< the last text that was given to a write, or the file's first contents
    std::string last_checked_text_; ///< settings in the last check for a write, as TOML
    timestep::Nanos next_check_time_{};
    base::Task<base::OptionalError> write_task_;
    bool has_write_failed_ = false; ///< true if the newest finished write has failed
};

} // namespace demo
