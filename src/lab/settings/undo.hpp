// lab/settings/undo.hpp -- undo and redo of all controls: two stacks of copies of the settings
#pragma once

#include "lab/settings/settings.hpp"

#include <string>
#include <vector>

namespace lab
{

class UndoSteps
{
public:
    /// Compares the settings with those of the last call, and remembers the old ones if a control has changed. `at` is
    /// the time on a clock that never goes back. Call it once a frame. Changes of one slider with pauses of at most
    /// 0.7 s (a drag) are undone together; so are all changes with pauses of at most 0.1 s.
    void see(const Settings& now, Nanos at);
    /// Calls see(). The change after this call is undone alone, however soon it comes.
    void end_step(const Settings& now, Nanos at);
    /// Undoes the user's last change (or a group of changes, as see() makes): restores the settings before it. Returns
    /// one line for the user: the restored control, or that there is no earlier change. Does not change the pause, the
    /// list of keys, the camera, and the shown times.
    std::string undo(Settings& settings);
    /// Makes the change again that was undone last. Returns one line for the user, like undo().
    std::string redo(Settings& settings);

private:
    using Steps = std::vector<Settings>;

    std::string go(Settings& settings, Steps& from, Steps& to, std::string_view what);

    Steps before_, after_; ///< settings that undo() and redo() restore; each takes the last element first
    Steps now_;            ///< one element: the settings at the last call of see(); empty before the first call
    std::string changed_;  ///< path of the control that changed last
    Nanos changed_at_{};
};

/// Returns the path of the first control that differs between the two settings; an empty text if all are
/// equal. Ignores settings of the present moment: the pause, the list of keys, and the shown time of a replay.
std::string_view first_difference(const Settings& a, const Settings& b);

} // namespace lab
