#include "lab/lane/shown_state.hpp"

#include <cmath>

namespace lab
{

using enum timestep::Presentation;

Nanos shown_minus_newest_time(const timestep::StepPlan& plan)
{
    if (blends_two_states(plan.presentation))
        return Nanos{std::llround(plan.alpha * static_cast<double>(plan.dt.count()))} - plan.dt;
    return plan.presentation == latest ? Nanos::zero() : plan.carried;
}

double shown_minus_newest_seconds(const timestep::StepPlan& plan)
{
    if (blends_two_states(plan.presentation)) return (plan.alpha - 1.0) * plan.dt_seconds; // without rounding
    return timestep::to_seconds(shown_minus_newest_time(plan));
}

void compute_shown_state(const scenes::World& world, const timestep::StepPlan& plan, const sim::Input& last_input,
                         scenes::AnyState& shown)
{
    switch (plan.presentation)
    {
    case interpolate:
    case step_ahead: world.interpolate(plan.alpha, shown); break;
    case extrapolate: world.extrapolate(timestep::to_seconds(plan.carried), shown); break;
    case render_tick: // the frame shows a copy of the newest state after one more step, as long as the carried time
        world.write_next_state(timestep::to_seconds(plan.carried), sim::without_key_changes(last_input), shown);
        break;
    case latest: world.interpolate(1.0, shown); break;
    }
}

} // namespace lab
