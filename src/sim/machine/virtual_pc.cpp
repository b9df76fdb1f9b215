#include "sim/machine/virtual_pc.hpp"

#include "sim/machine/pc.hpp"
#include "sim/machine/random.hpp"

namespace sim
{

namespace
{

constexpr Nanos unit_of(Counter counter)
{
    switch (counter)
    {
    case Counter::bits32_us: return 1us;
    case Counter::bits32_ms: return 1ms;
    case Counter::bits32_ns:
    case Counter::wide: break;
    }
    return 1ns;
}

constexpr Nanos round_down(Nanos time, Nanos unit)
{
    const Nanos rest = time % unit;
    return time - rest - (rest < Nanos::zero() ? unit : Nanos::zero());
}

// Random sequences for seed_of(). The kinds of lag use sequences 0, 1, 2 ..., always below these numbers.
constexpr std::uint64_t timer_stream = 1U << 20;
constexpr std::uint64_t sleep_stream = timer_stream + 1;

constexpr bool is_exact(const ClockSettings& clock)
{
    return clock.noise <= Nanos::zero() && clock.resolution <= Nanos::zero() && clock.back <= Nanos::zero() &&
           clock.counter == Counter::wide;
}

} // namespace

Nanos Timer::read(Nanos now, const ClockSettings& settings)
{
    const std::uint64_t number = readings_++;
    if (settings.noise > Nanos::zero())
    {
        const double relative_error = 2.0 * uniform(seed_, number) - 1.0;
        now += Nanos{static_cast<std::int64_t>(relative_error * static_cast<double>(settings.noise.count()))};
    }
    if (settings.back > Nanos::zero() && now >= settings.back_at) now -= settings.back;
    if (settings.resolution > Nanos::zero()) now = round_down(now, settings.resolution);
    if (settings.counter == Counter::wide) return now;

    const Nanos unit          = unit_of(settings.counter);
    const Nanos counter_range = unit * (std::int64_t{1} << 32);
    const Nanos counted       = round_down(now - settings.full_at, unit);
    return counted - round_down(counted, counter_range);
}

// A spinning pacer reads the clock thousands of times a frame, so timer_.read() is called only for a clock with errors.
struct VirtualPc::SimulatedWaiter
{
    template <bool is_clock_exact>
    struct WithClock
    {
        VirtualPc& pc;
        Nanos at;
        Waited waited{};

        Nanos now() { return is_clock_exact ? at : pc.timer_.read(at, pc.clock_); }
        void spin()
        {
            constexpr Nanos spin_duration{1000};
            at += spin_duration;
            waited.spun += spin_duration;
        }
        void sleep(Nanos duration)
        {
            const Nanos sleep_start = at;
            at += duration;
            const Nanos tick = pc.sleep_.tick;
            if (tick > Nanos::zero()) at += (tick - at % tick) % tick;
            if (pc.sleep_.late > Nanos::zero()) at += lateness();
            waited.slept += at - sleep_start;
        }
        // The eighth power makes long delays rare: one in eleven is longer than half of sleep_.late.
        Nanos lateness()
        {
            const double u            = uniform(pc.sleep_seed_, pc.sleeps_++);
            const double square       = u * u;
            const double eighth_power = square * square * square * square;
            return Nanos{static_cast<std::int64_t>((0.065 + 0.935 * eighth_power) *
                                                   static_cast<double>(pc.sleep_.late.count()))};
        }
    };
};

VirtualPc::VirtualPc(const MachineSettings& settings, std::uint64_t seed)
    : Pc{seed}
    , timer_{seed_of(seed, timer_stream)}
    , display_{settings.refresh}
    , sleep_seed_{seed_of(seed, sleep_stream)}
{
}

Nanos VirtualPc::begin_frame(const MachineSettings& settings)
{
    frame_start_        = now_;
    clock_              = settings.clock;
    sleep_              = settings.sleep;
    housekeeping_       = settings.housekeeping;
    const Nanos reading = timer_.read(now_, clock_);
    const Nanos frame   = reading - reading_.value_or(reading);
    reading_            = reading;
    return frame;
}

void VirtualPc::wait_first(timestep::LoopPacer& pacer, const MachineSettings& settings)
{
    begin_frame(settings);
    wait(pacer, {});
}

Nanos VirtualPc::begin_recorded_frame(Nanos recorded)
{
    frame_start_ += recorded;
    record_delay(now_ - frame_start_);
    now_     = frame_start_;
    reading_ = frame_start_; // without clock errors: the recorded frame times already contain those of the recorded PC
    return recorded;
}

std::optional<ShownPicture> VirtualPc::end_frame(const MachineSettings& settings, bool rendered)
{
    now_ += lag_.next(settings.lag, time());
    std::optional<ShownPicture> shown;
    if (rendered)
    {
        const Nanos clear_after_wait = settings.clear_early ? Nanos::zero() : settings.clear_cost;
        shown                        = display_.present(now_ + clear_after_wait + settings.render_cost, settings);
        now_                         = shown->returned + settings.clear_cost - clear_after_wait;
    }
    now_ = limiter_.end_of(frame_start_, now_, settings.limit_hz);
    return shown;
}

std::optional<ShownPicture> VirtualPc::end_recorded_frame(const MachineSettings& settings, bool rendered, Nanos next)
{
    // The recording already contains lag. next() only advances the random numbers, as in a frame without a recording.
    lag_.next(settings.lag, time());
    const Nanos end = frame_start_ + next;
    return rendered ? std::optional{ShownPicture{end, end}} : std::nullopt;
}

Waited VirtualPc::wait(timestep::LoopPacer& pacer, const timestep::StepPlan& plan)
{
    if (housekeeping_.piece > Nanos::zero())
        now_ += housekeeping_time(housekeeping_,
                                  wait_duration(pacer, timer_.read(now_, clock_), reading_.value_or(now_), plan));
    const auto wait_with = [&](auto waiter)
    {
        pacer.wait(waiter, reading_.value_or(now_), plan);
        now_ = waiter.at;
        return waiter.waited;
    };
    return is_exact(clock_) ? wait_with(SimulatedWaiter::WithClock<true>{*this, now_})
                            : wait_with(SimulatedWaiter::WithClock<false>{*this, now_});
}

} // namespace sim
