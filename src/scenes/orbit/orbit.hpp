// scenes/orbit/orbit.hpp -- a planet that orbits a star; the energy error of an integrator is visible as a spiral
#pragma once

#include "scenes/scene.hpp"
#include "sim/physics/vec2.hpp"

namespace scenes
{

struct Orbit
{
    static constexpr std::string_view name  = "orbit";
    static constexpr std::string_view title = "Orbit";
    static constexpr std::string_view watch =
        "The ellipse should close; explicit Euler spirals outward, implicit Euler inward, others turn the ellipse.";
    static constexpr bool uses_integrator = true;

    struct Knobs
    {
        double period       = 4.0; ///< duration of one revolution in seconds, 0.5 to 20
        double eccentricity = 0.3; ///< eccentricity of the ellipse, 0 to 0.9; 0 is a circle
        /// Radius of the star in metres, 0.01 to 0.3; the semi-major axis of the ellipse is 1 m.
        double star_radius = 0.06;

        friend bool operator==(const Knobs&, const Knobs&) = default;
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

        friend bool operator==(const State&, const State&) = default;
    };

    class Exact;

    Knobs knobs{};

    static std::span<const SceneKnob> knob_table();
    /// Returns the functions with which the scene is drawn.
    static SceneView view();
    /// Returns the initial state: the planet is at its farthest point from the star, on the positive x axis, and moves
    /// upwards.
    State start() const;
    void step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const;
    void blend(const State& previous, const State& current, double alpha, State& out) const;
    void extrapolate(const State& current, double seconds, State& out) const;
    /// Returns the x coordinate of the planet's position and of its velocity, and its energy.
    Probe probe(const State& state) const { return {state.x.x, state.v.x, energy(state)}; }
    static void hash(const State& state, sim::StateHash& hash);

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

/// The exact motion of the planet from any state: an ellipse or a hyperbola.
class Orbit::Exact
{
public:
    Exact() = default;
    Exact(const Orbit& scene, const State& from);
    void at(double seconds, State& out) const;

private:
    double mu_    = 1.0;
    double alpha_ = 1.0; // 1 / (semi-major axis) in 1/m; negative for a hyperbola
    State from_{};
};

} // namespace scenes
