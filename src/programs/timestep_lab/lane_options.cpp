#include "programs/timestep_lab/lane_options.hpp"

#include "base/stopping.hpp"
#include "base/text.hpp"
#include "catalogue/presets.hpp"
#include "lab/foreign/foreign_loop.hpp"
#include "lab/settings/controls.hpp"
#include "lab/settings/lag_text.hpp"
#include "programs/timestep_lab/command.hpp"
#include "scenes/scene.hpp"
#include "sim/machine/settings.hpp"
#include "timestep/loop.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <utility>

namespace timestep_lab
{

namespace
{

// Such as "pacer=vsync", or "overload.limit=" without a value.
std::set<std::string> loop_setting_completions()
{
    std::set<std::string> completions;
    for (const timestep::Presentation presentation : timestep::all_presentations)
        completions.insert(fmt::format("presentation={}", name_of(presentation)));
    for (const lab::ComponentKind component_kind : lab::all_component_kinds)
        for (std::size_t type_index = 0; type_index < lab::component_type_names(component_kind).size(); ++type_index)
        {
            const std::string_view kind_name = lab::component_kind_names[static_cast<std::size_t>(component_kind)];
            completions.insert(fmt::format("{}={}", kind_name, lab::component_type_names(component_kind)[type_index]));
            for (const lab::Control& control : lab::component_controls(component_kind, type_index))
                completions.insert(fmt::format("{}=", control.path));
        }
    return completions;
}

std::vector<std::string> lane_completions()
{
    std::vector<std::string> completions = names_in(catalogue::presets());
    for (const lab::Control& control : lab::common_controls_except_lists())
        if (lab::is_run_option(control)) completions.push_back(fmt::format("{}=", control.flag.substr(2)));
    completions.insert(completions.end(),
                       {"name=", "machine=", "lag=", "spike=", "recording=", "recording-end=", "program="});
    return completions;
}

std::set<std::string> setting_completions()
{
    std::set<std::string> completions = loop_setting_completions();
    lab::Settings settings;
    for (std::size_t scene_index = 0; scene_index < scenes::all_scenes().size(); ++scene_index)
    {
        settings.lane.scene = scenes::scene_defaults(scene_index);
        for (const std::string_view path : lab::control_paths(settings)) completions.insert(fmt::format("{}=", path));
    }
    return completions;
}

} // namespace

void add_loop_options(CLI::App& command, LoopOptions& options)
{
    const auto completions = loop_setting_completions();
    add_option(command, "--loop", options.preset_name, "The name of the loop (see `list loops`).",
               {.type = "NAME", .suggested_values = names_in(catalogue::presets()), .shows_default = true});
    add_option(command, "--hz", options.step_rate,
               "Steps per second, such as 60, 59.94 or 60000/1001; by default the loop's own rate.", {.type = "RATE"});
    add_option(
        command, "--set", options.loop_assignments,
        "Choose an alternative for one of the loop's five parts, as in overload=cap-steps, or set a parameter of a "
        "part, as in filter.n=4.",
        {.type = "AXIS.KNOB=VALUE", .suggested_values = {completions.begin(), completions.end()}});
}

timestep::Loop parse_loop(const LoopOptions& options)
{
    const timestep::Preset& preset = row_named(options.preset_name, catalogue::presets(), "loop");
    lab::LaneConfig config;
    config.loop = lab::choice_copied_from_loop(
        catalogue::id_of(preset),
        preset.make(options.step_rate.empty() ? preset.default_rate : parse_rate_option("--hz", options.step_rate)));
    const std::vector<std::string> loop_part_names{"filter", "stepper", "overload", "presentation", "pacer"};
    std::vector<lab::Assignment> assignments;
    for (const std::string& text : options.loop_assignments)
    {
        const lab::Assignment& assignment = assignments.emplace_back(parse_assignment(text));
        index_of_name(assignment.key.substr(0, assignment.key.find('.')), loop_part_names, "axis", "--set");
    }
    return make_loop(make_lane_setup(std::move(assignments), config).config.loop);
}

lab::Assignment parse_assignment(std::string_view text)
{
    const auto equals_sign = text.find('=');
    if (equals_sign == text.npos)
        throw BadInput{"--set takes PATH=VALUE, as in overload.limit=100ms or overload=cap-steps, not '{}'", text};
    return {std::string{text.substr(0, equals_sign)}, std::string{text.substr(equals_sign + 1)}};
}

std::vector<lab::Assignment> assignments_of_pc_options(const PcOptions& options)
{
    std::vector<lab::Assignment> assignments;
    const auto add_assignment = [&](std::string_view key, const std::string& text)
    {
        if (!text.empty()) assignments.push_back({std::string{key}, text});
    };
    for (const lab::Control& control : lab::common_controls_except_lists())
        if (const auto option = options.control_values.find(control.path); option != options.control_values.end())
        {
            if (control.path == "loop.preset" && option->second.find_first_of(",=") != std::string::npos)
                throw BadInput{"--loop takes only the name of a loop: use --lane {}", option->second};
            add_assignment(control.flag.substr(2), option->second);
        }
    add_assignment("lag", options.lag);
    add_assignment("spike", options.spike);
    add_assignment("recording", options.recording_file);
    add_assignment("recording-end", options.recording_end);
    return assignments;
}

void add_lane_command_option(CLI::App& command, std::vector<std::string>& words)
{
    add_option(command, std::string{lane_command_flag}, words,
               "Let a program of yours run the loop, in any language (docs/your-loop.md), as in --lane-command python3 "
               "my_loop.py. Give this option last: all words after it belong to the program. It is started without a "
               "shell (Linux).",
               {.type = "PROGRAM ARGUMENTS"});
}

std::vector<std::vector<std::string>> parse_lane_commands(const std::vector<std::string>& words)
{
    auto commands = split_into_commands(words);
    if (!commands.empty()) base::defer_stop_briefly();
    return commands;
}

std::vector<std::string> parse_lane_command(const std::vector<std::string>& words)
{
    const auto commands = parse_lane_commands(words);
    if (commands.size() > 1) throw BadInput{"give one {}", lane_command_flag};
    return commands.empty() ? std::vector<std::string>{} : commands.front();
}

void add_lane_options(CLI::App& command, LaneOptions& options)
{
    const auto completions = setting_completions();
    add_option(command, "--lane", options.lane_flag_values,
               "Add a loop with settings of its own to the run, as in "
               "interpolated,hz=50,vsync=off. Repeat the flag for each loop. Without the flag, one loop runs.",
               {.type = "LOOP,KEY=VALUE,...", .suggested_values = lane_completions()});
    add_option(command, "--machine", options.machine_name,
               "Name of the virtual PC (see `list machines`); other flags change settings of this PC.",
               {.type = "NAME", .suggested_values = names_in(sim::machine_presets())});
    add_option(command, "--lag", options.lag,
               fmt::format("Time by which lag makes frames longer, as on a slow PC: {}.", lab::lag_syntax_text()),
               {.type = "LAG"});
    add_playback_options(command, options.recording_file, "Run the loops with the frame times of a recording.",
                         options.recording_end);
    add_control_options(command, options.control_values, lab::is_run_option, {.group = "Knobs"});
    add_option(command, "--set", options.setting_assignments,
               "Set the setting PATH to VALUE, as in scene.stiffness=900 or overload.limit=100ms.",
               {.type = "PATH=VALUE", .suggested_values = {completions.begin(), completions.end()}, .group = "Knobs"});
    add_spike_option(command, options.spike, "Knobs");
}

std::vector<lab::LaneSetup> parse_lane_setups(const LaneOptions& options)
{
    std::vector<lab::Assignment> common_assignments = assignments_of_pc_options(options);
    if (!options.machine_name.empty())
        common_assignments.insert(common_assignments.begin(), {"machine", options.machine_name});
    std::ranges::transform(options.setting_assignments, std::back_inserter(common_assignments), parse_assignment);
    std::vector<lab::LaneSetup> setups;
    const auto lane_commands = parse_lane_commands(options.lane_command_words);
    if (options.lane_flag_values.empty() && lane_commands.empty())
        setups.push_back(make_lane_setup(common_assignments));
    for (const std::string& lane_flag_value : options.lane_flag_values)
    {
        lab::LaneSetup& setup = setups.emplace_back(lab::parse_lane_option(lane_flag_value, common_assignments));
        if (const auto error = check(setup)) throw BadInput{base::Verbatim{error->message}};
        if (setup.name.empty())
            setup.name =
                setup.command.empty() ? catalogue::preset_of(setup.config.loop.preset).name : lab::foreign_loop_name;
    }
    if (std::ranges::any_of(setups, [](const lab::LaneSetup& setup) { return !setup.command.empty(); }))
        base::defer_stop_requests(1);
    for (const std::vector<std::string>& lane_command : lane_commands)
    {
        setups.push_back(make_lane_setup(common_assignments));
        setups.back().name = lab::foreign_loop_name;
        setups.back().command = lane_command;
    }

    // Numbers make equal names distinct: interpolated, interpolated-2 ...
    std::set<std::string> used_names;
    for (lab::LaneSetup& setup : setups)
    {
        const std::string original_name = setup.name;
        for (int number = 2; used_names.contains(setup.name); ++number)
            setup.name = fmt::format("{}-{}", original_name, number);
        used_names.insert(setup.name);
    }
    return setups;
}

} // namespace timestep_lab
