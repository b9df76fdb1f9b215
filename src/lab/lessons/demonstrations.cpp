#include "lab/lessons/demonstrations.hpp"

#include "base/message.hpp"
#include "base/text.hpp"
#include "catalogue/presets.hpp"
#include "lab/settings/lane_setup.hpp"
#include "lab/settings/set_up.hpp"
#include "lab/settings/settings.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lab
{

namespace
{

constexpr std::array demonstration_rows{
    Demonstration{.name       = "fixed",
                  .conclusion = "\"fixed\" runs one step of 1/60 s in every frame: on a PC with 20 fps the game runs "
                                "at a third of its speed.",
                  .settings   = "vsync=on render-cost=2ms delay=40ms",
                  .lanes      = {{{"fixed", "loop=fixed"}, {"interpolated", "loop=interpolated"}}}},
    Demonstration{.name       = "variable",
                  .conclusion = "\"variable\" runs one step per frame, as long as the frame: in frames of 50 ms the "
                                "ball passes through the wall, in frames of 117 ms the ball flies away.",
                  .settings   = "vsync=on render-cost=2ms delay=40ms",
                  .lanes      = {{{"variable", "loop=variable"}, {"interpolated", "loop=interpolated"}}},
                  .script     = "at 5 set machine.delay_ms 100ms"},
    Demonstration{
        .name = "semi-fixed",
        .conclusion =
            "The hitches of the two PCs differ by 0.1 ms. The last step of a frame fills the time that is left, so its "
            "length and the ball's path differ, too: one ball passes through the wall. No two PCs show the same path.",
        .settings = "scene=spring-and-ball loop=semi-fixed vsync=off render-cost=2ms delay=14ms",
        .lanes    = {{{"hitches of 100.0 ms", "spike=30:100ms"}, {"hitches of 100.1 ms", "spike=30:100.1ms"}}}},
    Demonstration{.name       = "accumulator",
                  .conclusion = "50 steps a second on a display of 60 Hz: every sixth frame repeats the frame before, "
                                "so the motion stutters. The strip of the last frames marks each repeat.",
                  .settings   = "vsync=on render-cost=2ms display-hz=60",
                  .lanes = {{{"accumulator, 50 Hz", "loop=accumulator hz=50"}, {"60 Hz", "loop=accumulator hz=60"}}}},
    Demonstration{.name = "interpolated",
                  .conclusion =
                      "50 steps a second on 60 Hz, interpolated: no frame repeats the one before. The price: when a "
                      "hand moves the ball, the frame shows it one step, 20 ms, later (here in 0.1x slow motion).",
                  .settings = "vsync=on render-cost=2ms display-hz=60 hz=50",
                  .lanes    = {{{"accumulator", "loop=accumulator"}, {"interpolated", "loop=interpolated"}}},
                  .script   = "at 5.9 set lab.speed 0.1\nat 6 grab -1.2\nat 6.2 release"},
};

constexpr Demonstration stutter_row{
    .name = "stutter",
    .conclusion =
        "These bars should glide evenly. At 50 steps a second, \"accumulator\" shows every fifth state twice: the bars "
        "jerk ten times a second. \"interpolated\" runs the same steps and draws between them: no jerk.",
    .settings = "scene=uniform-motion vsync=on render-cost=2ms display-hz=60 hz=50",
    .lanes    = {{{"accumulator", "loop=accumulator"}, {"interpolated", "loop=interpolated"}}}};

DriveCommands script_of(const Demonstration& demonstration, const Settings& start)
{
    return base::value_or_throw(parse_drive_commands(demonstration.script, demonstration.name, start));
}

} // namespace

std::span<const Demonstration> demonstrations() { return demonstration_rows; }

const Demonstration* find_demonstration(timestep::LoopId loop)
{
    return base::find_row(demonstration_rows, catalogue::preset_of(loop).name, &Demonstration::name);
}

const Demonstration& stutter_demonstration() { return stutter_row; }

std::vector<LaneSetup> lane_setups_of(const Demonstration& demonstration)
{
    std::vector<LaneSetup> setups;
    for (const Demonstration::NamedLane& lane : demonstration.lanes)
    {
        std::vector<Change> changes = parse_changes(demonstration.settings);
        std::ranges::move(parse_changes(lane.settings), std::back_inserter(changes));
        setups.push_back(make_lane_setup(std::move(changes)));
        setups.back().name = lane.name;
    }
    return setups;
}

DemonstrationRun::DemonstrationRun(const Demonstration& demonstration)
    : demonstration_{&demonstration}
    , lanes_{lane_setups_of(demonstration)}
    , script_{script_of(demonstration, lanes_[0].setup().settings)}
{
    lanes_.advance_to(time_);
}

void DemonstrationRun::advance(Nanos real_time)
{
    elapsed_real_time_ += real_time;
    for (; next_command_ < script_.size(); ++next_command_)
    {
        const Nanos time_to_command = Tempo{.speed = speed_}.real_time(script_[next_command_].time - time_);
        if (time_to_command > real_time) break;
        time_ = script_[next_command_].time;
        real_time -= time_to_command;
        lanes_.advance_to(time_);
        execute(script_[next_command_]);
    }
    time_ += Tempo{.speed = speed_}.virtual_time(real_time);
    lanes_.advance_to(time_);
}

void DemonstrationRun::execute(const DriveCommand& command)
{
    for (std::size_t i = 0; i < lanes_.size(); ++i)
    {
        Settings& settings = lanes_[i].setup().settings;
        switch (command.kind)
        {
        case DriveCommand::Kind::set: set(settings, command.path, command.text); break;
        case DriveCommand::Kind::grab: lanes_[i].input = {.grabbed = true, .hand_x = command.hand_x}; break;
        case DriveCommand::Kind::release: lanes_[i].input.grabbed = false; break;
        default: break;
        }
        lanes_[i].apply_setup();
        speed_ = settings.race.speed;
    }
}

} // namespace lab
