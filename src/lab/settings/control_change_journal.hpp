// lab/settings/control_change_journal.hpp -- ControlChangeJournal: records when the user changes settings
#pragma once

#include "lab/settings/controls.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lab
{

/// Records the user's changes of controls with their times, such as "step rate 60 -> 30 Hz".
class ControlChangeJournal
{
public:
    static constexpr std::size_t max_entries = 1000;

    struct Entry
    {
        Nanos first_change_time{}; ///< on the wall clock of the shown loops
        std::string text{}; ///< name of the control, old value, new value
        std::string path{}; ///< path of the control, such as "loop.hz"
        std::string old_value{}; ///< the control's value before the first change
        Nanos last_change_time{}; ///< on the wall clock of the shown loops
    };

    /// Must be called once a frame.
    void log(const LaneConfig& config, Nanos wall_time);
    /// Deletes all entries. Must be called when the clock restarts at zero: entries hold times of the old clock.
    void clear() { entries_.clear(); }

    /// Oldest first.
    std::span<const Entry> entries() const { return entries_; }

private:
    std::optional<LaneConfig> last_config_; ///< that of the last call of log()
    std::vector<Entry> entries_;
};

} // namespace lab
