#include "lab/ghost.hpp"

namespace lab
{

namespace
{
constexpr Nanos patience{3'600'000'000'000};
}

// Eighty storms to see the shadow of one would be too many.
bool Ghost::follows() const { return !world.runs<physics::Storm>(); }

void Ghost::reset()
{
    world.reset();
    if (follows()) world.blend(1.0, state_);
    dots_.clear();
}

void Ghost::advance(const GhostFrame& frame, const physics::Input& input)
{
    if (!follows()) return;
    const timestep::StepPlan plan = loop_.plan({.frame = std::clamp(frame.length, Nanos::zero(), patience)});
    const Nanos begun             = frame.game - plan.stepped;
    physics::Input heard          = input;
    keyboard_.begin_frame(frame.wall, plan);
    for (std::int64_t i = 0; i < plan.steps; ++i)
    {
        keyboard_.read(KeyReading::latched, heard);
        world.step(plan.dt_seconds, heard);
        if (++steps_ % dot_every == 0) dots_.push_back({begun + (i + 1) * plan.dt, world.probe().x});
    }
    world.blend(1.0, state_);
}

} // namespace lab
