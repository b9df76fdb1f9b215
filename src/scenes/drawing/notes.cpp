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

// Label with an arrow, the name and the position of a body outside of the area.
std::string off_screen_text(const char* what, sim::Vec2 at, draw::Rect area, draw::Point p)
{
    if (!sim::is_finite(at)) return fmt::format("{} at no finite position", what);
    const bool is_sideways = p.x < area.x || p.x > area.right();
    std::string text       = fmt::format("{} at y = {}", what, draw::length_text(at.y));
    if (is_sideways) text = fmt::format("{} at ({}, {})", what, draw::length_text(at.x), draw::length_text(at.y));
    if (at.y == 0.0) text = fmt::format("{} at x = {}", what, draw::length_text(at.x));
    if (p.x < area.x) return "\xe2\x86\x90 " + text;
    if (p.x > area.right()) return text + " \xe2\x86\x92";
    return (p.y < area.y ? "\xe2\x86\x91 " : "\xe2\x86\x93 ") + text;
}

// Draws an arrow at the edge of the area; at the right edge if the position is not finite.
void draw_edge_arrow(const SceneCanvas& canvas, draw::Point p, bool is_finite)
{
    const draw::Rect& a = canvas.area;
    const float inset   = std::min(canvas.px(8), 0.5F * std::min(a.w, a.h));
    const float size    = canvas.px(13);
    const draw::Point middle{a.x + 0.5F * a.w, a.y + 0.5F * a.h};
    const float x          = is_finite ? std::clamp(p.x, a.x + inset, a.right() - inset) : a.right() - inset;
    const float y          = is_finite ? std::clamp(p.y, a.y + inset, a.bottom() - inset) : middle.y;
    const bool is_sideways = !is_finite || p.x < a.x || p.x > a.right();
    // The tip of the arrow is at (x, y); `along` points outwards.
    const draw::Point along =
        is_sideways ? draw::Point{x < middle.x ? -1.0F : 1.0F, 0.0F} : draw::Point{0.0F, y < middle.y ? -1.0F : 1.0F};
    const auto at = [&](float back, float side) {
        return draw::Point{x - back * along.x - side * along.y, y - back * along.y + side * along.x};
    };
    const draw::Colour ink = canvas.theme().alarm;
    canvas.picture.triangle(at(0, 0), at(1.4F * size, size), at(1.4F * size, -size), ink);
    canvas.picture.line(at(1.4F * size, 0), at(4 * size, 0), 0.7F * size, ink);
}

constexpr int max_tally_marks = 16;

// Draws the icon of a bounce: a ball that touches a wall.
void draw_bounce_icon(const SceneCanvas& canvas, draw::Point at, float height)
{
    const float radius = 0.3F * height;
    canvas.picture.disc({at.x + radius, at.y + 0.5F * height}, radius, canvas.theme().quiet);
    canvas.picture.box({at.x + 2 * radius + canvas.px(1), at.y, canvas.px(2), height}, 0, canvas.theme().quiet);
}

void draw_ellipsis(const SceneCanvas& canvas, draw::Point at, float height)
{
    for (int i = 0; i < 3; ++i)
        canvas.picture.disc({at.x + static_cast<float>(i) * canvas.px(4), at.y + height - canvas.px(1)}, canvas.px(1),
                            canvas.theme().quiet);
}

// Examples: "3 of 9 bounces", "1 of 1 bounce", "5 bounces instead of 3".
std::string tally_text(int done, int due)
{
    if (done > due) return fmt::format("{} bounce{} instead of {}", done, done == 1 ? "" : "s", due);
    return fmt::format("{} of {} bounce{}", done, due, due == 1 ? "" : "s");
}

using timestep::Nanos;

constexpr double seconds_per_turn = 10.0;
constexpr Nanos min_shown_lateness{100'000'000};

// Point on a dial on which 0 s is at the top and one clockwise turn is ten seconds.
draw::Point on_dial(draw::Point centre, float radius, double seconds)
{
    const auto turn = static_cast<float>(sim::tau * std::fmod(seconds / seconds_per_turn, 1.0));
    return {centre.x + radius * std::sin(turn), centre.y - radius * std::cos(turn)};
}

