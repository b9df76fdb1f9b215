// scenes/ball_with_part/ball_with_part.hpp -- a ball on a soft spring; inside it, a weight (the part) on a stiff spring
//
//     |~~~~~~~~~~~~(~o~)     |      x is measured from the ball's position at rest
//     anchor        ball     wall
#pragma once

#include "scenes/spring_and_ball/spring_and_ball.hpp"

#include <algorithm>
#include <cmath>

namespace scenes
{

struct BallWithPart
{
    struct Knobs : SpringAndBall::Knobs
    {
        double part_stiffness     = 15.0; ///< spring constant of the part's spring in N/m
        double part_mass          = 0.02; ///< mass of the part in kg
        double part_damping_ratio = 0.03; ///< damping of the part's spring, as a share of critical damping

        constexpr Knobs()
            : SpringAndBall::Knobs{.stiffness = 26.0, .start_x = -1.7, .wall_x = 0.45, .radius = 0.12}
        {
        }
    };

    struct State : SpringAndBall::State
    {
        double part_x = 0.0; ///< position of the part in metres; the ball's position if its spring is at rest
        double part_v = 0.0; ///< velocity of the part in m/s

        static constexpr std::tuple hashed_fields{
            &State::x, &State::v, &State::wall_side, &State::has_blown_up, &State::part_x, &State::part_v};
        static constexpr std::tuple interpolated_fields{&State::x, &State::v, &State::part_x, &State::part_v};
        static constexpr std::tuple extrapolated_fields{FieldWithVelocity{&State::x, &State::v},
                                                        FieldWithVelocity{&State::part_x, &State::part_v}};
    };

    Knobs knobs{};

    State initial_state() const { return {ball_without_part().initial_state(), knobs.start_x, knobs.start_v}; }
    void step(State& state, const Step& step, const sim::Input& input, sim::EventCounts& events) const
    {
        if (input.grabbed)
            step_dragged_ball_and_part(state, step, input.drag_target_x);
        else
            step_undragged_ball_and_part(state, step, events);
    }

    Observables observables(const State& state) const { return {state.x, state.v, energy(state)}; }

    SpringAndBall ball_without_part() const { return {.knobs = knobs}; }
    double energy(const State& state) const
    {
        const double stretch = state.part_x - state.x;
        return ball_without_part().energy(state) + 0.5 * knobs.part_mass * state.part_v * state.part_v +
               0.5 * knobs.part_stiffness * stretch * stretch;
    }
    FastestVibration fastest_vibration() const
    {
        // With accelerations = -A * positions, the eigenvalues of the matrix A are the squared angular frequencies.
        const double ball_diagonal     = (knobs.stiffness + knobs.part_stiffness) / knobs.mass;
        const double part_diagonal     = knobs.part_stiffness / knobs.part_mass;
        const double squared_coupling  = knobs.part_stiffness * knobs.part_stiffness / (knobs.mass * knobs.part_mass);
        const double half_difference   = 0.5 * (ball_diagonal - part_diagonal);
        const double angular_frequency = std::sqrt(0.5 * (ball_diagonal + part_diagonal) +
                                                   std::sqrt(half_difference * half_difference + squared_coupling));
        const double reduced_mass      = knobs.mass * knobs.part_mass / (knobs.mass + knobs.part_mass);
        return {.angular_frequency  = angular_frequency,
                .damping_ratio      = std::min(part_damping_constant() / (2.0 * reduced_mass * angular_frequency), 1.0),
                .instability_phrase = "made the ball swing wider and wider until it flew away",
                .draws_stability_limit = true};
    }

private:
    void step_dragged_ball_and_part(State& state, const Step& step, double target_x) const
    {
        SpringAndBall::State dragged_ball = state;
        ball_without_part().put_at_drag_target(target_x, dragged_ball, step.h);
        integrate_motion(state, step); // the part swings as if the ball were free in this step
        static_cast<SpringAndBall::State&>(state) = dragged_ball;
    }

    void step_undragged_ball_and_part(State& state, const Step& step, sim::EventCounts& events) const
    {
        integrate_motion(state, step);
        const bool is_part_finite = std::isfinite(state.part_x) && std::isfinite(state.part_v);
        if (!is_part_finite || SpringAndBall::is_out_of_bounds(state))
        {
            state.has_blown_up = true;
            return;
        }
        const SpringAndBall::State ball_before_collision = state;
        ball_without_part().resolve_collision_or_tunnelling(state, events);
        // Keeps the length of the spring inside the ball.
        state.part_x += state.x - ball_before_collision.x;
        if (state.v != ball_before_collision.v) state.part_v = -knobs.restitution * state.part_v;
    }

    void integrate_motion(State& state, const Step& step) const
    {
        sim::Vec2 x{state.x, state.part_x};
        sim::Vec2 v{state.v, state.part_v};
        const double damping_constant = part_damping_constant();
        sim::integrate(
            step.integrator, x, v, step.h,
            [&](const sim::Vec2& positions, const sim::Vec2& velocities)
            {
                const double pull = knobs.part_stiffness * (positions.y - positions.x) +
                                    damping_constant * (velocities.y - velocities.x);
                return sim::Vec2{(pull - knobs.stiffness * positions.x) / knobs.mass, -pull / knobs.part_mass};
            });
        state.x      = x.x;
        state.v      = v.x;
        state.part_x = x.y;
        state.part_v = v.y;
    }

    // In N s/m.
    double part_damping_constant() const
    {
        return 2.0 * knobs.part_damping_ratio * std::sqrt(knobs.part_stiffness * knobs.part_mass);
    }
};

} // namespace scenes
