#include "machine/pc.hpp"

namespace machine
{

Nanos Pc::begin_frame()
{
    const Nanos now   = clock_.now();
    const Nanos frame = now - frame_start_;
    frame_start_      = now;
    return frame;
}

// Absolute deadlines: a frame that came late is made up for by the next ones, so an hour of recording takes an hour.
Nanos Pc::begin_recorded_frame(Nanos recorded)
{
    constexpr Nanos noise{1'000'000};
    replay_deadline_ = replay_deadline_.value_or(frame_start_) + recorded;
    clock_.sleep_until(*replay_deadline_);
    frame_start_       = clock_.now();
    const Nanos behind = frame_start_ - *replay_deadline_;
    behind_            = behind < noise ? Nanos::zero() : behind;
    return recorded;
}

void Pc::spend(Nanos cost)
{
    if (cost > Nanos::zero()) clock_.burn_until(clock_.now() + cost);
}

void Pc::end_frame(const Settings& settings)
{
    const Nanos lag = lag_.next(settings.lag);
    if (lag > Nanos::zero())
    {
        const Nanos deadline = clock_.now() + lag;
        settings.lag.burn ? clock_.burn_until(deadline) : clock_.sleep_until(deadline);
    }
    if (settings.limit_hz > 0.0) limit(settings.limit_hz);
}

void Pc::limit(double hz)
{
    const Nanos period = timestep::from_seconds(1.0 / hz);
    const Nanos now    = clock_.now();
    limiter_deadline_ += period;
    if (limiter_deadline_ < now || limiter_deadline_ > now + period) limiter_deadline_ = frame_start_ + period;
    clock_.sleep_until(limiter_deadline_);
}

Nanos shown_at(Nanos begun, Nanos ready, const Settings& settings)
{
    const timestep::Scale scale{settings.refresh};
    const bool late = settings.vsync == Vsync::adaptive && ready - begun > scale.step_ns();
    if (settings.vsync == Vsync::off || late) return ready;
    const std::int64_t refreshes = (scale.units(ready) + scale.step - 1) / scale.step;
    return Nanos{(refreshes * scale.step + scale.per_ns - 1) / scale.per_ns};
}

} // namespace machine
