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
    static constexpr double stage_width = 16.0; ///< width of the visible area in metres
    static constexpr double start_x     = 1.0;  ///< position of the start in metres
    static constexpr double gap_from    = 6.5;  ///< position in metres at which the gap begins
    static constexpr double goal_x      = 15.0; ///< position of the goal in metres
    static constexpr double half_width  = 0.2;  ///< half of the player's width in metres
    static constexpr double height      = 0.9;  ///< height of the player in metres

    /// The quantities that the game multiplies by the step size. Right: forces, but not impulses such as a jump.
    enum class TimesDt : std::int8_t
    {
        forces,
        /// A force changes the speed by the same amount in a step of any size; right only at 60 Hz.
        nothing,
        /// Forces and impulses are multiplied, so the speed of a jump depends on the step size; right only at 60 Hz.
        everything,
    };

    struct Knobs
    {
        double gap       = 4.0;  ///< width of the gap in metres
        double run       = 6.0;  ///< speed of the running player in m/s
        double jump      = 9.0;  ///< upward speed at the start of a jump in m/s
        double gravity   = 25.0; ///< acceleration in m/s^2
        double buffer    = 0.0;  ///< a jump pressed at most this time in seconds before the landing is made on landing
        double coyote    = 0.0;  ///< time in seconds after leaving the edge in which the player may still jump
        bool autopilot   = true; ///< the player runs and jumps by itself until the user presses a key
        TimesDt times_dt = TimesDt::forces;
    };

    struct State
    {
        double x         = start_x; ///< position of the player's middle in metres
        double y         = 0.0;     ///< height of the player's feet above the ground, in metres
        double vx        = 0.0;     ///< horizontal velocity of the player in m/s
        double vy        = 0.0;     ///< upward velocity of the player in m/s
        double dash_left = 0.0;     ///< time until the dash ends, in seconds
        /// Time in seconds until a jump pressed in the air is discarded; starts at Knobs::buffer.
        double buffered_press_seconds = 0.0;
        /// Remaining coyote time in seconds (Knobs::coyote).
        double coyote_seconds = 0.0;
        std::int8_t facing    = 1; ///< direction in which the player looks: -1 is left, 1 is right
        bool grounded         = true;
        bool can_dash         = true;  ///< true if the player may dash: once before each landing
        bool is_manual        = false; ///< true once the user has pressed a key, which turns off the autopilot
        bool teleported       = false;

        static constexpr std::tuple hashed_fields{&State::x,
                                                  &State::y,
                                                  &State::vx,
                                                  &State::vy,
                                                  &State::dash_left,
                                                  &State::buffered_press_seconds,
                                                  &State::coyote_seconds,
                                                  &State::facing,
                                                  &State::grounded,
                                                  &State::can_dash,
                                                  &State::is_manual};
        static constexpr std::tuple interpolated_fields{&State::x, &State::y};
        static constexpr std::tuple extrapolated_fields{Motion{&State::x, &State::vx}, Motion{&State::y, &State::vy}};
    };

    Knobs knobs{};

    State start() const { return {.teleported = true}; }
    void step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const
    {
        state.is_manual             = state.is_manual || input.held.any() || input.pressed.any();
        const sim::Input used_input = knobs.autopilot && !state.is_manual ? autopilot_input(state) : input;
        update_run(state, step.h, used_input);
        update_jump(state, step, used_input, events);
        move(state, step.h);
        restart_after_goal_or_fall(state, step.time, events);
    }

    /// Energy of 1 kg relative to the bottom of the gap.
    Probe probe(const State& state) const
    {
        return {.x      = state.x,
                .v      = state.vx,
                .energy = 0.5 * (state.vx * state.vx + state.vy * state.vy) + knobs.gravity * (state.y - fall_height)};
    }

    double gap_to() const { return gap_from + knobs.gap; }
    /// `x` is the player's middle in metres.
    bool is_over_ground(double x) const { return x - half_width < gap_from || x + half_width > gap_to(); }

