// scenes/chain/chain.hpp -- a rope of stiff springs that hangs from a nail and explodes if steps are too long
#pragma once

#include "scenes/scene_type.hpp"
#include "sim/physics/portable_math.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace scenes
{

struct Chain
{
    static constexpr std::size_t link_count = 16;

    /// The scene's parameters, which the user can change.
    struct Knobs
    {
        double stiffness = 300.0; ///< spring constant of each link in N/m
        double mass = 0.1; ///< mass of each particle in kg
        double damping_ratio = 0.03; ///< damping ratio of the fastest vibration; 1 is critical damping
        double gravity = 9.81; ///< acceleration in m/s^2
        double link_length = 0.2; ///< length of a link at rest, in metres
    };

    /// The positions or the velocities of all 16 particles, as one vector with 32 components for the integrator.
    struct ParticleVectors
    {
        static constexpr std::size_t dimensions = 2 * link_count;

        std::array<sim::Vec2, link_count> values{};

        static constexpr std::tuple hashed_fields{&ParticleVectors::values};

        friend ParticleVectors operator+(ParticleVectors first, const ParticleVectors& second)
        {
            for (std::size_t i = 0; i < link_count; ++i) first.values[i] += second.values[i];
            return first;
        }
        friend ParticleVectors operator-(ParticleVectors first, const ParticleVectors& second)
        {
            for (std::size_t i = 0; i < link_count; ++i) first.values[i] -= second.values[i];
            return first;
        }
        friend ParticleVectors operator*(double factor, ParticleVectors first)
        {
            for (sim::Vec2& value : first.values) value = factor * value;
            return first;
        }

        friend double& component(ParticleVectors& vectors, std::size_t i)
        {
            return i % 2 == 0 ? vectors.values[i / 2].x : vectors.values[i / 2].y;
        }
    };

    struct State
    {
        ParticleVectors x{}; ///< positions in metres, relative to the nail, y upwards
        ParticleVectors v{}; ///< velocities of the particles in m/s
        int held_particle_index = -1; ///< index of the rope's end while the user holds it; else -1
        bool has_blown_up = false;
        bool is_teleported = false; ///< true: not interpolated with the previous state

        static constexpr std::tuple hashed_fields{&State::x, &State::v, &State::held_particle_index,
                                                  &State::has_blown_up};
        static constexpr std::tuple interpolated_fields{&State::x};
        static constexpr std::tuple extrapolated_fields{FieldWithVelocity{&State::x, &State::v}};
    };

    Knobs knobs{};

    double rope_length() const { return link_count * knobs.link_length; }
    /// Corners in metres of the picture that is not zoomed.
    sim::Vec2 picture_min() const { return {-1.08 * rope_length(), -1.4 * rope_length()}; }
    sim::Vec2 picture_max() const { return {1.08 * rope_length(), 0.04 * rope_length()}; }
    Reach reach(const State&) const { return {picture_min(), picture_max()}; }
    /// The rope is straight and horizontal, to the right of the nail, and does not move.
    State initial_state() const
    {
        State state{.is_teleported = true};
        for (std::size_t i = 0; i < link_count; ++i)
            state.x.values[i] = {knobs.link_length * static_cast<double>(i + 1), 0.0};
        return state;
    }
    void step(State& state, const Step& step, const sim::Input& input, sim::EventCounts&) const
    {
        state.held_particle_index = input.grabbed ? static_cast<int>(link_count) - 1 : -1;
        sim::integrate(step.integrator, state.x, state.v, step.h,
                       [this](const ParticleVectors& x, const ParticleVectors& v) { return acceleration(x, v); });
        if (input.grabbed)
        {
            const HeldMotion motion = held_motion(input, reach(state));
            state.x.values.back() = motion.x;
            state.v.values.back() = motion.v;
        }

        // A point with a NaN coordinate is out of bounds.
        const auto is_in_bounds = [](sim::Vec2 p)
        { return std::abs(p.x) < sim::blow_up_position && std::abs(p.y) < sim::blow_up_position; };
        state.has_blown_up = !std::ranges::all_of(state.x.values, is_in_bounds);
    }

    /// Returns the horizontal position and velocity of the last particle, and the energy of the rope.
    Observables observables(const State& state) const
    {
        return {state.x.values.back().x, state.v.values.back().x, energy(state)};
    }

    /// The fastest vibration: neighbouring particles move in opposite directions, at 2 sqrt(stiffness / mass) in rad/s.
    FastestVibration fastest_vibration() const
    {
        return {2.0 * std::sqrt(knobs.stiffness / knobs.mass), knobs.damping_ratio};
    }
    /// The vibrations along the rope that hangs at rest, and the fastest one across it, which nothing damps.
    std::array<sim::Spring, link_count + 1> springs() const
    {
        std::array<sim::Spring, link_count + 1> springs{};
        for (std::size_t i = 0; i < link_count; ++i)
        {
            const double share =
                sim::sin_cos(0.25 * sim::tau * (2.0 * static_cast<double>(i) + 1.0) / (2.0 * link_count + 1.0)).sin;
            springs.at(i) = {2.0 * std::sqrt(knobs.stiffness / knobs.mass) * share, knobs.damping_ratio * share};
        }
        const double across = fastest_frequency_across();
        springs.back() = across > 0.0 ? sim::Spring{across, 0.0} : springs.front();
        return springs;
    }
    /// Energy in joules; zero for an unstretched rope that hangs straight down at rest.
    double energy(const State& state) const
    {
        double energy = 0.0;
        sim::Vec2 upper_position{};
        for (std::size_t i = 0; i < link_count; ++i)
        {
            const double hanging_y = -knobs.link_length * static_cast<double>(i + 1);
            const double stretch = sim::length(state.x.values[i] - upper_position) - knobs.link_length;
            energy += 0.5 * knobs.mass * sim::dot(state.v.values[i], state.v.values[i]) +
                      0.5 * knobs.stiffness * stretch * stretch +
                      knobs.mass * knobs.gravity * (state.x.values[i].y - hanging_y);
            upper_position = state.x.values[i];
        }
        return energy;
    }

private:
    // Angular frequency in rad/s of the fastest vibration across the rope that hangs at rest; 0 without gravity.
    double fastest_frequency_across() const
    {
        // Accelerations are -A * positions. The matrix A has in row i the diagonal element pull(i) + pull(i + 1), and
        // beside it -pull(i) and -pull(i + 1).
        const auto pull = [this](std::size_t link)
        {
            const double weight = knobs.gravity * static_cast<double>(link_count - link); // per mass of a particle
            return weight / (knobs.link_length + weight * knobs.mass / knobs.stiffness);
        };
        // By the signs of the pivots of A - `x`.
        const auto is_below_an_eigenvalue = [&](double x)
        {
            double pivot = 0.0;
            for (std::size_t i = 0; i < link_count; ++i)
            {
                pivot = pull(i) + pull(i + 1) - x - (i == 0 ? 0.0 : pull(i) * pull(i) / pivot);
                if (pivot >= 0.0) return true;
            }
            return false;
        };
        double below = 0.0;
        double above = 4.0 * pull(0);
        sim::bisect(below, above, 60, is_below_an_eigenvalue);
        return std::sqrt(above);
    }

    ParticleVectors acceleration(const ParticleVectors& x, const ParticleVectors& v) const
    {
        const double stiffness_per_mass = knobs.stiffness / knobs.mass;
        const double damping_per_mass = knobs.damping_ratio * std::sqrt(stiffness_per_mass); // in 1/s
        ParticleVectors accelerations;
        sim::Vec2 upper_position{};
        sim::Vec2 upper_velocity{};
        for (std::size_t i = 0; i < link_count; ++i)
        {
            const sim::Vec2 link = x.values[i] - upper_position;
            const double length = sim::length(link);
            const sim::Vec2 link_direction = length > 0.0 ? (1.0 / length) * link : sim::Vec2{};
            const double acceleration_along_link =
                stiffness_per_mass * (length - knobs.link_length) +
                damping_per_mass * sim::dot(v.values[i] - upper_velocity, link_direction);

            accelerations.values[i] = sim::Vec2{0.0, -knobs.gravity} - acceleration_along_link * link_direction;
            if (i > 0) accelerations.values[i - 1] += acceleration_along_link * link_direction;
            upper_position = x.values[i];
            upper_velocity = v.values[i];
        }
        return accelerations;
    }
};

} // namespace scenes