void draw_dial_sector(const SceneCanvas& canvas, draw::Point centre, float radius, double from, double to)
{
    const draw::Colour ink = draw::faded(canvas.theme().warning, 0.5F);
    if (to - from >= seconds_per_turn)
    {
        canvas.picture.disc(centre, radius, ink);
        return;
    }
    constexpr double max_sector_seconds = 0.25; // in seconds on the dial; a longer wedge is several triangles
    const int pieces                    = std::max(1, static_cast<int>(std::ceil((to - from) / max_sector_seconds)));
    for (int i = 0; i < pieces; ++i)
    {
        const double begin = from + (to - from) * i / pieces;
        const double end   = from + (to - from) * (i + 1) / pieces;
        canvas.picture.triangle(centre, on_dial(centre, radius, begin), on_dial(centre, radius, end), ink);
    }
}

void draw_dial(const SceneCanvas& canvas, draw::Point centre, float radius, double seconds, draw::Colour ink)
{
    canvas.picture.ring(centre, radius, canvas.px(1.6F), ink);
    canvas.picture.box({centre.x - canvas.px(2.5F), centre.y - radius - canvas.px(5), canvas.px(5), canvas.px(4)},
                       canvas.px(1), ink);
    for (int i = 0; i < 10; i += 5)
        canvas.picture.line(on_dial(centre, radius * 0.8F, i), on_dial(centre, radius, i), canvas.px(1), ink);
    canvas.picture.line(centre, on_dial(centre, radius * 0.82F, seconds), canvas.px(2), ink);
    canvas.picture.disc(centre, canvas.px(2.5F), ink);
}

// In points; a shorter line is hidden by the ring.
constexpr float min_visible_gap = 3.0F;

float distance(draw::Point a, draw::Point b) { return std::hypot(b.x - a.x, b.y - a.y); }

// True if the body is farther than `metres` from its correct position; false for an extrapolated frame.
bool is_error_above(const SceneCanvas& canvas, const GapPoints& gap, double metres)
{
    return !telemetry::is_estimate(canvas.moment.sample) &&
           static_cast<double>(distance(gap.shown, gap.correct)) > metres * canvas.camera.pixels_per_m;
}

// `p`, moved by `pixels` perpendicular to the line from `a` to `b`; downwards if the line is horizontal.
draw::Point offset_from_line(draw::Point p, draw::Point a, draw::Point b, float pixels)
{
    const float length = distance(a, b);
    const float turn   = b.x >= a.x ? pixels / length : -pixels / length;
    return {p.x - (b.y - a.y) * turn, p.y + (b.x - a.x) * turn};
}

// The cross has an edge in the background's colour, so that it is visible on a body of any colour.
void draw_cross(const SceneCanvas& canvas, draw::Point at, float half_width, draw::Colour ink)
{
    for (const auto& [width, colour] : {std::pair{6.0F, draw::faded(canvas.theme().ground, ink.a)}, {3.0F, ink}})
        for (const float side : {-1.0F, 1.0F})
            canvas.picture.line({at.x - half_width, at.y - side * half_width},
                                {at.x + half_width, at.y + side * half_width}, canvas.px(width), colour);
}

void write_error_label(const SceneCanvas& canvas, const GapPoints& gap, const std::string& time_suffix)
{
    const float length  = distance(gap.shown, gap.correct);
    const double metres = static_cast<double>(length) / canvas.camera.pixels_per_m;
    const std::string error_text =
        "off by " + (metres < 100 ? fmt::format("{:.2g} m", metres) : draw::length_text(metres)) + time_suffix;
    // The label is above the ring, clear of springs and lines.
    const draw::Point middle{0.5F * (gap.shown.x + gap.correct.x), 0.5F * (gap.shown.y + gap.correct.y)};
    const float half_width = canvas.px(4.0F * static_cast<float>(error_text.size()));
    const float y          = middle.y - ring_radius_ratio * gap.radius - canvas.px(24);
    if (!canvas.has_text_room() || is_zoomed_out(canvas) || y < canvas.area.y + canvas.px(44)) return;
    // Hides the wall and the trail behind the label.
    canvas.picture.box({middle.x - half_width, y - canvas.px(2), 2 * half_width, canvas.px(17)}, canvas.px(3),
                       draw::faded(canvas.theme().ground, 0.9F));
    draw::write_small_label(canvas, {middle.x, y}, error_text, draw::Align::centre);
}

