#include "sim/machine/live_pc.hpp"

#include "sim/machine/pc.hpp"
#include "timestep/loop.hpp"

namespace sim
{

Nanos predict_wait(timestep::LoopPacer& pacer, Nanos now, Nanos frame_start, const timestep::StepPlan& plan)
{
    const auto start_schedule = [&](auto& chosen_pacer)
    {
        if constexpr (requires { chosen_pacer.start_at(now); }) chosen_pacer.start_at(now);
    };
    std::visit(start_schedule, static_cast<timestep::LoopPacer::variant&>(pacer));
    timestep::VirtualClock clock{.time = now, .spin_time = 1us};
    timestep::LoopPacer pacer_copy = pacer;
    pacer_copy.wait(clock, frame_start, plan);
    return clock.time - now;
}

namespace
{
struct SleepMeasuringClock
{
    Clock& clock;
    Nanos slept{};

    Nanos now() { return clock.now(); }
    void sleep(Nanos duration)
    {
        const Nanos sleep_start = clock.now();
        clock.sleep(duration);
        slept += clock.now() - sleep_start;
    }
    void spin() { clock.spin(); }
};
} // namespace

Nanos LivePc::begin_frame(const MachineSettings& settings, std::optional<Nanos> recorded_frame_time)
{
    if (recorded_frame_time)
    {
        // Waits for absolute deadlines: waits after a late frame are shorter, so a one-hour recording plays in an hour.
        planned_frame_start_ = planned_frame_start_.value_or(frame_start_) + *recorded_frame_time;
        clock_.sleep_then_spin_until(*planned_frame_start_);
        frame_start_ = clock_.now();
        set_playback_lateness(frame_start_ - *planned_frame_start_);
        return *recorded_frame_time;
    }
    housekeeping_settings_ = settings.housekeeping;
    const Nanos now = clock_.now();
    const Nanos frame_time = now - frame_start_;
    frame_start_ = now;
    return frame_time;
}

void LivePc::spend_computing_time(Nanos cost)
{
    if (cost > Nanos::zero()) clock_.spin_until(clock_.now() + cost);
}

std::optional<PresentTimes> LivePc::end_frame(const MachineSettings& settings, bool is_rendered,
                                              std::optional<Nanos> next_recorded_frame_time)
{
    const Nanos screen_time = clock_.now() - creation_time_;
    const Nanos lag_duration = lag_generator_.next(settings.lag, frame_start_time());
    // The recorded frame times already contain lag. `lag_duration` is still computed, to advance the random numbers.
    if (lag_duration > Nanos::zero() && !next_recorded_frame_time)
    {
        const Nanos deadline = clock_.now() + lag_duration;
        if (settings.lag.keeps_core_busy)
            clock_.spin_until(deadline);
        else
            clock_.sleep_then_spin_until(deadline);
    }
    const Nanos now = clock_.now();
    const Nanos planned_end = frame_limiter_.plan_frame_end(frame_start_, now, settings.limit_hz);
    if (planned_end > now) clock_.sleep_then_spin_until(planned_end);
    return is_rendered ? std::optional{PresentTimes{screen_time, clock_.now() - creation_time_}} : std::nullopt;
}

WaitTimes LivePc::wait_for_next_frame(timestep::LoopPacer& pacer, const timestep::StepPlan& plan)
{
    if (housekeeping_settings_.piece_length > Nanos::zero())
        spend_computing_time(
            housekeeping_time(housekeeping_settings_, predict_wait(pacer, clock_.now(), frame_start_, plan)));
    const Nanos wait_start = clock_.now();
    SleepMeasuringClock measuring_clock{clock_};
    pacer.wait(measuring_clock, frame_start_, plan);
    return {.slept = measuring_clock.slept, .spun = clock_.now() - wait_start - measuring_clock.slept};
}

} // namespace sim
