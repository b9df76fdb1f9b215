// scenes/spring_and_ball/spring_and_ball.hpp -- a ball on a stiff spring that swings at a thin wall: shows all failures
// of a timestep on one line
//
//     |~~~~~~~~~~~~O        |      x is measured from the spring's rest; the wall stands in the ball's reach
//     anchor      ball     wall
#pragma once

#include "scenes/scene.hpp"

#include <cstdint>
#include <vector>

namespace scenes
{

struct SpringAndBall
{
    static constexpr std::string_view name  = "spring-and-ball";
    static constexpr std::string_view title = "Spring and ball";
    static constexpr std::string_view watch =
        "A long step makes the spring explode, a coarse one lets the ball through the wall.";
    static constexpr bool uses_integrator = true;
    static constexpr bool has_exact_step  = true;

    struct Knobs
    {
        double stiffness      = 600.0; ///< N/m, 1 to 10,000
        double mass           = 1.0;   ///< kg, 0.1 to 10
        double damping        = 0.0;   ///< ratio to critical damping, 0 to 1
        double start_x        = -1.0;  ///< m from rest, -2 to 2
        double start_v        = 0.0;   ///< m/s, -200 to 200
        double wall_x         = 1.0;   ///< m from rest, position of the middle of the wall, 0.4 to 2
        double wall_thickness = 0.05;  ///< m, 0.001 to 0.5
        double radius         = 0.18;  ///< m, 0.01 to 0.4
        double restitution    = 1.0;   ///< speed after a bounce over speed before, 0 to 1
        bool swept            = false; ///< tests the whole way of a step for the wall, not only its end

        friend bool operator==(const Knobs&, const Knobs&) = default;
    };

    struct State
    {
        double x         = 0.0;   ///< m from the spring's rest
        double v         = 0.0;   ///< m/s
        std::int8_t side = -1;    ///< side of the wall on which the ball is: -1 or 1
        bool blown_up    = false; ///< the ball left all bounds and is not stepped any more
        bool teleported  = false; ///< true after a reset or a move by hand: no blend with the state before

        friend bool operator==(const State&, const State&) = default;
    };

    class Exact;

    Knobs knobs{};

    static std::span<const SceneKnob> knob_table();
    /// Returns the functions that draw the scene.
    static SceneView view();
    State start() const;
    void step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const;
    void blend(const State& previous, const State& current, double alpha, State& out) const;
    void extrapolate(const State& current, double seconds, State& out) const;
    Probe probe(const State& state) const { return {state.x, state.v, energy(state)}; }
    static void hash(const State& state, sim::StateHash& hash);

    /// Returns kinetic plus elastic energy in joules.
    double energy(const State& state) const;
    /// Returns sqrt(k/m) in rad/s.
    double angular_frequency() const;
    Stiffness stiffness() const { return {angular_frequency(), knobs.damping}; }
    /// Returns the largest stable step of an integrator, in seconds: 0 if it is never stable, infinity if it always is.
    double largest_stable_step(sim::Integrator integrator = sim::Integrator::semi_implicit_euler) const;
    /// Returns the x in metres of the ball's middle when the ball touches the wall from `side`.
    double contact_x(std::int8_t side) const;

private:
    void move(State& state, const Step& step) const;
    void collide(State& state, double time, sim::Events& events) const;
    bool out_of_bounds(const State& state) const;
};

/// Returns the state at previous + alpha * (current - previous); `current` if the ball was teleported or blew up.
SpringAndBall::State blend(const SpringAndBall::State& previous, const SpringAndBall::State& current, double alpha);

/// The exact motion in closed form: damped swings between elastic or lossy hits at the wall. It keeps the hits that it
/// has computed, so that calls in order of time cost one sine each.
class SpringAndBall::Exact
{
public:
    Exact() = default;
    Exact(const SpringAndBall& scene, const State& from);

    /// Writes the state `seconds` after `from` into `out`; `seconds` is 0 or more.
    void at(double seconds, State& out);

private:
    struct Arc
    {
        double begin; // s since the start of the exact motion
        double y;     // m, positive towards the wall
        double v;     // m/s, positive towards the wall
    };

    double next_hit(const Arc& arc) const;
    double first_summit(const Arc& arc) const;
    double first_valley(const Arc& arc) const;
    double refine_hit(const Arc& arc, double below, double above) const;
    double turning_point(const Arc& arc) const;
    bool add_arc();

    double w_           = 1.0;
    double z_           = 0.0;
    double contact_     = 0.0; // y of the ball when it touches the wall
    double restitution_ = 1.0;
    double towards_     = 1.0; // sign: x = towards * y
    double period_      = 0.0; // s, period of a motion without damping and loss; 0 for others
    double hit_         = 0.0; // s, end of the newest arc
    State shape_{};
    std::vector<Arc> arcs_{};
};

} // namespace scenes