void draw_error_marks(const SceneCanvas& canvas, const GapPoints& gap, draw::Colour ink)
{
    for (const float side : {-2.2F, 2.2F})
        canvas.picture.line(offset_from_line(gap.shown, gap.shown, gap.correct, canvas.px(side)),
                            offset_from_line(gap.correct, gap.shown, gap.correct, canvas.px(side)), canvas.px(1.8F),
                            ink);
    canvas.picture.ring(gap.correct, std::max(gap.radius, canvas.px(4)), canvas.px(2), ink);
    draw_cross(canvas, gap.shown, std::max(0.42F * gap.radius, canvas.px(4)), ink);
}

void draw_delay_line(const SceneCanvas& canvas, const GapPoints& gap, draw::Point from)
{
    const float line_offset = gap.radius + canvas.px(3);
    const draw::Point a{from.x, from.y};
    canvas.picture.line(offset_from_line(a, a, gap.ring, line_offset),
                        offset_from_line(gap.ring, a, gap.ring, line_offset), canvas.px(2.4F), canvas.theme().quiet);
    const timestep::Nanos late = canvas.moment.sample.late;
    if (std::chrono::abs(late) < std::chrono::milliseconds{2} || canvas.has_film_strip()) return;
    // Lost time makes the game late, but not the displayed frame.
    const bool is_lost                = std::chrono::abs(canvas.moment.sample.lost) >= std::chrono::milliseconds{2};
    const timestep::Nanos shown_delay = is_lost ? canvas.moment.sample.lost : late;
    const std::string time            = base::time_text(std::chrono::abs(shown_delay));
    const bool is_late                = shown_delay > timestep::Nanos::zero();
    const std::string text            = is_lost ? fmt::format("game {} {}", time, is_late ? "behind" : "ahead")
                                                : fmt::format("shown {} {}", time, is_late ? "late" : "early");
    const draw::Point below =
        offset_from_line({0.5F * (a.x + gap.ring.x), 0.5F * (a.y + gap.ring.y)}, a, gap.ring, line_offset);
    draw::write_small_label(canvas, {below.x, below.y + canvas.px(5)}, text, draw::Align::centre);
}

// Examples: "1.07", "2.3", "41".
std::string factor_text(double factor)
{
    if (factor < 1.2) return fmt::format("{:.2f}", factor);
    return factor < 10.0 ? fmt::format("{:.1f}", factor) : fmt::format("{:.0f}", factor);
}

// The growth of the swings: width of the newest complete swing / width of the swing before, such as "each swing 3.7
// times as wide". A swing ends where x changes its sign. Empty if the growth is below 5 %, before the third change of
// sign since the last reset, or if the present swing is over twice as long as the last: then the swinging has ended.
std::string swing_growth_text(const telemetry::Frames& frames)
{
    double widths[3]{};         // largest |x| of the present swing and of the two swings before
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
    const double factor = widths[1] / widths[2];
    return factor > 1.05 ? fmt::format("each swing {} times as wide", factor_text(factor)) : "";
}

} // namespace

void write_caption(const SceneCanvas& canvas, std::initializer_list<std::string> texts)
{
    write_caption(canvas, texts, canvas.area.right());
}

void write_caption(const SceneCanvas& canvas, std::initializer_list<std::string> texts, float right)
{
    if (!canvas.has_film_strip()) draw::write_at_bottom(canvas, texts, right);
}

