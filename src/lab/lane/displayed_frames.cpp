#include "lab/lane/displayed_frames.hpp"

#include <algorithm>
#include <cmath>

namespace lab
{

using enum timestep::Presentation;

namespace
{
// A scenes::Moment is the data of one frame: its telemetry and the scene's states.
std::size_t byte_size_of(const scenes::Moment& m)
{
    std::size_t bytes = sizeof(scenes::StoredMoment);
    for (const scenes::AnyState* state : {&m.shown_state, &m.reference_at_frame_start, &m.reference_at_shown_time,
                                          &m.exact_state, &m.previous_state, &m.newest_state})
        bytes += state->heap_bytes();
    return bytes;
}

std::size_t byte_size_of(const scenes::StoredMoment& m) { return byte_size_of(m.as_moment()); }
} // namespace

Nanos shown_minus_newest_time(const timestep::StepPlan& plan)
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
    return is_blended ? (plan.alpha - 1.0) * plan.dt_seconds : timestep::to_seconds(shown_minus_newest_time(plan));
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

void FrameHistory::append_or_skip_to_save_memory(const scenes::Moment& moment)
{
    const std::size_t max_moments = max_bytes_ / byte_size_of(moment);
    if (max_moments == 0) return;
    const Nanos min_interval = min_time_span / static_cast<std::int64_t>(max_moments);
    if (!moments_.empty() && moment.sample.start_wall_time - moments_.back().sample.start_wall_time < min_interval)
        return;
    moments_.push_back(scenes::copy_moment(moment));
    byte_size_ += byte_size_of(moments_.back());
    for (; byte_size_ > max_bytes_; moments_.pop_front()) byte_size_ -= byte_size_of(moments_.front());
}

void FrameHistory::clear()
{
    moments_.clear();
    byte_size_ = 0;
}

const scenes::StoredMoment* FrameHistory::moment_at_or_oldest(Nanos wall_time) const
{
    if (moments_.empty()) return nullptr;
    const auto next = std::ranges::upper_bound(moments_, wall_time, {},
                                               [](const scenes::StoredMoment& m) { return m.sample.start_wall_time; });
    return next == moments_.begin() ? &moments_.front() : &*std::prev(next);
}

} // namespace lab
