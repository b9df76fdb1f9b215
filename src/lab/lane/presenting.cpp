#include "lab/lane/presenting.hpp"

#include <cmath>

namespace lab
{

using enum timestep::Presentation;

timestep::Nanos behind_newest(const timestep::StepPlan& plan)
{
    switch (plan.presentation)
    {
    case interpolate:
    case step_ahead: return timestep::Nanos{std::llround(plan.alpha * static_cast<double>(plan.dt.count()))} - plan.dt;
    case extrapolate:
    case render_tick: return plan.carried;
    case latest: break;
    }
    return timestep::Nanos::zero();
}

double seconds_behind_newest(const timestep::StepPlan& plan)
{
    const bool blends = plan.presentation == interpolate || plan.presentation == step_ahead;
    return blends ? (plan.alpha - 1.0) * plan.dt_seconds : timestep::to_seconds(behind_newest(plan));
}

void present(const scenes::World& world, const timestep::StepPlan& plan, const sim::Input& held,
             scenes::AnyState& shown)
{
    switch (plan.presentation)
    {
    case interpolate:
    case step_ahead: return world.blend(plan.alpha, shown);
    case extrapolate: return world.extrapolate(timestep::to_seconds(plan.carried), shown);
    case render_tick: return world.look_ahead(timestep::to_seconds(plan.carried), held, shown);
    case latest: break;
    }
    world.blend(1.0, shown);
}

} // namespace lab
