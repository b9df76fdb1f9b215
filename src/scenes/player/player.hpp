// scenes/player/player.hpp -- a player who runs, jumps and dashes over a gap: shows input latency and lost key presses
//
//      o->              ____________
//     ___________      |            goal
//     start      | gap |
#pragma once

#include "scenes/scene_type.hpp"

#include <algorithm>

namespace scenes
{

struct Player
{
    static constexpr double visible_width = 16.0; ///< width of the visible area in metres
    static constexpr double start_x = 1.0; ///< position of the start in metres
    static constexpr double gap_left = 6.5; ///< position in metres at which the gap begins
    static constexpr double goal_x = 15.0; ///< position of the goal in metres
    static constexpr double half_width = 0.2; ///< half of the player's width in metres
    static constexpr double height = 0.9; ///< height of the player in metres

    /// What the game multiplies by the step size. It is right to multiply forces, but not impulses such as a jump.
    enum class DtScaling : std::int8_t
    {
        forces,
        /// Multiplies nothing by the step size, a common mistake: forces act as if every step took 1/60 s.
        nothing,
        everything,
    };

    struct Knobs
    {
        double gap_width = 4.0; ///< width of the gap in metres
        double run_speed = 6.0; ///< speed of the running player in m/s
        double jump_speed = 9.0; ///< upward speed at the start of a jump in m/s
        double gravity = 25.0; ///< acceleration in m/s^2
        double jump_buffer = 0.0; ///< seconds before landing in which a press of the jump key is kept for the landing
        double coyote_time = 0.0; ///< seconds after leaving the edge during which the player can still jump
        bool autopilot = true; ///< the player runs and jumps without input until the user presses a key
        DtScaling dt_scaling = DtScaling::forces;
    };

    struct State
    {
        double x = start_x; ///< position of the player's middle in metres
        double y = 0.0; ///< height of the player's feet above the ground, in metres
        double vx = 0.0; ///< horizontal velocity of the player in m/s
        double vy = 0.0; ///< upward velocity of the player in m/s
        double dash_seconds_left = 0.0; ///< time until the dash ends, in seconds
        /// Time in seconds for which a press of the jump key in the air is still kept; starts at Knobs::jump_buffer.
        double buffered_press_seconds = 0.0;
        double coyote_seconds_left = 0.0;
        std::int8_t facing_sign = 1; ///< direction in which the player looks: -1 is left, 1 is right
        bool is_grounded = true;
        bool can_dash = true; ///< false after a dash, until the dash has ended and the player is on the ground
        bool is_user_controlled = false; ///< true once the user has pressed a key, which ends the autopilot
        bool is_teleported = false; ///< true: not interpolated with the previous state

        static constexpr std::tuple hashed_fields{&State::x,
                                                  &State::y,
                                                  &State::vx,
                                                  &State::vy,
                                                  &State::dash_seconds_left,
                                                  &State::buffered_press_seconds,
                                                  &State::coyote_seconds_left,
                                                  &State::facing_sign,
                                                  &State::is_grounded,
                                                  &State::can_dash,
                                                  &State::is_user_controlled};
        static constexpr std::tuple interpolated_fields{&State::x, &State::y};
        static constexpr std::tuple extrapolated_fields{FieldWithVelocity{&State::x, &State::vx},
                                                        FieldWithVelocity{&State::y, &State::vy}};
    };

    Knobs knobs{};

    State initial_state() const { return {.is_teleported = true}; }
    void step(State& state, const Step& step, const sim::Input& input, sim::EventCounts& events) const
    {
        state.is_user_controlled = state.is_user_controlled || input.held.any() || input.pressed.any();
        const sim::Input used_input = knobs.autopilot && !state.is_user_controlled ? autopilot_input(state) : input;
        accelerate(state, step.h, used_input);
        apply_jump(state, step.h, used_input, events);
        integrate_motion(state, step.h);
        state.x = std::max(state.x, half_width);
        end_lap(state, events);
    }

    /// Observables::energy is in joules for a mass of 1 kg; the potential energy is zero 3 m below the ground.
    Observables observables(const State& state) const
    {
        return {.x = state.x,
                .v = state.vx,
                .energy = 0.5 * (state.vx * state.vx + state.vy * state.vy) + knobs.gravity * (state.y - fall_height)};
    }

    double gap_right() const { return gap_left + knobs.gap_width; }
    /// True if a player whose middle is at `x` metres is at least partly over the ground, not completely over the gap.
    bool is_over_ground(double x) const { return x - half_width < gap_left || x + half_width > gap_right(); }

private:
    static constexpr double ground_acceleration = 60.0; // acceleration of a running player in m/s^2, on the ground
    static constexpr double air_acceleration = 25.0; // acceleration of a running player in m/s^2, in the air
    static constexpr double dash_speed = 14.0; // speed of a dash in m/s
    static constexpr double dash_time = 0.15; // duration of a dash in seconds
    static constexpr double fall_height = -3.0; // height in metres below which the player has fallen
    static constexpr double tuned_rate_hz = 60.0;

