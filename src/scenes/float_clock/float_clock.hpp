// scenes/float_clock/float_clock.hpp -- two clocks: one sums the seconds in a float, the other in a double
//
// A float has a mantissa of 24 bits. Neighbouring floats differ by 0.24 ms after 1 hour, 3.9 ms after 10 hours, 31 ms
// after 100 hours. So adding 1/60 s (16.7 ms) adds 15.6 ms after 10 hours, 31 ms after 100 hours, and nothing after 146
// hours.
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
        now,
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
        float by_float      = 0.0F; ///< time on the float clock, in seconds
        double by_double    = 0.0;  ///< time on the double clock, in seconds
        double turns_float  = 0.0;  ///< turns of the float clock's hand since the start
        double turns_double = 0.0;  ///< turns of the double clock's hand since the start
        double rate         = 1.0;  ///< change of the float clock in the last step / size of the step
        bool teleported     = false;

        static constexpr std::tuple hashed_fields{&State::by_float, &State::by_double, &State::turns_float,
                                                  &State::turns_double, &State::rate};
        static constexpr std::tuple interpolated_fields{&State::turns_float, &State::turns_double};
    };

    Knobs knobs{};

    State start() const
    {
        return {.by_float = static_cast<float>(start_seconds()), .by_double = start_seconds(), .teleported = true};
    }
    void step(State& state, const Step& step, const sim::Input&, sim::Events& events) const
    {
        const float before = state.by_float;
        state.by_float += static_cast<float>(step.h);
        state.by_double += step.h;

        const auto counted = static_cast<double>(state.by_float) - static_cast<double>(before);
        state.rate         = counted / step.h;
        state.turns_float += knobs.speed * counted;
        state.turns_double += knobs.speed * step.h;
        if (counted == 0.0)
            sim::count(events, sim::event::stalled, step.time);
        else if (std::abs(state.rate - 1.0) > 0.01)
            sim::count(events, sim::event::miscounted, step.time);
    }

    void extrapolate(State& state, double seconds) const
    {
        state.turns_float += seconds * knobs.speed * state.rate;
        state.turns_double += seconds * knobs.speed;
    }
    void exact(State& state, double seconds) const
    {
        state.rate = 1.0;
        state.by_double += seconds;
        state.by_float = static_cast<float>(state.by_double);
        state.turns_double += knobs.speed * seconds;
        state.turns_float = state.turns_double;
    }
    /// `x` and `v` are the turns and the turns per second of the float clock's hand; `energy` is v * v / 2.
    Probe probe(const State& state) const
    {
        const double v = state.rate * knobs.speed;
        return {.x = state.turns_float, .v = v, .energy = 0.5 * v * v};
    }

    /// Time in seconds that both clocks show at the start.
    double start_seconds() const
    {
        constexpr std::array hours{0.0, 1.0, 10.0, 100.0};
        return 3600.0 * hours[static_cast<std::size_t>(knobs.start)];
    }
    /// Difference in seconds between `time` and the next larger float.
    static double resolution(float time)
    {
        return static_cast<double>(std::nextafter(time, std::numeric_limits<float>::infinity()) - time);
    }
};

} // namespace scenes
