// The lanes of each mode.
#include "catalogue/presets.hpp"
#include "lab/metrics/delay_verdicts.hpp"
#include "lab/settings/lane_list.hpp"
#include "lab/stage/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lab
{

namespace
{

using PlannedLanes = std::vector<ExperimentPlan::PlannedLane>;

// Ids of StageLane are not negative.
constexpr int key_of_program(int lane_id) { return -1 - 2 * lane_id; }
int key_of_reference(const LoopChoice& loop) { return -2 - 2 * static_cast<int>(loop.preset); }

// The lanes of the list; on the first screen, the selected one above the loop with which it is compared.
PlannedLanes planned_list(const Settings& settings)
{
    const std::vector<StageLane> list = lanes_of(settings);
    const std::vector<std::string> names = lane_names(settings);
    PlannedLanes lanes;
    if (!shows_first_screen(settings))
        for (std::size_t i = 0; i < list.size(); ++i)
            lanes.push_back({list[i].id, {.name = names[i], .config = list[i].config}});
    else
        lanes.push_back(
            {settings.stage.selected_id,
             {.name = std::string{catalogue::preset_of(settings.lane.loop.preset).name}, .config = settings.lane}});
    if (!shows_first_screen(settings)) return lanes;
    LaneSetup reference{.config = settings.lane};
    reference.config.loop.choose_preset(first_screen_reference_loop(settings.lane.loop));
    reference.name = catalogue::preset_of(reference.config.loop.preset).name;
    lanes.push_back({key_of_reference(reference.config.loop), std::move(reference)});
    return lanes;
}

} // namespace

std::optional<std::size_t> ExperimentPlan::index_of(int lane_id) const
{
    for (std::size_t i = 0; i < lanes.size(); ++i)
        if (lanes[i].key == lane_id || lanes[i].key == key_of_program(lane_id)) return i;
    return std::nullopt;
}

ExperimentPlan plan_experiment(const Settings& settings, TimeSource time_source, const LoopCommand& command)
{
    if (!shows_lanes(settings))
    {
        const bool is_lesson = settings.mode == Mode::lesson;
        return {.identity = {.time_source = TimeSource::driver,
                             .mode = settings.mode,
                             .lesson_index = is_lesson ? settings.lesson_index : 0},
                .pc_choice = settings.mode == Mode::replay ? PcChoice::recorded_pc : PcChoice::of_the_driver};
    }
    ExperimentPlan plan{.identity = {.time_source = time_source, .scene_index = settings.lane.scene.scene_index},
                        .lanes = planned_list(settings),
                        .is_list = !shows_first_screen(settings)};
    const auto program_count =
        std::ranges::count_if(plan.lanes, [](const auto& lane) { return lane.setup.config.loop.is_foreign; });
    for (auto& [key, setup] : plan.lanes)
    {
        sim::MachineSettings& machine = setup.config.machine;
        if (time_source == TimeSource::virtual_pcs)
            machine = DelayVerdicts::with_minimum_frame_time(machine);
        else
        {
            // All lanes get the frames of one PC, on which only the pacer and the steps of the selected lane take time.
            machine = settings.lane.machine;
            if (key != settings.stage.selected_id) machine.step_cost = Nanos::zero();
        }
        if (!setup.config.loop.is_foreign || command.empty()) continue;
        setup.command = command;
        setup.name = program_count == 1 ? foreign_loop_name : fmt::format("{}, {}", foreign_loop_name, setup.name);
        key = key_of_program(key); // a program starts with a new world
    }
    return plan;
}

} // namespace lab
