// The lanes of each mode.
#include "catalogue/presets.hpp"
#include "lab/metrics/delay_verdicts.hpp"
#include "lab/settings/configuration_string.hpp"
#include "lab/stage/experiment.hpp"
#include "sim/machine/settings.hpp"

#include <algorithm>
#include <utility>

namespace lab
{

namespace
{

using PlannedLanes = std::vector<ExperimentPlan::PlannedLane>;

std::string preset_name(const LoopChoice& loop) { return std::string{catalogue::preset_of(loop.preset).name}; }

PlannedLanes with_names_as_keys(std::vector<LaneSetup> setups)
{
    PlannedLanes lanes;
    for (LaneSetup& setup : setups) lanes.push_back({setup.name, std::move(setup)});
    return lanes;
}

// Below the loops of the list, so that they keep their places; none without a command.
void add_own_loop(const LaneConfig& config, const LoopCommand& command, PlannedLanes& lanes)
{
    const std::string name{foreign_loop_name};
    if (!command.empty())
        lanes.push_back({name, {.name = name, .config = config, .recording = {}, .command = command}});
}

PlannedLanes compared_lanes(const Settings& settings, const LoopCommand& command)
{
    PlannedLanes lanes;
    const auto parsed_settings = parse_configuration_string(settings.race.kept_configuration, settings);
    if (const auto* kept_settings = std::get_if<Settings>(&parsed_settings))
    {
        lanes.push_back(
            {"kept",
             {.name = preset_name(kept_settings->lane.loop) + " (kept)", .config = lane_config(*kept_settings)}});
    }
    lanes.push_back({"present", {.name = "the present set-up", .config = lane_config(settings)}});
    lanes.back().setup.command = command;
    return lanes;
}

PlannedLanes live_lanes(const Settings& settings, TimeSource time_source, const LoopCommand& command)
{
    const LaneConfig config = lane_config(settings);
    PlannedLanes lanes;
    if (settings.race.is_side_by_side)
        lanes = with_names_as_keys(setups_for_presets(config, raced_presets(settings)));
    else if (command.empty())
        lanes.push_back({"chosen", {.name = preset_name(config.loop), .config = config}});
    add_own_loop(config, command, lanes);
    if (shows_first_screen(settings))
    {
        LaneSetup reference = setups_for_presets(config, std::array{first_screen_reference_loop(config.loop)}).front();
        lanes.push_back({"reference " + reference.name, std::move(reference)});
    }
    const std::size_t pacing_lane = std::min(settings.race.selected_lane, lanes.size() - 1);
    for (std::size_t i = 0; i < lanes.size(); ++i)
    {
        sim::MachineSettings& machine = lanes[i].setup.config.machine;
        if (time_source == TimeSource::virtual_pcs)
            machine = DelayVerdicts::with_minimum_frame_time(machine);
        else if (i != pacing_lane)
            machine.step_cost = Nanos::zero();
    }
    return lanes;
}

} // namespace

std::vector<LaneSetup> setups_for_presets(const LaneConfig& base, std::span<const timestep::PresetId> presets)
{
    std::vector<LaneSetup> setups;
    for (const timestep::PresetId preset : presets)
    {
        LaneConfig config = base;
        config.loop.choose_preset(preset);
        setups.push_back({.name = preset_name(config.loop), .config = config});
    }
    return setups;
}

std::vector<LaneSetup> setups_for_machines(const LaneConfig& base, std::span<const std::size_t> machine_indices)
{
    std::vector<LaneSetup> setups;
    for (const std::size_t machine_index : machine_indices)
    {
        const sim::MachinePreset& preset = sim::machine_presets()[machine_index];
        setups.push_back({.name = std::string{preset.label}, .config = base});
        setups.back().config.machine = preset.settings;
    }
    return setups;
}

ExperimentPlan plan_experiment(const Settings& settings, TimeSource live_time_source,
                               const std::optional<RecordingPlayback>& playback, const LoopCommand& command)
{
    const LoopCommand own_command = settings.lane.loop.is_foreign ? command : LoopCommand{};
    ExperimentPlan plan{.identity = {.mode = settings.mode, .scene_index = settings.lane.scene.scene_index}};
    ExperimentPlan::Identity& identity = plan.identity;
    switch (settings.mode)
    {
    case Mode::live:
        identity.time_source = live_time_source;
        if (!settings.race.is_side_by_side) identity.command = own_command;
        plan.lanes = live_lanes(settings, live_time_source, own_command);
        plan.is_recordable = plan.lanes.size() == 1 && !settings.race.is_side_by_side;
        plan.has_loop_list = settings.race.is_side_by_side;
        plan.pc_choice = PcChoice::this_pc;
        break;
    case Mode::race:
        plan.lanes = with_names_as_keys(setups_for_presets(lane_config(settings), raced_presets(settings)));
        add_own_loop(lane_config(settings), own_command, plan.lanes);
        for (auto& lane : plan.lanes) lane.setup.recording = playback;
        plan.has_loop_list = true;
        break;
    case Mode::duel:
        plan.pc_choice = PcChoice::list_of_pcs;
        identity.duelling_loop = settings.lane.loop.preset;
        identity.duel_machines = settings.race.duel_machines;
        identity.command = own_command;
        plan.lanes = with_names_as_keys(setups_for_machines(lane_config(settings), settings.race.duel_machines));
        for (auto& lane : plan.lanes) lane.setup.command = own_command;
        break;
    case Mode::compare:
        identity.kept_configuration = settings.race.kept_configuration;
        identity.command = own_command;
        plan.lanes = compared_lanes(settings, own_command);
        break;
    case Mode::lesson:
        identity = {.time_source = TimeSource::driver, .mode = settings.mode, .lesson_index = settings.lesson_index};
        plan.pc_choice = PcChoice::of_the_driver;
        break;
    case Mode::replay:
        identity = {.time_source = TimeSource::driver, .mode = settings.mode};
        plan.pc_choice = PcChoice::recorded_pc;
        break;
    }
    return plan;
}

} // namespace lab
