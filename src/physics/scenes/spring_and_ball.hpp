// physics/scenes/spring_and_ball.hpp -- a ball on a stiff spring swings at a thin wall: every failure of a timestep in
// one line
//
//     |~~~~~~~~~~~~O        |      x is measured from the spring's rest; the wall stands in the ball's reach
//     anchor      ball     wall
#pragma once

#include <cstdint>

namespace physics
{

/// What a hand does to the scene during a step.
struct Input
{
    bool grabbed  = false;
    double hand_x = 0.0; ///< metres; where the ball is held while grabbed
};

/// What went wrong, counted by the program and not only seen.
struct Events
{
    int tunnelled       = 0;   ///< passes through the wall without a collision
    int blown_up        = 0;   ///< times that the state left all bounds
    int bounced         = 0;   ///< collisions with the wall
    double tunnelled_at = 0.0; ///< simulated seconds, of the last one
    double blown_up_at  = 0.0; ///< simulated seconds, of the last one
};

struct SpringAndBall
{
    static constexpr const char* name = "spring-and-ball";

    struct Knobs
    {
        double stiffness      = 600.0; ///< N/m, 1 to 10,000
        double mass           = 1.0;   ///< kg, 0.1 to 10
        double damping        = 0.0;   ///< ratio to critical damping, 0 to 1
        double start_x        = -1.0;  ///< m from rest, -2 to 2
        double start_v        = 0.0;   ///< m/s, -200 to 200
        double wall_x         = 1.0;   ///< m from rest, where the middle of the wall stands, 0.4 to 2
        double wall_thickness = 0.05;  ///< m, 0.001 to 0.5
        double radius         = 0.18;  ///< m, 0.01 to 0.4
    };

    struct State
    {
        double x         = 0.0;   ///< m from the spring's rest
        double v         = 0.0;   ///< m/s
        std::int8_t side = -1;    ///< of the wall on which the ball is: -1 or 1
        bool blown_up    = false; ///< left all bounds: not stepped any more
        bool teleported  = false; ///< moved by hand or reset: must not be blended with the state before

        friend bool operator==(const State&, const State&) = default;
    };

    Knobs knobs{};

    State start() const;
    /// One step of `h` seconds of semi-implicit Euler with discrete collision; `time` is where it ends.
    void step(State& state, double h, double time, const Input& input, Events& events) const;

    /// Kinetic plus elastic energy in joules.
    double energy(const State& state) const;
    /// sqrt(k/m) in rad/s.
    double angular_frequency() const;
    /// The largest stable step of semi-implicit Euler, in seconds.
    double largest_stable_step() const;

private:
    void collide(State& state, double time, Events& events) const;
    bool out_of_bounds(const State& state) const;
};

/// The state to draw at previous + alpha * (current - previous), unless the ball was teleported in between.
SpringAndBall::State blend(const SpringAndBall::State& previous, const SpringAndBall::State& current, double alpha);

} // namespace physics
