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
    std::size_t bytes = sizeof(scenes::StoredMoment);
    for (const scenes::AnyState* state : {&m.shown, &m.ring, &m.correct, &m.exact, &m.before, &m.newest})
        bytes += state->heap_bytes();
    return bytes;
}

std::size_t moment_bytes(const scenes::StoredMoment& m) { return moment_bytes(m.as_moment()); }
} // namespace

Nanos shown_minus_newest(const timestep::StepPlan& plan)
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

double shown_minus_newest_seconds(const timestep::StepPlan& plan)
{
    const bool is_blended = plan.presentation == interpolate || plan.presentation == step_ahead;
    return is_blended ? (plan.alpha - 1.0) * plan.dt_seconds : timestep::to_seconds(shown_minus_newest(plan));
}

void compute_shown_state(const scenes::World& world, const timestep::StepPlan& plan, const sim::Input& last_input,
                         scenes::AnyState& shown)
{
    switch (plan.presentation)
    {
    case interpolate:
    case step_ahead: world.blend(plan.alpha, shown); break;
    case extrapolate: world.extrapolate(timestep::to_seconds(plan.carried), shown); break;
    case render_tick:
        world.write_next_state(timestep::to_seconds(plan.carried), sim::without_edges(last_input), shown);
        break;
    case latest: world.blend(1.0, shown); break;
    }
}

void LaneHistory::append_or_skip(const scenes::Moment& moment)
{
    const std::size_t max_moments = max_bytes_ / moment_bytes(moment);
    if (max_moments == 0) return;
    const Nanos min_interval = min_time_span / static_cast<std::int64_t>(max_moments);
    if (!moments_.empty() && moment.sample.wall - moments_.back().sample.wall < min_interval) return;
    moments_.push_back(scenes::copy_moment(moment));
    bytes_ += moment_bytes(moments_.back());
    for (; bytes_ > max_bytes_; moments_.pop_front()) bytes_ -= moment_bytes(moments_.front());
}

void LaneHistory::clear()
{
    moments_.clear();
    bytes_ = 0;
}

const scenes::StoredMoment* LaneHistory::newest_moment_begun_by(Nanos wall_time) const
{
    if (moments_.empty()) return nullptr;
    const auto next =
        std::ranges::upper_bound(moments_, wall_time, {}, [](const scenes::StoredMoment& m) { return m.sample.wall; });
    return next == moments_.begin() ? &moments_.front() : &*std::prev(next);
}

} // namespace lab
