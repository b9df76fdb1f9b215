// scenes/chain/chain.hpp -- a rope of stiff springs that hangs from a nail. The user can move it with the mouse. Long
// steps make the simulation blow up
#pragma once

#include "scenes/scene_type.hpp"

#include <array>
#include <cmath>

namespace scenes
{

struct Chain
{
    static constexpr std::size_t links = 16;

    struct Knobs
    {
        double stiffness = 300.0; ///< spring constant of each link in N/m
        double mass      = 0.1;   ///< mass of each knot in kg
        double damping   = 0.03;  ///< damping of the fastest vibration as a share of critical damping
        double gravity   = 9.81;  ///< acceleration in m/s^2
        double link      = 0.2;   ///< length of a link at rest, in metres
    };

    /// The positions or the velocities of all 16 knots, as one vector of 32 dimensions for the integrator.
    struct Knots
    {
        static constexpr std::size_t max_dimensions = 2 * links;

        std::array<sim::Vec2, links> at{};

        static constexpr std::tuple hashed{&Knots::at};

        friend Knots operator+(Knots a, const Knots& b)
        {
            for (std::size_t i = 0; i < links; ++i) a.at[i] += b.at[i];
            return a;
        }
        friend Knots operator-(Knots a, const Knots& b)
        {
            for (std::size_t i = 0; i < links; ++i) a.at[i] -= b.at[i];
            return a;
        }
        friend Knots operator*(double s, Knots a)
        {
            for (sim::Vec2& p : a.at) p = s * p;
            return a;
        }

        friend std::size_t dimensions(const Knots&) { return max_dimensions; }
        friend double& component(Knots& k, std::size_t i) { return i % 2 == 0 ? k.at[i / 2].x : k.at[i / 2].y; }
    };

    struct State
    {
        Knots x{};            ///< positions in metres, relative to the nail, y upwards
        Knots v{};            ///< velocities of the knots in m/s
        int held        = -1; ///< index of the knot that the user holds; -1 if the user holds none
        bool blown_up   = false;
        bool teleported = false;

        static constexpr std::tuple hashed{&State::x, &State::v, &State::held, &State::blown_up};
        static constexpr std::tuple blended{&State::x};
        static constexpr std::tuple moved{Motion{&State::x, &State::v}};
    };

    Knobs knobs{};

    /// Returns the initial state: the rope is stretched out to the right and does not move.
    State start() const;
    void step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const;
    /// Returns the horizontal position and velocity of the last knot, and the energy of the rope.
    Probe probe(const State& state) const { return {state.x.at.back().x, state.v.at.back().x, energy(state)}; }

    /// Returns the fastest vibration, in which neighbouring knots move in opposite directions: 2 sqrt(k/m) rad/s, where
    /// k is the stiffness of a link and m the mass of a knot.
    Stiffness stiffness() const { return {2.0 * std::sqrt(knobs.stiffness / knobs.mass), knobs.damping}; }
    /// Returns the kinetic, elastic and potential energy in joules. It is zero for a rope that hangs straight down,
    /// unstretched and without motion.
    double energy(const State& state) const;

private:
    Knots acceleration(const Knots& x, const Knots& v) const;
};

} // namespace scenes
