// lab/settings/history.hpp -- the user's changes of controls: undo and redo, and a journal for the timeline
#pragma once

#include "lab/settings/controls.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lab
{

/// One line for the user: the control that undo() or redo() has restored, or that there is no step.
using UndoNotice = std::string;

/// Undo and redo as two stacks of copies of the settings.
class UndoSteps
{
public:
    /// Compares the settings with those of the last call, and adds an undo step if a control has changed. `time` is
    /// that of a monotonic clock. Changes of one slider with pauses of at most 0.7 s (a drag) form one step, as do any
    /// changes with pauses of at most 0.1 s.
    void observe(const Settings& now, Nanos time);
    /// Calls observe(), and ends the step: the next change begins a new step, however soon it comes.
    void end_step(const Settings& now, Nanos time);
    /// Restores the settings before the last step, except the pause, the list of keys, the camera and the shown times.
    UndoNotice undo(Settings& settings);
    /// Repeats the change that was undone last.
    UndoNotice redo(Settings& settings);

private:
    using Steps = std::vector<Settings>;

    UndoNotice restore(Settings& settings, Steps& source, Steps& target, std::string_view participle);

    Steps undo_stack_, redo_stack_;         ///< settings that undo() and redo() restore, the last element first
    std::optional<Settings> last_settings_; ///< settings at the last call of observe()
    std::string last_changed_path_;         ///< path of the control that changed last
    Nanos last_change_time_{};
};

/// The path of the first control with different values; empty if all are equal. Ignores scope::temporary: the pause,
/// the list of keys, and the shown time of a replay.
std::string_view first_different_path(const Settings& a, const Settings& b);

/// The user's changes of controls with their times, such as "step rate 60 -> 30 Hz".
class Journal
{
public:
    struct Entry
    {
        Nanos first_change_time{}; ///< on the wall clock of the shown loops
        std::string text{};        ///< name of the control, old value, new value
        std::string path{};        ///< path of the control, such as "loop.hz"
        std::string old_value{};   ///< value before the first change
        Nanos last_change_time{};  ///< on the wall clock of the shown loops
    };

    /// Compares the settings with those of the last call, and adds entries for changes. Must be called once a frame.
    /// Changes of one control with pauses of at most 0.7 s, as from a dragged slider, form one entry. Returns true if a
    /// control has changed, and in the first call after construction or clear().
    bool observe(const Settings& now, Nanos wall_time);
    /// Removes all entries. Must be called when the clock of the shown loops restarts at zero.
    void clear();

    /// The newest 1000 entries, oldest first.
    std::span<const Entry> entries() const { return entries_; }

private:
    bool add_changes(const Settings& before, const Settings& now, Nanos wall_time);
    void add_change(const Control& row, double old_value, double new_value, Nanos wall_time);

    std::optional<Settings> last_settings_; ///< settings at the last call of observe()
    std::vector<Entry> entries_;
    bool is_cleared_ = true; ///< true: observe() has not been called since the last clear()
};

} // namespace lab
