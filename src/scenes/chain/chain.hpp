// scenes/chain/chain.hpp -- a rope of stiff springs that hangs from a nail and explodes if steps are too long
#pragma once

#include "scenes/scene_type.hpp"

#include <algorithm>
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

        static constexpr std::tuple hashed_fields{&Knots::at};

        friend Knots operator+(Knots first, const Knots& second)
        {
            for (std::size_t i = 0; i < links; ++i) first.at[i] += second.at[i];
            return first;
        }
        friend Knots operator-(Knots first, const Knots& second)
        {
            for (std::size_t i = 0; i < links; ++i) first.at[i] -= second.at[i];
            return first;
        }
        friend Knots operator*(double s, Knots first)
        {
            for (sim::Vec2& p : first.at) p = s * p;
            return first;
        }

        friend std::size_t dimensions(const Knots&) { return max_dimensions; }
        friend double& component(Knots& k, std::size_t i) { return i % 2 == 0 ? k.at[i / 2].x : k.at[i / 2].y; }
    };

    struct State
    {
        Knots x{};            ///< positions in metres, relative to the nail, y upwards
        Knots v{};            ///< velocities of the knots in m/s
        int held_knot   = -1; ///< index of the knot that the user holds; -1 if the user holds none
        bool blown_up   = false;
        bool teleported = false;

        static constexpr std::tuple hashed_fields{&State::x, &State::v, &State::held_knot, &State::blown_up};
        static constexpr std::tuple interpolated_fields{&State::x};
        static constexpr std::tuple extrapolated_fields{Motion{&State::x, &State::v}};
    };

    Knobs knobs{};

    /// The rope is stretched out to the right and does not move.
    State start() const
    {
        State state{.teleported = true};
        for (std::size_t i = 0; i < links; ++i) state.x.at[i] = {knobs.link * static_cast<double>(i + 1), 0.0};
        return state;
    }
    void step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const
    {
        const sim::Vec2 hand{input.hand_x, input.hand_y};
        if (!input.grabbed)
            state.held_knot = -1;
        else if (state.held_knot < 0)
        {
            const auto nearest =
                std::ranges::min_element(state.x.at, {}, [&](sim::Vec2 p) { return sim::dot(p - hand, p - hand); });
            state.held_knot = static_cast<int>(nearest - state.x.at.begin());
        }
        const sim::Vec2 old_knot_position =
            state.held_knot < 0 ? sim::Vec2{} : state.x.at[static_cast<std::size_t>(state.held_knot)];
        sim::integrate(step.integrator, state.x, state.v, step.h,
                       [this](const Knots& x, const Knots& v) { return acceleration(x, v); });
        if (state.held_knot >= 0)
        {
            const auto i  = static_cast<std::size_t>(state.held_knot);
            state.x.at[i] = hand;
            state.v.at[i] = (1.0 / step.h) * (hand - old_knot_position);
        }

        // Also false for NaN.
        const auto is_in_bounds = [](sim::Vec2 p)
        { return std::abs(p.x) < sim::bounds && std::abs(p.y) < sim::bounds; };
        if (!std::ranges::all_of(state.x.at, is_in_bounds))
            set_flag_and_count(state.blown_up, sim::event::blown_up, step, events);
    }

    /// Horizontal position and velocity of the last knot; energy of the rope.
    Probe probe(const State& state) const { return {state.x.at.back().x, state.v.at.back().x, energy(state)}; }

    /// The fastest vibration, 2 sqrt(k/m): neighbouring knots of the mass m move in opposite directions.
    Stiffness stiffness() const { return {2.0 * std::sqrt(knobs.stiffness / knobs.mass), knobs.damping}; }
    /// Energy in joules; zero for a rope that hangs straight down, unstretched and without motion.
    double energy(const State& state) const
    {
        double energy = 0.0;
        sim::Vec2 upper{};
        for (std::size_t i = 0; i < links; ++i)
        {
            const double hanging_y = -knobs.link * static_cast<double>(i + 1);
            const double stretch   = sim::length(state.x.at[i] - upper) - knobs.link;
            energy += 0.5 * knobs.mass * sim::dot(state.v.at[i], state.v.at[i]) +
                      0.5 * knobs.stiffness * stretch * stretch +
                      knobs.mass * knobs.gravity * (state.x.at[i].y - hanging_y);
            upper = state.x.at[i];
        }
        return energy;
    }

private:
    Knots acceleration(const Knots& x, const Knots& v) const
    {
        const double stiffness    = knobs.stiffness / knobs.mass;
        const double damping_rate = knobs.damping * std::sqrt(stiffness); // damping constant / mass of a knot, in 1/s
        Knots accelerations;
        sim::Vec2 upper{};
        sim::Vec2 upper_v{};
        for (std::size_t i = 0; i < links; ++i)
        {
            const sim::Vec2 along = x.at[i] - upper;
            const double length   = sim::length(along);
            const sim::Vec2 axis  = length > 0.0 ? (1.0 / length) * along : sim::Vec2{};
            const double pull = stiffness * (length - knobs.link) + damping_rate * sim::dot(v.at[i] - upper_v, axis);

            accelerations.at[i] = sim::Vec2{0.0, -knobs.gravity} - pull * axis;
            if (i > 0) accelerations.at[i - 1] += pull * axis;
            upper   = x.at[i];
            upper_v = v.at[i];
        }
        return accelerations;
    }
};

} // namespace scenes
