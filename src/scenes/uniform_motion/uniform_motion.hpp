// scenes/uniform_motion/uniform_motion.hpp -- bars and a disc at constant speed: only uneven frames disturb the motion
//
//     -> | | | |  O  | | | |  O        judder, repeated and skipped frames are easiest to see at constant speed
#pragma once

#include "scenes/scene_type.hpp"

#include <cmath>

namespace scenes
{

/// A scene whose bodies move at the constant speed SceneKnobs::speed, in m/s.
template <class SceneKnobs>
struct ConstantSpeedScene
{
    using Knobs = SceneKnobs;

    struct State
    {
        double travelled_distance =
            0.0; ///< distance since the start in metres, not wrapped, so that it can be interpolated
        double v = 0.0; ///< velocity of all bodies in m/s
        bool is_teleported = false; ///< true: not interpolated with the previous state

        static constexpr std::tuple hashed_fields{&State::travelled_distance, &State::v};
        static constexpr std::tuple interpolated_fields{&State::travelled_distance};
        static constexpr std::tuple extrapolated_fields{FieldWithVelocity{&State::travelled_distance, &State::v}};
    };

    Knobs knobs{};

    State initial_state() const { return {.v = knobs.speed, .is_teleported = true}; }
    void step(State& state, const Step& step, const sim::Input&, sim::EventCounts&) const
    {
        advance_exactly(state, step.h);
    }
    void advance_exactly(State& state, double seconds) const
    {
        state.v = knobs.speed;
        state.travelled_distance += seconds * knobs.speed;
    }
    Observables observables(const State& state) const
    {
        return {state.travelled_distance, state.v, 0.5 * state.v * state.v};
    }
};

struct UniformMotionKnobs
{
    double speed = 8.0; ///< speed of all bodies in m/s
    int bar_count = 8; ///< bars are evenly spaced over the visible area
};

struct UniformMotion : ConstantSpeedScene<UniformMotionKnobs>
{
    /// Width of the visible area in metres. A body that leaves it on one side enters it on the other side.
    static constexpr double visible_width = 16.0;

    /// Wraps a position to the visible area. The result is from 0 to visible_width metres.
    static double wrapped_x(double x) { return x - visible_width * std::floor(x / visible_width); }
};

} // namespace scenes
