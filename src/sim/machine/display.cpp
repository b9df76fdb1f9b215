#include "sim/machine/display.hpp"

#include <algorithm>
#include <cmath>

namespace sim
{

void RefreshSchedule::set_rate(timestep::Rate new_rate)
{
    rate                     = new_rate;
    scale                    = timestep::Scale{new_rate};
    sub_nanosecond_remainder = 0;
}

void RefreshSchedule::skip_refreshes(std::int64_t refresh_count)
{
    const std::int64_t units = sub_nanosecond_remainder + refresh_count * scale.step;
    refresh_time += Nanos{units / scale.per_ns};
    sub_nanosecond_remainder = units % scale.per_ns;
}

// A refresh less than 1 ns before `time` counts as at `time`, because returned times are rounded up to whole ns.
Nanos RefreshSchedule::advance_to_refresh(Nanos time)
{
    const Nanos just_before = time - Nanos{1};
    while (just_before - refresh_time > scale.longest()) skip_refreshes(scale.units(scale.longest()) / scale.step);
    const std::int64_t units_ahead = scale.units(just_before - refresh_time) - sub_nanosecond_remainder;
    if (units_ahead >= 0) skip_refreshes(units_ahead / scale.step + 1);
    return refresh_time + Nanos{sub_nanosecond_remainder > 0 ? 1 : 0};
}

PresentTimes Display::present(Nanos ready_time, const MachineSettings& settings)
{
    if (!(settings.refresh == refresh_schedule_.rate)) refresh_schedule_.set_rate(settings.refresh);
    switch (settings.vsync)
    {
    case VsyncMode::off: return show_at_once(ready_time);
    case VsyncMode::vrr: return show_with_vrr(ready_time, settings);
    case VsyncMode::adaptive:
        if (refresh_schedule_.advance_to_refresh(last_shown_ + Nanos{1}) < ready_time) return show_at_once(ready_time);
        return show_at_refresh(ready_time, Buffers::two);
    case VsyncMode::on: break;
    }
    return show_at_refresh(ready_time, settings.buffers);
}

PresentTimes Display::show_at_once(Nanos ready_time)
{
    last_shown_ = ready_time;
    return {ready_time, ready_time, /*is_torn=*/true};
}

// Displays the frame at the first refresh that is not before `ready_time` and is after the previous frame. With two
// buffers, the present call returns at this refresh. With three, it returns when the previous frame is displayed.
PresentTimes Display::show_at_refresh(Nanos ready_time, Buffers buffers)
{
    const Nanos previous = last_shown_;
    last_shown_          = refresh_schedule_.advance_to_refresh(std::max(ready_time, previous + Nanos{1}));
    return {last_shown_, buffers == Buffers::three ? std::max(ready_time, previous) : last_shown_};
}

PresentTimes Display::show_with_vrr(Nanos ready_time, const MachineSettings& settings)
{
    const timestep::Scale max_rate{settings.refresh};
    const Nanos shortest_period{(max_rate.step + max_rate.per_ns - 1) / max_rate.per_ns};
    const Nanos longest_period = std::max(timestep::Scale{settings.vrr_floor}.step_ns(), shortest_period);
    if (ready_time > last_shown_ + longest_period)
        last_shown_ += longest_period * ((ready_time - last_shown_ - Nanos{1}) / longest_period);
    last_shown_ = std::max(ready_time, last_shown_ + shortest_period);
    return {last_shown_, last_shown_};
}

double tear_position(Nanos time, timestep::Rate refresh)
{
    const timestep::Scale scale{refresh};
    const auto period             = static_cast<double>(scale.step) / static_cast<double>(scale.per_ns);
    const double time_into_period = std::fmod(static_cast<double>(time.count()), period);
    // A time within 1 ns of a refresh counts as the time of the refresh, so that the frame has no tear line.
    return time_into_period < 1.0 || period - time_into_period < 1.0 ? 0.0 : time_into_period / period;
}

} // namespace sim
