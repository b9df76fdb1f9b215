#include "lab/settings/history.hpp"

#include "lab/settings/set_up.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lab
{

namespace
{

constexpr std::size_t max_undo_steps      = 200;
constexpr std::size_t max_journal_entries = 1000;
// Changes of one slider that are at most this time apart are a drag: one undo step, and one journal entry.
constexpr Nanos max_drag_pause{700'000'000};
// Changes of different controls that are at most this time apart form one undo step.
constexpr Nanos max_joint_change_pause{100'000'000};

// Copies the settings that undo and redo do not change.
void copy_temporary_settings(const Settings& from, Settings& to)
{
    to.paused                   = from.paused;
    to.replay_time_s            = from.replay_time_s;
    to.race.selected_lane       = from.race.selected_lane;
    to.view.shows_key_list      = from.view.shows_key_list;
    to.view.presentation_mode   = from.view.presentation_mode;
    to.view.keys_control_panels = from.view.keys_control_panels;
    to.view.lens                = from.view.lens;
    to.view.time_view           = from.view.time_view;
}

std::string labelled_value(const Settings& settings, std::string_view path)
{
    const Control* row = find_control(settings, path);
    return row != nullptr ? fmt::format("{} {}", row->label, value_text(settings, *row)) : std::string{path};
}

bool is_slider(const Settings& settings, std::string_view path)
{
    const Control* row = find_control(settings, path);
    return row != nullptr && row->choices().empty() && row->kind != ControlKind::list;
}

// True if the control affects the simulation, so that the journal records its changes. All controls without a command
// line flag do, because they are parameters of a scene or of a component of the loop.
bool is_journalled(const Control& row)
{
    return row.flag.empty() || is_option_of_run_commands(row) || row.path == "machine.lag";
}

// Returns the control that `row` was in the settings `before`; null if they did not have it. A control with the same
// path but another range or tooltip is a different control, because two step methods can use the same path.
const Control* find_counterpart(const Settings& before, const Control& row)
{
    const Control* old = find_control(before, row.path);
    const bool is_same =
        old != nullptr && old->path == row.path && old->low == row.low && old->high == row.high && old->tip == row.tip;
    return is_same ? old : nullptr;
}

// True if only the choice of another loop has changed the control. The journal then stores just this choice.
bool follows_from_loop_choice(const Settings& a, const Settings& b, const Control& row)
{
    return a.loop.preset != b.loop.preset && row.path.starts_with("loop.") && row.path != "loop.preset";
}

std::string rounded_value_text(const Control& row, double value)
{
    if (row.value_names != nullptr) return std::string{row.choices()[static_cast<std::size_t>(value)]};
    return fmt::format("{:.{}g}", value, row.kind == ControlKind::rate ? 6 : 4);
}

} // namespace

std::string first_different_path(const Settings& a, const Settings& b)
{
    const std::vector<Change> changes = differences(b, a, scope::all & ~scope::temporary);
    return changes.empty() ? std::string{} : changes.front().key;
}

void UndoSteps::record_changes(const Settings& current_settings, Nanos time)
{
    if (!last_settings_) last_settings_ = current_settings;
    if (*last_settings_ == current_settings) return;
    const std::string path = first_different_path(*last_settings_, current_settings);
    if (path.empty()) return;
    const bool is_drag = path == last_changed_path_ && is_slider(current_settings, path);
    const bool joins_last_step =
        !last_changed_path_.empty() && time - last_change_time_ <= (is_drag ? max_drag_pause : max_joint_change_pause);
    if (!joins_last_step) undo_stack_.push_back(*last_settings_);
    if (undo_stack_.size() > max_undo_steps) undo_stack_.erase(undo_stack_.begin());
    redo_stack_.clear();
    last_settings_     = current_settings;
    last_changed_path_ = path;
    last_change_time_  = time;
}

void UndoSteps::end_step(const Settings& current_settings, Nanos time)
{
    record_changes(current_settings, time);
    last_changed_path_ = {};
}

UndoNotice UndoSteps::undo(Settings& settings) { return restore(settings, undo_stack_, redo_stack_, "undone"); }
UndoNotice UndoSteps::redo(Settings& settings) { return restore(settings, redo_stack_, undo_stack_, "redone"); }

UndoNotice UndoSteps::restore(Settings& settings, Steps& source, Steps& target, std::string_view participle)
{
    if (source.empty()) return fmt::format("there is no change to be {}", participle);
    target.push_back(settings);
    copy_temporary_settings(settings, source.back());
    settings = std::move(source.back());
    source.pop_back();
    last_settings_     = settings;
    last_changed_path_ = {};
    return fmt::format("{}: {}", participle, labelled_value(settings, first_different_path(target.back(), settings)));
}

void Journal::record_changes(const Settings& current_settings, Nanos wall_time)
{
    if (last_settings_ == current_settings) return;
    if (last_settings_) add_changes(*last_settings_, current_settings, wall_time);
    last_settings_ = current_settings;
}

// Adds an entry for each changed control. Compares parameters of the scene only if the scene is the same, and those of
// loop components only if the preset is the same.
void Journal::add_changes(const Settings& before, const Settings& current_settings, Nanos wall_time)
{
    const bool is_other_scene = before.scene.scene != current_settings.scene.scene;
    const bool is_other_loop  = before.loop.preset != current_settings.loop.preset;
    for (const auto rows : all_controls(current_settings))
        for (const Control& row : rows)
        {
            if (row.kind == ControlKind::list) continue;
            if (row.flag.empty() && (row.scene_knob != nullptr ? is_other_scene : is_other_loop)) continue;
            const Control* old     = find_counterpart(before, row);
            const double new_value = row.get(current_settings);
            const double old_value = old != nullptr ? old->get(before) : new_value;
            if (old_value != new_value && is_journalled(row) &&
                !follows_from_loop_choice(before, current_settings, row))
                add_change(row, old_value, new_value, wall_time);
        }
    if (entries_.size() > max_journal_entries) entries_.erase(entries_.begin(), entries_.end() - max_journal_entries);
}

void Journal::add_change(const Control& row, double old_value, double new_value, Nanos wall_time)
{
    const bool is_continued = !entries_.empty() && entries_.back().path == row.path &&
                              wall_time - entries_.back().last_change_time <= max_drag_pause &&
                              wall_time >= entries_.back().last_change_time;
    if (!is_continued)
        entries_.push_back({wall_time, "", std::string{row.path}, rounded_value_text(row, old_value), wall_time});
    Entry& entry           = entries_.back();
    entry.last_change_time = wall_time;
    entry.text = fmt::format("{} {} \u2192 {}{}{}", row.label, entry.old_value, rounded_value_text(row, new_value),
                             row.unit.empty() ? "" : " ", row.unit);
}

} // namespace lab
