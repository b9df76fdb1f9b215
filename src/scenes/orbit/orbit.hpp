// scenes/orbit/orbit.hpp -- a planet that orbits a star; the energy error of an integrator is visible as a spiral
#pragma once

#include "scenes/scene_type.hpp"
#include "sim/physics/portable_math.hpp"

#include <algorithm>
#include <cmath>

namespace scenes
{

struct Orbit
{
    struct Knobs
    {
        double period = 4.0; ///< duration of one revolution in seconds
        double eccentricity = 0.3; ///< eccentricity of the ellipse; 0 is a circle
        double star_radius = 0.06; ///< radius of the star in metres; the semi-major axis is 1 m
    };

    struct State
    {
        sim::Vec2 x{}; ///< position in metres, relative to the star
        sim::Vec2 v{}; ///< velocity of the planet in m/s
        std::int64_t revolution_count = 0; ///< number of crossings of the positive x axis
        bool has_crashed = false; ///< true if the planet fell into the star and no longer moves
        bool has_escaped = false; ///< true if the planet is beyond `escape_distance` and above escape speed
        bool has_blown_up = false;
        bool is_teleported = false; ///< true: not interpolated with the previous state

        static constexpr std::tuple hashed_fields{&State::x,           &State::v,           &State::revolution_count,
                                                  &State::has_crashed, &State::has_escaped, &State::has_blown_up};
        static constexpr std::tuple interpolated_fields{&State::x, &State::v};
        static constexpr std::tuple extrapolated_fields{FieldWithVelocity{&State::x, &State::v}};
        bool is_at_rest() const { return has_crashed; }
    };

    static constexpr double escape_distance = 10.0; ///< in metres from the star

    /// Corners in metres of the picture that is not zoomed. It has space on the right for an orbit that grows.
    static constexpr sim::Vec2 picture_min{-1.3, -1.3}, picture_max{1.9, 1.3};

    Knobs knobs{};

    static Reach reach(const State&) { return {picture_min, picture_max}; }
    /// The planet is at its farthest point from the star, on the positive x axis, and moves upwards.
    State initial_state() const
    {
        const double e = knobs.eccentricity;
        return {.x = {1.0 + e, 0.0},
                .v = {0.0, std::sqrt(gravitational_parameter() * (1.0 - e) / (1.0 + e))},
                .is_teleported = true};
    }
    void step(State& state, const Step& step, const sim::Input& input, sim::EventCounts& events) const
    {
        const sim::Vec2 old_position = state.x;
        if (input.grabbed)
        {
            const HeldMotion motion = held_motion(input, reach(state));
            state = {.x = motion.x, .v = motion.v, .revolution_count = state.revolution_count};
            return;
        }
        if (state.has_crashed) return;
        sim::integrate(step.integrator, state.x, state.v, step.h,
                       [mu = gravitational_parameter()](sim::Vec2 x, sim::Vec2)
                       {
                           const double r = sim::length(x);
                           return (-mu / (r * r * r)) * x;
                       });
        const double star_distance = sim::length(state.x);
        if (!sim::is_finite(state.v) || !(star_distance < sim::blow_up_position))
            state.has_blown_up = true;
        else if (min_distance_to_star(old_position, state.x) < knobs.star_radius)
            count_once(state.has_crashed, events.crashed);
        else if (star_distance > escape_distance && energy(state) > 0.0)
            count_once(state.has_escaped, events.escaped);
        if (old_position.y < 0.0 && state.x.y >= 0.0 && state.x.x > 0.0) ++state.revolution_count;
    }

    void advance_exactly(State& state, double seconds) const;
    /// `x` and `v` are the x components of position and velocity; `energy` is for a mass of 1 kg.
    Observables observables(const State& state) const { return {state.x.x, state.v.x, energy(state)}; }

    /// Kinetic plus potential energy of the planet in joules, for a mass of 1 kg; negative if the orbit is an ellipse.
    double energy(const State& state) const
    {
        return 0.5 * sim::dot(state.v, state.v) - gravitational_parameter() / sim::length(state.x);
    }
    /// Gravitational constant times the star's mass, in m^3/s^2.
    double gravitational_parameter() const
    {
        const double angular_frequency = sim::tau / knobs.period; // Kepler's third law for a semi-major axis of 1 m
        return angular_frequency * angular_frequency;
    }

private:
    // Distance in metres between the star, at (0, 0), and the line segment from `from` to `to`.
    static double min_distance_to_star(sim::Vec2 from, sim::Vec2 to)
    {
        const sim::Vec2 path = to - from;
        const double squared_length = sim::dot(path, path);
        const double nearest_share =
            squared_length > 0.0 ? std::clamp(-sim::dot(from, path) / squared_length, 0.0, 1.0) : 0.0;
        return sim::length(from + nearest_share * path);
    }
};

} // namespace scenes
