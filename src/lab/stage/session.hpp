// lab/stage/session.hpp -- Session: the settings and their history, and the user's input and progress
#pragma once

#include "lab/lane/input_track.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/settings/assignments.hpp"
#include "lab/settings/control_change_journal.hpp"
#include "lab/settings/preferences.hpp"
#include "lab/settings/undo_history.hpp"
#include "sim/physics/input.hpp"

#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace lab
{

/// The settings with what restores earlier ones, and what the user does.
class Session
{
public:
    explicit Session(const Settings& initial_settings);

    Settings settings; ///< the panels change them; the next frame applies them
    sim::Input input; ///< user input for the next frame
    HandMotion hand_motion{}; ///< how the hand came to the place in `input`
    /// True while the mouse holds a control, such as a slider: all changes until its release become one undo step.
    bool is_mouse_holding_control = false;
    LearningProgress progress;
    /// For each StageLane::id, the changes of its settings since the clock of the lanes was at zero.
    std::map<int, ControlChangeJournal> journals;
    UndoHistory undo_history; ///< the first undo restores the settings of the first call of record_changes()
    /// In a replay, the user's changes of settings that affect the simulation, in their order; a what-if uses them. All
    /// other values of these settings are those of the replay at the shown moment.
    std::vector<Assignment> replay_changes;

    /// Records undo steps every 50 ms. Must be called once per frame. `time` is that of
    /// UndoHistory::record_changes(), also below.
    void poll_changes(Nanos time);
    /// Adds changes of the lanes' settings to `journals`. `wall_time` is that of the lanes.
    void log_changes(Nanos wall_time);
    UndoNotice undo(Nanos time);
    UndoNotice redo(Nanos time);

    /// Leaves the replay if the mode is another one; else records what the user has changed in it.
    void apply_mode();
    /// Replaces the settings by those of a configuration string.
    void open(const Settings& opened, bool is_link, Nanos time);
    /// Shows the settings of the replay at the shown moment, except those in `replay_changes`.
    void show_recorded(const LaneConfig& recorded);
    /// Adds what the user has changed since show_recorded() to `replay_changes`.
    void record_replay_changes();
    /// Restores the settings from before the first show_recorded(), except what the user has changed since.
    void leave_replay();

    /// Shows the selected lane on the simple first screen.
    void enter_first_screen();
    /// Shows all panels, and the mode from before the first screen.
    void leave_first_screen();

    /// The settings without those of the replay.
    Settings own_settings() const;
    /// The user's own settings, also without those of a link.
    Settings settings_to_save() const;

private:
    using Changes = std::vector<Assignment>;

    /// Moves the newest change from `popped` to `pushed`. Empty without a replay or a change.
    std::optional<UndoNotice> restore_in_replay(Changes& popped, Changes& pushed, std::string_view done_word);

    struct Replayed
    {
        LaneConfig before{}; ///< the settings from before the replay
        LaneConfig recorded{}; ///< those of the replay at the shown moment
        LaneConfig shown{}; ///< `recorded` with `replay_changes`
    };
    std::optional<Replayed> replay_; ///< empty if the settings are not those of a replay
    Changes undone_replay_changes_; ///< the last element is the next one to redo
    std::optional<Settings> settings_before_link_; ///< saved in place of those of a configuration link, until an undo
    std::optional<Mode> mode_before_first_screen_;
    Nanos last_poll_time_{-1'000'000'000};
};

} // namespace lab
