// scenes/uniform_motion/uniform_motion.hpp -- bars and a disc that move at constant speed: each visible error comes
// from the times at which pictures are shown
//
//     -> | | | |  O  | | | |  O        judder, repeated and skipped pictures are easiest to see in even motion
//
// All bodies move together: a body that starts at the position `a` is at `a + travel`, wrapped to the visible area.
#pragma once

#include "scenes/scene.hpp"

namespace scenes
{

struct UniformMotion
{
    static constexpr std::string_view name  = "uniform-motion";
    static constexpr std::string_view title = "Uniform motion";
    static constexpr std::string_view watch =
        "The bars should glide; where steps and frames do not match, they stutter, shake or show double.";
    static constexpr bool uses_integrator = false;
    /// Width of the visible area in metres. A body that leaves it on one side enters it on the other.
    static constexpr double stage_width = 16.0;

    struct Knobs
    {
        double speed = 8.0; ///< speed of all bodies in m/s, 0 to 64
        int bars     = 8;   ///< number of bars, 1 to 32, evenly spaced over the visible area

        friend bool operator==(const Knobs&, const Knobs&) = default;
    };

    struct State
    {
        /// Distance since the start in metres. It is not wrapped at the edge of the visible area, so that it can be
        /// blended.
        double travel   = 0.0;
        double v        = 0.0; ///< velocity of all bodies in m/s
        bool teleported = false;

        friend bool operator==(const State&, const State&) = default;
    };

    class Exact;

    Knobs knobs{};

    static std::span<const SceneKnob> knob_table();
    /// Returns the functions with which the scene is drawn.
    static SceneView view();
    State start() const { return {.travel = 0.0, .v = knobs.speed, .teleported = true}; }
    void step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const;
    void blend(const State& previous, const State& current, double alpha, State& out) const;
    void extrapolate(const State& current, double seconds, State& out) const;
    Probe probe(const State& state) const { return {state.travel, state.v, 0.5 * state.v * state.v}; }
    static void hash(const State& state, sim::StateHash& hash);

    /// Returns the position in the visible area, 0 to stage_width metres, of a body that started at `start_x`.
    static double on_stage(const State& state, double start_x);
};

class UniformMotion::Exact
{
public:
    Exact() = default;
    Exact(const UniformMotion& scene, const State& from)
        : speed_{scene.knobs.speed}
        , from_{from.travel}
    {
    }
    void at(double seconds, State& out) const { out = {.travel = from_ + speed_ * seconds, .v = speed_}; }

private:
    double speed_ = 0.0;
    double from_  = 0.0;
};

} // namespace scenes
