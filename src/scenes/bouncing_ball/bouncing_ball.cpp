#include "scenes/bouncing_ball/bouncing_ball.hpp"

#include "draw/shapes/objects.hpp"
#include "draw/shapes/pen.hpp"
#include "scenes/drawing/ball.hpp"
#include "scenes/drawing/failures.hpp"
#include "scenes/drawing/notes.hpp"
#include "scenes/drawing/page.hpp"
#include "scenes/drawing/scene_view.hpp"
#include "scenes/scene_type.hpp"
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
    knob<&BouncingBall::Knobs::gravity>("gravity", "m/s^2", 0.5, 30.0,
                                        "Acceleration of gravity: 9.81 on Earth, 1.6 on the Moon."),
    knob<&BouncingBall::Knobs::height>("height", "m", 0.1, 10.0,
                                       "Height of the first fall; from higher up, the ball lands faster.",
                                       {.applies = Applies::at_reset}),
    knob<&BouncingBall::Knobs::restitution>("restitution", "", 0.0, 1.0,
                                            "Speed after a bounce over the speed before: 1 loses nothing."),
    knob<&BouncingBall::Knobs::radius>("radius", "m", 0.02, 0.5, "A smaller ball falls through the floor more easily.",
                                       {.label = "ball radius"}),
    knob<&BouncingBall::Knobs::floor_thickness>(
        "floor-thickness", "m", 0.005, 1.0,
        "If a step moves the ball further than this plus its width, it may pass through.",
        {.label = "floor thickness", .logarithmic = true}),
    knob<&BouncingBall::Knobs::rest_speed>(
        "rest-speed", "m/s", 0.0, 1.0, "A bounce slower than this ends the bouncing; at 0 the ball never lies still.",
        {.label = "rest speed"}),
    choice<&BouncingBall::Knobs::collision>("collision", collisions,
                                            "What to do with a ball inside the floor: put it on top, mirror its "
                                            "position, or go back to the time of the hit."),
};
} // namespace

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

void BouncingBall::exact(const State& from, double seconds, State& out) const
{
    const double g = knobs.gravity;
    const double e = knobs.restitution;
    const double r = knobs.radius;
    out            = from;
    out.teleported = false;
    out.blown_up   = false;
    if (from.resting) return;

    const auto fly = [&](double y, double v, double t)
    {
        out.y = y + v * t - 0.5 * g * t * t;
        out.v = v - g * t;
    };
    const double hit_speed = std::sqrt(std::max(from.v * from.v + 2.0 * g * (from.y - r), 0.0));
    const double hit       = (from.v + hit_speed) / g;
    if (from.below || seconds < hit) return fly(from.y, from.v, seconds);

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
    out.bounces       = from.bounces + 1 + static_cast<std::int64_t>(n);
    fly(r, hit_speed * std::pow(e, n + 1.0), std::max(after - done, 0.0));
}

