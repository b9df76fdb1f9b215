// scenes/orbit/orbit.hpp -- a planet and its star: the energy error of an integrator appears as a spiral
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
        double period       = 4.0;  ///< seconds of one revolution, 0.5 to 20
        double eccentricity = 0.3;  ///< 0 to 0.9; 0 is a circle
        double star_radius  = 0.06; ///< m, 0.01 to 0.3; the half axis of the ellipse is 1 m

        friend bool operator==(const Knobs&, const Knobs&) = default;
    };

    struct State
    {
        sim::Vec2 x{};                    ///< m from the star
        sim::Vec2 v{};                    ///< m/s
        std::int64_t revolutions = 0;     ///< full revolutions, counted when the planet crosses the positive x axis
        bool crashed             = false; ///< the planet fell into the star and is not stepped any more
        bool escaped             = false; ///< the planet is faster than escape speed and more than 10 m from the star
        bool blown_up            = false;
        bool teleported          = false;

        friend bool operator==(const State&, const State&) = default;
    };

    class Exact;

    Knobs knobs{};

    static std::span<const SceneKnob> knob_table();
    /// Returns the functions that draw the scene.
    static SceneView view();
    /// Returns the start: the point farthest from the star, on the positive x axis, with an upward velocity.
    State start() const;
    void step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const;
    void blend(const State& previous, const State& current, double alpha, State& out) const;
    void extrapolate(const State& current, double seconds, State& out) const;
    /// Returns x, the speed along x, and the energy that energy() returns.
    Probe probe(const State& state) const { return {state.x.x, state.v.x, energy(state)}; }
    static void hash(const State& state, sim::StateHash& hash);

    /// Returns kinetic plus potential energy in joules of a planet of 1 kg; negative on an ellipse.
    double energy(const State& state) const;
    /// Returns the angular momentum in m^2/s. Central forces conserve it; the integrators nearly do, except for
    /// explicit and implicit Euler.
    static double angular_momentum(const State& state) { return sim::cross(state.x, state.v); }
    /// Returns the star's gravity: G times its mass, in m^3/s^2.
    double gravity() const;

private:
    void look(State& state, sim::Vec2 before, double time, sim::Events& events) const;
};

/// Kepler's motion from any start, on an ellipse or a hyperbola.
class Orbit::Exact
{
public:
    Exact() = default;
    Exact(const Orbit& scene, const State& from);
    void at(double seconds, State& out) const;

private:
    double mu_    = 1.0;
    double alpha_ = 1.0; // 1 / half axis in 1/m; negative for a hyperbola
    State from_{};
};

} // namespace scenes
