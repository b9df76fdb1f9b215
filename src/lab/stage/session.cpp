#include "lab/stage/session.hpp"

#include <fmt/format.h>

#include <utility>

namespace lab
{

Session::Session(const Settings& initial_settings)
    : settings{initial_settings}
{
}

void Session::poll_changes(Nanos time)
{
    constexpr Nanos interval{50'000'000}; // because comparing all settings takes some microseconds
    if (is_mouse_holding_control || time < last_poll_time_ + interval) return;
    last_poll_time_ = time;
    undo_history.record_changes(settings, time);
}

void Session::log_changes(Nanos wall_time)
{
    journals[settings.stage.selected_id].log(settings.lane, wall_time);
    for (const StageLane& lane : settings.stage.others) journals[lane.id].log(lane.config, wall_time);
}

UndoNotice Session::undo(Nanos time)
{
    if (auto notice = restore_in_replay(replay_changes, undone_replay_changes_, "undone")) return *notice;
    undo_history.record_changes(settings, time);
    settings_before_link_.reset();
    return undo_history.undo(settings);
}

UndoNotice Session::redo(Nanos time)
{
    if (auto notice = restore_in_replay(undone_replay_changes_, replay_changes, "redone")) return *notice;
    undo_history.record_changes(settings, time);
    return undo_history.redo(settings);
}

// In a replay, a change that is undone gives its setting back to the replay.
std::optional<UndoNotice> Session::restore_in_replay(Changes& popped, Changes& pushed, std::string_view done_word)
{
    if (!replay_ || popped.empty()) return std::nullopt;
    pushed.push_back(std::move(popped.back()));
    popped.pop_back();
    show_recorded(replay_->recorded);
    undo_history.ignore_changes(settings);
    return fmt::format("{}: {}", done_word, labelled_value(settings, pushed.back().key));
}

void Session::apply_mode()
{
    if (settings.mode != Mode::replay)
        leave_replay();
    else
        record_replay_changes();
}

void Session::open(const Settings& opened, bool is_link, Nanos time)
{
    leave_replay();
    undo_history.record_changes(settings, time);
    if (!settings_before_link_ && is_link) settings_before_link_ = settings_to_save();
    settings = opened;
    undo_history.end_step(); // the next recorded changes contain the opened settings
}

void Session::show_recorded(const LaneConfig& recorded)
{
    if (!replay_)
    {
        replay_ = Replayed{.before = settings.lane};
        replay_changes.clear();
        undone_replay_changes_.clear();
    }
    replay_->recorded = recorded;
    settings.lane = recorded;
    for (const Assignment& change : replay_changes)
        static_cast<void>(assign_by_path(settings, change.key, change.value));
    replay_->shown = settings.lane;
}

void Session::record_replay_changes()
{
    if (!replay_) return;
    const LaneConfig config = settings.lane;
    if (config == replay_->shown) return;
    for (Assignment& change : differences_from_baseline(config, replay_->shown))
    {
        const bool continues_newest = !replay_changes.empty() && replay_changes.back().key == change.key;
        if (continues_newest)
            replay_changes.back() = std::move(change);
        else
            replay_changes.push_back(std::move(change));
    }
    replay_->shown = config;
    undone_replay_changes_.clear();
}

void Session::leave_replay()
{
    if (!replay_) return;
    record_replay_changes();
    settings = own_settings();
    replay_.reset();
}

Settings Session::own_settings() const
{
    Settings own = settings;
    if (!replay_) return own;
    own.lane = replay_->before;
    for (const Assignment& change : replay_changes) static_cast<void>(assign_by_path(own, change.key, change.value));
    return own;
}

Settings Session::settings_to_save() const
{
    const Settings current_settings = own_settings();
    Settings saved_settings = settings_before_link_.value_or(current_settings);
    saved_settings.view = current_settings.view;
    if (saved_settings.mode == Mode::lesson) saved_settings.mode = Mode::lanes;
    return saved_settings;
}

void Session::enter_first_screen()
{
    mode_before_first_screen_ = settings.mode;
    settings.view.shows_all_panels = false;
    show_lanes(settings);
}

void Session::leave_first_screen()
{
    const auto mode_before = std::exchange(mode_before_first_screen_, {});
    if (shows_first_screen(settings) && mode_before) settings.mode = *mode_before;
    settings.view.shows_all_panels = true;
}

} // namespace lab
