#include "lab/settings/history.hpp"

#include "lab/settings/assignments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lab
{

namespace
{

constexpr std::size_t max_undo_steps      = 200;
constexpr std::size_t max_journal_entries = 1000;
// Changes of one slider within this time form one undo step.
constexpr Nanos max_drag_pause{700'000'000};
// Changes of different controls that are at most this time apart form one undo step.
constexpr Nanos max_joint_change_pause{100'000'000};

// Copies the settings that undo and redo do not change.
void copy_temporary_settings(const Settings& from, Settings& to)
{
    to.is_paused                     = from.is_paused;
    to.replay_time_s                 = from.replay_time_s;
    to.race.selected_lane            = from.race.selected_lane;
    to.view.shows_help_page          = from.view.shows_help_page;
    to.view.shows_audience_view      = from.view.shows_audience_view;
    to.view.keyboard_controls_panels = from.view.keyboard_controls_panels;
    to.view.zoom_and_pan             = from.view.zoom_and_pan;
    to.view.time_view                = from.view.time_view;
}

std::string labelled_value(const Settings& settings, std::string_view path)
{
    const Control* control = find_control(settings, path);
    return control != nullptr ? fmt::format("{} {}", control->label, value_text(settings, *control))
                              : std::string{path};
}

bool is_slider(const Settings& settings, std::string_view path)
{
    const Control* control = find_control(settings, path);
    return control != nullptr && control->value_names_or_empty().empty() && control->kind != ControlKind::list;
}

bool affects_simulation(const Control& control)
{
    return control.flag.empty() || is_option_of_run_commands(control) || control.path == "machine.lag";
}

const Control* find_counterpart(const Settings& before, const Control& control)
{
    const Control* old_control = find_control(before, control.path);
    const bool is_same         = old_control != nullptr && old_control->path == control.path &&
                         old_control->min_value == control.min_value && old_control->max_value == control.max_value &&
                         old_control->tooltip == control.tooltip;
    return is_same ? old_control : nullptr;
}

bool follows_from_loop_choice(const Settings& a, const Settings& b, const Control& control)
{
    return a.loop.preset != b.loop.preset && control.path.starts_with("loop.") && control.path != "loop.preset";
}

std::string rounded_value_text(const Control& control, double value)
{
    if (control.value_names != nullptr)
        return std::string{control.value_names_or_empty()[static_cast<std::size_t>(value)]};
    return fmt::format("{:.{}g}", value, control.kind == ControlKind::rate ? 6 : 4);
}

} // namespace

std::string path_of_first_lasting_difference(const Settings& a, const Settings& b)
{
    const std::vector<Assignment> changes = differences_from_baseline(b, a, scope::all & ~scope::temporary);
    return changes.empty() ? std::string{} : changes.front().key;
}

void UndoHistory::record_changes(const Settings& current_settings, Nanos time)
{
    if (!last_settings_) last_settings_ = current_settings;
    if (*last_settings_ == current_settings) return;
    const std::string path = path_of_first_lasting_difference(*last_settings_, current_settings);
    if (path.empty()) return;
    const bool is_same_slider  = path == last_changed_path_ && is_slider(current_settings, path);
    const bool joins_last_step = !last_changed_path_.empty() &&
                                 time - last_change_time_ <= (is_same_slider ? max_drag_pause : max_joint_change_pause);
    if (!joins_last_step) undo_stack_.push_back(*last_settings_);
    if (undo_stack_.size() > max_undo_steps) undo_stack_.erase(undo_stack_.begin());
    redo_stack_.clear();
    last_settings_     = current_settings;
    last_changed_path_ = path;
    last_change_time_  = time;
}

void UndoHistory::record_changes_and_end_step(const Settings& current_settings, Nanos time)
{
    record_changes(current_settings, time);
    last_changed_path_ = {};
}

UndoNotice UndoHistory::undo(Settings& settings) { return restore(settings, undo_stack_, redo_stack_, "undone"); }
UndoNotice UndoHistory::redo(Settings& settings) { return restore(settings, redo_stack_, undo_stack_, "redone"); }

UndoNotice UndoHistory::restore(Settings& settings, SettingsStack& source, SettingsStack& target,
                                std::string_view undone_or_redone)
{
    if (source.empty()) return fmt::format("there is no change to be {}", undone_or_redone);
    target.push_back(settings);
    copy_temporary_settings(settings, source.back());
    settings = std::move(source.back());
    source.pop_back();
    last_settings_     = settings;
    last_changed_path_ = {};
    return fmt::format("{}: {}", undone_or_redone,
                       labelled_value(settings, path_of_first_lasting_difference(target.back(), settings)));
}

void SimulationSettingsJournal::record_changes(const Settings& current_settings, Nanos wall_time)
{
    if (last_settings_ == current_settings) return;
    if (last_settings_) add_changes(*last_settings_, current_settings, wall_time);
    last_settings_ = current_settings;
}

// Records each changed control, except the parameters of a newly chosen scene or preset.
void SimulationSettingsJournal::add_changes(const Settings& before, const Settings& current_settings, Nanos wall_time)
{
    const bool is_other_scene = before.scene.scene_index != current_settings.scene.scene_index;
    const bool is_other_loop  = before.loop.preset != current_settings.loop.preset;
    for (const auto controls : all_controls(current_settings))
        for (const Control& control : controls)
        {
            if (control.kind == ControlKind::list) continue;
            if (control.flag.empty() && (control.scene_knob != nullptr ? is_other_scene : is_other_loop)) continue;
            const Control* old_control = find_counterpart(before, control);
            const double new_value     = control.get(current_settings);
            const double old_value     = old_control != nullptr ? old_control->get(before) : new_value;
            if (old_value != new_value && affects_simulation(control) &&
                !follows_from_loop_choice(before, current_settings, control))
                add_change(control, old_value, new_value, wall_time);
        }
    if (entries_.size() > max_journal_entries) entries_.erase(entries_.begin(), entries_.end() - max_journal_entries);
}

void SimulationSettingsJournal::add_change(const Control& control, double old_value, double new_value, Nanos wall_time)
{
    const bool is_continued = !entries_.empty() && entries_.back().path == control.path &&
                              wall_time - entries_.back().last_change_time <= max_drag_pause &&
                              wall_time >= entries_.back().last_change_time;
    if (!is_continued)
        entries_.push_back(
            {wall_time, "", std::string{control.path}, rounded_value_text(control, old_value), wall_time});
    Entry& entry           = entries_.back();
    entry.last_change_time = wall_time;
    entry.text             = fmt::format("{} {} \u2192 {}{}{}", control.label, entry.old_value,
                                         rounded_value_text(control, new_value), control.unit.empty() ? "" : " ", control.unit);
}

} // namespace lab
