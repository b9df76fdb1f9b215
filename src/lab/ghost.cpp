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

void Ghost::advance(Nanos frame, Nanos game, const physics::Input& input)
{
    if (!follows()) return;
    const timestep::StepPlan plan = loop_.plan({.frame = std::clamp(frame, Nanos::zero(), patience)});
    const Nanos begun             = game - plan.stepped;
    for (std::int64_t i = 0; i < plan.steps; ++i)
    {
        world.step(plan.dt_seconds, input);
        if (++steps_ % dot_every == 0) dots_.push_back({begun + (i + 1) * plan.dt, world.probe().x});
    }
    world.blend(1.0, state_);
}

} // namespace lab
