// scenes/orbit/orbit.hpp -- a planet that orbits a star; the energy error of an integrator is visible as a spiral
#pragma once

#include "scenes/scene_type.hpp"
#include "sim/physics/vec2.hpp"

namespace scenes
{

struct Orbit
{
    struct Knobs
    {
        double period       = 4.0; ///< duration of one revolution in seconds, 0.5 to 20
        double eccentricity = 0.3; ///< eccentricity of the ellipse, 0 to 0.9; 0 is a circle
        /// Radius of the star in metres, 0.01 to 0.3; the semi-major axis of the ellipse is 1 m.
        double star_radius = 0.06;
    };

    struct State
    {
        sim::Vec2 x{}; ///< position in metres, relative to the star
        sim::Vec2 v{}; ///< velocity of the planet in m/s
        /// Number of complete revolutions, counted when the planet crosses the positive x axis.
        std::int64_t revolutions = 0;
        bool crashed             = false; ///< true if the planet fell into the star; it is not moved any more
        /// True if the planet is more than 10 m from the star and faster than escape speed.
        bool escaped    = false;
        bool blown_up   = false;
        bool teleported = false;
    };

    static constexpr std::tuple hashed{&State::x,       &State::v,       &State::revolutions,
                                       &State::crashed, &State::escaped, &State::blown_up};
    static constexpr std::tuple blended{&State::x, &State::v};

    Knobs knobs{};

    /// Returns the initial state: the planet is at its farthest point from the star, on the positive x axis, and moves
    /// upwards.
    State start() const;
    void step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const;
    void extrapolate(const State& current, double seconds, State& out) const;
    /// The exact motion of the planet from any state: an ellipse or a hyperbola.
    void exact(const State& from, double seconds, State& out) const;
    /// Returns the x coordinate of the planet's position and of its velocity, and its energy.
    Probe probe(const State& state) const { return {state.x.x, state.v.x, energy(state)}; }

    /// Returns the kinetic and potential energy of a planet of 1 kg, in joules; negative if the orbit is an ellipse.
    double energy(const State& state) const;
    /// Returns the angular momentum in m^2/s. In the exact motion it is constant. All integrators keep it nearly
    /// constant, except for explicit and implicit Euler.
    static double angular_momentum(const State& state) { return sim::cross(state.x, state.v); }
    /// Returns the strength of the star's gravity: the gravitational constant times the star's mass, in m^3/s^2.
    double gravity() const;

private:
    void look(State& state, sim::Vec2 before, double time, sim::Events& events) const;
};

extern const SceneType orbit;

} // namespace scenes
