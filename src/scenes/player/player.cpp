#include "scenes/player/player.hpp"

#include "sim/physics/vec2.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace scenes
{

namespace
{
constexpr double ground_pull = 60.0; // acceleration of a running player in m/s^2, on the ground
constexpr double air_pull    = 25.0; // acceleration of a running player in m/s^2, in the air
constexpr double dash_speed  = 14.0; // speed of a dash in m/s
constexpr double dash_time   = 0.15; // duration of a dash in seconds
constexpr double abyss       = -3.0; // height in metres; a player below it has fallen

// Step rate in Hz at which the mistakes in Knobs::times_dt have no effect: the mistaken code uses 1/60 s as the size of
// every step, or multiplies an impulse by 60 Hz times the step.
constexpr double tuned_at = 60.0;

constexpr std::array<std::string_view, 3> multiplied{"forces", "nothing", "everything"};

constexpr std::array player_knobs{
    knob<&Player::Knobs::gap>({.name    = "gap",
                               .label   = "gap",
                               .unit    = "m",
                               .tooltip = "Width of the gap; 4 m need a jump from the very edge.",
                               .min     = 2.0,
                               .max     = 6.0}),
    knob<&Player::Knobs::run>({.name    = "run",
                               .label   = "run speed",
                               .unit    = "m/s",
                               .tooltip = "How fast the player runs.",
                               .min     = 2.0,
                               .max     = 12.0}),
    knob<&Player::Knobs::jump>({.name    = "jump",
                                .label   = "jump speed",
                                .unit    = "m/s",
                                .tooltip = "Upward speed at the start of a jump.",
                                .min     = 4.0,
                                .max     = 15.0}),
    knob<&Player::Knobs::gravity>({.name    = "gravity",
                                   .label   = "gravity",
                                   .unit    = "m/s^2",
                                   .tooltip = "Acceleration of gravity; games use more than the Earth's 9.81.",
                                   .min     = 10.0,
                                   .max     = 40.0}),
    knob<&Player::Knobs::buffer>({.name    = "buffer",
                                  .label   = "jump buffer",
                                  .unit    = "s",
                                  .tooltip = "How long a press in the air is remembered until the feet touch ground.",
                                  .min     = 0.0,
                                  .max     = 0.3}),
    knob<&Player::Knobs::coyote>({.name    = "coyote",
                                  .label   = "coyote time",
                                  .unit    = "s",
                                  .tooltip = "How long after running over the edge a jump is still allowed.",
                                  .min     = 0.0,
                                  .max     = 0.3}),
    knob<&Player::Knobs::autopilot>({.name    = "autopilot",
                                     .label   = "autopilot",
                                     .unit    = "",
                                     .tooltip = "Runs and jumps by itself until a key is touched."}),
    knob<&Player::Knobs::times_dt>(
        {.name    = "times-dt",
         .label   = "times dt",
         .unit    = "",
         .tooltip = "The quantities multiplied by the step: forces must be, impulses (a jump) must not. "
                    "All three are alike at 60 Hz.",
         .choices = multiplied}),
};
} // namespace

std::span<const SceneKnob> Player::knob_table() { return player_knobs; }

void Player::step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const
{
    state.teleported      = false;
    state.manual          = state.manual || input.held.any() || input.pressed.any();
    const sim::Input used = knobs.autopilot && !state.manual ? by_autopilot(state) : input;
    run(state, step.h, used);
    jump(state, step, used, events);
    move(state, step.h);
    leave_stage(state, step.time, events);
}

// The autopilot jumps as late as possible: in the last 15 cm before the player's heel leaves the ground. At 60 Hz, the
// player runs this distance in 1.5 steps.
sim::Input Player::by_autopilot(const State& state) const
{
    const bool at_edge = state.x > gap_from + 0.05 && state.x < gap_from + half_width;
    return {.held = {.right = true}, .pressed = {.jump = state.grounded && at_edge}};
}

// Returns the factor in seconds with which the scene's code multiplies an acceleration in a step of `h` seconds.
double Player::force_seconds(double h) const { return knobs.times_dt == TimesDt::nothing ? 1.0 / tuned_at : h; }

// Returns the change of speed in m/s that the code applies for an impulse of `speed` m/s in a step of `h` seconds.
double Player::impulse(double speed, double h) const
{
    return knobs.times_dt == TimesDt::everything ? speed * h * tuned_at : speed;
}

void Player::run(State& state, double h, const sim::Input& input) const
{
    const int direction = int{input.held.right} - int{input.held.left};
    if (direction != 0) state.facing = static_cast<std::int8_t>(direction);
    if (input.pressed.dash && state.may_dash)
    {
        state.dash_left = dash_time;
        state.may_dash  = false;
    }
    if (state.dash_left > 0.0)
    {
        state.dash_left -= h;
        state.vx = state.facing * dash_speed;
        state.vy = 0.0;
        return;
    }
    const double most   = force_seconds(h) * (state.grounded ? ground_pull : air_pull);
    const double change = std::clamp(direction * knobs.run - state.vx, -most, most);
    state.vx += change;
    state.x -= h * change / 2.0; // the speed changes evenly during the step, so the step's mean speed is smaller
}

void Player::jump(State& state, const Step& step, const sim::Input& input, sim::Events& events) const
{
    state.edge = state.grounded ? knobs.coyote : state.edge - step.h;
    if (input.pressed.jump) state.heard = knobs.buffer;
    const bool wants = input.pressed.jump || state.heard > 0.0;
    if (wants && (state.grounded || state.edge > 0.0))
    {
        state.vy       = impulse(knobs.jump, step.h);
        state.grounded = false;
        state.heard    = 0.0;
        state.edge     = 0.0;
        sim::count(events, sim::event::jumped, step.time);
        return;
    }
    const bool was_heard = state.heard > 0.0;
    state.heard          = std::max(state.heard - step.h, 0.0);
    const bool forgotten = was_heard ? state.heard == 0.0 : input.pressed.jump;
    if (forgotten) sim::count(events, sim::event::unheard, step.time);
}

void Player::move(State& state, double h) const
{
    const double before_y = state.y;
    if (state.dash_left <= 0.0 && !state.grounded) state.vy -= force_seconds(h) * knobs.gravity;
    state.x += h * state.vx;
    state.y += h * state.vy;
    const bool in_gap = before_y < 0.0;
    if (in_gap) // the walls of the gap limit x
    {
        const double x = std::clamp(state.x, gap_from + half_width, gap_to() - half_width);
        if (x != state.x) state.vx = 0.0;
        state.x        = x;
        state.grounded = false;
    }
    else if (state.y <= 0.0 && over_ground(state.x))
    {
        state.y        = 0.0;
        state.vy       = 0.0;
        state.grounded = true;
        state.may_dash = state.may_dash || state.dash_left <= 0.0;
    }
    else
        state.grounded = false;
}

void Player::leave_stage(State& state, double time, sim::Events& events) const
{
    state.x          = std::max(state.x, half_width);
    const bool fell  = state.y < abyss;
    const bool there = state.x >= goal_x && state.grounded;
    if (!fell && !there) return;
    sim::count(events, fell ? sim::event::fell : sim::event::crossed, time);
    if (fell)
    {
        const bool manual = state.manual;
        state             = start();
        state.manual      = manual;
        return;
    }
    // A player at the goal keeps the speed and the distance beyond the goal. So the time of a lap does not depend on
    // the step.
    state.x += start_x - goal_x;
    state.teleported = true;
}

bool Player::over_ground(double x) const { return x - half_width < gap_from || x + half_width > gap_to(); }

void Player::blend(const State& previous, const State& current, double alpha, State& out) const
{
    out = current;
    if (current.teleported) return;
    out.x = sim::lerp(previous.x, current.x, alpha);
    out.y = sim::lerp(previous.y, current.y, alpha);
}

void Player::extrapolate(const State& current, double seconds, State& out) const
{
    out = current;
    out.x += seconds * current.vx;
    out.y += seconds * current.vy;
}

Probe Player::probe(const State& state) const
{
    return {.x      = state.x,
            .v      = state.vx,
            .energy = 0.5 * (state.vx * state.vx + state.vy * state.vy) + knobs.gravity * (state.y - abyss)};
}

void Player::hash(const State& state, sim::StateHash& hash)
{
    for (const double number : {state.x, state.y, state.vx, state.vy, state.dash_left, state.heard, state.edge})
        hash.add(number);
    hash.add(int{state.facing});
    for (const bool flag : {state.grounded, state.may_dash, state.manual}) hash.add(flag);
}

} // namespace scenes
