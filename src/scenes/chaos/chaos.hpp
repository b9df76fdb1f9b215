// scenes/chaos/chaos.hpp -- two double pendulums that start with a difference of one bit and then move apart
//
//       +            Angles are measured counter-clockwise from straight down and are not wrapped to one turn.
//        \  angle.x
//         o
//         |  angle.y
//         o
#pragma once

#include "scenes/scene_type.hpp"

#include <array>

namespace scenes
{

struct Chaos
{
    struct Knobs
    {
        double gravity = 9.81;  ///< acceleration in m/s^2
        double length1 = 1.0;   ///< length of the upper rod in metres
        double length2 = 1.0;   ///< length of the lower rod in metres
        double mass1   = 1.0;   ///< mass at the lower end of the upper rod in kg
        double mass2   = 1.0;   ///< mass at the end of the lower rod in kg
        double angle1  = 120.0; ///< angle of the upper rod at the start, in degrees
        double angle2  = 150.0; ///< angle of the lower rod at the start, in degrees
        int bit        = 0;     ///< bit that is flipped in the upper angle of the second pendulum; 0 is the lowest
    };

    struct Pendulum
    {
        sim::Vec2 angle{}; ///< angle in radians: x of the upper rod, y of the lower rod
        sim::Vec2 speed{}; ///< angular speed in rad/s: x of the upper rod, y of the lower rod

        static constexpr std::tuple hashed{&Pendulum::angle, &Pendulum::speed};
        static constexpr std::tuple blended{&Pendulum::angle};
        static constexpr std::tuple moved{Motion{&Pendulum::angle, &Pendulum::speed}};
    };

    struct State
    {
        std::array<Pendulum, 2> run{}; ///< two pendulums that start with a difference of one bit
        bool parted     = false;       ///< true if their ends have been further apart than `far_apart` since the start
        bool blown_up   = false;
        bool teleported = false;

        static constexpr std::tuple hashed{&State::run, &State::parted, &State::blown_up};
        static constexpr std::tuple blended{&State::run};
        static constexpr std::tuple moved{&State::run};
    };

    /// Distance in metres between the ends of the two pendulums above which their motions count as different.
    static constexpr double far_apart = 0.1;

    Knobs knobs{};

    State start() const;
    void step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const;
    /// Returns the angle and the angular speed of the first pendulum's lower rod, and the pendulum's energy.
    Probe probe(const State& state) const
    {
        return {.x = state.run[0].angle.y, .v = state.run[0].speed.y, .energy = energy(state.run[0])};
    }

    /// Returns the middle joint and the end of a pendulum, in metres from the nail at its top, y upwards.
    std::array<sim::Vec2, 2> joints(const Pendulum& pendulum) const;
    /// Returns the distance in metres between the ends of the two pendulums.
    double distance(const State& state) const { return sim::length(joints(state.run[1])[1] - joints(state.run[0])[1]); }
    /// Returns the energy of a pendulum in joules; zero if it hangs straight down at rest.
    double energy(const Pendulum& pendulum) const;

private:
    sim::Vec2 acceleration(sim::Vec2 angle, sim::Vec2 speed) const;
};

} // namespace scenes
