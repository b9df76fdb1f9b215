// scenes/bouncing_ball/bouncing_ball.hpp -- a ball that bounces on a floor; with long steps, bounces gain energy, the
// ball never comes to rest, or it falls through the floor
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
    enum class Collision : std::int8_t
    {
        push_out, ///< the ball is moved to the floor's surface, and its velocity is reversed
        mirror,   ///< as push_out, but the ball's new height above the floor is its depth * restitution
        swept,    ///< continuous collision detection: the ball bounces at the time of the hit within the step
    };

    struct Knobs
    {
        double gravity         = 9.81; ///< acceleration in m/s^2
        double height          = 2.0;  ///< height from which the ball falls at the start, in metres
        double restitution     = 0.85; ///< speed after a bounce / speed before the bounce
        double radius          = 0.15; ///< radius of the ball in metres
        double floor_thickness = 0.1;  ///< thickness of the floor in metres
        double rest_speed      = 0.2;  ///< speed after a bounce, in m/s, below which the ball stays on the floor
        Collision collision    = Collision::push_out;
    };

    static constexpr std::size_t max_kept_bounces = 8;

    struct State
    {
        double y             = 0.0; ///< height of the ball's middle above the top of the floor, in metres
        double v             = 0.0; ///< upward velocity of the ball in m/s
        std::int64_t bounces = 0;   ///< number of bounces since the start or since the user last held the ball
        /// Energy in J/kg after each of the last 8 bounces. The bounce number n, from 1, is at the index (n - 1) % 8.
        std::array<double, max_kept_bounces> bounce_energy{};
        bool resting        = false;
        bool is_below_floor = false; ///< true if the ball fell through the floor
        bool was_touching   = false; ///< true if the ball touched the floor in the last step
        bool blown_up       = false;
        bool teleported     = false;

        static constexpr std::tuple hashed_fields{&State::y,
                                                  &State::v,
                                                  &State::bounces,
                                                  &State::bounce_energy,
                                                  &State::resting,
                                                  &State::is_below_floor,
                                                  &State::was_touching,
                                                  &State::blown_up};
        static constexpr std::tuple interpolated_fields{&State::y, &State::v};
        static constexpr std::tuple extrapolated_fields{Motion{&State::y, &State::v}};
    };

    Knobs knobs{};

    State start() const { return {.y = knobs.radius + knobs.height, .teleported = true}; }
    void step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const
    {
        if (input.grabbed)
        {
            const double y = std::max(input.hand_y, knobs.radius);
            state          = {.y = y, .v = (y - state.y) / step.h};
            return;
        }
        if (state.resting) return;

        const double before_y = state.y;
        const double before_v = state.v;
        integrate_flight(state, step, step.h);
        collide(state, step, before_y, before_v, events);
        if (state.y < restart_height) state = start();
        if (!(std::abs(state.y) < sim::bounds)) set_flag_and_count(state.blown_up, sim::event::blown_up, step, events);
    }

    /// Parabolas between the bounces. After infinitely many bounces in a finite time, the ball rests.
    void exact(State& state, double seconds) const
    {
        const State from = state;
        const double g   = knobs.gravity;
        const double e   = knobs.restitution;
        const double r   = knobs.radius;
        state.blown_up   = false;
        if (from.resting) return;

        const auto set_flight_state = [&](double y, double v, double t)
        {
            state.y = y + v * t - 0.5 * g * t * t;
            state.v = v - g * t;
        };
        const double hit_speed = std::sqrt(std::max(from.v * from.v + 2.0 * g * (from.y - r), 0.0));
        const double first_hit = (from.v + hit_speed) / g;
        if (from.is_below_floor || seconds < first_hit)
        {
            set_flight_state(from.y, from.v, seconds);
            return;
        }

        // With the restitution e, and `first` as the time from the first hit to the second, the flight after hit n
        // (from 0) lasts first * e^n seconds. So the time until hit n is the sum of a geometric series.
        const double after = seconds - first_hit;
        const double first = 2.0 * e * hit_speed / g;
        if (first > 0.0 && e == 1.0)
        {
            set_flight_state(r, hit_speed, std::fmod(after, first));
            return;
        }
        const double left = 1.0 - after * (1.0 - e) / first;
        if (!(first > 0.0) || left <= 0.0) // the time of the last bounce has passed
        {
            state.y       = r;
            state.v       = 0.0;
            state.resting = true;
            return;
        }
        const double n       = std::floor(std::log(left) / std::log(e));
        const double elapsed = first * (1.0 - std::pow(e, n)) / (1.0 - e);
        state.bounces        = from.bounces + 1 + static_cast<std::int64_t>(n);
        set_flight_state(r, hit_speed * std::pow(e, n + 1.0), std::max(after - elapsed, 0.0));
    }

    Probe probe(const State& state) const { return {state.y, state.v, energy(state)}; }

    /// Energy of 1 kg in joules; zero for a ball at rest on the floor.
    double energy(const State& state) const
    {
        return 0.5 * state.v * state.v + knobs.gravity * (state.y - knobs.radius);
    }
    /// Largest step in seconds with which the ball cannot pass through the floor at its first bounce.
    double largest_safe_step() const
    {
        const double fastest = std::sqrt(2.0 * knobs.gravity * knobs.height);
        return (knobs.floor_thickness + 2.0 * knobs.radius) / fastest;
    }

