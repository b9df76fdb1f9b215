// scenes/orbit/orbit.hpp -- a planet and its star: every integrator's energy error, drawn as a spiral
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
        double period       = 4.0;  ///< s a revolution takes, 0.5 to 20
        double eccentricity = 0.3;  ///< 0 is a circle; to 0.9
        double star_radius  = 0.06; ///< m, 0.01 to 0.3; the ellipse's half axis is 1 m

        friend bool operator==(const Knobs&, const Knobs&) = default;
    };

    struct State
    {
        sim::Vec2 x{};                    ///< m from the star
        sim::Vec2 v{};                    ///< m/s
        std::int64_t revolutions = 0;     ///< whole ones, counted where it crosses the positive x axis
        bool crashed             = false; ///< into the star: not stepped any more
        bool escaped             = false; ///< too fast and too far ever to come back
        bool blown_up            = false;
        bool teleported          = false;

        friend bool operator==(const State&, const State&) = default;
    };

    class Exact;

    Knobs knobs{};

    static std::span<const SceneKnob> knob_table();
    /// How it is drawn.
    static SceneView view();
    /// Furthest from the star, on the positive x axis, moving up.
    State start() const;
    void step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const;
    void blend(const State& previous, const State& current, double alpha, State& out) const;
    void extrapolate(const State& current, double seconds, State& out) const;
    /// x and its speed; energy as below.
    Probe probe(const State& state) const { return {state.x.x, state.v.x, energy(state)}; }
    static void hash(const State& state, sim::StateHash& hash);

    /// Kinetic plus potential energy in joules of a planet of 1 kg: negative for an ellipse.
    double energy(const State& state) const;
    /// m^2/s: what central forces conserve, and every integrator here but the two Eulers nearly so.
    static double angular_momentum(const State& state) { return sim::cross(state.x, state.v); }
    /// The star's pull: G times its mass, in m^3/s^2.
    double gravity() const;

private:
    void look(State& state, sim::Vec2 before, double time, sim::Events& events) const;
};

/// Kepler's motion from any start, ellipse or hyperbola.
class Orbit::Exact
{
public:
    Exact() = default;
    Exact(const Orbit& scene, const State& from);
    void at(double seconds, State& out) const;

private:
    double mu_    = 1.0;
    double alpha_ = 1.0; // 1 / half axis; negative for a hyperbola
    State from_{};
};

} // namespace scenes
