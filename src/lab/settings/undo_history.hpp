// lab/settings/undo_history.hpp -- undo and redo of the user's changes
#pragma once

#include "lab/settings/settings.hpp"

#include <cstddef>
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
    void ignore_changes(const Settings& current_settings);
    /// Restores the settings from before the newest undo step, except temporary settings such as the pause or camera.
    UndoNotice undo(Settings& settings);
    UndoNotice redo(Settings& settings);

private:
    UndoNotice restore(Settings& settings, std::size_t index, std::string_view verb);

    std::vector<Settings> states_; ///< those that undo() restores, those of the last call, those that redo() restores
    std::size_t current_ = 0; ///< index of those of the last call
    std::string last_changed_path_;
    Nanos last_change_time_{};
};

/// Such as "step rate 30".
std::string labelled_value(const Settings& settings, std::string_view path);
/// Of the settings that are not temporary; empty if none has changed.
std::string first_changed_path(const Settings& before, const Settings& after);

} // namespace lab