void draw_off_screen_arrow(const SceneCanvas& canvas, const char* what, sim::Vec2 at)
{
    const draw::Point p    = canvas.at(at);
    const draw::Rect& area = canvas.area;
    if (sim::is_finite(at) && area.contains(p)) return;
    const bool is_left  = p.x < area.x;
    const bool is_right = !sim::is_finite(at) || p.x > area.right();
    const float inset   = canvas.px(16);
    float x             = p.x;
    draw::Align align   = draw::Align::centre;
    if (is_left)
    {
        x     = area.x + inset;
        align = draw::Align::left;
    }
    else if (is_right)
    {
        x     = area.right() - inset;
        align = draw::Align::right;
    }

    // Smallest y coordinate in pixels that is below the labels at the top of the area.
    const float top      = area.y + canvas.px(canvas.has_text_room() ? 96 : 8);
    const float lowest_y = std::max(top, area.bottom() - canvas.px(canvas.has_text_room() ? 52 : 24));
    const float above    = p.y - canvas.px(68);
    const float wanted_y = above >= top ? above : p.y + canvas.px(50);
    const float y        = std::isfinite(wanted_y) ? std::clamp(wanted_y, top, lowest_y) : 0.5F * (top + lowest_y);
    draw_edge_arrow(canvas, p, sim::is_finite(at));
    canvas.picture.write({{x, y}, off_screen_text(what, at, area, p), canvas.theme().alarm, align});
}

void draw_bounce_tally(const SceneCanvas& canvas, draw::Point at, float right)
{
    const int due  = canvas.moment.ring_bounces;
    const int done = canvas.count(&sim::Events::bounced);
    const int all  = std::max(due, done);
    if (due == 0 || canvas.count(&sim::Events::tunnelled) > 0 || !view::shows_ring(canvas.rings)) return;
    if (canvas.area.h < canvas.px(70)) return; // the marks would cover the body
    const bool is_low  = canvas.area.h < canvas.px(100);
    const float width  = canvas.px(4);
    const float height = canvas.px(is_low ? 7 : 11);
    draw_bounce_icon(canvas, at, height);
    float x = at.x + 0.6F * height + canvas.px(8);
    if (all > max_tally_marks)
    {
        draw_ellipsis(canvas, {x, at.y}, height);
        x += canvas.px(14);
    }
    const int drawn = std::min(all, max_tally_marks);
    for (int i = 0; i < drawn; ++i)
    {
        const int bounce = all - drawn + i;
        const draw::Rect tick{x + static_cast<float>(i) * canvas.px(8), at.y, width, height};
        if (bounce < done)
            canvas.picture.box(tick, 0, canvas.loop_colour());
        else
            canvas.picture.box(tick, 0, canvas.theme().ink, canvas.px(1.2F));
    }
    const std::string tally = tally_text(done, due);
    if (draw::small_label_fits(canvas, tally, right - at.x))
        draw::write_small_label(canvas, {at.x, at.y + height + canvas.px(4)}, tally);
}

