// scenes/bouncing_ball/bouncing_ball.hpp -- a ball that bounces on a floor; long steps disturb the bounces
//
//        O  |   y is the height of the ball's middle above the top of the floor
//     ______v_______
//     ______________  floor_thickness
#pragma once

#include "scenes/scene_type.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace scenes
{

struct BouncingBall
{
    enum class CollisionMethod : std::int8_t
    {
        push_out, ///< moves the ball to the floor's surface and reverses its velocity
        mirror, ///< as push_out, but sets the ball's height above the floor to restitution * its depth in the floor
        swept, ///< continuous collision detection: the ball bounces at the time of the hit within the step
    };

    /// The scene's parameters, which the user can change.
    struct Knobs
    {
        double gravity = 9.81; ///< acceleration in m/s^2
        double height = 2.0; ///< height from which the ball falls at the start, in metres
        double restitution = 0.85; ///< speed after a bounce / speed before the bounce
        double radius = 0.15; ///< radius of the ball in metres
        double floor_thickness = 0.1; ///< thickness of the floor in metres
        double rest_speed = 0.2; ///< speed after a bounce, in m/s, below which the ball stays on the floor
        CollisionMethod collision = CollisionMethod::push_out;
    };

    static constexpr std::size_t max_recorded_bounces = 8;

    struct State
    {
        double y = 0.0; ///< height of the ball's middle above the top of the floor, in metres
        double v = 0.0; ///< upward velocity of the ball in m/s
        std::int64_t bounce_count = 0; ///< bounces since the start or since the user last held the ball
        /// Energy in J/kg after each of the last 8 bounces. Bounce number n, counted from 1, has the index (n - 1) % 8.
        std::array<double, max_recorded_bounces> bounce_energies{};
        bool is_resting = false;
        bool has_fallen_through_floor = false; ///< true if the ball fell through the floor
        bool has_hit_floor_in_last_step = false; ///< true if the ball touched the floor in the last step
        bool has_blown_up = false;
        bool is_teleported = false; ///< true: not interpolated with the previous state

        static constexpr std::tuple hashed_fields{&State::y,
                                                  &State::v,
                                                  &State::bounce_count,
                                                  &State::bounce_energies,
                                                  &State::is_resting,
                                                  &State::has_fallen_through_floor,
                                                  &State::has_hit_floor_in_last_step,
                                                  &State::has_blown_up};
        static constexpr std::tuple interpolated_fields{&State::y, &State::v};
        static constexpr std::tuple extrapolated_fields{FieldWithVelocity{&State::y, &State::v}};
    };

    Knobs knobs{};

    /// Height in metres of the top of the picture that is not zoomed.
    double picture_top() const { return knobs.height + 2.2 * knobs.radius; }
    Reach reach(const State&) const { return {{0.0, knobs.radius}, {0.0, picture_top() - knobs.radius}}; }
    State initial_state() const { return {.y = knobs.radius + knobs.height, .is_teleported = true}; }
    void step(State& state, const Step& step, const sim::Input& input, sim::EventCounts& events) const
    {
        if (input.grabbed)
        {
            const HeldMotion motion = held_motion(input, reach(state));
            state = {.y = motion.x.y, .v = motion.v.y};
            return;
        }
        if (state.is_resting) return;

        const double old_y = state.y;
        const double old_v = state.v;
        integrate_flight(state, step, step.h);
        collide_with_floor(state, step, old_y, old_v, events);
        if (state.y < restart_below_y) state = initial_state();
        state.has_blown_up = !(std::abs(state.y) < sim::blow_up_position);
    }

    /// Computes exact parabolas. With restitution below 1, all bounces end in a finite time, and the ball then rests.
    void advance_exactly(State& state, double seconds) const
    {
        const State start = state;
        const double g = knobs.gravity;
        const double restitution = knobs.restitution;
        const double radius = knobs.radius;
        state.has_blown_up = false;
        if (start.is_resting) return;

        const auto fly_from = [&](double y, double v, double t)
        {
            state.y = y + v * t - 0.5 * g * t * t;
            state.v = v - g * t;
        };
        const double hit_speed = std::sqrt(std::max(start.v * start.v + 2.0 * g * (start.y - radius), 0.0));
        const double first_hit_time = (start.v + hit_speed) / g;
        if (start.has_fallen_through_floor || seconds < first_hit_time)
        {
            fly_from(start.y, start.v, seconds);
            return;
        }

        // Each flight is `restitution` times as long as the last, so the hit times are sums of a geometric series.
        const double time_after_hit = seconds - first_hit_time;
        const double second_flight_time = 2.0 * restitution * hit_speed / g;
        if (second_flight_time > 0.0 && restitution == 1.0)
        {
            fly_from(radius, hit_speed, std::fmod(time_after_hit, second_flight_time));
            return;
        }
        const double remaining_share = 1.0 - time_after_hit * (1.0 - restitution) / second_flight_time;
        if (!(second_flight_time > 0.0) || remaining_share <= 0.0) // the time of the last bounce has passed
        {
            state.y = radius;
            state.v = 0.0;
            state.is_resting = true;
            return;
        }
        const double flight_index = std::floor(std::log(remaining_share) / std::log(restitution));
        const double hit_time = second_flight_time * (1.0 - std::pow(restitution, flight_index)) / (1.0 - restitution);
        state.bounce_count = start.bounce_count + 1 + static_cast<std::int64_t>(flight_index);
        fly_from(radius, hit_speed * std::pow(restitution, flight_index + 1.0),
                 std::max(time_after_hit - hit_time, 0.0));
    }

    Observables observables(const State& state) const { return {state.y, state.v, energy(state)}; }

    /// Energy in joules of a ball with a mass of 1 kg; zero if it rests on the floor.
    double energy(const State& state) const
    {
        return 0.5 * state.v * state.v + knobs.gravity * (state.y - knobs.radius);
    }
    /// Largest step in seconds with which the ball cannot pass through the floor at its first bounce.
    double largest_step_without_tunnelling() const
    {
        const double max_hit_speed = std::sqrt(2.0 * knobs.gravity * knobs.height);
        return (knobs.floor_thickness + 2.0 * knobs.radius) / max_hit_speed;
    }

private:
    static constexpr double restart_below_y = -6.0; // height in metres below which the ball restarts

    void integrate_flight(State& state, const Step& step, double h) const
    {
        sim::integrate(step.integrator, state.y, state.v, h, [g = knobs.gravity](double, double) { return -g; });
    }
    // Reflects a ball that hits the floor. Counts a tunnelling if the ball has fallen through it.
    void collide_with_floor(State& state, const Step& step, double old_y, double old_v, sim::EventCounts& events) const
    {
        const bool is_swept_hit = knobs.collision == CollisionMethod::swept && state.y < knobs.radius;
        const bool is_overlapping = state.y < knobs.radius && state.y + knobs.radius > -knobs.floor_thickness;
        const bool is_hit = !state.has_fallen_through_floor && state.v < 0.0 && (is_swept_hit || is_overlapping);
        const bool is_repeated_hit = is_hit && state.has_hit_floor_in_last_step;
        state.has_hit_floor_in_last_step = is_hit;
        if (is_hit)
        {
            const double old_energy = energy({.y = old_y, .v = old_v});
            if (knobs.collision == CollisionMethod::swept)
                resolve_swept_hits(state, step, old_y, old_v);
            else
            {
                const double penetration_depth = knobs.radius - state.y;
                state.y = knobs.radius +
                          (knobs.collision == CollisionMethod::mirror ? knobs.restitution * penetration_depth : 0.0);
                state.v = -knobs.restitution * state.v;
                record_bounce(state);
            }
            if (state.is_resting)
            {
                state.y = knobs.radius;
                state.v = 0.0;
            }
            ++events.bounced;
            if (is_repeated_hit && !state.is_resting) ++events.jittered;
            if (energy(state) > old_energy + 0.01 * knobs.gravity * knobs.height) ++events.gained_energy;
        }
        else if (state.y + knobs.radius <= -knobs.floor_thickness)
            count_once(state.has_fallen_through_floor, events.tunnelled);
    }

    // Reflects the ball at the time of each hit, and simulates the rest of the step after it.
    void resolve_swept_hits(State& state, const Step& step, double old_y, double old_v) const
    {
        constexpr int max_bounces_per_step = 8;
        double remaining_time = step.h;
        for (int i = 0; i < max_bounces_per_step && state.y < knobs.radius; ++i)
        {
            const double hit_fraction = (old_y - knobs.radius) / (old_y - state.y);
            state.v = -knobs.restitution * sim::lerp(old_v, state.v, hit_fraction);
            state.y = knobs.radius;
            record_bounce(state);
            if (state.is_resting) return;
            old_y = state.y;
            old_v = state.v;
            remaining_time *= 1.0 - hit_fraction;
            integrate_flight(state, step, remaining_time);
        }
        state.y = std::max(state.y, knobs.radius);
    }

    // Also sets `is_resting` after a bounce with less than the rest speed.
    void record_bounce(State& state) const
    {
        state.bounce_energies[static_cast<std::size_t>(state.bounce_count++) % max_recorded_bounces] = energy(state);
        if (state.v < knobs.rest_speed) state.is_resting = true;
    }
};

} // namespace scenes
