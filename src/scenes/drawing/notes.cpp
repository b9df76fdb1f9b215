#include "scenes/drawing/parts.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace scenes
{

namespace
{
// Name and position of a body outside of the area, with an arrow towards it.
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

// The arrow is at the edge of the area; at the right edge if the position is not finite.
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

namespace
{

constexpr int most_marks = 16;

// Draws the sign for a bounce: a ball that touches a wall.
void draw_sign(const SceneCanvas& s, draw::Point at, float height)
{
    const float radius = 0.3F * height;
    s.picture.disc({at.x + radius, at.y + 0.5F * height}, radius, s.theme().quiet);
    s.picture.box({at.x + 2 * radius + s.px(1), at.y, s.px(2), height}, 0, s.theme().quiet);
}

void draw_ellipsis(const SceneCanvas& s, draw::Point at, float height)
{
    for (int i = 0; i < 3; ++i)
        s.picture.disc({at.x + static_cast<float>(i) * s.px(4), at.y + height - s.px(1)}, s.px(1), s.theme().quiet);
}

// "3 of 9 bounces", "1 of 1 bounce", "5 bounces instead of 3".
std::string tally_words(int done, int due)
{
    if (done > due) return fmt::format("{} bounce{} instead of {}", done, done == 1 ? "" : "s", due);
    return fmt::format("{} of {} bounce{}", done, due, due == 1 ? "" : "s");
}

} // namespace

void draw_bounce_tally(const SceneCanvas& s, draw::Point at, float right)
{
    const int due  = s.moment.ring_bounces;
    const int done = s.count(&sim::Events::bounced);
    const int all  = std::max(due, done);
    if (due == 0 || s.count(&sim::Events::tunnelled) > 0 || !view::has_perfect(s.rings)) return;
    if (s.area.h < s.px(70)) return; // the marks would cover the body
    const bool is_low  = s.area.h < s.px(100);
    const float width  = s.px(4);
    const float height = s.px(is_low ? 7 : 11);
    draw_sign(s, at, height);
    float x = at.x + 0.6F * height + s.px(8);
    if (all > most_marks)
    {
        draw_ellipsis(s, {x, at.y}, height);
        x += s.px(14);
    }
    const int drawn = std::min(all, most_marks);
    for (int i = 0; i < drawn; ++i)
    {
        const int bounce = all - drawn + i;
        const draw::Rect tick{x + static_cast<float>(i) * s.px(8), at.y, width, height};
        bounce < done ? s.picture.box(tick, 0, s.loop()) : s.picture.box(tick, 0, s.theme().ink, s.px(1.2F));
    }
    const std::string words = tally_words(done, due);
    if (draw::figures_fit(s, words, right - at.x)) draw::word(s, {at.x, at.y + height + s.px(4)}, words);
}

namespace
{

using timestep::Nanos;

constexpr double dial_seconds = 10.0;
constexpr Nanos least_lateness{100'000'000};

// 0 s is at the top, and one turn clockwise is ten seconds.
draw::Point on_dial(draw::Point centre, float radius, double seconds)
{
    const auto turn = static_cast<float>(2.0 * std::numbers::pi * std::fmod(seconds / dial_seconds, 1.0));
    return {centre.x + radius * std::sin(turn), centre.y - radius * std::cos(turn)};
}

void draw_wedge(const SceneCanvas& s, draw::Point centre, float radius, double from, double to)
{
    if (to - from >= dial_seconds) return s.picture.disc(centre, radius, draw::faded(s.theme().warning, 0.5F));
    constexpr double most = 0.25; // in seconds on the dial; a longer wedge is drawn as several triangles
    const int pieces      = std::max(1, static_cast<int>(std::ceil((to - from) / most)));
    for (int i = 0; i < pieces; ++i)
    {
        const double begin = from + (to - from) * i / pieces;
        const double end   = from + (to - from) * (i + 1) / pieces;
        s.picture.triangle(centre, on_dial(centre, radius, begin), on_dial(centre, radius, end),
                           draw::faded(s.theme().warning, 0.5F));
    }
}

void draw_dial(const SceneCanvas& s, draw::Point centre, float radius, double seconds, draw::Colour ink)
{
    s.picture.ring(centre, radius, s.px(1.6F), ink);
    s.picture.box({centre.x - s.px(2.5F), centre.y - radius - s.px(5), s.px(5), s.px(4)}, s.px(1), ink);
    for (int i = 0; i < 10; i += 5)
        s.picture.line(on_dial(centre, radius * 0.8F, i), on_dial(centre, radius, i), s.px(1), ink);
    s.picture.line(centre, on_dial(centre, radius * 0.82F, seconds), s.px(2), ink);
    s.picture.disc(centre, s.px(2.5F), ink);
}

} // namespace

void draw_stopwatches(const SceneCanvas& s)
{
    const Nanos late = s.moment.sample.late;
    if (!s.roomy() || s.area.w < s.px(480) || std::chrono::abs(late) < least_lateness) return;
    const double game  = timestep::to_seconds(s.moment.sample.shown);
    const double wall  = game + timestep::to_seconds(late);
    const float radius = s.px(24);
    const draw::Point right{s.area.right() - s.px(54), s.area.y + s.px(44)};
    const draw::Point left{right.x - s.px(88), right.y};
    for (const draw::Point dial : {left, right}) s.picture.disc(dial, radius + s.px(8), s.theme().ground);
    draw_wedge(s, right, radius, std::min(game, wall), std::max(game, wall));
    draw_dial(s, left, radius, wall, s.theme().metal);
    draw_dial(s, right, radius, game, s.loop());
    draw::word(s, {left.x, left.y + s.px(30)}, fmt::format("real {:.1f} s", wall), draw::Align::centre);
    draw::word(s, {right.x, right.y + s.px(30)}, fmt::format("game {:.1f} s", game), draw::Align::centre);
}

} // namespace scenes
