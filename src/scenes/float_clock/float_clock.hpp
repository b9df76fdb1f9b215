// scenes/float_clock/float_clock.hpp -- two clocks: one sums the seconds in a float, the other in a double
//
// A float has a precision of 24 bits. Neighbouring floats differ by 3.9 ms after 10 hours and by 31 ms after 100 hours.
// So a step of 16.7 ms adds 15.6 ms after 10 hours, 31 ms after 100 hours, and nothing after 146 hours.
#pragma once

#include "scenes/scene_type.hpp"

#include <array>
#include <cmath>
#include <limits>

namespace scenes
{

struct FloatClock
{
    enum class Start : std::int8_t
    {
        at_zero,
        after_1_h,
        after_10_h,
        after_100_h,
    };

    struct Knobs
    {
        double speed = 0.25; ///< speed of the hands in turns per second
        Start start  = Start::after_10_h;
    };

    struct State
    {
        float float_seconds   = 0.0F; ///< time on the float clock, in seconds
        double double_seconds = 0.0;  ///< time on the double clock, in seconds
        double turns_float    = 0.0;  ///< turns of the float clock's hand since the start
        double turns_double   = 0.0;  ///< turns of the double clock's hand since the start
        double counted_ratio  = 1.0;  ///< change of the float clock in the last step / size of the step
        bool is_teleported    = false;

        static constexpr std::tuple hashed_fields{&State::float_seconds, &State::double_seconds, &State::turns_float,
                                                  &State::turns_double, &State::counted_ratio};
        static constexpr std::tuple interpolated_fields{&State::turns_float, &State::turns_double};
    };

    Knobs knobs{};

    State initial_state() const
    {
        return {.float_seconds  = static_cast<float>(start_seconds()),
                .double_seconds = start_seconds(),
                .is_teleported  = true};
    }
    void step(State& state, const Step& step, const sim::Input&, sim::Events& events) const
    {
        const float old_seconds = state.float_seconds;
        state.float_seconds += static_cast<float>(step.h);
        state.double_seconds += step.h;

        const auto counted_seconds = static_cast<double>(state.float_seconds) - static_cast<double>(old_seconds);
        state.counted_ratio        = counted_seconds / step.h;
        state.turns_float += knobs.speed * counted_seconds;
        state.turns_double += knobs.speed * step.h;
        if (counted_seconds == 0.0)
            ++events.stalled;
        else if (std::abs(state.counted_ratio - 1.0) > 0.01)
            ++events.miscounted;
    }

    void extrapolate(State& state, double seconds) const
    {
        state.turns_float += seconds * knobs.speed * state.counted_ratio;
        state.turns_double += seconds * knobs.speed;
    }
    void advance_exactly(State& state, double seconds) const
    {
        state.counted_ratio = 1.0;
        state.double_seconds += seconds;
        state.float_seconds = static_cast<float>(state.double_seconds);
        state.turns_double += knobs.speed * seconds;
        state.turns_float = state.turns_double;
    }
    /// `x` and `v` are the turns and the turns per second of the float clock's hand; `energy` is v * v / 2.
    Probe probe(const State& state) const
    {
        const double v = state.counted_ratio * knobs.speed;
        return {.x = state.turns_float, .v = v, .energy = 0.5 * v * v};
    }

    double start_seconds() const
    {
        constexpr std::array hours{0.0, 1.0, 10.0, 100.0};
        return 3600.0 * hours[static_cast<std::size_t>(knobs.start)];
    }
    /// Difference in seconds between `seconds` and the next larger float.
    static double float_spacing(float seconds)
    {
        return static_cast<double>(std::nextafter(seconds, std::numeric_limits<float>::infinity()) - seconds);
    }
};

} // namespace scenes