void draw_stopwatches(const SceneCanvas& canvas)
{
    const Nanos late = canvas.moment.sample.late;
    if (!canvas.has_text_room() || canvas.area.w < canvas.px(480) || std::chrono::abs(late) < min_shown_lateness)
        return;
    const double game  = timestep::to_seconds(canvas.moment.sample.shown);
    const double wall  = game + timestep::to_seconds(late);
    const float radius = canvas.px(24);
    const draw::Point game_dial{canvas.area.right() - canvas.px(54), canvas.area.y + canvas.px(44)};
    const draw::Point wall_dial{game_dial.x - canvas.px(88), game_dial.y};
    for (const draw::Point dial : {wall_dial, game_dial})
        canvas.picture.disc(dial, radius + canvas.px(8), canvas.theme().ground);
    draw_dial_sector(canvas, game_dial, radius, std::min(game, wall), std::max(game, wall));
    draw_dial(canvas, wall_dial, radius, wall, canvas.theme().metal);
    draw_dial(canvas, game_dial, radius, game, canvas.loop_colour());
    draw::write_small_label(canvas, {wall_dial.x, wall_dial.y + canvas.px(30)}, fmt::format("real {:.1f} s", wall),
                            draw::Align::centre);
    draw::write_small_label(canvas, {game_dial.x, game_dial.y + canvas.px(30)}, fmt::format("game {:.1f} s", game),
                            draw::Align::centre);
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

bool is_wrong(const SceneCanvas& canvas, const GapPoints& gap)
{
    return is_error_above(canvas, gap, canvas.wrong_error_limit);
}

void draw_gap(const SceneCanvas& canvas, const GapPoints& gap)
{
    // draw_off_screen_arrow() marks a body outside of the area.
    if (!canvas.area.contains(gap.shown)) return;
    const bool wrong = is_wrong(canvas, gap);
    if (is_error_above(canvas, gap, canvas.different_error_limit))
        return; // the body is in another run, so it has no delay
    const draw::Point from = wrong ? gap.correct : gap.shown;
    if (distance(from, gap.ring) > canvas.px(min_visible_gap)) draw_delay_line(canvas, gap, from);
    if (!wrong) return;
    draw_error_marks(canvas, gap, canvas.theme().alarm);
    write_error_label(canvas, gap, " now");
}

void draw_past_error(const SceneCanvas& canvas, const GapPoints& gap, double age)
{
    draw_error_marks(canvas, gap, draw::faded(canvas.theme().alarm, 0.6F));
    write_error_label(canvas, gap, fmt::format(", {:.1f} s ago", age));
}

bool is_zoomed_out(const SceneCanvas& canvas) { return canvas.zoomed_out > 1.5; }

void draw_zoomed_out_grid(const SceneCanvas& canvas)
{
    const draw::Rect a = canvas.area;
    const double unit  = draw::round_number_above(static_cast<double>(canvas.px(90)) / canvas.camera.pixels_per_m);
    const auto first   = static_cast<std::int64_t>(std::ceil(canvas.camera.metres({a.x, 0}).x / unit));
    const auto last    = static_cast<std::int64_t>(std::floor(canvas.camera.metres({a.right(), 0}).x / unit));
    for (std::int64_t i = first; i <= last; ++i)
    {
        const double metres = static_cast<double>(i) * unit;
        const float x       = canvas.camera.x(metres);
        canvas.picture.line({x, a.y}, {x, a.bottom()}, canvas.px(1), draw::faded(canvas.theme().line, 0.6F));
        // y coordinate of the grid's labels. In a low, wide area they are at the top, because the dots of past frames
        // are at the bottom. In another low area they are at the bottom: the lane's name and verdict are at the top.
        const float y = canvas.has_text_room() || a.w < 3.7F * a.h ? a.bottom() - canvas.px(21) : a.y + canvas.px(2);
        canvas.picture.write(
            {{x + canvas.px(4), y}, draw::length_text(metres), canvas.theme().quiet, draw::Align::left});
    }
}

void draw_swing_growth(const SceneCanvas& canvas, const MotionPlot& plot, draw::Point ball, float radius)
{
    const auto frames = canvas.frames;
    for (std::size_t i = frames.size(); i-- > 1;)
    {
        const float age = plot.age(frames[i - 1].game);
        if (age > 1.0F || (frames[i].events & telemetry::reset) != 0) break;
        canvas.picture.line(plot.at(frames[i].game, frames[i].shown_x),
                            plot.at(frames[i - 1].game, frames[i - 1].shown_x), canvas.px(1.4F),
                            draw::faded(canvas.loop_colour(), 0.8F * (1.0F - age)));
    }
    const std::string growth_text = swing_growth_text(frames);
    if (growth_text.empty()) return;
    const draw::Align align = ball.x > canvas.area.x + 0.5F * canvas.area.w ? draw::Align::right : draw::Align::left;
    canvas.picture.write(
        {{ball.x, std::max(ball.y - radius - canvas.px(24), canvas.area.y)}, growth_text, canvas.theme().alarm, align});
}

} // namespace scenes
