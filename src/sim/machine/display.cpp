#include "sim/machine/display.hpp"

#include <algorithm>
#include <cmath>

namespace sim
{

void Refreshes::set_rate(timestep::Rate rate)
{
    rate_  = rate;
    scale_ = timestep::Scale{rate};
    rest_  = 0;
}

void Refreshes::skip(std::int64_t refreshes)
{
    const std::int64_t units = rest_ + refreshes * scale_.step;
    at_ += Nanos{units / scale_.per_ns};
    rest_ = units % scale_.per_ns;
}

// Refresh times are stored exactly, but returned rounded up to a nanosecond. So a refresh less than 1 ns before `time`
// counts as a refresh at `time`.
Nanos Refreshes::advance_to(Nanos time)
{
    const Nanos after = time - Nanos{1};
    while (after - at_ > scale_.longest()) skip(scale_.units(scale_.longest()) / scale_.step);
    const std::int64_t ahead = scale_.units(after - at_) - rest_;
    if (ahead >= 0) skip(ahead / scale_.step + 1);
    return at_ + Nanos{rest_ > 0 ? 1 : 0};
}

ShownPicture Display::present(Nanos ready, const MachineSettings& settings)
{
    if (!(settings.refresh == refreshes_.rate())) refreshes_.set_rate(settings.refresh);
    switch (settings.vsync)
    {
    case VsyncMode::off: return at_once(ready);
    case VsyncMode::vrr: return when_ready(ready, settings);
    case VsyncMode::adaptive:
        if (refreshes_.advance_to(last_ + Nanos{1}) < ready) return at_once(ready);
        return at_refresh(ready, Buffers::two);
    case VsyncMode::on: break;
    }
    return at_refresh(ready, settings.buffers);
}

ShownPicture Display::at_once(Nanos ready)
{
    last_ = ready;
    return {ready, ready, true};
}

// Shows the picture at the first refresh from `ready` on that shows no earlier one. With two buffers, presenting
// returns then; with three, when the previous picture is shown and its buffer is free.
ShownPicture Display::at_refresh(Nanos ready, Buffers buffers)
{
    const Nanos before = last_;
    last_              = refreshes_.advance_to(std::max(ready, before + Nanos{1}));
    return {last_, buffers == Buffers::three ? std::max(ready, before) : last_};
}

ShownPicture Display::when_ready(Nanos ready, const MachineSettings& settings)
{
    const timestep::Scale fastest{settings.refresh};
    const Nanos shortest{(fastest.step + fastest.per_ns - 1) / fastest.per_ns};
    const Nanos longest = std::max(timestep::Scale{settings.vrr_floor}.step_ns(), shortest);
    if (ready > last_ + longest) last_ += longest * ((ready - last_ - Nanos{1}) / longest);
    last_ = std::max(ready, last_ + shortest);
    return {last_, last_};
}

double tear_height(Nanos time, timestep::Rate refresh)
{
    const timestep::Scale scale{refresh};
    const auto period = static_cast<double>(scale.step) / static_cast<double>(scale.per_ns);
    const double into = std::fmod(static_cast<double>(time.count()), period);
    // A time within 1 ns of a refresh counts as the refresh itself: the new picture is not torn.
    return into < 1.0 || period - into < 1.0 ? 0.0 : into / period;
}

} // namespace sim
