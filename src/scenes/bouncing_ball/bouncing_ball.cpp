#include "scenes/bouncing_ball/bouncing_ball.hpp"

#include "sim/physics/vec2.hpp"

#include <algorithm>
#include <cmath>

namespace scenes
{

namespace
{
constexpr double too_deep = -6.0; // height in metres; a ball that falls below it is put back to its start

constexpr std::array<std::string_view, 3> collisions{"push-out", "mirror", "swept"};

constexpr std::array bouncing_ball_knobs{
    knob<&BouncingBall::Knobs::gravity>({.name    = "gravity",
                                         .label   = "gravity",
                                         .unit    = "m/s^2",
                                         .tooltip = "Acceleration of gravity: 9.81 on Earth, 1.6 on the Moon.",
                                         .min     = 0.5,
                                         .max     = 30.0}),
    knob<&BouncingBall::Knobs::height>({.name    = "height",
                                        .label   = "height",
                                        .unit    = "m",
                                        .tooltip = "Height of the first fall; from higher up, the ball lands faster.",
                                        .min     = 0.1,
                                        .max     = 10.0,
                                        .applies = Applies::at_reset}),
    knob<&BouncingBall::Knobs::restitution>({.name    = "restitution",
                                             .label   = "restitution",
                                             .unit    = "",
                                             .tooltip = "Speed after a bounce over the speed before: 1 loses nothing.",
                                             .min     = 0.0,
                                             .max     = 1.0}),
    knob<&BouncingBall::Knobs::radius>({.name    = "radius",
                                        .label   = "ball radius",
                                        .unit    = "m",
                                        .tooltip = "A smaller ball falls through the floor more easily.",
                                        .min     = 0.02,
                                        .max     = 0.5}),
    knob<&BouncingBall::Knobs::floor_thickness>(
        {.name        = "floor-thickness",
         .label       = "floor thickness",
         .unit        = "m",
         .tooltip     = "If a step moves the ball further than this plus its width, it may pass through.",
         .min         = 0.005,
         .max         = 1.0,
         .logarithmic = true}),
    knob<&BouncingBall::Knobs::rest_speed>(
        {.name    = "rest-speed",
         .label   = "rest speed",
         .unit    = "m/s",
         .tooltip = "A bounce slower than this ends the bouncing; at 0 the ball never lies still.",
         .min     = 0.0,
         .max     = 1.0}),
    knob<&BouncingBall::Knobs::collision>(
        {.name    = "collision",
         .label   = "collision",
         .unit    = "",
         .tooltip = "What to do with a ball inside the floor: put it on top, mirror its position, or go "
                    "back to the time of the hit.",
         .choices = collisions}),
};
} // namespace

std::span<const SceneKnob> BouncingBall::knob_table() { return bouncing_ball_knobs; }

void BouncingBall::step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const
{
    if (state.blown_up) return;
    state.teleported = false;
    if (input.grabbed)
    {
        const double y = std::max(input.hand_y, knobs.radius);
        state          = {.y = y, .v = (y - state.y) / step.h};
        return;
    }
    if (state.resting) return;

    const double before_y = state.y;
    const double before_v = state.v;
    move(state, step, step.h);
    collide(state, step, before_y, before_v, events);
    if (state.y < too_deep) state = start();
    if (!(std::abs(state.y) < sim::bounds))
    {
        state.blown_up = true;
        sim::count(events, sim::event::blown_up, step.time);
    }
}

void BouncingBall::move(State& state, const Step& step, double h) const
{
    sim::integrate(step.integrator, state.y, state.v, h, [g = knobs.gravity](double, double) { return -g; });
}

bool BouncingBall::overlaps_floor(double y) const
{
    return y < knobs.radius && y + knobs.radius > -knobs.floor_thickness;
}

void BouncingBall::collide(State& state, const Step& step, double before_y, double before_v, sim::Events& events) const
{
    const bool swept_hit = knobs.collision == Collision::swept && state.y < knobs.radius;
    const bool hit       = !state.below && state.v < 0.0 && (swept_hit || overlaps_floor(state.y));
    const bool again     = hit && state.was_touching;
    state.was_touching   = hit;
    if (hit)
    {
        const double energy_before = energy({.y = before_y, .v = before_v});
        if (knobs.collision == Collision::swept)
            bounce_swept(state, step, before_y, before_v);
        else
        {
            const double depth = knobs.radius - state.y;
            state.y = knobs.radius + (knobs.collision == Collision::mirror ? knobs.restitution * depth : 0.0);
            state.v = -knobs.restitution * state.v;
            state.bounce_energy[static_cast<std::size_t>(state.bounces++) % bounces_kept] = energy(state);
            if (state.v < knobs.rest_speed) state.resting = true;
        }
        if (state.resting) state.y = knobs.radius, state.v = 0.0;
        sim::count(events, sim::event::bounced, step.time);
        if (again && !state.resting) sim::count(events, sim::event::jittered, step.time);
        if (energy(state) > energy_before + 0.01 * knobs.gravity * knobs.height)
            sim::count(events, sim::event::energised, step.time);
    }
    else if (!state.below && state.y + knobs.radius <= -knobs.floor_thickness)
    {
        state.below = true;
        sim::count(events, sim::event::tunnelled, step.time);
    }
}

// Moves the ball back to the time of the hit, reverses its velocity, and moves it on for the rest of the step. After 8
// bounces in one step, the ball is put on the floor.
void BouncingBall::bounce_swept(State& state, const Step& step, double before_y, double before_v) const
{
    double left = step.h;
    for (int i = 0; i < 8 && state.y < knobs.radius; ++i)
    {
        const double fraction = (before_y - knobs.radius) / (before_y - state.y);
        state.v               = -knobs.restitution * sim::lerp(before_v, state.v, fraction);
        state.y               = knobs.radius;
        state.bounce_energy[static_cast<std::size_t>(state.bounces++) % bounces_kept] = energy(state);
        if (state.v < knobs.rest_speed)
        {
            state.resting = true;
            return;
        }
        before_y = state.y;
        before_v = state.v;
        left *= 1.0 - fraction;
        move(state, step, left);
    }
    state.y = std::max(state.y, knobs.radius);
}

void BouncingBall::blend(const State& previous, const State& current, double alpha, State& out) const
{
    out = current;
    if (current.teleported || current.blown_up) return;
    out.y = sim::lerp(previous.y, current.y, alpha);
    out.v = sim::lerp(previous.v, current.v, alpha);
}

void BouncingBall::extrapolate(const State& current, double seconds, State& out) const
{
    out = current;
    if (!current.blown_up) out.y += seconds * current.v;
}

void BouncingBall::hash(const State& state, sim::StateHash& hash)
{
    hash.add(state.y);
    hash.add(state.v);
    hash.add(state.bounces);
    for (const double energy : state.bounce_energy) hash.add(energy);
    hash.add(state.resting);
    hash.add(state.below);
    hash.add(state.was_touching);
    hash.add(state.blown_up);
}

double BouncingBall::energy(const State& state) const
{
    return 0.5 * state.v * state.v + knobs.gravity * (state.y - knobs.radius);
}

double BouncingBall::true_bounce_energy(int bounces) const
{
    double energy = knobs.gravity * knobs.height;
    for (int i = 0; i < bounces; ++i) energy *= knobs.restitution * knobs.restitution;
    return energy;
}

double BouncingBall::largest_safe_step() const
{
    const double fastest = std::sqrt(2.0 * knobs.gravity * knobs.height);
    return (knobs.floor_thickness + 2.0 * knobs.radius) / fastest;
}

void BouncingBall::Exact::at(double seconds, State& out) const
{
    const double g = scene_.knobs.gravity;
    const double e = scene_.knobs.restitution;
    const double r = scene_.knobs.radius;
    out            = from_;
    out.teleported = false;
    out.blown_up   = false;
    if (from_.resting) return;

    const auto fly = [&](double y, double v, double t)
    {
        out.y = y + v * t - 0.5 * g * t * t;
        out.v = v - g * t;
    };
    const double hit_speed = std::sqrt(std::max(from_.v * from_.v + 2.0 * g * (from_.y - r), 0.0));
    const double hit       = (from_.v + hit_speed) / g;
    if (from_.below || seconds < hit) return fly(from_.y, from_.v, seconds);

    // After hit n (the first hit has n = 0) the ball flies for first * e^n seconds; `first` is the time from the first
    // hit to the second, and e is the speed after a bounce divided by the speed before. So the time until hit n is the
    // sum of a geometric series.
    const double after = seconds - hit;
    const double first = 2.0 * e * hit_speed / g;
    if (first > 0.0 && e == 1.0) return fly(r, hit_speed, std::fmod(after, first));
    const double left = 1.0 - after * (1.0 - e) / first;
    if (!(first > 0.0) || left <= 0.0) // all of the infinitely many bounces are over
    {
        out.y       = r;
        out.v       = 0.0;
        out.resting = true;
        return;
    }
    const double n    = std::floor(std::log(left) / std::log(e));
    const double done = first * (1.0 - std::pow(e, n)) / (1.0 - e);
    out.bounces       = from_.bounces + 1 + static_cast<std::int64_t>(n);
    fly(r, hit_speed * std::pow(e, n + 1.0), std::max(after - done, 0.0));
}

} // namespace scenes
