#include "scenes/drawing/caption.hpp"

#include "draw/shapes/words.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace scenes
{

namespace
{
// Returns the text for a body outside of the area: its name and position, with an arrow that points towards the body.
std::string lost_text(const char* what, sim::Vec2 at, draw::Rect area, draw::Point p)
{
    if (!sim::is_finite(at)) return fmt::format("{} at no finite place", what);
    const bool beside = p.x < area.x || p.x > area.right();
    std::string text  = at.y == 0.0 ? fmt::format("{} at x = {}", what, draw::length_text(at.x))
                        : beside ? fmt::format("{} at ({}, {})", what, draw::length_text(at.x), draw::length_text(at.y))
                                 : fmt::format("{} at y = {}", what, draw::length_text(at.y));
    if (p.x < area.x) return "\xe2\x86\x90 " + text;
    if (p.x > area.right()) return text + " \xe2\x86\x92";
    return (p.y < area.y ? "\xe2\x86\x91 " : "\xe2\x86\x93 ") + text;
}

// Draws a red arrow at the edge of the area that points towards the body at `p`, outside of the area. A body without a
// finite position is drawn to the right.
void draw_lost_arrow(const SceneCanvas& s, draw::Point p, bool is_finite)
{
    const draw::Rect& a = s.area;
    const float inset   = std::min(s.px(8), 0.5F * std::min(a.w, a.h));
    const float size    = s.px(13);
    const draw::Point middle{a.x + 0.5F * a.w, a.y + 0.5F * a.h};
    const float x        = is_finite ? std::clamp(p.x, a.x + inset, a.right() - inset) : a.right() - inset;
    const float y        = is_finite ? std::clamp(p.y, a.y + inset, a.bottom() - inset) : middle.y;
    const bool is_beside = !is_finite || p.x < a.x || p.x > a.right();
    // The tip of the arrow is at (x, y); `along` points outwards.
    const draw::Point along =
        is_beside ? draw::Point{x < middle.x ? -1.0F : 1.0F, 0.0F} : draw::Point{0.0F, y < middle.y ? -1.0F : 1.0F};
    const auto at = [&](float back, float side) {
        return draw::Point{x - back * along.x - side * along.y, y - back * along.y + side * along.x};
    };
    const draw::Colour ink = s.theme().alarm;
    s.picture.triangle(at(0, 0), at(1.4F * size, size), at(1.4F * size, -size), ink);
    s.picture.line(at(1.4F * size, 0), at(4 * size, 0), 0.7F * size, ink);
}
} // namespace

void caption(const SceneCanvas& canvas, std::initializer_list<std::string> texts)
{
    caption(canvas, texts, canvas.area.right());
}

void caption(const SceneCanvas& canvas, std::initializer_list<std::string> texts, float right)
{
    if (!canvas.has_film()) draw::at_foot(canvas, texts, right);
}

void point_at_lost(const SceneCanvas& canvas, const char* what, sim::Vec2 at)
{
    const draw::Point p    = canvas.at(at);
    const draw::Rect& area = canvas.area;
    if (sim::is_finite(at) && area.contains(p)) return;
    const bool left   = p.x < area.x;
    const bool right  = !sim::is_finite(at) || p.x > area.right();
    const float inset = canvas.px(16);
    const float x     = left ? area.x + inset : right ? area.right() - inset : p.x;

    // The smallest y coordinate in pixels at which the text does not cover the texts at the top of the area.
    const float top    = area.y + canvas.px(canvas.roomy() ? 96 : 8);
    const float low    = std::max(top, area.bottom() - canvas.px(canvas.roomy() ? 52 : 24));
    const float above  = p.y - canvas.px(68);
    const float beside = above >= top ? above : p.y + canvas.px(50);
    const float y      = std::isfinite(beside) ? std::clamp(beside, top, low) : 0.5F * (top + low);
    draw_lost_arrow(canvas, p, sim::is_finite(at));
    const draw::Align align = left ? draw::Align::left : right ? draw::Align::right : draw::Align::centre;
    canvas.picture.write({{x, y}, lost_text(what, at, area, p), canvas.theme().alarm, align});
}

} // namespace scenes
