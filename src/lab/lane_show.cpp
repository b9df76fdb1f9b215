// A lane that shows what somebody else has computed: a PC of a game over a network, a replay.
#include "lab/lane.hpp"
#include "lab/presenting.hpp"

namespace lab
{

const telemetry::FrameSample& Lane::show(Nanos wall, Nanos measured, const timestep::StepPlan& plan, Nanos stepping,
                                         const physics::World& world)
{
    const physics::Events before = world_.events();
    wall_                        = wall;
    stepping_                    = stepping;
    world_                       = world;
    game_ += measured;
    simulated_ += plan.stepped;
    shown_ = simulated_ + behind_newest(plan);
    totals_.add(measured, plan);
    present(world_, plan, guessed_input(), presented_);
    record(measured, plan, events_since(before));
    samples_.back().displayed = true;
    samples_.back().screen    = wall + stepping;
    if (references_.mathematics) keep_moment();
    return samples_.back();
}

} // namespace lab
