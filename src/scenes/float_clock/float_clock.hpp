// scenes/float_clock/float_clock.hpp -- two clocks: one sums the seconds in a float, the other in a double
//
// After 100 hours, a step of 16.7 ms moves the float clock by 31 ms. After 146 hours, the float clock stands still.
#pragma once

#include "scenes/scene_type.hpp"

#include <array>
#include <cmath>
#include <limits>

namespace scenes
{

struct FloatClock
{
    enum class StartTime : std::int8_t
    {
        at_zero,
        after_1_h,
        after_10_h,
        after_100_h,
    };

    /// The scene's parameters, which the user can change.
    struct Knobs
    {
        double speed = 0.25; ///< speed of the hands in turns per second
        StartTime start = StartTime::after_10_h;
    };

    struct State
    {
        float float_seconds = 0.0F; ///< time on the float clock, in seconds
        double double_seconds = 0.0; ///< time on the double clock, in seconds
        double float_hand_turns = 0.0; ///< turns of the float clock's hand since the start
        double double_hand_turns = 0.0; ///< turns of the double clock's hand since the start
        double counted_time_ratio = 1.0; ///< change of the float clock in the last step / size of the step
        bool is_teleported = false; ///< true: not interpolated with the previous state

        static constexpr std::tuple hashed_fields{&State::float_seconds, &State::double_seconds,
                                                  &State::float_hand_turns, &State::double_hand_turns,
                                                  &State::counted_time_ratio};
        static constexpr std::tuple interpolated_fields{&State::float_hand_turns, &State::double_hand_turns};
    };

    Knobs knobs{};

    State initial_state() const
    {
        return {.float_seconds = static_cast<float>(start_seconds()),
                .double_seconds = start_seconds(),
                .is_teleported = true};
    }
    void step(State& state, const Step& step, const sim::Input&, sim::EventCounts& events) const
    {
        const float old_seconds = state.float_seconds;
        state.float_seconds += static_cast<float>(step.h);
        state.double_seconds += step.h;

        const auto counted_seconds = static_cast<double>(state.float_seconds) - static_cast<double>(old_seconds);
        state.counted_time_ratio = counted_seconds / step.h;
        state.float_hand_turns += knobs.speed * counted_seconds;
        state.double_hand_turns += knobs.speed * step.h;
        if (counted_seconds == 0.0)
            ++events.clock_stalled;
        else if (std::abs(state.counted_time_ratio - 1.0) > 0.01)
            ++events.clock_miscounted;
    }

    void extrapolate(State& state, double seconds) const
    {
        state.float_hand_turns += seconds * knobs.speed * state.counted_time_ratio;
        state.double_hand_turns += seconds * knobs.speed;
    }
    void advance_exactly(State& state, double seconds) const
    {
        state.counted_time_ratio = 1.0;
        state.double_seconds += seconds;
        state.float_seconds = static_cast<float>(state.double_seconds);
        state.double_hand_turns += knobs.speed * seconds;
        state.float_hand_turns = state.double_hand_turns;
    }
    /// Angle in turns, speed in turns/s.
    Observables observables(const State& state) const
    {
        const double v = state.counted_time_ratio * knobs.speed;
        return {.x = state.float_hand_turns, .v = v, .energy = 0.5 * v * v};
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
