// scenes/spring_and_ball/spring_and_ball.hpp -- a ball on a stiff spring that swings against a thin wall: shows all
// failures of a timestep in one dimension
//
//     |~~~~~~~~~~~~O        |      x is measured from the ball's position at rest
//     anchor      ball     wall
#pragma once

#include "scenes/scene_type.hpp"

#include <cstdint>
#include <vector>

namespace scenes
{

struct SpringAndBall
{
    struct Knobs
    {
        double stiffness = 600.0; ///< spring constant in N/m, 1 to 10,000
        double mass      = 1.0;   ///< mass of the ball in kg, 0.1 to 10
        double damping   = 0.0;   ///< damping as a share of critical damping, 0 to 1
        double start_x   = -1.0;  ///< position at the start in metres, relative to the position at rest, -2 to 2
        double start_v   = 0.0;   ///< velocity at the start in m/s, -200 to 200
        /// Position of the middle of the wall in metres, relative to the ball's position at rest, 0.4 to 2.
        double wall_x         = 1.0;
        double wall_thickness = 0.05; ///< thickness of the wall in metres, 0.001 to 0.5
        double radius         = 0.18; ///< radius of the ball in metres, 0.01 to 0.4
        double restitution    = 1.0;  ///< speed after a bounce over speed before, 0 to 1
        /// True to test the whole path of a step for the wall, not only its end.
        bool swept = false;
    };

    struct State
    {
        double x         = 0.0;   ///< position of the ball in metres, relative to its position at rest
        double v         = 0.0;   ///< velocity of the ball in m/s
        std::int8_t side = -1;    ///< side of the wall on which the ball is: -1 is left, 1 is right
        bool blown_up    = false; ///< true if the ball left all bounds; it is not moved any more
        /// True after a reset or if the user moved the ball: the state is not blended with the previous state.
        bool teleported = false;

        friend bool operator==(const State&, const State&) = default;
    };

    static constexpr std::tuple hashed{&State::x, &State::v, &State::side, &State::blown_up};
    static constexpr std::tuple blended{&State::x, &State::v};
    static constexpr std::tuple moved{Motion{&State::x, &State::v}};

    class Exact;

    Knobs knobs{};

    State start() const;
    void step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const;
    Probe probe(const State& state) const { return {state.x, state.v, energy(state)}; }

    /// Returns the kinetic and elastic energy in joules.
    double energy(const State& state) const;
    /// Returns the angular frequency of the spring without damping, sqrt(stiffness / mass), in rad/s.
    double angular_frequency() const;
    Stiffness stiffness() const { return {angular_frequency(), knobs.damping}; }
    /// Returns the largest step in seconds with which an integrator is stable; 0 if it is never stable, infinity if it
    /// is always stable.
    double largest_stable_step(sim::Integrator integrator = sim::Integrator::semi_implicit_euler) const;
    /// Returns the position in metres of the ball's middle when the ball touches the wall. `side` is the ball's side of
    /// the wall: -1 or 1.
    double contact_x(std::int8_t side) const;
    /// Lets the ball bounce off the wall if it touches the wall, and counts bounces and passes through the wall. `time`
    /// is the simulated time in seconds.
    void collide(State& state, double time, sim::Events& events) const;
    /// Returns true if the ball is farther than sim::bounds (1e6 m) from its position at rest, or if its position or
    /// velocity is infinite or NaN.
    static bool out_of_bounds(const State& state);

private:
    void move(State& state, const Step& step) const;
};

/// The exact motion as formulas: damped swings between hits at the wall. The computed hits are stored, so that calls in
/// the order of time are fast: one sine for each call.
class SpringAndBall::Exact
{
public:
    Exact() = default;
    Exact(const SpringAndBall& scene, const State& from);

    /// Writes the state that is reached `seconds` after the initial state into `out`. `seconds` must not be negative.
    void at(double seconds, State& out);

private:
    struct Arc
    {
        double begin; // start of the arc in seconds since the start of the exact motion
        double y;     // position at the start of the arc in metres, positive towards the wall
        double v;     // velocity at the start of the arc in m/s, positive towards the wall
    };

    double next_hit(const Arc& arc) const;
    double first_summit(const Arc& arc) const;
    double first_valley(const Arc& arc) const;
    double refine_hit(const Arc& arc, double below, double above) const;
    double turning_point(const Arc& arc) const;
    bool add_arc();

    double w_           = 1.0;
    double z_           = 0.0;
    double contact_     = 0.0; // position (Arc::y) in metres at which the ball touches the wall
    double restitution_ = 1.0;
    double towards_     = 1.0; // 1 or -1, the direction of the wall: x = towards * y
    // Period in seconds of a motion that repeats (no damping, no loss at the wall); otherwise 0.
    double period_ = 0.0;
    double hit_    = 0.0; // time of the hit that ends the newest arc, in seconds
    State shape_{};
    std::vector<Arc> arcs_{};
};

extern const SceneType spring_and_ball;

} // namespace scenes
