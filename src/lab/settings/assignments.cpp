#include "lab/settings/assignments.hpp"

#include "base/text.hpp"
#include "lab/settings/controls.hpp"
#include "lab/settings/lane_list.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ranges>
#include <utility>

namespace lab
{

base::OptionalError assign_by_path(Settings& settings, std::string_view path, std::string_view text)
{
    if (const Control* control = find_control(settings, path)) return assign(settings, *control, text);
    return unknown_setting_message(settings, path, control_paths(settings));
}

base::OptionalError assign_by_path(LaneConfig& config, std::string_view path, std::string_view text)
{
    Settings settings{.lane = config};
    base::OptionalError error = assign_by_path(settings, path, text);
    config = settings.lane;
    return error;
}

std::string unknown_setting_message(const Settings& settings, std::string_view key,
                                    std::span<const std::string_view> names)
{
    constexpr std::string_view scene_prefix = "scene.";
    const auto has_setting = [&](const scenes::SceneType* scene)
    { return base::find_row_by_name(scene->knobs, key.substr(scene_prefix.size()), &scenes::SceneKnob::name); };
    if (key.starts_with(scene_prefix) && std::ranges::any_of(scenes::all_scenes(), has_setting))
        return base::message("the scene '{}' has no setting '{}'", type_of(settings.lane.scene).name, key);
    return base::unknown_name_message("setting", key, names);
}

std::vector<Assignment> differences_from_baseline(const Settings& settings, const Settings& baseline, Scopes scopes)
{
    if (settings == baseline) return {};
    Settings settings_so_far = baseline;
    std::vector<Assignment> assignments;
    const auto append_differences = [&](std::span<const Control> group)
    {
        for (const Control& control : group)
        {
            if ((scopes_of(control.path) & ~scopes) != 0 || has_equal_value(control, settings, settings_so_far))
                continue;
            std::string text = exact_value_text(settings, control);
            if (assign(settings_so_far, control, text)) continue;
            assignments.push_back({std::string{control.path}, std::move(text)});
        }
    };
    append_differences(common_controls_except_lists());
    const auto control_groups = all_controls(settings_so_far); // includes the controls of the chosen scene and loop
    for (const auto group : control_groups | std::views::drop(1)) append_differences(group);
    return assignments;
}

std::vector<Assignment> differences_from_baseline(const LaneConfig& config, const LaneConfig& baseline)
{
    return differences_from_baseline(Settings{.lane = config}, Settings{.lane = baseline}, scope::simulation);
}

std::vector<Assignment> assignments_to_save(const Settings& settings, Scopes scopes)
{
    Settings saved = settings;
    if (shows_file(settings)) saved.mode = Mode::lanes;
    select_first_saved_lane(saved);
    return differences_from_baseline(saved, {}, scopes);
}

std::string demo_command_line(const Settings& settings)
{
    std::string command{"timestep_demo --fresh"};
    Settings first_selected = settings;
    select_first_saved_lane(first_selected);
    for (const Assignment& assignment : assignments_to_save(settings, scope::all))
    {
        if (assignment.key == lanes_path)
        {
            for (const std::string& lane : lane_texts(first_selected)) command += " --lane " + base::shell_quoted(lane);
            continue;
        }
        const auto flag = find_control(settings, assignment.key)->flag;
        command += flag.empty() ? fmt::format(" --set {}", base::shell_quoted(assignment.key + "=" + assignment.value))
                                : fmt::format(" {} {}", flag, base::shell_quoted(assignment.value));
    }
    return command;
}

} // namespace lab
