#include "sim/machine/virtual_pc.hpp"

#include "sim/machine/pc.hpp"
#include "sim/machine/random.hpp"
#include "timestep/loop.hpp"

#include <array>
#include <chrono>
#include <stdexcept>

namespace sim
{

namespace
{

constexpr std::array<Nanos, 4> counter_units{1ns, 1ns, 1us, 1ms}; // indexed by ClockCounter

constexpr Nanos round_down(Nanos time, Nanos unit)
{
    const Nanos remainder = time % unit;
    return time - remainder - (remainder < Nanos::zero() ? unit : Nanos::zero());
}

constexpr std::uint64_t clock_error_stream = 1U << 20;
constexpr std::uint64_t sleep_stream = clock_error_stream + 1;

constexpr bool is_exact(const ClockSettings& clock)
{
    return clock.noise <= Nanos::zero() && clock.resolution <= Nanos::zero() && clock.set_back_by <= Nanos::zero() &&
           clock.counter == ClockCounter::bits64_ns;
}

} // namespace

Nanos InexactClock::generate_reading(Nanos wall_time, const ClockSettings& settings)
{
    Nanos reading = wall_time;
    const std::uint64_t reading_index = reading_count++;
    if (settings.noise > Nanos::zero())
    {
        const double relative_error = 2.0 * uniform_random(seed, reading_index) - 1.0;
        reading += Nanos{static_cast<std::int64_t>(relative_error * static_cast<double>(settings.noise.count()))};
    }
    if (settings.set_back_by > Nanos::zero() && reading >= settings.set_back_time) reading -= settings.set_back_by;
    if (settings.resolution > Nanos::zero()) reading = round_down(reading, settings.resolution);
    if (settings.counter == ClockCounter::bits64_ns) return reading;

    const Nanos unit = counter_units.at(static_cast<std::size_t>(settings.counter));
    const Nanos counter_range = unit * (std::int64_t{1} << 32);
    const Nanos counted = round_down(reading - settings.first_wrap_time, unit);
    return counted - round_down(counted, counter_range);
}

// The clock of a simulated wait. To save time, now() simulates no clock errors if `is_clock_exact` is true.
template <bool is_clock_exact>
struct VirtualPc::SimulatedWaitClock
{
    VirtualPc& pc;
    Nanos time;
    WaitTimes waited{};

    Nanos now() { return is_clock_exact ? time : pc.loop_clock_.generate_reading(time, pc.clock_settings_); }
    void spin()
    {
        constexpr Nanos spin_duration{1000};
        time += spin_duration;
        waited.spun += spin_duration;
    }
    void sleep(Nanos duration)
    {
        const Nanos sleep_start = time;
        time += duration;
        const Nanos wake_interval = pc.sleep_settings_.wake_interval;
        if (wake_interval > Nanos::zero()) time += (wake_interval - time % wake_interval) % wake_interval;
        if (pc.sleep_settings_.max_delay > Nanos::zero())
        {
            // The eighth power makes long delays rare: one in twelve is longer than half of `max_delay`.
            const double random_number = uniform_random(pc.sleep_seed_, pc.sleep_count_++);
            const double square = random_number * random_number;
            const double eighth_power = square * square * square * square;
            time += Nanos{static_cast<std::int64_t>((0.065 + 0.935 * eighth_power) *
                                                    static_cast<double>(pc.sleep_settings_.max_delay.count()))};
        }
        waited.slept += time - sleep_start;
    }
};

VirtualPc::VirtualPc(std::uint64_t seed)
    : Pc{seed}
    , loop_clock_{stream_seed(seed, clock_error_stream)}
    , sleep_seed_{stream_seed(seed, sleep_stream)}
{
}

Nanos VirtualPc::begin_frame(const MachineSettings& settings, std::optional<Nanos> recorded_frame_time)
{
    if (recorded_frame_time)
    {
        frame_start_ += *recorded_frame_time;
        set_playback_lateness(now_ - frame_start_);
        now_ = frame_start_;
        frame_start_reading_ = frame_start_; // the recorded frame times already contain clock errors
        return *recorded_frame_time;
    }
    constexpr Nanos max_time = std::chrono::years{100}; // so that no sum of two times overflows
    if (now_ > max_time) throw std::runtime_error{"the virtual clock has passed 100 years; set less lag"};
    frame_start_ = now_;
    clock_settings_ = settings.clock;
    sleep_settings_ = settings.sleep;
    housekeeping_settings_ = settings.housekeeping;
    const Nanos reading = loop_clock_.generate_reading(now_, clock_settings_);
    const Nanos frame_time = reading - frame_start_reading_.value_or(reading);
    frame_start_reading_ = reading;
    return frame_time;
}

void VirtualPc::wait_for_first_frame(timestep::LoopPacer& pacer, const MachineSettings& settings)
{
    begin_frame(settings);
    wait_for_next_frame(pacer, {});
}

std::optional<PresentTimes> VirtualPc::end_frame(const MachineSettings& settings, bool is_rendered,
                                                 std::optional<Nanos> next_recorded_frame_time)
{
    const Nanos lag = lag_generator_.next(settings.lag, frame_start_time());
    if (next_recorded_frame_time)
    {
        // The recorded frame times already contain lag. `lag` is still computed, to advance the random numbers.
        const Nanos recorded_end = frame_start_ + *next_recorded_frame_time;
        return is_rendered ? std::optional{PresentTimes{recorded_end, recorded_end}} : std::nullopt;
    }
    now_ += lag;
    std::optional<PresentTimes> present_times;
    if (is_rendered)
    {
        const Nanos clear_cost_before_present = settings.clears_before_wait ? Nanos::zero() : settings.clear_cost;
        present_times = display_.present(now_ + clear_cost_before_present + settings.render_cost, settings);
        now_ = present_times->call_return_time + settings.clear_cost - clear_cost_before_present;
    }
    now_ = frame_limiter_.plan_frame_end(frame_start_, now_, settings.limit_hz);
    return present_times;
}

WaitTimes VirtualPc::wait_for_next_frame(timestep::LoopPacer& pacer, const timestep::StepPlan& plan)
{
    if (housekeeping_settings_.piece_length > Nanos::zero())
        now_ += housekeeping_time(housekeeping_settings_,
                                  predict_wait(pacer, loop_clock_.generate_reading(now_, clock_settings_),
                                               frame_start_reading_.value_or(now_), plan));
    const auto wait_with = [&](auto wait_clock)
    {
        pacer.wait(wait_clock, frame_start_reading_.value_or(now_), plan);
        now_ = wait_clock.time;
        return wait_clock.waited;
    };
    return is_exact(clock_settings_) ? wait_with(SimulatedWaitClock<true>{*this, now_})
                                     : wait_with(SimulatedWaitClock<false>{*this, now_});
}

} // namespace sim
