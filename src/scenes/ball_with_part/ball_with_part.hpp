// scenes/ball_with_part/ball_with_part.hpp -- a ball on a soft spring that swings against a thin wall; inside the ball
// hangs a light part on a stiff spring: as in games, the light, stiff part is the first thing that explodes
//
//     |~~~~~~~~~~~~(~o~)     |      x is measured from the ball's position at rest
//     anchor        ball     wall
#pragma once

#include "scenes/spring_and_ball/spring_and_ball.hpp"

namespace scenes
{

struct BallWithPart
{
    struct Knobs
    {
        double stiffness      = 26.0; ///< spring constant of the ball's spring in N/m, 1 to 10,000
        double mass           = 1.0;  ///< mass of the ball in kg, 0.1 to 10
        double part_stiffness = 15.0; ///< spring constant of the part's spring in N/m, 1 to 10,000
        double part_mass      = 0.02; ///< mass of the part in kg, 0.001 to 1
        /// Damping of the part's spring, as a share of critical damping, 0 to 1.
        double part_damping = 0.03;
        double start_x      = -1.7; ///< position at the start in metres, relative to the position at rest, -2 to 2
        double start_v      = 0.0;  ///< velocity at the start in m/s, -200 to 200
        /// Position of the middle of the wall in metres, relative to the ball's position at rest, 0.4 to 2.
        double wall_x         = 0.45;
        double wall_thickness = 0.05; ///< thickness of the wall in metres, 0.001 to 0.5
        double radius         = 0.12; ///< radius of the ball in metres, 0.01 to 0.4
        double restitution    = 1.0;  ///< speed after a bounce over speed before, 0 to 1
        /// True to test the whole path of a step for the wall, not only its end.
        bool swept = false;
    };

    struct State
    {
        SpringAndBall::State ball{};
        double part_x   = 0.0; ///< position of the part in metres; the ball's position if its spring is at rest
        double part_v   = 0.0; ///< velocity of the part in m/s
        bool teleported = false;
    };

    Knobs knobs{};

    State start() const;
    void step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const;
    void blend(const State& previous, const State& current, double alpha, State& out) const;
    void extrapolate(const State& current, double seconds, State& out) const;
    /// Returns the position and the velocity of the ball, and the energy of the ball and the part.
    Probe probe(const State& state) const { return {state.ball.x, state.ball.v, energy(state)}; }
    static void hash(const State& state, sim::StateHash& hash);

    /// Returns the ball with its spring and the wall, without the part.
    SpringAndBall ball() const;
    /// Returns the kinetic and elastic energy of ball and part in joules.
    double energy(const State& state) const;
    /// Returns the faster one of the two vibrations, in which mostly the part moves.
    Stiffness stiffness() const;

private:
    void move(State& state, const Step& step) const;
    double part_friction() const;
};

extern const SceneType ball_with_part;

} // namespace scenes
