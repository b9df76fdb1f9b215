// scenes/uniform_motion/uniform_motion.hpp -- bars and a disc that move at constant speed: each visible error comes
// from the times at which pictures are shown
//
//     -> | | | |  O  | | | |  O        judder, repeated and skipped pictures are easiest to see in even motion
//
// All bodies move together: a body that starts at the position `a` is at `a + travel`, wrapped to the visible area.
#pragma once

#include "scenes/scene_type.hpp"

namespace scenes
{

struct UniformMotion
{
    /// Width of the visible area in metres. A body that leaves it on one side enters it on the other.
    static constexpr double stage_width = 16.0;

    struct Knobs
    {
        double speed = 8.0; ///< speed of all bodies in m/s, 0 to 64
        int bars     = 8;   ///< number of bars, 1 to 32, evenly spaced over the visible area
    };

    struct State
    {
        /// Distance since the start in metres. It is not wrapped at the edge of the visible area, so that it can be
        /// blended.
        double travel   = 0.0;
        double v        = 0.0; ///< velocity of all bodies in m/s
        bool teleported = false;
    };

    static constexpr std::tuple hashed{&State::travel, &State::v};
    static constexpr std::tuple blended{&State::travel};
    static constexpr std::tuple moved{Motion{&State::travel, &State::v}};

    Knobs knobs{};

    State start() const { return {.travel = 0.0, .v = knobs.speed, .teleported = true}; }
    void step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const;
    void exact(const State& from, double seconds, State& out) const
    {
        out = {.travel = from.travel + knobs.speed * seconds, .v = knobs.speed};
    }
    Probe probe(const State& state) const { return {state.travel, state.v, 0.5 * state.v * state.v}; }

    /// Returns the position in the visible area, 0 to stage_width metres, of a body that started at `start_x`.
    static double on_stage(const State& state, double start_x);
};

extern const SceneType uniform_motion;

} // namespace scenes
