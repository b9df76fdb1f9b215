// scenes/chaos/chaos.hpp -- two double pendulums that start with a difference of one bit and then move apart
//
//       +            Angles are measured counter-clockwise from straight down and are not wrapped to one turn.
//        \  angle.x
//         o
//         |  angle.y
//         o
#pragma once

#include "scenes/scene.hpp"
#include "sim/physics/vec2.hpp"

#include <array>

namespace scenes
{

struct Chaos
{
    static constexpr std::string_view name  = "chaos";
    static constexpr std::string_view title = "Chaos";
    static constexpr std::string_view watch =
        "One pendulum covers the other until a difference of one bit has grown; any change of step parts them too.";
    static constexpr bool uses_integrator = true;
    // The acceleration of each rod depends on both speeds: with semi-implicit Euler the pendulum loses energy and is
    // not chaotic.
    static constexpr sim::Integrator default_integrator = sim::Integrator::rk4;

    struct Knobs
    {
        double gravity = 9.81;  ///< m/s^2, 0 to 30
        double length1 = 1.0;   ///< m, length of the upper rod, 0.2 to 2
        double length2 = 1.0;   ///< m, length of the lower rod, 0.2 to 2
        double mass1   = 1.0;   ///< kg, mass between the rods, 0.1 to 5
        double mass2   = 1.0;   ///< kg, mass at the end, 0.1 to 5
        double angle1  = 120.0; ///< degrees, upper angle at the start, -180 to 180
        double angle2  = 150.0; ///< degrees, lower angle at the start, -180 to 180
        int bit        = 0;     ///< the bit that differs in the second run's upper angle: 0 is the last of 52

        friend bool operator==(const Knobs&, const Knobs&) = default;
    };

    struct Pendulum
    {
        sim::Vec2 angle{}; ///< radians: x for the upper rod, y for the lower rod
        sim::Vec2 speed{}; ///< rad/s: x for the upper rod, y for the lower rod

        friend bool operator==(const Pendulum&, const Pendulum&) = default;
    };

    struct State
    {
        std::array<Pendulum, 2> run{}; ///< run[1] starts with one bit flipped
        bool parted     = false;       ///< the ends of the two runs have been further apart than `far_apart`
        bool blown_up   = false;
        bool teleported = false;

        friend bool operator==(const State&, const State&) = default;
    };

    static constexpr double far_apart = 0.1; ///< m, distance of the two ends above which the runs have parted

    Knobs knobs{};

    static std::span<const SceneKnob> knob_table();
    /// Returns the functions that draw the scene.
    static SceneView view();
    State start() const;
    void step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const;
    void blend(const State& previous, const State& current, double alpha, State& out) const;
    void extrapolate(const State& current, double seconds, State& out) const;
    /// Returns the lower angle of the first run in radians, its speed, and the energy.
    Probe probe(const State& state) const;
    static void hash(const State& state, sim::StateHash& hash);

    /// Returns the positions of a pendulum's middle joint and of its end, in metres from its nail, y upwards.
    std::array<sim::Vec2, 2> joints(const Pendulum& pendulum) const;
    /// Returns the distance in metres between the ends of the two runs.
    double distance(const State& state) const;
    /// Returns the energy in joules; zero for a pendulum that hangs at rest.
    double energy(const Pendulum& pendulum) const;

private:
    sim::Vec2 acceleration(sim::Vec2 angle, sim::Vec2 speed) const;
};

} // namespace scenes
