#include "scenes/drawing/stopwatches.hpp"

#include "draw/shapes/words.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scenes
{

namespace
{

using timestep::Nanos;

constexpr double dial_seconds = 10.0;
constexpr Nanos least_lateness{100'000'000};

// Returns a point on the dial of a clock. The time 0 s is at the top, and one turn clockwise is ten seconds.
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
