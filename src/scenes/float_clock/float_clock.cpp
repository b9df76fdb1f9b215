#include "scenes/float_clock/float_clock.hpp"

#include "draw/shapes/pen.hpp"
#include "scenes/drawing/ball.hpp"
#include "scenes/drawing/notes.hpp"
#include "scenes/drawing/page.hpp"
#include "scenes/drawing/scene_view.hpp"
#include "scenes/scene_type.hpp"
#include "sim/physics/vec2.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace scenes
{

namespace
{
constexpr std::array<std::string_view, 4> starts{"now", "after-1-h", "after-10-h", "after-100-h"};
constexpr std::array<double, 4> start_hours{0.0, 1.0, 10.0, 100.0};

constexpr std::array float_clock_knobs{
    knob<&FloatClock::Knobs::speed>("speed", "turns/s", 0.05, 4.0, "How fast both hands should go round.",
                                    {.logarithmic = true}),
    choice<&FloatClock::Knobs::start>("start", starts, "How long both clocks have been running when the scene begins.",
                                      {.label = "program started", .applies = Applies::restarts}),
};
} // namespace

FloatClock::State FloatClock::start() const
{
    return {.by_float = static_cast<float>(start_seconds()), .by_double = start_seconds(), .teleported = true};
}

double FloatClock::start_seconds() const { return 3600.0 * start_hours[static_cast<std::size_t>(knobs.start)]; }

double FloatClock::resolution(float time)
{
    return static_cast<double>(std::nextafter(time, std::numeric_limits<float>::infinity()) - time);
}

void FloatClock::step(State& state, const Step& step, const sim::Input&, sim::Events& events) const
{
    state.teleported   = false;
    const float before = state.by_float;
    state.by_float += static_cast<float>(step.h);
    state.by_double += step.h;

    const auto counted = static_cast<double>(state.by_float) - static_cast<double>(before);
    state.rate         = counted / step.h;
    state.turns_float += knobs.speed * counted;
    state.turns_double += knobs.speed * step.h;
    if (counted == 0.0)
        sim::count(events, sim::event::stalled, step.time);
    else if (std::abs(state.rate - 1.0) > 0.01)
        sim::count(events, sim::event::miscounted, step.time);
}

void FloatClock::extrapolate(const State& current, double seconds, State& out) const
{
    out = current;
    out.turns_float += seconds * knobs.speed * current.rate;
    out.turns_double += seconds * knobs.speed;
}

Probe FloatClock::probe(const State& state) const
{
    const double v = state.rate * knobs.speed;
    return {.x = state.turns_float, .v = v, .energy = 0.5 * v * v};
}

void FloatClock::exact(const State& from, double seconds, State& out) const
{
    out            = from;
    out.teleported = false;
    out.rate       = 1.0;
    out.by_double += seconds;
    out.by_float = static_cast<float>(out.by_double);
    out.turns_double += knobs.speed * seconds;
    out.turns_float = out.turns_double;
}

namespace
{

using sim::Vec2;

constexpr double dial_radius = 0.86; // radius of a dial in metres
constexpr double disc_radius = 0.10; // radius in metres of the disc at the end of a hand
// Centres of the two dials in metres: the clock with float, the clock with double.
constexpr std::array<Vec2, 2> dials{{{-1.15, 0.1}, {1.15, 0.1}}};

Camera float_clock_camera(const World&, draw::Rect area)
{
    return around(area, {-2.2, -1.65}, {2.2, 1.15}); // the lowest 0.7 m are free of dials, for texts
}

// Returns a point on a dial, in metres. 0 turns is at the top; turns are clockwise.
Vec2 on_dial(Vec2 dial, double turns, double radius = dial_radius)
{
    const double angle = 2.0 * std::numbers::pi * (turns - std::floor(turns));
    return dial + radius * Vec2{std::sin(angle), std::cos(angle)};
}

void draw_face(const SceneCanvas& s, Vec2 dial)
{
    // Number of short lines that form the edge of the dial (clock face). Drawing one ring instead would take more time,
    // because it covers the whole dial.
    constexpr int parts = 120;
    const auto rim = [&](int i, double radius) { return s.at(on_dial(dial, static_cast<double>(i) / parts, radius)); };
    for (int i = 0; i < parts; ++i)
        s.picture.line(rim(i, dial_radius + 0.16), rim(i + 1, dial_radius + 0.16), s.px(2), s.theme().line);
    for (int i = 0; i < parts; i += 2)
    {
        const bool hour = i % 10 == 0;
        s.picture.line(rim(i, dial_radius + 0.12), rim(i, dial_radius + (hour ? 0.04 : 0.09)), s.px(hour ? 1.8F : 1),
                       hour ? s.theme().shade : s.theme().line);
    }
}

// Draws the arc between the hand of the float clock and the hand of the double clock: the error of the float clock.
void draw_difference(const SceneCanvas& s, const FloatClock::State& state)
{
    const double apart = std::clamp(state.turns_double - state.turns_float, -1.0, 1.0);
    if (!std::isfinite(apart)) return;
    const int parts = std::clamp(static_cast<int>(std::abs(apart) * 90.0) + 1, 1, 90);
    const auto at   = [&](int i)
    { return s.at(on_dial(dials[0], state.turns_float + apart * i / parts, 0.62 * dial_radius)); };
    for (int i = 0; i < parts; ++i) s.picture.line(at(i), at(i + 1), s.px(6), draw::faded(s.theme().alarm, 0.8F));
}

void draw_hand(const SceneCanvas& s, Vec2 dial, double turns, draw::Colour colour)
{
    s.picture.line(s.at(dial), s.at(on_dial(dial, turns)), s.px(3), draw::mix(colour, s.theme().shade, 0.4F));
    s.picture.ball(s.at(dial), s.px(6), s.theme().metal);
    draw_ball(s, s.at(on_dial(dial, turns)), ball_radius(s, disc_radius), colour);
}

void draw_words(const SceneCanvas& s, const FloatClock::State& state)
{
    const float below = s.camera.y(dials[0].y - dial_radius - 0.16) + s.px(6);
    const auto under  = [&](std::size_t dial, float line, std::string text) {
        draw::word(s, {s.camera.x(dials.at(dial).x), below + line * s.px(17)}, std::move(text), draw::Align::centre);
    };
    under(0, 0, fmt::format("float   {:.4f} s", state.by_float));
    under(1, 0, fmt::format("double  {:.4f} s", state.by_double));
    const std::string apart = fmt::format("neighbours {:.3g} ms apart", 1e3 * FloatClock::resolution(state.by_float));
    caption(s, {fmt::format("a float has {}: it counted {:.3f} s per second in the last step; ring: the truth", apart,
                            state.rate),
                fmt::format("a float has {}", apart)});
}

void draw_float_clock(const SceneCanvas& s)
{
    const auto& state = s.shown<FloatClock>();
    for (const Vec2 dial : dials) draw_face(s, dial);
    draw_difference(s, state);
    for (std::size_t i = 0; i < dials.size(); ++i)
        draw_path(s, {.which = i, .seconds = 2.2, .line = 0, .dot = s.px(2.8F), .colour = s.loop()});
    draw_hand(s, dials[0], state.turns_float, s.loop());
    draw_hand(s, dials[1], state.turns_double, s.loop());
    s.for_each_ring<FloatClock>(
        [&](const FloatClock::State& held, Edge edge)
        {
            for (const Vec2 dial : dials)
                draw_ring(s, s.at(on_dial(dial, held.turns_double)), ball_radius(s, disc_radius), edge);
        });
    draw_words(s, state);
}

Followed float_clock_followed(const World&, const AnyState& shown)
{
    const auto& state = shown.as<FloatClock::State>();
    return {on_dial(dials[0], state.turns_float), on_dial(dials[1], state.turns_double)};
}

constexpr SceneView float_clock_view{
    .aspect = 2.0F, .camera = float_clock_camera, .draw = draw_float_clock, .followed = float_clock_followed};

} // namespace

constinit const SceneType float_clock = scene_type<FloatClock>(
    {.name  = "float-clock",
     .title = "Float clock",
     .watch =
         "Both hands should go round together; the longer the program has run, the worse the float one keeps time.",
     .knobs           = float_clock_knobs,
     .view            = &float_clock_view,
     .uses_integrator = false});

} // namespace scenes
