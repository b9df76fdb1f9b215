// scenes/bullet_and_wall/bullet_and_wall.hpp -- a bullet that can pass through the wall within one step (tunnelling)
//
//     =>            - - - -o        |  |        o - - - -     x is measured from the muzzle
//     muzzle at 0                wall at 10 m
#pragma once

#include "scenes/scene_type.hpp"

#include <algorithm>
#include <cmath>

namespace scenes
{

struct BulletAndWall
{
    static constexpr double wall_x = 10.0; ///< position of the wall's middle, in metres from the muzzle
    /// Position in metres from the muzzle at which a bullet that has passed the wall disappears.
    static constexpr double disappearance_x = 20.0;

    struct Knobs
    {
        double speed = 900.0; ///< speed of the bullet in m/s
        double thickness = 0.1; ///< thickness of the wall in metres
        double radius = 0.05; ///< radius of the bullet in metres
        double min_pause = 0.4; ///< shortest pause between two shots in seconds; the actual pause is up to 0.1 s longer
        bool uses_swept_collision = false; ///< true: the whole path of a step is tested for a hit; false: only its end
    };

    enum class Phase : std::uint8_t
    {
        flying,
        stopped,
        disappeared, ///< the bullet has passed the wall and disappeared
    };

    struct State
    {
        double x = 0.0; ///< position in metres from the muzzle
        double v = 0.0; ///< velocity of the bullet in m/s
        double flight_time = 0.0; ///< time since the shot, in seconds
        double time_to_next_shot = 0.0; ///< time until the next shot, in seconds; unused while the bullet flies
        std::int64_t shot_number = 1; ///< number of the newest shot, from 1
        Phase phase = Phase::flying;
        bool has_tunnelled = false; ///< true if the current bullet has passed through the wall
        bool is_teleported = false; ///< true: not interpolated with the previous state

        static constexpr std::tuple hashed_fields{
            &State::x,           &State::v,     &State::flight_time,  &State::time_to_next_shot,
            &State::shot_number, &State::phase, &State::has_tunnelled};
        static constexpr std::tuple interpolated_fields{&State::x};
        static constexpr std::tuple extrapolated_fields{FieldWithVelocity{&State::x, &State::v}};
        bool is_at_rest() const { return phase != Phase::flying; }
    };

    Knobs knobs{};

    State initial_state() const { return {.v = knobs.speed, .is_teleported = true}; }
    void step(State& state, const Step& step, const sim::Input&, sim::EventCounts& events) const
    {
        if (state.phase == Phase::flying)
        {
            advance_flight(state, step.h, events);
            return;
        }
        state.time_to_next_shot -= step.h;
        if (state.time_to_next_shot > 0.0) return;
        const double seconds_since_shot = std::min(-state.time_to_next_shot, step.h);
        state = {.v = knobs.speed, .shot_number = state.shot_number + 1, .is_teleported = true};
        advance_flight(state, seconds_since_shot, events);
    }

    /// Computes the exact motion: the wall stops every bullet.
    void advance_exactly(State& state, double seconds) const
    {
        state.has_tunnelled = false;
        state.flight_time += seconds;
        state.x = std::min(knobs.speed * state.flight_time, contact_x());
        const bool has_hit = state.x == contact_x();
        state.v = has_hit ? 0.0 : knobs.speed;
        state.phase = has_hit ? Phase::stopped : Phase::flying;
    }

    Observables observables(const State& state) const { return {state.x, state.v, 0.5 * state.v * state.v}; }

    /// Position in metres of the bullet's middle when its front touches the wall.
    double contact_x() const { return wall_x - contact_distance(); }
    /// Longest step in seconds in which no bullet passes through the wall: (thickness + 2 radius) / speed.
    double largest_step_without_tunnelling() const { return 2.0 * contact_distance() / knobs.speed; }

private:
    double contact_distance() const { return knobs.radius + 0.5 * knobs.thickness; }
    void advance_flight(State& state, double h, sim::EventCounts& events) const
    {
        state.v = knobs.speed;
        const double old_x = state.x;
        state.x += h * state.v;
        state.flight_time += h;
        const bool started_before_wall = old_x < wall_x && !state.has_tunnelled;
        const bool is_overlapping = std::abs(state.x - wall_x) < contact_distance();
        if (started_before_wall && (is_overlapping || (knobs.uses_swept_collision && state.x > wall_x)))
        {
            state.x = contact_x();
            state.v = 0.0;
            ++events.bounced; // counts as a collision: the wall stops the bullet
            end_flight(state, Phase::stopped);
            return;
        }
        if (started_before_wall && state.x > wall_x) count_once(state.has_tunnelled, events.tunnelled);
        if (state.x > disappearance_x) end_flight(state, Phase::disappeared);
    }

    // Also schedules the next shot.
    void end_flight(State& state, Phase phase) const
    {
        // Fractional parts of multiples of the golden ratio spread the pauses between shots evenly. So the share of
        // bullets that pass through the wall converges to the probability of tunnelling.
        constexpr double golden_ratio_fraction = 0.61803398874989485;
        const double golden_ratio_multiple = golden_ratio_fraction * static_cast<double>(state.shot_number);
        state.phase = phase;
        state.time_to_next_shot = knobs.min_pause + 0.1 * (golden_ratio_multiple - std::floor(golden_ratio_multiple));
    }
};

} // namespace scenes
