// lab/settings/undo_history.hpp -- undo and redo of the user's changes
#pragma once

#include "lab/settings/settings.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lab
{

inline constexpr Nanos max_drag_pause{700'000'000};

/// One line for the user: what undo() or redo() has restored, or that there is nothing to undo or redo.
using UndoNotice = std::string;

class UndoHistory
{
public:
    /// Stores the difference from the settings of the last call as an undo step, or adds it to the newest step if the
    /// calls are in quick succession. `time` is from a monotonic clock.
    void record_changes(const Settings& current_settings, Nanos time);
    /// The next change begins a new step, even if it comes soon.
    void end_step() { last_changed_path_ = {}; }
    /// The differences from the settings of the last call are not the user's: they are no undo step.
    void ignore_changes(const Settings& current_settings) { last_settings_ = current_settings; }
    /// Restores the settings from before the newest undo step, except temporary settings such as the pause or camera.
    UndoNotice undo(Settings& settings);
    UndoNotice redo(Settings& settings);

private:
    using SettingsStack = std::vector<Settings>;

    UndoNotice restore(Settings& settings, SettingsStack& popped_stack, SettingsStack& pushed_stack,
                       std::string_view verb);

    SettingsStack undo_stack_, redo_stack_; ///< undo() and redo() restore the last element
    std::optional<Settings> last_settings_; ///< settings in the last call of record_changes()
    std::string last_changed_path_;
    Nanos last_change_time_{};
};

/// Such as "step rate 30".
std::string labelled_value(const Settings& settings, std::string_view path);
/// Of the settings that are not temporary; empty if none has changed.
std::string first_changed_path(const Settings& before, const Settings& after);

} // namespace lab