private:
    static constexpr double restart_height = -6.0; // height in metres below which the ball restarts

    void integrate_flight(State& state, const Step& step, double h) const
    {
        sim::integrate(step.integrator, state.y, state.v, h, [g = knobs.gravity](double, double) { return -g; });
    }
    void collide(State& state, const Step& step, double before_y, double before_v, sim::Events& events) const
    {
        const bool swept_hit      = knobs.collision == Collision::swept && state.y < knobs.radius;
        const bool overlaps_floor = state.y < knobs.radius && state.y + knobs.radius > -knobs.floor_thickness;
        const bool is_hit         = !state.is_below_floor && state.v < 0.0 && (swept_hit || overlaps_floor);
        const bool is_repeated    = is_hit && state.was_touching;
        state.was_touching        = is_hit;
        if (is_hit)
        {
            const double energy_before = energy({.y = before_y, .v = before_v});
            if (knobs.collision == Collision::swept)
                bounce_swept(state, step, before_y, before_v);
            else
            {
                const double depth = knobs.radius - state.y;
                state.y = knobs.radius + (knobs.collision == Collision::mirror ? knobs.restitution * depth : 0.0);
                state.v = -knobs.restitution * state.v;
                end_bounce(state);
            }
            if (state.resting)
            {
                state.y = knobs.radius;
                state.v = 0.0;
            }
            sim::count(events, sim::event::bounced, step.time);
            if (is_repeated && !state.resting) sim::count(events, sim::event::jittered, step.time);
            if (energy(state) > energy_before + 0.01 * knobs.gravity * knobs.height)
                sim::count(events, sim::event::energised, step.time);
        }
        else if (!state.is_below_floor && state.y + knobs.radius <= -knobs.floor_thickness)
            set_flag_and_count(state.is_below_floor, sim::event::tunnelled, step, events);
    }

    // Continues the motion from the time of each hit, for at most 8 hits in a step; then puts the ball on the floor.
    void bounce_swept(State& state, const Step& step, double before_y, double before_v) const
    {
        double left = step.h;
        for (int i = 0; i < 8 && state.y < knobs.radius; ++i)
        {
            const double fraction = (before_y - knobs.radius) / (before_y - state.y);
            state.v               = -knobs.restitution * sim::lerp(before_v, state.v, fraction);
            state.y               = knobs.radius;
            end_bounce(state);
            if (state.resting) return;
            before_y = state.y;
            before_v = state.v;
            left *= 1.0 - fraction;
            integrate_flight(state, step, left);
        }
        state.y = std::max(state.y, knobs.radius);
    }

    void end_bounce(State& state) const
    {
        state.bounce_energy[static_cast<std::size_t>(state.bounces++) % max_kept_bounces] = energy(state);
        if (state.v < knobs.rest_speed) state.resting = true;
    }
};

} // namespace scenes
