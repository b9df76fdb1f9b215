#include "lab/settings/control_change_journal.hpp"

#include "base/number.hpp"
#include "lab/settings/lane_setup.hpp"
#include "lab/settings/undo_history.hpp"

#include <fmt/format.h>

#include <utility>

namespace lab
{

namespace
{

const Control* find_counterpart(const Settings& before, const Control& control)
{
    const Control* old_control = find_control(before, control.path);
    const bool is_same_control = old_control != nullptr && old_control->path == control.path &&
                                 old_control->min_value == control.min_value &&
                                 old_control->max_value == control.max_value && old_control->tooltip == control.tooltip;
    return is_same_control ? old_control : nullptr;
}

std::string rounded_value_text(const Control& control, double value)
{
    if (control.value_names != nullptr) return std::string{control.choices()[static_cast<std::size_t>(value)]};
    return base::number_text(value, control.kind == ControlKind::rate ? 6 : 4);
}

} // namespace

void ControlChangeJournal::log(const LaneConfig& config, Nanos wall_time)
{
    if (last_config_ == config) return;
    const std::optional<LaneConfig> earlier = std::exchange(last_config_, config);
    if (!earlier) return;
    const Settings before{.lane = *earlier}, after{.lane = config};
    const bool is_other_scene = before.lane.scene.scene_index != after.lane.scene.scene_index;
    const bool is_other_loop = before.lane.loop.preset != after.lane.loop.preset;
    for (const auto controls : all_controls(after))
        for (const Control& control : controls)
        {
            if (control.kind == ControlKind::list) continue;
            if (control.flag.empty() && (control.scene_knob != nullptr ? is_other_scene : is_other_loop)) continue;
            const bool affects_simulation =
                control.flag.empty() || is_run_option(control) || control.path == "machine.lag";
            const bool is_set_by_preset =
                is_other_loop && control.path.starts_with("loop.") && control.path != "loop.preset";
            if (!affects_simulation || is_set_by_preset) continue;
            const Control* old_control = find_counterpart(before, control);
            const double new_value = control.get(after);
            const double old_value = old_control != nullptr ? old_control->get(before) : new_value;
            if (old_value == new_value) continue;

            // A drag of the control extends its entry.
            const bool continues_newest_entry = !entries_.empty() && entries_.back().path == control.path &&
                                                wall_time - entries_.back().last_change_time <= max_drag_pause &&
                                                wall_time >= entries_.back().last_change_time;
            if (!continues_newest_entry)
                entries_.push_back({.first_change_time = wall_time,
                                    .path = std::string{control.path},
                                    .old_value = rounded_value_text(control, old_value)});
            Entry& entry = entries_.back();
            entry.last_change_time = wall_time;
            const std::string_view unit_separator = control.unit.empty() ? "" : " ";
            entry.text = fmt::format("{} {} \u2192 {}{}{}", control.label, entry.old_value,
                                     rounded_value_text(control, new_value), unit_separator, control.unit);
        }
    if (entries_.size() > max_entries) entries_.erase(entries_.begin(), entries_.end() - max_entries);
}

} // namespace lab
