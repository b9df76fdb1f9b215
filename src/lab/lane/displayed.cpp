#include "lab/lane/displayed.hpp"

#include <algorithm>
#include <cmath>

namespace lab
{

using enum timestep::Presentation;

namespace
{
std::size_t moment_bytes(const scenes::Moment& m)
{
    std::size_t bytes = sizeof(scenes::KeptMoment);
    for (const scenes::AnyState* state : {&m.shown, &m.ring, &m.correct, &m.exact, &m.before, &m.newest})
        bytes += state->heap_bytes();
    return bytes;
}

std::size_t moment_bytes(const scenes::KeptMoment& m) { return moment_bytes(m.look()); }
} // namespace

Nanos behind_newest(const timestep::StepPlan& plan)
{
    switch (plan.presentation)
    {
    case interpolate:
    case step_ahead: return Nanos{std::llround(plan.alpha * static_cast<double>(plan.dt.count()))} - plan.dt;
    case extrapolate:
    case render_tick: return plan.carried;
    case latest: break;
    }
    return Nanos::zero();
}

double seconds_behind_newest(const timestep::StepPlan& plan)
{
    const bool blends = plan.presentation == interpolate || plan.presentation == step_ahead;
    return blends ? (plan.alpha - 1.0) * plan.dt_seconds : timestep::to_seconds(behind_newest(plan));
}

void present(const scenes::World& world, const timestep::StepPlan& plan, const sim::Input& last,
             scenes::AnyState& shown)
{
    switch (plan.presentation)
    {
    case interpolate:
    case step_ahead: world.blend(plan.alpha, shown); break;
    case extrapolate: world.extrapolate(timestep::to_seconds(plan.carried), shown); break;
    case render_tick: world.look_ahead(timestep::to_seconds(plan.carried), sim::without_edges(last), shown); break;
    case latest: world.blend(1.0, shown); break;
    }
}

void LaneHistory::keep(const scenes::Moment& moment)
{
    const std::size_t fit = budget_ / moment_bytes(moment);
    if (fit == 0) return;
    const Nanos apart = reach / static_cast<std::int64_t>(fit);
    if (!kept_.empty() && moment.sample.wall - kept_.back().sample.wall < apart) return;
    kept_.push_back(scenes::keep(moment));
    bytes_ += moment_bytes(kept_.back());
    for (; bytes_ > budget_; kept_.pop_front()) bytes_ -= moment_bytes(kept_.front());
}

void LaneHistory::clear()
{
    kept_.clear();
    bytes_ = 0;
}

const scenes::KeptMoment* LaneHistory::at(Nanos wall) const
{
    if (kept_.empty()) return nullptr;
    const auto after =
        std::ranges::upper_bound(kept_, wall, {}, [](const scenes::KeptMoment& m) { return m.sample.wall; });
    return after == kept_.begin() ? &kept_.front() : &*std::prev(after);
}

} // namespace lab
