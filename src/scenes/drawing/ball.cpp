#include "scenes/drawing/parts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace scenes
{

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
    if (edge == Edge::solid) return pen.picture.ring(at, ring_size * radius, pen.px(3), pen.theme().ink);
    const draw::Colour ink = draw::faded(pen.theme().ink, 0.75F);
    constexpr int dashes   = 12;
    const auto on          = [&](int i)
    {
        const float turn = std::numbers::pi_v<float> * static_cast<float>(i) / dashes;
        return draw::Point{at.x + radius * std::cos(turn), at.y + radius * std::sin(turn)};
    };
    for (int i = 0; i < 2 * dashes; i += 2) pen.picture.line(on(i), on(i + 1), pen.px(1.6F), ink);
}

void draw_heading(const draw::Pen& pen, draw::Point at, float radius, sim::Vec2 velocity)
{
    const double speed = std::sqrt(velocity.x * velocity.x + velocity.y * velocity.y);
    if (!(speed > 0.0) || !std::isfinite(speed)) return;
    const auto x       = static_cast<float>(velocity.x / speed);
    const auto y       = static_cast<float>(-velocity.y / speed); // the picture's y grows downwards
    const float begin  = ring_size * radius + pen.px(3);
    const float length = pen.px(8);
    const auto point   = [&](float along, float across) {
        return draw::Point{at.x + along * x - across * y, at.y + along * y + across * x};
    };
    pen.picture.triangle(point(begin, -length * 0.7F), point(begin, length * 0.7F), point(begin + length, 0.0F),
                         pen.theme().ink);
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
