// programs/demo/window/remembered.hpp -- reads and writes the settings file, which stores settings and the user's
// progress between two runs of the demo
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
    /// The reason why the settings file cannot be used; empty if it can be used.
    std::string damage{};
};

/// Reads the settings file. Changes no file.
RememberedFile read_remembered(const std::string& path);
/// Renames a damaged settings file to FILE.broken-1, or to the first such name that is free. Returns one line for the
/// user: the damage (the reason why the file cannot be used), the new name or why renaming failed, and that the program
/// starts with the default settings.
std::string set_aside(const std::string& path, const std::string& damage);

/// Writes `text` to the settings file: replaces the whole file or, if an error occurs, leaves it unchanged. Waits until
/// the bytes are on the disk. Returns the error in one line; an empty text on success.
std::string write_remembered(const std::string& path, const std::string& text);

/// Writes the settings file when the settings have changed. Writes on another thread, so that a slow disk does not
/// delay frames.
class Keeper
{
public:
    /// `kept` is the present text of the settings file. If `path` is empty, settings are never written.
    Keeper(std::string path, std::string kept);
    Keeper(const Keeper&)            = delete;
    Keeper& operator=(const Keeper&) = delete;

    /// Returns true if two seconds have passed since the last call of keep(). Always returns false if the path of the
    /// settings file is empty.
    bool due(timestep::Nanos now) const { return !path_.empty() && now >= look_again_; }
    /// Starts to write the settings if they differ from the file and were the same in the last call: this waits until
    /// the user stops changing them. Returns the error of the previous write in one line; empty if there was none.
    std::string keep(const lab::Preferences& preferences, timestep::Nanos now);
    /// Writes the settings if they differ from the file, and waits until the write has ended. Returns the error in one
    /// line; an empty text on success.
    std::string finish(const lab::Preferences& preferences);

private:
    std::string written();

    std::string path_;
    std::string kept_;    ///< text that the settings file contains
    std::string changed_; ///< text of the settings when keep() was last called
    timestep::Nanos look_again_{};
    base::Task<std::string> writing_;
};

} // namespace demo