namespace
{

using sim::Events;

// Horizontal position of the ball, divided by the width of the drawing area. Left of the ball is the plot of its past
// positions, right of it are the bars for the bounces.
constexpr float column = 0.56F;

Camera bouncing_ball_camera(const World& world, draw::Rect area)
{
    const auto& knobs = world.scene().as<BouncingBall>().knobs;
    const double high = knobs.height + 2.2 * knobs.radius;
    Camera fits       = around(area, {-0.1, -0.22 * high - knobs.floor_thickness}, {0.1, high});
    fits.origin.x     = area.x + column * area.w;
    return fits;
}

struct Bar
{
    float x;      // left edge of the bar in pixels
    float width;  // width of the bar in pixels
    double gain;  // energy of the ball after the bounce, in J/kg
    double truth; // exact energy of the ball after the bounce, in J/kg; NaN if unknown
};

// Draws a bar that is as high as the ball rises after a bounce. The part above the exact height has the alarm colour.
// An outline shows the exact height.
void draw_bar(const SceneCanvas& s, const Bar& bar)
{
    const double g    = s.scene<BouncingBall>().knobs.gravity;
    const float foot  = s.camera.y(0.0);
    const float top   = s.camera.y(bar.gain / g);
    const bool known  = s.has_rings() && std::isfinite(bar.truth);
    const float right = known ? s.camera.y(bar.truth / g) : top;
    const float plain = std::max(top, right);
    s.picture.box({bar.x, plain, bar.width, foot - plain}, s.px(2), draw::faded(s.loop(), 0.85F));
    if (top < right - s.px(1)) s.picture.box({bar.x, top, bar.width, right - top}, s.px(2), s.theme().alarm);
    if (known)
        s.picture.box({bar.x - s.px(2), right - s.px(1), bar.width + s.px(4), foot - right + s.px(1)}, s.px(3),
                      draw::faded(s.theme().ink, 0.55F), s.px(1.2F));
}

double energy_after(const BouncingBall::State& state, std::int64_t bounce)
{
    const bool kept =
        bounce <= state.bounces && bounce > state.bounces - static_cast<std::int64_t>(BouncingBall::bounces_kept);
    return kept ? state.bounce_energy[static_cast<std::size_t>(bounce - 1) % BouncingBall::bounces_kept] : std::nan("");
}

void draw_bars(const SceneCanvas& s)
{
    constexpr auto kept = static_cast<std::int64_t>(BouncingBall::bounces_kept);
    const auto& state   = s.shown<BouncingBall>();
    const float from    = s.camera.x(0.0) + s.px(26) + ball_radius(s, s.scene<BouncingBall>().knobs.radius);
    const float pitch   = (s.area.right() - s.px(16) - from) / static_cast<float>(kept);
    const auto first    = std::max<std::int64_t>(1, state.bounces - kept + 1);
    for (std::int64_t bounce = first; bounce <= state.bounces; ++bounce)
    {
        const float x = from + (static_cast<float>(bounce - first) + 0.19F) * pitch;
        draw_bar(s, {x, 0.62F * pitch, energy_after(state, bounce), energy_after(s.exact<BouncingBall>(), bounce)});
        draw::word(s, {x + 0.31F * pitch, s.camera.y(-s.scene<BouncingBall>().knobs.floor_thickness) + s.px(6)},
                   std::to_string(bounce), draw::Align::centre);
    }
}

// Draws a dotted line at the height from which the ball falls at the start; a correct bounce never rises above it.
void draw_height(const SceneCanvas& s)
{
    const auto& knobs = s.scene<BouncingBall>().knobs;
    const float y     = s.camera.y(knobs.height);
    const float end   = s.area.right() - s.px(14);
    for (float x = s.camera.x(0.0) + s.px(20); x < end; x += s.px(9))
        s.picture.line({x, y}, {x + s.px(3), y}, s.px(1), draw::faded(s.theme().quiet, 0.5F));
}

void draw_floor(const SceneCanvas& s)
{
    const auto& knobs = s.scene<BouncingBall>().knobs;
    const float top   = s.camera.y(0.0);
    const float thick = std::max(s.camera.length(knobs.floor_thickness), s.px(3));
    const float x     = s.camera.x(0.0);
    draw::draw_wall(s, {.rect      = {s.area.x, top, s.area.w, thick},
                        .struck    = {x, top},
                        .hole      = 1.15F * ball_radius(s, knobs.radius),
                        .passes    = s.count(&Events::tunnelled),
                        .since     = seconds_since(s, &Events::tunnelled),
                        .since_hit = seconds_since(s, &Events::bounced),
                        .towards   = {0, 1}});
}

void draw_bouncing_ball(const SceneCanvas& s)
{
    const auto& scene  = s.scene<BouncingBall>();
    const double y     = s.shown<BouncingBall>().y;
    const float radius = ball_radius(s, scene.knobs.radius);
    const TimePage page{s, TimePage::Way::left, s.camera.x(0.0), s.area.x};
    page.draw();
    draw_floor(s);
    draw_height(s);
    draw_bars(s);
    s.for_each_ring<BouncingBall>(
        [&](const BouncingBall::State& held, Edge edge) {
            draw_ring(s, s.at({0.0, held.y}), radius, edge);
        });
    draw_ball(s, s.at({0.0, y}), radius, s.loop());
    point_at_lost(s, "ball", {0.0, y});
    caption(s, {"bars: how high each bounce comes back; frames: how high it ought to; red: energy from nowhere",
                "bars: the height of each bounce; frames: what it ought to be"});
}

Followed bouncing_ball_followed(const World&, const AnyState& shown)
{
    return {sim::Vec2{0.0, shown.as<BouncingBall::State>().y}, nowhere};
}

std::vector<GrabHandle> bouncing_ball_handles(const World& world, const AnyState& shown)
{
    return {{bouncing_ball_followed(world, shown)[0], world.scene().as<BouncingBall>().knobs.radius}};
}

constexpr SceneView bouncing_ball_view{
    .aspect = 3.5F, .camera = bouncing_ball_camera, .draw = draw_bouncing_ball, .handles = bouncing_ball_handles};

} // namespace

constinit const SceneType bouncing_ball =
    scene_type<BouncingBall>({.name  = "bouncing-ball",
                              .title = "Bouncing ball",
                              .watch = "Each bounce should lose the same share of height; coarse steps give "
                                       "energy back, never rest, or miss the floor.",
                              .knobs = bouncing_ball_knobs,
                              .view  = &bouncing_ball_view});

} // namespace scenes
