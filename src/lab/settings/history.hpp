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

/// Two stacks of copies of the settings.
class UndoSteps
{
public:
    /// Compares the settings with those of the last call, and keeps the old ones if a control has changed. Call it once
    /// a frame; `at` is the time on a monotonic clock. Changes of one slider with pauses of at most 0.7 s (a drag) are
    /// undone together; so are all changes with pauses of at most 0.1 s.
    void observe(const Settings& now, Nanos at);
    /// Calls observe(). The change after this call is undone alone, however soon it comes.
    void end_step(const Settings& now, Nanos at);
    /// Restores the settings before the user's last change, except the pause, the list of keys, the camera and the
    /// shown times. Returns one line for the user: the restored control, or that there is no earlier change.
    std::string undo(Settings& settings);
    /// Makes the change again that was undone last. Returns one line for the user, like undo().
    std::string redo(Settings& settings);

private:
    using Steps = std::vector<Settings>;

    std::string restore(Settings& settings, Steps& source, Steps& target, std::string_view participle);

    Steps undo_stack_, redo_stack_; ///< settings that undo() and redo() restore; each removes the last element first
    std::optional<Settings> last_settings_; ///< the settings at the last call of observe()
    std::string last_changed_path_;         ///< path of the control that changed last
    Nanos last_change_at_{};
};

/// The path of the first control that differs; an empty string if all are equal. Ignores settings of the present
/// moment: the pause, the list of keys, and the shown time of a replay.
std::string_view first_difference(const Settings& a, const Settings& b);

/// The user's changes of controls with their times, such as "step rate 60 -> 30 Hz".
class Journal
{
public:
    struct Entry
    {
        Nanos at{};              ///< time of the first change, on the wall clock of the shown loops
        std::string text{};      ///< name of the control, old value, new value
        std::string path{};      ///< path of the control, such as "loop.hz"
        std::string old_value{}; ///< value before the first change
        Nanos last_change_at{};  ///< time of the last change, on the wall clock of the shown loops
    };

    /// Compares the settings with those of the last call, and adds entries for changes. Call it once a frame. Changes
    /// of one control with pauses of at most 0.7 s, such as from a dragged slider, make one entry. Returns true if a
    /// control has changed; also in the first call, and in the first call after clear().
    bool observe(const Settings& now, Nanos wall);
    /// Removes all entries. Call it when the clock of the shown loops starts again at zero.
    void clear();

    /// The newest 1000 entries, oldest first.
    std::span<const Entry> entries() const { return entries_; }

private:
    bool add_changes(const Settings& before, const Settings& now, Nanos wall);
    void add_change(const Control& row, double old_value, double new_value, Nanos wall);

    std::optional<Settings> last_settings_; ///< the settings at the last call of observe()
    std::vector<Entry> entries_;
    bool is_cleared_ = true; ///< true: observe() has not been called since the last call of clear()
};

} // namespace lab
