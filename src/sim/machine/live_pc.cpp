#include "sim/machine/live_pc.hpp"

#include "sim/machine/pc.hpp"

namespace sim
{

namespace
{
// Measures the time that the pacer sleeps.
struct Waiter
{
    Clock& clock;
    Nanos slept{};

    Nanos now() { return clock.now(); }
    void sleep(Nanos duration)
    {
        const Nanos before = clock.now();
        clock.sleep(duration);
        slept += clock.now() - before;
    }
    void spin() { clock.spin(); }
};
} // namespace

Nanos LivePc::begin_frame(const MachineSettings& settings)
{
    housekeeping_     = settings.housekeeping;
    const Nanos now   = clock_.now();
    const Nanos frame = now - frame_start_;
    frame_start_      = now;
    return frame;
}

// The deadlines are absolute: after a late frame the waits are shorter, so replaying an hour takes an hour.
Nanos LivePc::begin_recorded_frame(Nanos recorded)
{
    replay_deadline_ = replay_deadline_.value_or(frame_start_) + recorded;
    clock_.sleep_until(*replay_deadline_);
    frame_start_ = clock_.now();
    record_delay(frame_start_ - *replay_deadline_);
    return recorded;
}

void LivePc::spend(Nanos cost)
{
    if (cost > Nanos::zero()) clock_.burn_until(clock_.now() + cost);
}

std::optional<ShownPicture> LivePc::end_frame(const MachineSettings& settings, bool rendered)
{
    const Nanos shown        = clock_.now() - origin_;
    const Nanos lag_duration = lag_.next(settings.lag, time());
    if (lag_duration > Nanos::zero())
    {
        const Nanos deadline = clock_.now() + lag_duration;
        if (settings.lag.burn)
            clock_.burn_until(deadline);
        else
            clock_.sleep_until(deadline);
    }
    const Nanos now = clock_.now();
    const Nanos end = limiter_.end_of(frame_start_, now, settings.limit_hz);
    if (end > now) clock_.sleep_until(end);
    return rendered ? std::optional{ShownPicture{shown, clock_.now() - origin_}} : std::nullopt;
}

Waited LivePc::wait(timestep::LoopPacer& pacer, const timestep::StepPlan& plan)
{
    if (housekeeping_.piece > Nanos::zero())
        spend(housekeeping_time(housekeeping_, wait_duration(pacer, clock_.now(), frame_start_, plan)));
    const Nanos wait_start = clock_.now();
    Waiter waiter{clock_};
    pacer.wait(waiter, frame_start_, plan);
    return {.slept = waiter.slept, .spun = clock_.now() - wait_start - waiter.slept};
}

} // namespace sim
