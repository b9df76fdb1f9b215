// scenes/smoothing/smoothing.hpp -- a ball that follows a goal by one of five rules: some depend on the step size
//
//     |    o ->          |       once a second the goal jumps to the other end of a track of 1 m
#pragma once

#include "scenes/scene_type.hpp"
#include "timestep/smooth.hpp"

#include <algorithm>

namespace scenes
{

struct Smoothing
{
    /// How a step of `h` seconds moves the ball toward a goal position. In the formulas, k is Knobs::rate in 1/s.
    enum class Rule : std::int8_t
    {
        lerp_dt, ///< lerp(ball, goal, min(k * h, 1)): an approximation that depends on the step size
        lerp, ///< lerp(ball, goal, k / 60): ignores the step size; right only at 60 Hz
        approach, ///< timestep::approach, exact for every step size
        spring, ///< timestep::spring_toward, exact for every step size
        /// Unity's SmoothDamp without its speed limit: like `spring`, with an approximation of the exponential decay.
        smooth_damp,
    };

    struct Knobs
    {
        Rule rule = Rule::lerp_dt;
        double rate = 20.0; ///< k in 1/s; the ball's half-life is ln(2) / k
    };

    struct State
    {
        double x = 0.0; ///< position of the ball in metres
        double v = 0.0; ///< velocity of the ball in m/s; for rules without a velocity, its mean in the last step
        double goal = 1.0; ///< position of the goal in metres, 0 or 1
        bool is_teleported = false; ///< true: not interpolated with the previous state; each step clears it first

        static constexpr std::tuple hashed_fields{&State::x, &State::v, &State::goal};
        static constexpr std::tuple interpolated_fields{&State::x};
        static constexpr std::tuple extrapolated_fields{FieldWithVelocity{&State::x, &State::v}};
    };

    Knobs knobs{};

    State initial_state() const { return {.is_teleported = true}; }
    void step(State& state, const Step& step, const sim::Input&, sim::EventCounts&) const
    {
        state.goal = goal_at(step.end_time - 0.5 * step.h);
        const double old_x = state.x;
        const double half_life = timestep::detail::ln2 / knobs.rate;
        switch (knobs.rule)
        {
        case Rule::lerp_dt: state.x += std::min(knobs.rate * step.h, 1.0) * (state.goal - state.x); break;
        case Rule::lerp: state.x += knobs.rate / 60.0 * (state.goal - state.x); break;
        case Rule::approach: state.x = timestep::approach(state.x, state.goal, half_life, step.h); break;
        case Rule::spring: timestep::spring_toward(state.x, state.v, state.goal, half_life, step.h); return;
        case Rule::smooth_damp: smooth_damp(state, smooth_time_ratio * half_life, step.h); return;
        }
        state.v = (state.x - old_x) / step.h; // `spring` and `smooth_damp` have returned: they compute v themselves
    }

    /// `energy` in joules is that of 1 kg on a spring whose angular frequency in rad/s is Knobs::rate.
    Observables observables(const State& state) const
    {
        const double pull = knobs.rate * (state.goal - state.x);
        return {.x = state.x, .v = state.v, .energy = 0.5 * (state.v * state.v + pull * pull)};
    }

    /// Position of the goal in metres, `seconds` after the start.
    static double goal_at(double seconds) { return static_cast<std::int64_t>(seconds) % 2 == 0 ? 1.0 : 0.0; }

private:
    // smoothTime of Unity's SmoothDamp / half-life of timestep::spring_toward(), for the same motion.
    static constexpr double smooth_time_ratio = 1.191648;

    // Source of the approximation of e^-wh: Game Programming Gems 4, chapter 1.10.
    static void smooth_damp(State& state, double smooth_time, double h)
    {
        const double w = 2.0 / smooth_time; // angular frequency in rad/s
        const double wh = w * h;
        const double decay = 1.0 / (1.0 + wh + 0.48 * wh * wh + 0.235 * wh * wh * wh);
        const double distance = state.x - state.goal;
        const double drift = (state.v + w * distance) * h;
        const double remaining_distance = (distance + drift) * decay;
        const bool has_overshot = distance * remaining_distance < 0.0;
        state.v = has_overshot ? 0.0 : (state.v - w * drift) * decay;
        state.x = has_overshot ? state.goal : state.goal + remaining_distance;
    }
};

} // namespace scenes
