#include "scenes/drawing/ball.hpp"

#include "draw/shapes/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace scenes
{

namespace
{
// Returns a delay as text, such as "25 ms behind". Returns an empty text below 10 ms, which the user could not see.
std::string late_words(timestep::Nanos late)
{
    const double ms = timestep::to_millis(late);
    if (std::abs(ms) < 10) return {};
    const char* what = late > timestep::Nanos::zero() ? "behind" : "ahead";
    return std::abs(ms) < 1000 ? fmt::format("{:.0f} ms {}", std::abs(ms), what)
                               : fmt::format("{:.1f} s {}", std::abs(ms) / 1000, what);
}
} // namespace

float ball_radius(const SceneCanvas& canvas, double metres)
{
    return std::max(canvas.camera.length(metres), canvas.px(3));
}

void draw_ball(const draw::Pen& pen, draw::Point at, float radius, draw::Colour colour)
{
    pen.picture.disc(at, radius * 1.12F, draw::faded(colour, 0.30F), radius * 0.55F);
    pen.picture.ball(at, radius, colour);
}

void draw_ring(const draw::Pen& pen, draw::Point at, float radius, Edge edge)
{
    const draw::Colour ink = draw::faded(pen.theme().ink, 0.75F);
    if (edge == Edge::solid) return pen.picture.ring(at, radius, pen.px(1.6F), ink);
    constexpr int dashes = 12;
    const auto on        = [&](int i)
    {
        const float turn = std::numbers::pi_v<float> * static_cast<float>(i) / dashes;
        return draw::Point{at.x + radius * std::cos(turn), at.y + radius * std::sin(turn)};
    };
    for (int i = 0; i < 2 * dashes; i += 2) pen.picture.line(on(i), on(i + 1), pen.px(1.6F), ink);
}

void draw_ring(const SceneCanvas& canvas, draw::Point thing, draw::Point at, float radius, Edge edge)
{
    draw_ring(canvas, at, radius, edge);
    const draw::Point way{at.x - thing.x, at.y - thing.y};
    const float apart = std::hypot(way.x, way.y);
    if (edge != Edge::solid || !(apart > 2 * radius)) return;
    const float clear = radius / apart;
    const draw::Point from{thing.x + clear * way.x, thing.y + clear * way.y};
    const draw::Point to{at.x - clear * way.x, at.y - clear * way.y};
    canvas.picture.line(from, to, canvas.px(1), draw::faded(canvas.theme().ink, 0.5F));
    const std::string late = late_words(canvas.moment.sample.late);
    if (late.empty() || std::abs(to.x - from.x) < canvas.px(90)) return;
    draw::word(canvas, {0.5F * (from.x + to.x), 0.5F * (from.y + to.y) - radius - canvas.px(20)}, late,
               draw::Align::centre);
}

void draw_frame(const draw::Pen& pen, draw::Rect box, float rounding, Edge edge)
{
    if (edge == Edge::solid) return pen.picture.box(box, rounding, draw::faded(pen.theme().ink, 0.6F), pen.px(1.4F));
    const std::array corners{draw::Point{box.x, box.y}, draw::Point{box.right(), box.y},
                             draw::Point{box.right(), box.bottom()}, draw::Point{box.x, box.bottom()}};
    for (std::size_t i = 0; i < 4; ++i) draw_edge(pen, corners[i], corners[(i + 1) % 4], edge);
}

void draw_edge(const draw::Pen& pen, draw::Point a, draw::Point b, Edge edge)
{
    const draw::Colour ink = draw::faded(pen.theme().ink, 0.45F);
    if (edge == Edge::solid) return pen.picture.line(a, b, pen.px(1.3F), ink);
    constexpr int parts = 9;
    const auto on       = [&](int i)
    {
        const float way = static_cast<float>(i) / parts;
        return draw::Point{a.x + way * (b.x - a.x), a.y + way * (b.y - a.y)};
    };
    for (int i = 0; i < parts; i += 2) pen.picture.line(on(i), on(i + 1), pen.px(1.3F), ink);
}

} // namespace scenes
