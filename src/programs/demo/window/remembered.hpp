// programs/demo/window/remembered.hpp -- reads and writes the file that keeps settings and progress between two starts
#pragma once

#include "base/task.hpp"
#include "lab/settings/preferences.hpp"

#include <string>

namespace demo
{

/// Returns the path of this user's settings file: the variable TIMESTEP_SETTINGS if it is set, else settings.toml in
/// SDL's preference folder. Returns an empty path if SDL finds no such folder.
std::string settings_path();

struct RememberedFile
{
    lab::Preferences preferences{}; ///< the defaults if the file does not exist or is damaged
    std::string notice{};           ///< one line for the user about problems of the file; empty without problems
};

/// Reads the file. A file that cannot be read is renamed to FILE.broken-1, or to the first such name that is free.
RememberedFile read_remembered(const std::string& path);

/// Writes the whole file or leaves the old one, and waits until the bytes are on the disk. Returns one line with the
/// error, or an empty text on success.
std::string write_remembered(const std::string& path, const std::string& text);

/// Keeps the settings file up to date. Writes on another thread, so that a slow disk does not delay frames.
class Keeper
{
public:
    /// `kept` is the current text of the file. With an empty path, nothing is kept.
    Keeper(std::string path, std::string kept);
    Keeper(const Keeper&)            = delete;
    Keeper& operator=(const Keeper&) = delete;

    /// Returns true if two seconds have passed since the last call of keep(). Always false with an empty path.
    bool due(timestep::Nanos now) const { return !path_.empty() && now >= look_again_; }
    /// Starts to write the preferences if they differ from the file and have not changed since the last call. Returns
    /// one line if the previous write failed, else an empty text.
    std::string keep(const lab::Preferences& preferences, timestep::Nanos now);
    /// Writes the preferences if they differ from the file, and waits for the end of the write. Returns one line with
    /// the error, or an empty text on success.
    std::string finish(const lab::Preferences& preferences);

private:
    std::string written();

    std::string path_;
    std::string kept_;    ///< text of the file
    std::string changed_; ///< text of the preferences at the last call of keep()
    timestep::Nanos look_again_{};
    base::Task<std::string> writing_;
};

} // namespace demo