    double acceleration_dt(double h) const { return knobs.dt_scaling == DtScaling::nothing ? 1.0 / tuned_rate_hz : h; }
    double scaled_jump_speed(double h) const
    {
        return knobs.dt_scaling == DtScaling::everything ? knobs.jump_speed * h * tuned_rate_hz : knobs.jump_speed;
    }
    sim::Input autopilot_input(const State& state) const
    {
        const bool is_at_edge = state.x > gap_left + 0.05 && state.x < gap_left + half_width;
        return {.held = {.right = true}, .pressed = {.jump = state.is_grounded && is_at_edge}};
    }
    // Sets the velocity of a run or a dash.
    void accelerate(State& state, double h, const sim::Input& input) const
    {
        const int direction = int{input.held.right} - int{input.held.left};
        if (direction != 0) state.facing_sign = static_cast<std::int8_t>(direction);
        if (input.pressed.dash && state.can_dash)
        {
            state.dash_seconds_left = dash_time;
            state.can_dash = false;
        }
        if (state.dash_seconds_left > 0.0)
        {
            state.dash_seconds_left -= h;
            state.vx = state.facing_sign * dash_speed;
            state.vy = 0.0;
            return;
        }
        const double max_change = acceleration_dt(h) * (state.is_grounded ? ground_acceleration : air_acceleration);
        const double speed_change = std::clamp(direction * knobs.run_speed - state.vx, -max_change, max_change);
        state.vx += speed_change;
        // integrate_motion() moves by h * (new speed); the exact distance is h * (mean of old and new speed).
        state.x -= h * speed_change / 2.0;
    }

    // Jumps, or keeps a press for `jump_buffer` seconds. Counts a press that has caused no jump after that time.
    void apply_jump(State& state, double h, const sim::Input& input, sim::EventCounts& events) const
    {
        state.coyote_seconds_left = state.is_grounded ? knobs.coyote_time : state.coyote_seconds_left - h;
        if (input.pressed.jump) state.buffered_press_seconds = knobs.jump_buffer;
        const bool is_jump_requested = input.pressed.jump || state.buffered_press_seconds > 0.0;
        if (is_jump_requested && (state.is_grounded || state.coyote_seconds_left > 0.0))
        {
            state.vy = scaled_jump_speed(h);
            state.is_grounded = false;
            state.buffered_press_seconds = 0.0;
            state.coyote_seconds_left = 0.0;
            ++events.jumped;
            return;
        }
        const bool was_buffered = state.buffered_press_seconds > 0.0;
        state.buffered_press_seconds = std::max(state.buffered_press_seconds - h, 0.0);
        const bool is_in_air = was_buffered ? state.buffered_press_seconds == 0.0 : input.pressed.jump;
        if (is_in_air) ++events.in_air;
    }

    // Applies gravity, moves the player and stops it at the ground and at the walls of the gap.
    void integrate_motion(State& state, double h) const
    {
        const double old_y = state.y;
        if (state.dash_seconds_left <= 0.0 && !state.is_grounded) state.vy -= acceleration_dt(h) * knobs.gravity;
        state.x += h * state.vx;
        state.y += h * state.vy;
        const bool is_in_gap = old_y < 0.0;
        if (is_in_gap) // the walls of the gap limit x
        {
            const double clamped_x = std::clamp(state.x, gap_left + half_width, gap_right() - half_width);
            if (clamped_x != state.x) state.vx = 0.0;
            state.x = clamped_x;
            state.is_grounded = false;
        }
        else if (state.y <= 0.0 && is_over_ground(state.x))
        {
            state.y = 0.0;
            state.vy = 0.0;
            state.is_grounded = true;
            state.can_dash = state.can_dash || state.dash_seconds_left <= 0.0;
        }
        else
            state.is_grounded = false;
    }

    // Restarts after a fall into the gap; at the goal, moves the player back to the start.
    void end_lap(State& state, sim::EventCounts& events) const
    {
        const bool has_fallen = state.y < fall_height;
        const bool is_at_goal = state.x >= goal_x && state.is_grounded;
        if (!has_fallen && !is_at_goal) return;
        ++(has_fallen ? events.fell_into_gap : events.crossed_gap);
        if (has_fallen)
        {
            const bool is_user_controlled = state.is_user_controlled;
            state = initial_state();
            state.is_user_controlled = is_user_controlled;
            return;
        }
        // Moves the player back by a fixed distance. A move to `start_x` would make lap times depend on the step size.
        state.x += start_x - goal_x;
        state.is_teleported = true;
    }
};

} // namespace scenes
