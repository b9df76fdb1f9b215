#include "sim/machine/display.hpp"

#include <algorithm>
#include <cmath>

namespace sim
{

void Refreshes::set_rate(timestep::Rate rate)
{
    rate_                = rate;
    scale_               = timestep::Scale{rate};
    sub_nanosecond_rest_ = 0;
}

void Refreshes::skip(std::int64_t refreshes)
{
    const std::int64_t units = sub_nanosecond_rest_ + refreshes * scale_.step;
    at_ += Nanos{units / scale_.per_ns};
    sub_nanosecond_rest_ = units % scale_.per_ns;
}

// Returned refresh times are rounded up to a nanosecond, so a refresh less than 1 ns before `time` counts as at `time`.
Nanos Refreshes::advance_to(Nanos time)
{
    const Nanos just_before = time - Nanos{1};
    while (just_before - at_ > scale_.longest()) skip(scale_.units(scale_.longest()) / scale_.step);
    const std::int64_t units_ahead = scale_.units(just_before - at_) - sub_nanosecond_rest_;
    if (units_ahead >= 0) skip(units_ahead / scale_.step + 1);
    return at_ + Nanos{sub_nanosecond_rest_ > 0 ? 1 : 0};
}

ShownPicture Display::present(Nanos ready, const MachineSettings& settings)
{
    if (!(settings.refresh == refreshes_.rate())) refreshes_.set_rate(settings.refresh);
    switch (settings.vsync)
    {
    case VsyncMode::off: return show_at_once(ready);
    case VsyncMode::vrr: return show_when_ready(ready, settings);
    case VsyncMode::adaptive:
        if (refreshes_.advance_to(last_shown_ + Nanos{1}) < ready) return show_at_once(ready);
        return show_at_refresh(ready, Buffers::two);
    case VsyncMode::on: break;
    }
    return show_at_refresh(ready, settings.buffers);
}

ShownPicture Display::show_at_once(Nanos ready)
{
    last_shown_ = ready;
    return {ready, ready, true};
}

// Displays the frame at the first refresh at or after `ready` and after the previous frame. The present call returns at
// this refresh with two buffers; with three, when the previous frame is displayed and its buffer is free.
ShownPicture Display::show_at_refresh(Nanos ready, Buffers buffers)
{
    const Nanos previous = last_shown_;
    last_shown_          = refreshes_.advance_to(std::max(ready, previous + Nanos{1}));
    return {last_shown_, buffers == Buffers::three ? std::max(ready, previous) : last_shown_};
}

ShownPicture Display::show_when_ready(Nanos ready, const MachineSettings& settings)
{
    const timestep::Scale fastest{settings.refresh};
    const Nanos shortest{(fastest.step + fastest.per_ns - 1) / fastest.per_ns};
    const Nanos longest = std::max(timestep::Scale{settings.vrr_floor}.step_ns(), shortest);
    if (ready > last_shown_ + longest) last_shown_ += longest * ((ready - last_shown_ - Nanos{1}) / longest);
    last_shown_ = std::max(ready, last_shown_ + shortest);
    return {last_shown_, last_shown_};
}

double tear_height(Nanos time, timestep::Rate refresh)
{
    const timestep::Scale scale{refresh};
    const auto period             = static_cast<double>(scale.step) / static_cast<double>(scale.per_ns);
    const double time_into_period = std::fmod(static_cast<double>(time.count()), period);
    // A time within 1 ns of a refresh counts as the refresh: the new frame is not torn.
    return time_into_period < 1.0 || period - time_into_period < 1.0 ? 0.0 : time_into_period / period;
}

} // namespace sim
