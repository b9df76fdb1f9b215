#include "scenes/drawing/parts.hpp"

#include "base/number.hpp"
#include "sim/physics/portable_math.hpp"
#include "telemetry/metrics.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace scenes
{

namespace
{

// Name and position of a body outside of the area, with an arrow towards it.
std::string lost_text(const char* what, sim::Vec2 at, draw::Rect area, draw::Point p)
{
    if (!sim::is_finite(at)) return fmt::format("{} at no finite place", what);
    const bool beside = p.x < area.x || p.x > area.right();
    std::string text  = fmt::format("{} at y = {}", what, draw::length_text(at.y));
    if (beside) text = fmt::format("{} at ({}, {})", what, draw::length_text(at.x), draw::length_text(at.y));
    if (at.y == 0.0) text = fmt::format("{} at x = {}", what, draw::length_text(at.x));
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

using timestep::Nanos;

constexpr double dial_seconds = 10.0;
constexpr Nanos least_lateness{100'000'000};

// 0 s is at the top, and one turn clockwise is ten seconds.
draw::Point on_dial(draw::Point centre, float radius, double seconds)
{
    const auto turn = static_cast<float>(sim::tau * std::fmod(seconds / dial_seconds, 1.0));
    return {centre.x + radius * std::sin(turn), centre.y - radius * std::cos(turn)};
}

void draw_wedge(const SceneCanvas& s, draw::Point centre, float radius, double from, double to)
{
    const draw::Colour ink = draw::faded(s.theme().warning, 0.5F);
    if (to - from >= dial_seconds)
    {
        s.picture.disc(centre, radius, ink);
        return;
    }
    constexpr double most = 0.25; // in seconds on the dial; a longer wedge is drawn as several triangles
    const int pieces      = std::max(1, static_cast<int>(std::ceil((to - from) / most)));
    for (int i = 0; i < pieces; ++i)
    {
        const double begin = from + (to - from) * i / pieces;
        const double end   = from + (to - from) * (i + 1) / pieces;
        s.picture.triangle(centre, on_dial(centre, radius, begin), on_dial(centre, radius, end), ink);
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

// Length in points; a shorter line is not visible beside the ring, the mark for the body on a PC that is never late.
constexpr float least_gap = 3.0F;

float distance(draw::Point a, draw::Point b) { return std::hypot(b.x - a.x, b.y - a.y); }

// True if the body is farther than `metres` from its right position. An estimate never is.
bool is_beyond(const SceneCanvas& s, const GapPoints& gap, double metres)
{
    return !telemetry::is_estimate(s.moment.sample) &&
           static_cast<double>(distance(gap.shown, gap.right)) > metres * s.camera.pixels_per_m;
}

// `p`, moved by `by` pixels at a right angle to the line from `a` to `b`, downwards if it is horizontal.
draw::Point beside(draw::Point p, draw::Point a, draw::Point b, float by)
{
    const float length = distance(a, b);
    const float turn   = b.x >= a.x ? by / length : -by / length;
    return {p.x - (b.y - a.y) * turn, p.y + (b.x - a.x) * turn};
}

// The edge has the colour of the ground, so that the cross is visible on a body of any colour.
void draw_cross(const SceneCanvas& s, draw::Point at, float half, draw::Colour ink)
{
    for (const auto& [width, colour] : {std::pair{6.0F, draw::faded(s.theme().ground, ink.a)}, {3.0F, ink}})
        for (const float side : {-1.0F, 1.0F})
            s.picture.line({at.x - half, at.y - side * half}, {at.x + half, at.y + side * half}, s.px(width), colour);
}

void write_error(const SceneCanvas& s, const GapPoints& gap, const std::string& when)
{
    const float length  = distance(gap.shown, gap.right);
    const double metres = static_cast<double>(length) / s.camera.pixels_per_m;
    const std::string off =
        "off by " + (metres < 100 ? fmt::format("{:.2g} m", metres) : draw::length_text(metres)) + when;
    // The words are above the ring, where no spring and no line is.
    const draw::Point middle{0.5F * (gap.shown.x + gap.right.x), 0.5F * (gap.shown.y + gap.right.y)};
    const float half = s.px(4.0F * static_cast<float>(off.size()));
    const float y    = middle.y - ring_size * gap.radius - s.px(24);
    if (!s.has_text_room() || is_explosion(s) || y < s.area.y + s.px(44)) return;
    // The ground covers the wall and the trail behind the words.
    s.picture.box({middle.x - half, y - s.px(2), 2 * half, s.px(17)}, s.px(3), draw::faded(s.theme().ground, 0.9F));
    draw::write_small_label(s, {middle.x, y}, off, draw::Align::centre);
}

void draw_error(const SceneCanvas& s, const GapPoints& gap, draw::Colour ink)
{
    for (const float side : {-2.2F, 2.2F})
        s.picture.line(beside(gap.shown, gap.shown, gap.right, s.px(side)),
                       beside(gap.right, gap.shown, gap.right, s.px(side)), s.px(1.8F), ink);
    s.picture.ring(gap.right, std::max(gap.radius, s.px(4)), s.px(2), ink);
    draw_cross(s, gap.shown, std::max(0.42F * gap.radius, s.px(4)), ink);
}

void draw_delay(const SceneCanvas& s, const GapPoints& gap, draw::Point from)
{
    const float foot = gap.radius + s.px(3);
    const draw::Point a{from.x, from.y};
    s.picture.line(beside(a, a, gap.ring, foot), beside(gap.ring, a, gap.ring, foot), s.px(2.4F), s.theme().quiet);
    const timestep::Nanos late = s.moment.sample.late;
    if (std::chrono::abs(late) < std::chrono::milliseconds{2} || s.has_film()) return;
    // Time that the loop has lost makes the game late, not the picture.
    const bool is_lost       = std::chrono::abs(s.moment.sample.lost) >= std::chrono::milliseconds{2};
    const timestep::Nanos by = is_lost ? s.moment.sample.lost : late;
    const std::string time   = base::time_text(std::chrono::abs(by));
    const bool is_late       = by > timestep::Nanos::zero();
    const std::string text   = is_lost ? fmt::format("game {} {}", time, is_late ? "behind" : "ahead")
                                       : fmt::format("shown {} {}", time, is_late ? "late" : "early");
    const draw::Point below  = beside({0.5F * (a.x + gap.ring.x), 0.5F * (a.y + gap.ring.y)}, a, gap.ring, foot);
    draw::write_small_label(s, {below.x, below.y + s.px(5)}, text, draw::Align::centre);
}

// A factor: "1.07", "2.3" or "41".
std::string times_text(double times)
{
    if (times < 1.2) return fmt::format("{:.2f}", times);
    return times < 10.0 ? fmt::format("{:.1f}", times) : fmt::format("{:.0f}", times);
}

// Width of the newest complete swing / that of the swing before: "each swing 3.7 times as wide". A swing ends where x
// changes its sign. Empty if the growth is below 5 %, before the third change of sign since the last reset, or if the
// next swing takes over twice as long: then the motion swings no more.
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

} // namespace

void write_caption(const SceneCanvas& canvas, std::initializer_list<std::string> texts)
{
    write_caption(canvas, texts, canvas.area.right());
}

void write_caption(const SceneCanvas& canvas, std::initializer_list<std::string> texts, float right)
{
    if (!canvas.has_film()) draw::write_at_bottom(canvas, texts, right);
}

void draw_off_screen_arrow(const SceneCanvas& canvas, const char* what, sim::Vec2 at)
{
    const draw::Point p    = canvas.at(at);
    const draw::Rect& area = canvas.area;
    if (sim::is_finite(at) && area.contains(p)) return;
    const bool left   = p.x < area.x;
    const bool right  = !sim::is_finite(at) || p.x > area.right();
    const float inset = canvas.px(16);
    float x           = p.x;
    draw::Align align = draw::Align::centre;
    if (left)
    {
        x     = area.x + inset;
        align = draw::Align::left;
    }
    else if (right)
    {
        x     = area.right() - inset;
        align = draw::Align::right;
    }

    // The smallest y coordinate in pixels at which the text does not cover the texts at the top of the area.
    const float top    = area.y + canvas.px(canvas.has_text_room() ? 96 : 8);
    const float low    = std::max(top, area.bottom() - canvas.px(canvas.has_text_room() ? 52 : 24));
    const float above  = p.y - canvas.px(68);
    const float beside = above >= top ? above : p.y + canvas.px(50);
    const float y      = std::isfinite(beside) ? std::clamp(beside, top, low) : 0.5F * (top + low);
    draw_lost_arrow(canvas, p, sim::is_finite(at));
    canvas.picture.write({{x, y}, lost_text(what, at, area, p), canvas.theme().alarm, align});
}

void draw_bounce_tally(const SceneCanvas& s, draw::Point at, float right)
{
    const int due  = s.moment.ring_bounces;
    const int done = s.count(&sim::Events::bounced);
    const int all  = std::max(due, done);
    if (due == 0 || s.count(&sim::Events::tunnelled) > 0 || !view::shows_ring(s.rings)) return;
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
        if (bounce < done)
            s.picture.box(tick, 0, s.loop_colour());
        else
            s.picture.box(tick, 0, s.theme().ink, s.px(1.2F));
    }
    const std::string words = tally_words(done, due);
    if (draw::small_label_fits(s, words, right - at.x))
        draw::write_small_label(s, {at.x, at.y + height + s.px(4)}, words);
}

void draw_stopwatches(const SceneCanvas& s)
{
    const Nanos late = s.moment.sample.late;
    if (!s.has_text_room() || s.area.w < s.px(480) || std::chrono::abs(late) < least_lateness) return;
    const double game  = timestep::to_seconds(s.moment.sample.shown);
    const double wall  = game + timestep::to_seconds(late);
    const float radius = s.px(24);
    const draw::Point right{s.area.right() - s.px(54), s.area.y + s.px(44)};
    const draw::Point left{right.x - s.px(88), right.y};
    for (const draw::Point dial : {left, right}) s.picture.disc(dial, radius + s.px(8), s.theme().ground);
    draw_wedge(s, right, radius, std::min(game, wall), std::max(game, wall));
    draw_dial(s, left, radius, wall, s.theme().metal);
    draw_dial(s, right, radius, game, s.loop_colour());
    draw::write_small_label(s, {left.x, left.y + s.px(30)}, fmt::format("real {:.1f} s", wall), draw::Align::centre);
    draw::write_small_label(s, {right.x, right.y + s.px(30)}, fmt::format("game {:.1f} s", game), draw::Align::centre);
}

bool happened(const telemetry::FrameSample& sample, int sim::Events::*kind)
{
    for (std::size_t i = 0; i < sim::event_kinds.size(); ++i)
        if (sim::event_kinds[i].count == kind) return (sample.events & 1U << i) != 0;
    return false;
}

float seconds_since(const SceneCanvas& canvas, int sim::Events::*kind)
{
    const auto samples = canvas.frames;
    for (std::size_t i = samples.size(); i-- > 0;)
    {
        const double ago = timestep::to_seconds(samples.back().game - samples[i].game);
        if (ago > 3.0 || (samples[i].events & telemetry::reset) != 0) break;
        if (happened(samples[i], kind)) return static_cast<float>(ago);
    }
    return std::numeric_limits<float>::infinity();
}

bool is_wrong(const SceneCanvas& s, const GapPoints& gap) { return is_beyond(s, gap, s.wrong_beyond); }

void draw_gap(const SceneCanvas& s, const GapPoints& gap)
{
    // A body that has left the area has a mark of its own (draw_off_screen_arrow()).
    if (!s.area.contains(gap.shown)) return;
    const bool wrong = is_wrong(s, gap);
    if (is_beyond(s, gap, s.different_beyond)) return; // the ball moves on another course, so that it has no delay
    const draw::Point from = wrong ? gap.right : gap.shown;
    if (distance(from, gap.ring) > s.px(least_gap)) draw_delay(s, gap, from);
    if (!wrong) return;
    draw_error(s, gap, s.theme().alarm);
    write_error(s, gap, " now");
}

void draw_past_error(const SceneCanvas& s, const GapPoints& gap, double age)
{
    draw_error(s, gap, draw::faded(s.theme().alarm, 0.6F));
    write_error(s, gap, fmt::format(", {:.1f} s ago", age));
}

bool is_explosion(const SceneCanvas& s) { return s.zoomed_out > 1.5; }

void draw_wide_grid(const SceneCanvas& s)
{
    const draw::Rect a = s.area;
    const double unit  = draw::round_number_above(static_cast<double>(s.px(90)) / s.camera.pixels_per_m);
    const auto first   = static_cast<std::int64_t>(std::ceil(s.camera.metres({a.x, 0}).x / unit));
    const auto last    = static_cast<std::int64_t>(std::floor(s.camera.metres({a.right(), 0}).x / unit));
    for (std::int64_t i = first; i <= last; ++i)
    {
        const double metres = static_cast<double>(i) * unit;
        const float x       = s.camera.x(metres);
        s.picture.line({x, a.y}, {x, a.bottom()}, s.px(1), draw::faded(s.theme().line, 0.6F));
        // y coordinate of the grid's labels. In a low and wide area they are at the top, because the dots of past
        // frames are at the bottom. In a low area of another shape the lane's name and verdict are at the top.
        const float y = s.has_text_room() || a.w < 3.7F * a.h ? a.bottom() - s.px(21) : a.y + s.px(2);
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
                       s.px(1.4F), draw::faded(s.loop_colour(), 0.8F * (1.0F - age)));
    }
    const std::string more = growth(frames);
    if (more.empty()) return;
    const draw::Align align = ball.x > s.area.x + 0.5F * s.area.w ? draw::Align::right : draw::Align::left;
    s.picture.write({{ball.x, std::max(ball.y - radius - s.px(24), s.area.y)}, more, s.theme().alarm, align});
}

} // namespace scenes
