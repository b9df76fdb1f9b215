// programs/demo/window/remembered.hpp -- reads and writes the file in which settings and the user's progress are stored
#pragma once

#include "base/threads.hpp"
#include "lab/settings/preferences.hpp"

#include <string>

namespace demo
{

/// Returns the path of the user's settings file: the environment variable TIMESTEP_SETTINGS, if it is set; otherwise
/// settings.toml in SDL's preference folder. Returns an empty path if there is no such folder.
std::string settings_path();

struct RememberedFile
{
    lab::Preferences preferences{}; ///< contents of the file; the defaults if it does not exist or is damaged
    /// A line for the user about a problem with the file; empty if there is no problem.
    std::string notice{};
    /// The reason why the file cannot be used; empty if it can be used.
    std::string damage{};
};

/// Reads the settings file. Changes no file.
RememberedFile read_remembered(const std::string& path);
/// Renames a file that cannot be used to FILE.broken-1, or to the first such name that is free. Returns one line for
/// the user.
std::string set_aside(const std::string& path, const std::string& damage);

/// Replaces the whole file, or, if an error occurs, leaves the old file unchanged. Waits until the bytes are on the
/// disk. Returns the error in one line; an empty text on success.
std::string write_remembered(const std::string& path, const std::string& text);

/// Writes the settings file whenever the settings have changed. It uses another thread, so that a slow disk does not
/// delay frames.
class Keeper
{
public:
    /// `kept` is the present text of the file. If `path` is empty, settings are not stored.
    Keeper(std::string path, std::string kept);
    Keeper(const Keeper&)            = delete;
    Keeper& operator=(const Keeper&) = delete;

    /// Returns true if two seconds have passed since the last call of keep(). Always returns false if settings are not
    /// stored.
    bool due(timestep::Nanos now) const { return !path_.empty() && now >= look_again_; }
    /// Starts to write the settings if they differ from the file, and have not changed since the last call. Returns the
    /// error of the previous write in one line; an empty text if there was no error.
    std::string keep(const lab::Preferences& preferences, timestep::Nanos now);
    /// Writes the settings if they differ from the file, and waits until the write has ended. Returns the error in one
    /// line; an empty text on success.
    std::string finish(const lab::Preferences& preferences);

private:
    std::string written();

    std::string path_;
    std::string kept_;    ///< text that is in the file
    std::string changed_; ///< text of the settings when keep() was last called
    timestep::Nanos look_again_{};
    base::Task<std::string> writing_;
};

} // namespace demo
