#include "scenes/drawing/explosion.hpp"

#include "draw/shapes/words.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace scenes
{

namespace
{
// Returns a factor as text: "1.07", "2.3" or "41".
std::string times_text(double times)
{
    return times < 1.2    ? fmt::format("{:.2f}", times)
           : times < 10.0 ? fmt::format("{:.1f}", times)
                          : fmt::format("{:.0f}", times);
}

// Returns the width of the newest complete swing / that of the swing before as text: "each swing 3.7 times as wide". A
// swing ends where x changes its sign. Returns an empty text if the growth is below 5 %, before the third change of
// sign since the last reset, or if the next swing takes over twice as long: then the motion swings no more.
std::string growth(const telemetry::Frames& frames)
{
    double widths[3]{};         // largest |x| of the present swing and of the two before it
    timestep::Nanos began[3]{}; // game time of the first frame of each of these swings
    std::size_t swings = 0;
    for (std::size_t i = frames.size(); i-- > 1 && swings < 3;)
    {
        const double x = frames[i].shown_x;
        if (!std::isfinite(x) || (frames[i].events & telemetry::reset) != 0) break;
        widths[swings] = std::max(widths[swings], std::abs(x));
        if (x * frames[i - 1].shown_x < 0.0) began[swings++] = frames[i].game;
    }
    if (swings < 3 || frames.back().game - began[0] > 2 * (began[0] - began[1])) return "";
    const double times = widths[1] / widths[2];
    return times > 1.05 ? fmt::format("each swing {} times as wide", times_text(times)) : "";
}

// Returns the smallest of 1, 2, 5, 10, 20, 50 ... that is at least `value`.
double round_above(double value)
{
    const double ten = std::pow(10.0, std::floor(std::log10(value)));
    for (const double times : {1.0, 2.0, 5.0})
        if (times * ten >= value) return times * ten;
    return 10.0 * ten;
}
} // namespace

bool is_explosion(const SceneCanvas& s) { return s.zoomed_out > 1.5; }

void draw_wide_grid(const SceneCanvas& s)
{
    const draw::Rect a = s.area;
    const double unit  = round_above(static_cast<double>(s.px(90)) / s.camera.pixels_per_m);
    const auto first   = static_cast<std::int64_t>(std::ceil(s.camera.metres({a.x, 0}).x / unit));
    const auto last    = static_cast<std::int64_t>(std::floor(s.camera.metres({a.right(), 0}).x / unit));
    for (std::int64_t i = first; i <= last; ++i)
    {
        const double metres = static_cast<double>(i) * unit;
        const float x       = s.camera.x(metres);
        s.picture.line({x, a.y}, {x, a.bottom()}, s.px(1), draw::faded(s.theme().line, 0.6F));
        // y coordinate of the grid's labels. In a low and wide area they are at the top, because the dots of past
        // frames are at the bottom. In a low area of another shape the lane's name and verdict are at the top.
        const float y = s.roomy() || a.w < 3.7F * a.h ? a.bottom() - s.px(21) : a.y + s.px(2);
        s.picture.write({{x + s.px(4), y}, draw::length_text(metres), s.theme().quiet, draw::Align::left});
    }
}

void draw_explosion(const SceneCanvas& s, const TimePage& page, draw::Point ball, float radius)
{
    const auto frames = s.frames;
    for (std::size_t i = frames.size(); i-- > 1;)
    {
        const float age = page.age(frames[i - 1].game);
        if (age > 1.0F || (frames[i].events & telemetry::reset) != 0) break;
        s.picture.line(page.at(frames[i].game, frames[i].shown_x), page.at(frames[i - 1].game, frames[i - 1].shown_x),
                       s.px(1.4F), draw::faded(s.loop(), 0.8F * (1.0F - age)));
    }
    const std::string more = growth(frames);
    if (more.empty()) return;
    const draw::Align align = ball.x > s.area.x + 0.5F * s.area.w ? draw::Align::right : draw::Align::left;
    s.picture.write({{ball.x, std::max(ball.y - radius - s.px(24), s.area.y)}, more, s.theme().alarm, align});
}

} // namespace scenes