private:
    static constexpr double ground_acceleration = 60.0; // acceleration of a running player in m/s^2, on the ground
    static constexpr double air_acceleration    = 25.0; // acceleration of a running player in m/s^2, in the air
    static constexpr double dash_speed          = 14.0; // speed of a dash in m/s
    static constexpr double dash_time           = 0.15; // duration of a dash in seconds
    static constexpr double fall_height         = -3.0; // height in metres below which the player has fallen
    // Step rate in Hz at which a wrong Knobs::times_dt has no effect: the wrong code uses 1/60 s as the size of every
    // step, or multiplies an impulse by 60 Hz * step size.
    static constexpr double tuned_rate_hz = 60.0;

    // Seconds by which an acceleration is multiplied in a step of `h` seconds.
    double force_factor(double h) const { return knobs.times_dt == TimesDt::nothing ? 1.0 / tuned_rate_hz : h; }
    // Change of speed in m/s by an impulse of `speed` m/s in a step of `h` seconds.
    double speed_change(double speed, double h) const
    {
        return knobs.times_dt == TimesDt::everything ? speed * h * tuned_rate_hz : speed;
    }
    // Jumps when the player's rear edge is in the last 15 cm of ground: 1.5 steps at 60 Hz and 6 m/s.
    sim::Input autopilot_input(const State& state) const
    {
        const bool at_edge = state.x > gap_from + 0.05 && state.x < gap_from + half_width;
        return {.held = {.right = true}, .pressed = {.jump = state.grounded && at_edge}};
    }
    void update_run(State& state, double h, const sim::Input& input) const
    {
        const int direction = int{input.held.right} - int{input.held.left};
        if (direction != 0) state.facing = static_cast<std::int8_t>(direction);
        if (input.pressed.dash && state.can_dash)
        {
            state.dash_left = dash_time;
            state.can_dash  = false;
        }
        if (state.dash_left > 0.0)
        {
            state.dash_left -= h;
            state.vx = state.facing * dash_speed;
            state.vy = 0.0;
            return;
        }
        const double max_change = force_factor(h) * (state.grounded ? ground_acceleration : air_acceleration);
        const double change     = std::clamp(direction * knobs.run - state.vx, -max_change, max_change);
        state.vx += change;
        // Moves by the mean speed of the step, because the speed changes linearly during the step.
        state.x -= h * change / 2.0;
    }

    void update_jump(State& state, const Step& step, const sim::Input& input, sim::Events& events) const
    {
        state.coyote_seconds = state.grounded ? knobs.coyote : state.coyote_seconds - step.h;
        if (input.pressed.jump) state.buffered_press_seconds = knobs.buffer;
        const bool wants_jump = input.pressed.jump || state.buffered_press_seconds > 0.0;
        if (wants_jump && (state.grounded || state.coyote_seconds > 0.0))
        {
            state.vy                     = speed_change(knobs.jump, step.h);
            state.grounded               = false;
            state.buffered_press_seconds = 0.0;
            state.coyote_seconds         = 0.0;
            sim::count(events, sim::event::jumped, step.time);
            return;
        }
        const bool was_buffered      = state.buffered_press_seconds > 0.0;
        state.buffered_press_seconds = std::max(state.buffered_press_seconds - step.h, 0.0);
        const bool is_press_lost     = was_buffered ? state.buffered_press_seconds == 0.0 : input.pressed.jump;
        if (is_press_lost) sim::count(events, sim::event::unheard, step.time);
    }

    void move(State& state, double h) const
    {
        const double before_y = state.y;
        if (state.dash_left <= 0.0 && !state.grounded) state.vy -= force_factor(h) * knobs.gravity;
        state.x += h * state.vx;
        state.y += h * state.vy;
        const bool is_in_gap = before_y < 0.0;
        if (is_in_gap) // the walls of the gap limit x
        {
            const double x = std::clamp(state.x, gap_from + half_width, gap_to() - half_width);
            if (x != state.x) state.vx = 0.0;
            state.x        = x;
            state.grounded = false;
        }
        else if (state.y <= 0.0 && is_over_ground(state.x))
        {
            state.y        = 0.0;
            state.vy       = 0.0;
            state.grounded = true;
            state.can_dash = state.can_dash || state.dash_left <= 0.0;
        }
        else
            state.grounded = false;
    }

    void restart_after_goal_or_fall(State& state, double time, sim::Events& events) const
    {
        state.x               = std::max(state.x, half_width);
        const bool fell       = state.y < fall_height;
        const bool is_at_goal = state.x >= goal_x && state.grounded;
        if (!fell && !is_at_goal) return;
        sim::count(events, fell ? sim::event::fell : sim::event::crossed, time);
        if (fell)
        {
            const bool is_manual = state.is_manual;
            state                = start();
            state.is_manual      = is_manual;
            return;
        }
        // Keeps the speed and the distance beyond the goal, so that the lap time does not depend on the step size.
        state.x += start_x - goal_x;
        state.teleported = true;
    }
};

} // namespace scenes
