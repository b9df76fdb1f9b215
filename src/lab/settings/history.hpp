// lab/settings/history.hpp -- undo and redo of the user's changes, and a journal of these changes for the timeline
#pragma once

#include "lab/settings/controls.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lab
{

/// One line for the user: what undo() or redo() has restored, or that there is nothing to undo or redo.
using UndoNotice = std::string;

class UndoHistory
{
public:
    /// Stores new changes as an undo step. Changes in quick succession form one step. `time` is from a monotonic clock.
    void record_changes(const Settings& current_settings, Nanos time);
    /// Calls record_changes(), and ends the newest undo step: the next change begins a new step, even if it comes soon.
    void record_changes_and_end_step(const Settings& current_settings, Nanos time);
    /// Restores the settings from before the newest undo step, except temporary settings such as the pause or camera.
    UndoNotice undo(Settings& settings);
    UndoNotice redo(Settings& settings);

private:
    using SettingsStack = std::vector<Settings>;

    UndoNotice restore(Settings& settings, SettingsStack& source, SettingsStack& target,
                       std::string_view undone_or_redone);

    SettingsStack undo_stack_, redo_stack_; ///< undo() and redo() restore the last element
    std::optional<Settings> last_settings_; ///< settings in the last call of record_changes()
    std::string last_changed_path_;
    Nanos last_change_time_{};
};

/// The path of the first setting that differs, such as "loop.hz"; empty if none. Ignores scope::temporary.
std::string path_of_first_lasting_difference(const Settings& a, const Settings& b);

/// Records the user's changes of controls with their times, such as "step rate 60 -> 30 Hz".
class SimulationSettingsJournal
{
public:
    struct Entry
    {
        Nanos first_change_time{}; ///< on the wall clock of the shown loops
        std::string text{};        ///< name of the control, old value, new value
        std::string path{};        ///< path of the control, such as "loop.hz"
        std::string old_value{};   ///< the control's value before the first change
        Nanos last_change_time{};  ///< on the wall clock of the shown loops
    };

    /// Adds new changes to the journal; must be called once a frame. Joins changes of one control at most 0.7 s apart.
    void record_changes(const Settings& current_settings, Nanos wall_time);
    /// Deletes all entries. Must be called when the clock restarts at zero: entries hold times of the old clock.
    void clear() { entries_.clear(); }

    /// At most the newest 1000 recorded changes of settings, oldest first.
    std::span<const Entry> entries() const { return entries_; }

private:
    void add_changes(const Settings& before, const Settings& current_settings, Nanos wall_time);
    void add_change(const Control& control, double old_value, double new_value, Nanos wall_time);

    std::optional<Settings> last_settings_; ///< settings in the last call of record_changes()
    std::vector<Entry> entries_;
};

} // namespace lab
