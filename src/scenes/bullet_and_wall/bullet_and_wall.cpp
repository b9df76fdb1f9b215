#include "scenes/bullet_and_wall/bullet_and_wall.hpp"

#include "sim/physics/vec2.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace scenes
{

namespace
{
constexpr std::array bullet_and_wall_knobs{
    knob<&BulletAndWall::Knobs::speed>({.name        = "speed",
                                        .label       = "speed",
                                        .unit        = "m/s",
                                        .tooltip     = "Speed of the bullet; a faster one needs smaller steps.",
                                        .min         = 10.0,
                                        .max         = 2000.0,
                                        .logarithmic = true}),
    knob<&BulletAndWall::Knobs::thickness>({.name        = "thickness",
                                            .label       = "wall thickness",
                                            .unit        = "m",
                                            .tooltip     = "A bullet misses a thicker wall less often.",
                                            .min         = 0.001,
                                            .max         = 2.0,
                                            .logarithmic = true}),
    knob<&BulletAndWall::Knobs::radius>({.name        = "radius",
                                         .label       = "bullet radius",
                                         .unit        = "m",
                                         .tooltip     = "The largest safe step is (thickness + 2 radius) / speed.",
                                         .min         = 0.005,
                                         .max         = 0.5,
                                         .logarithmic = true}),
    knob<&BulletAndWall::Knobs::pause>({.name    = "pause",
                                        .label   = "pause",
                                        .unit    = "s",
                                        .tooltip = "Time between shots, plus up to 0.1 s, different for each shot.",
                                        .min     = 0.05,
                                        .max     = 3.0}),
    knob<&BulletAndWall::Knobs::swept>(
        {.name    = "swept",
         .label   = "swept collision",
         .unit    = "",
         .tooltip = "Tests the whole way of a step for the wall, so that no bullet passes it."}),
};
} // namespace

std::span<const SceneKnob> BulletAndWall::knob_table() { return bullet_and_wall_knobs; }

void BulletAndWall::step(State& state, const Step& step, const sim::Input&, sim::Events& events) const
{
    state.teleported = false;
    if (state.phase == Phase::flying) return fly(state, step.h, step.time, events);

    state.wait -= step.h;
    if (state.wait > 0.0) return;
    const double already = std::min(-state.wait, step.h); // time from the shot to the end of the step, in seconds
    state                = {.v = knobs.speed, .shot = state.shot + 1, .teleported = true};
    fly(state, already, step.time, events);
}

void BulletAndWall::fly(State& state, double h, double time, sim::Events& events) const
{
    state.v           = knobs.speed;
    const double from = state.x;
    state.x += h * state.v;
    state.flight += h;
    const bool before_wall = from < wall_x && !state.passed;
    const bool overlaps    = std::abs(state.x - wall_x) < reach();
    if (before_wall && (overlaps || (knobs.swept && state.x > wall_x)))
    {
        state.x = contact_x();
        state.v = 0.0;
        sim::count(events, sim::event::bounced, time);
        wait_for_next(state, Phase::stopped);
        return;
    }
    if (before_wall && state.x > wall_x)
    {
        state.passed = true;
        sim::count(events, sim::event::tunnelled, time);
    }
    if (state.x > range) wait_for_next(state, Phase::gone);
}

void BulletAndWall::wait_for_next(State& state, Phase phase) const
{
    // The fractional parts of the golden ratio's multiples are spread evenly from 0 to 1. So the shots are fired at
    // times that are spread evenly over the duration of a step.
    constexpr double golden = 0.61803398874989485;
    const double turns      = golden * static_cast<double>(state.shot);
    state.phase             = phase;
    state.wait              = knobs.pause + 0.1 * (turns - std::floor(turns));
}

void BulletAndWall::blend(const State& previous, const State& current, double alpha, State& out) const
{
    out = current;
    if (!current.teleported) out.x = sim::lerp(previous.x, current.x, alpha);
}

void BulletAndWall::extrapolate(const State& current, double seconds, State& out) const
{
    out = current;
    if (current.phase == Phase::flying) out.x += seconds * current.v;
}

void BulletAndWall::hash(const State& state, sim::StateHash& hash)
{
    hash.add(state.x);
    hash.add(state.v);
    hash.add(state.flight);
    hash.add(state.wait);
    hash.add(state.shot);
    hash.add(static_cast<int>(state.phase));
    hash.add(state.passed);
}

double BulletAndWall::chance_to_pass(double h) const
{
    return knobs.swept ? 0.0 : std::max(0.0, 1.0 - largest_safe_step() / h);
}

void BulletAndWall::Exact::at(double seconds, State& out) const
{
    out            = from_;
    out.teleported = false;
    out.passed     = false;
    out.flight     = from_.flight + seconds;
    out.x          = std::min(scene_.knobs.speed * out.flight, scene_.contact_x());
    const bool hit = out.x == scene_.contact_x();
    out.v          = hit ? 0.0 : scene_.knobs.speed;
    out.phase      = hit ? Phase::stopped : Phase::flying;
}

} // namespace scenes
