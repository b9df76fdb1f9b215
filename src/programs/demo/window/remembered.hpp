// programs/demo/window/remembered.hpp -- the file in which settings and progress outlive the program
#pragma once

#include "base/task.hpp"
#include "lab/settings/preferences.hpp"

#include <string>

namespace demo
{

/// Where this user's settings are kept: what TIMESTEP_SETTINGS says, else SDL's preference folder; empty when there is
/// none.
std::string settings_path();

struct RememberedFile
{
    lab::Preferences preferences{}; ///< the defaults where there is no file
    std::string notice{};           ///< one line for people; empty when all is well
};

/// Reads the file. One that cannot be read is set aside as FILE.broken-1, or the first such name that is free.
RememberedFile read_remembered(const std::string& path);

/// Writes the file at once or not at all, through to the disk. Returns one line that says what failed, or nothing.
std::string write_remembered(const std::string& path, const std::string& text);

/// Keeps the file up to date, on a thread of its own: a disk that takes its time must not cost a frame.
class Keeper
{
public:
    /// An empty path keeps nothing. `kept` is what the file says now.
    Keeper(std::string path, std::string kept);
    Keeper(const Keeper&)            = delete;
    Keeper& operator=(const Keeper&) = delete;

    /// Whether it is time to look whether something was changed.
    bool due(timestep::Nanos now) const { return !path_.empty() && now >= look_again_; }
    /// Writes what has been changed and then left alone for some seconds. Returns one line when that failed.
    std::string keep(const lab::Preferences& preferences, timestep::Nanos now);
    /// Writes what is not written yet, and waits until it is there.
    std::string finish(const lab::Preferences& preferences);

private:
    std::string written();

    std::string path_;
    std::string kept_;    ///< as the file has it
    std::string changed_; ///< as it was at the last look
    timestep::Nanos look_again_{};
    base::Task<std::string> writing_;
};

} // namespace demo
