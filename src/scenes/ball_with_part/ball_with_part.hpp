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
    struct Knobs : SpringAndBall::Knobs
    {
        double part_stiffness = 15.0; ///< spring constant of the part's spring in N/m
        double part_mass      = 0.02; ///< mass of the part in kg
        double part_damping   = 0.03; ///< damping of the part's spring, as a share of critical damping

        constexpr Knobs()
            : SpringAndBall::Knobs{.stiffness = 26.0, .start_x = -1.7, .wall_x = 0.45, .radius = 0.12}
        {
        }
    };

    /// The state of the ball, and that of the part.
    struct State : SpringAndBall::State
    {
        double part_x = 0.0; ///< position of the part in metres; the ball's position if its spring is at rest
        double part_v = 0.0; ///< velocity of the part in m/s

        static constexpr std::tuple hashed{&State::x,        &State::v,      &State::side,
                                           &State::blown_up, &State::part_x, &State::part_v};
        static constexpr std::tuple blended{&State::x, &State::v, &State::part_x, &State::part_v};
        static constexpr std::tuple moved{Motion{&State::x, &State::v}, Motion{&State::part_x, &State::part_v}};
    };

    Knobs knobs{};

    State start() const { return {ball().start(), knobs.start_x, knobs.start_v}; }
    void step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const;
    /// Returns the position and the velocity of the ball, and the energy of the ball and the part.
    Probe probe(const State& state) const { return {state.x, state.v, energy(state)}; }

    /// Returns the ball with its spring and the wall, without the part.
    SpringAndBall ball() const { return {.knobs = knobs}; }
    /// Returns the kinetic and elastic energy of ball and part in joules.
    double energy(const State& state) const
    {
        const double stretch = state.part_x - state.x;
        return ball().energy(state) + 0.5 * knobs.part_mass * state.part_v * state.part_v +
               0.5 * knobs.part_stiffness * stretch * stretch;
    }
    /// Returns the faster one of the two vibrations, in which mostly the part moves.
    Stiffness stiffness() const;

private:
    void move(State& state, const Step& step) const;
    // Returns the friction of the part's spring in N per m/s.
    double part_friction() const
    {
        return 2.0 * knobs.part_damping * std::sqrt(knobs.part_stiffness * knobs.part_mass);
    }
};

} // namespace scenes
