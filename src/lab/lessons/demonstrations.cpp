#include "lab/lessons/demonstrations.hpp"

#include "base/message.hpp"
#include "base/text.hpp"
#include "catalogue/presets.hpp"
#include "lab/settings/assignments.hpp"
#include "lab/settings/lane_setup.hpp"
#include "lab/settings/settings.hpp"

#include <fmt/core.h>

namespace lab
{

namespace
{

constexpr std::array demonstration_table{
    Demonstration{.name = "fixed",
                  .conclusion = "\"fixed\" runs one step of 1/60 s in every frame: on a PC with 20 fps the game runs "
                                "at a third of its speed.",
                  .common_assignments = "vsync=on render-cost=2ms delay=40ms",
                  .lanes = {{{"fixed", "loop=fixed"}, {"interpolated", "loop=interpolated"}}}},
    Demonstration{.name = "variable",
                  .conclusion = "\"variable\" runs one step per frame, as long as the frame: in frames of 50 ms the "
                                "ball passes through the wall, in frames of 117 ms the ball flies away.",
                  .common_assignments = "vsync=on render-cost=2ms delay=40ms",
                  .lanes = {{{"variable", "loop=variable"}, {"interpolated", "loop=interpolated"}}},
                  .script = "at 5 set machine.delay_ms 100ms"},
    Demonstration{
        .name = "semi-fixed",
        .conclusion =
            "The hitches of the two PCs differ by 0.1 ms. The last step of a frame fills the time that is left, so its "
            "length and the ball's path differ, too: one ball passes through the wall. No two PCs show the same path.",
        .common_assignments = "scene=spring-and-ball loop=semi-fixed vsync=off render-cost=2ms delay=14ms",
        .lanes = {{{"hitches of 100.0 ms", "spike=30:100ms"}, {"hitches of 100.1 ms", "spike=30:100.1ms"}}}},
    Demonstration{.name = "accumulator",
                  .conclusion =
                      "50 steps a second on a display of 60 Hz: every sixth frame repeats the frame before, "
                      "so the motion stutters. The strip of the last pictures marks those that moved too little.",
                  .common_assignments = "vsync=on render-cost=2ms display-hz=60",
                  .lanes = {{{"accumulator, 50 Hz", "loop=accumulator hz=50"}, {"60 Hz", "loop=accumulator hz=60"}}}},
    Demonstration{.name = "interpolated",
                  .conclusion =
                      "50 steps a second on 60 Hz, interpolated: no frame repeats the one before. The price: when a "
                      "hand moves the ball, the frame shows it one step, 20 ms, later (here in 0.1x slow motion).",
                  .common_assignments = "vsync=on render-cost=2ms display-hz=60 hz=50",
                  .lanes = {{{"accumulator", "loop=accumulator"}, {"interpolated", "loop=interpolated"}}},
                  .script = "at 5.9 set lab.speed 0.1\nat 6 grab -1.2\nat 6.2 release"},
};

} // namespace

std::span<const Demonstration> loop_demonstrations() { return demonstration_table; }

const Demonstration* find_demonstration(timestep::PresetId loop)
{
    return base::find_row_by_name(demonstration_table, catalogue::preset_of(loop).name, &Demonstration::name);
}

const Demonstration& opening_demonstration()
{
    static constexpr Demonstration demonstration{
        .name = "opening",
        .conclusion = "Your turn: how slow may the PC get?",
        .common_assignments = "vsync=on render-cost=2ms display-hz=60 hz=50",
        .lanes = {{{"variable", "loop=variable"}, {"interpolated", "loop=interpolated"}}},
        .script = "at 2.0 set machine.delay_ms 8ms\nat 2.1 set machine.delay_ms 16ms\n"
                  "at 2.2 set machine.delay_ms 25ms\nat 2.3 set machine.delay_ms 33ms\n"
                  "at 2.4 set machine.delay_ms 42ms\nat 2.5 set machine.delay_ms 50ms\n"
                  "at 6.4 set machine.delay_ms 25ms\nat 6.5 set machine.delay_ms 0ms",
        .duration = Nanos{7'000'000'000}};
    return demonstration;
}

std::vector<LaneSetup> make_lane_setups(const Demonstration& demonstration)
{
    std::vector<LaneSetup> setups;
    for (const Demonstration::NamedLane& lane : demonstration.lanes)
    {
        setups.push_back(make_lane_setup(split_into_unchecked_assignments(
            fmt::format("{} {}", demonstration.common_assignments, lane.assignments))));
        setups.back().name = lane.name;
    }
    return setups;
}

DemonstrationRun::DemonstrationRun(const Demonstration& demonstration, LaneRuns& lanes)
    : demonstration_{&demonstration}
    , lanes_{lanes = LaneRuns{make_lane_setups(demonstration)}}
    , commands_{base::value_or_throw(
          parse_script(demonstration.script, demonstration.name, {.lane = lanes_[0].setup().config}))}
{
    lanes_.advance_to(lane_wall_time_);
}

void DemonstrationRun::advance(Nanos real_time)
{
    elapsed_real_time_ += real_time;
    Nanos real_time_left = real_time;
    for (; next_command_index_ < commands_.size(); ++next_command_index_)
    {
        const TimedCommand& command = commands_[next_command_index_];
        const Nanos real_time_to_command = TimeScale{.scale = time_scale_}.real_time(command.time - lane_wall_time_);
        if (real_time_to_command > real_time_left) break;
        lane_wall_time_ = command.time;
        real_time_left -= real_time_to_command;
        lanes_.advance_to(lane_wall_time_);

        double new_time_scale = time_scale_;
        switch (command.kind)
        {
        case TimedCommand::Kind::set_control:
            for (LaneRun& run : lanes_)
            {
                Settings settings{.stage = {.time_scale = time_scale_}, .lane = run.setup().config};
                assign_by_path(settings, command.control_path, command.new_value);
                new_time_scale = settings.stage.time_scale;
                run.setup().config = settings.lane;
                run.apply_setup();
            }
            time_scale_ = new_time_scale;
            break;
        case TimedCommand::Kind::grab_body:
            lanes_.input.append(lane_wall_time_, {.grabbed = true, .drag_target_x = command.drag_target_x},
                                HandMotion::jumps);
            break;
        case TimedCommand::Kind::release_body: lanes_.input.append(lane_wall_time_, {}); break;
        default: break; // a demonstration has no other commands
        }
    }
    lane_wall_time_ += TimeScale{.scale = time_scale_}.virtual_time(real_time_left);
    lanes_.advance_to(lane_wall_time_);
}

} // namespace lab
