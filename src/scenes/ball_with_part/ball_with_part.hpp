// scenes/ball_with_part/ball_with_part.hpp -- a ball on a soft spring; a weight (the "part") on a stiff spring in the
// ball
//
//     |~~~~~~~~~~~~(~o~)     |      x is measured from the ball's position at rest
//     anchor        ball     wall
#pragma once

#include "scenes/spring_and_ball/spring_and_ball.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace scenes
{

struct BallWithPart
{
    struct Knobs : SpringAndBall::Knobs
    {
        double weight_stiffness = 15.0; ///< spring constant of the weight's spring in N/m
        double weight_mass = 0.02; ///< mass of the weight in kg
        double weight_damping_ratio = 0.03; ///< damping of the weight's spring, as a share of critical damping

        constexpr Knobs()
            : SpringAndBall::Knobs{.stiffness = 26.0, .start_x = -1.7, .wall_x = 0.45, .radius = 0.12}
        {
        }
    };

    struct State : SpringAndBall::State
    {
        double weight_x = 0.0; ///< position of the weight in metres; the ball's position if its spring is at rest
        double weight_v = 0.0; ///< velocity of the weight in m/s

        static constexpr std::tuple hashed_fields{
            &State::x, &State::v, &State::wall_side, &State::has_blown_up, &State::weight_x, &State::weight_v};
        static constexpr std::tuple interpolated_fields{&State::x, &State::v, &State::weight_x, &State::weight_v};
        static constexpr std::tuple extrapolated_fields{FieldWithVelocity{&State::x, &State::v},
                                                        FieldWithVelocity{&State::weight_x, &State::weight_v}};
    };

    Knobs knobs{};

    State initial_state() const { return {ball_alone().initial_state(), knobs.start_x, knobs.start_v}; }
    void step(State& state, const Step& step, const sim::Input& input, sim::EventCounts& events) const
    {
        if (input.grabbed)
        {
            SpringAndBall::State held_ball = state;
            ball_alone().move_with_hand(held_ball, input);
            integrate_motion(state, step); // the weight swings as if the ball were free in this step
            static_cast<SpringAndBall::State&>(state) = held_ball;
            return;
        }

        integrate_motion(state, step);
        const bool is_weight_finite = std::isfinite(state.weight_x) && std::isfinite(state.weight_v);
        if (!is_weight_finite || SpringAndBall::is_out_of_bounds(state))
        {
            state.has_blown_up = true;
            return;
        }
        const SpringAndBall::State ball_before_collision = state;
        ball_alone().collide_with_wall(state, events);
        state.weight_x += state.x - ball_before_collision.x;
        if (state.v != ball_before_collision.v) state.weight_v = -knobs.restitution * state.weight_v;
    }

    Observables observables(const State& state) const { return {state.x, state.v, energy(state)}; }

    Reach reach(const State& state) const { return ball_alone().reach(state); }
    SpringAndBall ball_alone() const { return {.knobs = knobs}; }
    double energy(const State& state) const
    {
        const double stretch = state.weight_x - state.x;
        return ball_alone().energy(state) + 0.5 * knobs.weight_mass * state.weight_v * state.weight_v +
               0.5 * knobs.weight_stiffness * stretch * stretch;
    }
    double largest_step_without_tunnelling() const { return ball_alone().largest_step_without_tunnelling(); }
    FastestVibration fastest_vibration() const
    {
        // With accelerations = -A * positions, the eigenvalues of the matrix A are the squared angular frequencies.
        const double ball_diagonal = (knobs.stiffness + knobs.weight_stiffness) / knobs.mass;
        const double weight_diagonal = knobs.weight_stiffness / knobs.weight_mass;
        const double squared_coupling =
            knobs.weight_stiffness * knobs.weight_stiffness / (knobs.mass * knobs.weight_mass);
        const double half_difference = 0.5 * (ball_diagonal - weight_diagonal);
        const double angular_frequency = std::sqrt(0.5 * (ball_diagonal + weight_diagonal) +
                                                   std::sqrt(half_difference * half_difference + squared_coupling));
        const double reduced_mass = knobs.mass * knobs.weight_mass / (knobs.mass + knobs.weight_mass);
        return {.angular_frequency = angular_frequency,
                .damping_ratio = std::min(weight_damping_constant() / (2.0 * reduced_mass * angular_frequency), 1.0),
                .instability_phrase = "made the ball swing wider and wider until it flew away",
                .draws_stability_limit = true};
    }

    /// Ball and weight, which pull at each other.
    std::array<sim::CoupledSprings, 1> springs() const
    {
        const double damping_constant = weight_damping_constant();
        const auto matrix = [&](double anchored, double weight)
        {
            return std::array{sim::Vec2{(anchored + weight) / knobs.mass, -weight / knobs.mass},
                              sim::Vec2{-weight / knobs.weight_mass, weight / knobs.weight_mass}};
        };
        return {sim::CoupledSprings{.stiffness = matrix(knobs.stiffness, knobs.weight_stiffness),
                                    .damping = matrix(0.0, damping_constant)}};
    }

private:
    void integrate_motion(State& state, const Step& step) const
    {
        sim::Vec2 ball_and_weight_x{state.x, state.weight_x};
        sim::Vec2 ball_and_weight_v{state.v, state.weight_v};
        const double damping_constant = weight_damping_constant();
        sim::integrate(
            step.integrator, ball_and_weight_x, ball_and_weight_v, step.h,
            [&](const sim::Vec2& positions, const sim::Vec2& velocities)
            {
                const double pull = knobs.weight_stiffness * (positions.y - positions.x) +
                                    damping_constant * (velocities.y - velocities.x);
                return sim::Vec2{(pull - knobs.stiffness * positions.x) / knobs.mass, -pull / knobs.weight_mass};
            });
        state.x = ball_and_weight_x.x;
        state.v = ball_and_weight_v.x;
        state.weight_x = ball_and_weight_x.y;
        state.weight_v = ball_and_weight_v.y;
    }

    // In N s/m.
    double weight_damping_constant() const
    {
        return 2.0 * knobs.weight_damping_ratio * std::sqrt(knobs.weight_stiffness * knobs.weight_mass);
    }
};

} // namespace scenes
