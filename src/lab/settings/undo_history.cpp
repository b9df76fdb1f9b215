#include "lab/settings/undo_history.hpp"

#include "lab/settings/assignments.hpp"
#include "lab/settings/lane_list.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lab
{

namespace
{

constexpr std::size_t max_undo_steps = 200;
// Changes of different controls that are at most this time apart form one undo step.
constexpr Nanos max_joint_change_pause{100'000'000};

// Copies the settings that undo and redo do not change.
void copy_temporary_settings(const Settings& from, Settings& to)
{
    to.is_paused = from.is_paused;
    to.replay_time_s = from.replay_time_s;
    to.view.selected_lane = from.view.selected_lane;
    select_lane(to, from.stage.selected);
    to.view.shows_help_page = from.view.shows_help_page;
    to.view.shows_audience_view = from.view.shows_audience_view;
    to.view.keyboard_controls_panels = from.view.keyboard_controls_panels;
    to.view.zoom_and_pan = from.view.zoom_and_pan;
    to.view.open_sections_mask = from.view.open_sections_mask;
    to.view.time_view = from.view.time_view;
}

} // namespace

std::string labelled_value(const Settings& settings, std::string_view path)
{
    const Control* control = find_control(settings, path);
    return control != nullptr ? fmt::format("{} {}", control->label, parsable_value_text(settings, *control))
                              : std::string{path};
}

std::string first_changed_path(const Settings& before, const Settings& after)
{
    if (before.stage.others.size() != after.stage.others.size()) return std::string{lanes_path};
    const std::vector<Assignment> changes = differences_from_baseline(after, before, scope::all & ~scope::temporary);
    if (!changes.empty()) return changes.front().key;
    return before.mode != after.mode ? "lab.lesson" : ""; // no text names the file of a lesson or a replay
}

void UndoHistory::record_changes(const Settings& current_settings, Nanos time)
{
    if (states_.empty()) states_.push_back(current_settings);
    Settings& last_settings = states_[current_];
    if (last_settings.stage.others.size() == current_settings.stage.others.size())
        select_lane(last_settings, current_settings.stage.selected); // not a step of its own
    last_settings.view.open_sections_mask = current_settings.view.open_sections_mask; // not a step of its own
    if (last_settings == current_settings) return;
    const std::string path = first_changed_path(last_settings, current_settings);
    if (path.empty()) return;
    const Control* control = find_control(current_settings, path);
    const bool is_slider = control != nullptr && control->choices().empty() && control->kind != ControlKind::list;
    const bool is_same_slider = path == last_changed_path_ && is_slider;
    const bool joins_last_step = !last_changed_path_.empty() &&
                                 time - last_change_time_ <= (is_same_slider ? max_drag_pause : max_joint_change_pause);
    states_.resize(joins_last_step ? current_ : current_ + 1);
    states_.push_back(current_settings);
    if (states_.size() > max_undo_steps + 1) states_.erase(states_.begin());
    current_ = states_.size() - 1;
    last_changed_path_ = path;
    last_change_time_ = time;
}

void UndoHistory::ignore_changes(const Settings& current_settings)
{
    states_.resize(std::max(states_.size(), current_ + 1));
    states_[current_] = current_settings;
}

UndoNotice UndoHistory::undo(Settings& settings)
{
    return current_ > 0 ? restore(settings, current_ - 1, "undone") : "there is no change to be undone";
}

UndoNotice UndoHistory::redo(Settings& settings)
{
    return current_ + 1 < states_.size() ? restore(settings, current_ + 1, "redone")
                                         : "there is no change to be redone";
}

UndoNotice UndoHistory::restore(Settings& settings, std::size_t index, std::string_view verb)
{
    Settings& left = states_[current_];
    left = settings;
    copy_temporary_settings(settings, states_[index]);
    settings = states_[index];
    current_ = index;
    last_changed_path_ = {};
    return fmt::format("{}: {}", verb, labelled_value(settings, first_changed_path(left, settings)));
}

} // namespace lab
