#include "scenes/drawing/scene_drawing.hpp"

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

// Label for a body outside the area: its position, such as "ball at x = 41.7 m", and an arrow towards the body.
std::string off_screen_label(const char* body_name, sim::Vec2 position, draw::Rect area, draw::Point pixel)
{
    if (!sim::is_finite(position)) return fmt::format("{} at no finite position", body_name);
    const bool is_sideways = pixel.x < area.x || pixel.x > area.right();
    std::string position_text = fmt::format("{} at y = {}", body_name, draw::length_text(position.y));
    if (is_sideways)
        position_text =
            fmt::format("{} at ({}, {})", body_name, draw::length_text(position.x), draw::length_text(position.y));
    if (position.y == 0.0) position_text = fmt::format("{} at x = {}", body_name, draw::length_text(position.x));
    if (pixel.x < area.x) return "\xe2\x86\x90 " + position_text;
    if (pixel.x > area.right()) return position_text + " \xe2\x86\x92";
    return (pixel.y < area.y ? "\xe2\x86\x91 " : "\xe2\x86\x93 ") + position_text;
}

// Draws an arrow at the edge of the area towards `pixel`, or to the right if the position is infinite or NaN.
void draw_edge_arrow(const SceneCanvas& canvas, draw::Point pixel, bool is_finite)
{
    const draw::Rect& area = canvas.area;
    const float inset = std::min(canvas.to_pixels(8), 0.5F * std::min(area.w, area.h));
    const float size = canvas.to_pixels(13);
    const draw::Point middle{area.x + 0.5F * area.w, area.y + 0.5F * area.h};
    const float x = is_finite ? std::clamp(pixel.x, area.x + inset, area.right() - inset) : area.right() - inset;
    const float y = is_finite ? std::clamp(pixel.y, area.y + inset, area.bottom() - inset) : middle.y;
    const bool is_sideways = !is_finite || pixel.x < area.x || pixel.x > area.right();
    const draw::Point outward =
        is_sideways ? draw::Point{x < middle.x ? -1.0F : 1.0F, 0.0F} : draw::Point{0.0F, y < middle.y ? -1.0F : 1.0F};
    const auto arrow_point = [&](float inwards, float side) {
        return draw::Point{x - inwards * outward.x - side * outward.y, y - inwards * outward.y + side * outward.x};
    };
    const draw::Colour ink = canvas.theme().alarm;
    canvas.picture.add_triangle(arrow_point(0, 0), arrow_point(1.4F * size, size), arrow_point(1.4F * size, -size),
                                ink);
    canvas.picture.add_line(arrow_point(1.4F * size, 0), arrow_point(4 * size, 0), 0.7F * size, ink);
}

constexpr int max_tally_marks = 16;

std::string tally_text(int bounce_count, int reference_bounce_count)
{
    if (bounce_count > reference_bounce_count)
        return fmt::format("{} bounce{} instead of {}", bounce_count, bounce_count == 1 ? "" : "s",
                           reference_bounce_count);
    return fmt::format("{} of {} bounce{}", bounce_count, reference_bounce_count,
                       reference_bounce_count == 1 ? "" : "s");
}

using timestep::Nanos;

constexpr double seconds_per_turn = 10.0;
constexpr Nanos min_shown_lateness{100'000'000};

// Point on the dial of a stopwatch: 0 s is at the top, and one clockwise turn is ten seconds.
draw::Point point_on_dial(draw::Point centre, float radius, double seconds)
{
    const auto angle = static_cast<float>(sim::tau * std::fmod(seconds / seconds_per_turn, 1.0));
    return {centre.x + radius * std::sin(angle), centre.y - radius * std::cos(angle)};
}

void draw_dial_sector(const SceneCanvas& canvas, draw::Point centre, float radius, double from_seconds,
                      double to_seconds)
{
    const draw::Colour ink = draw::faded(canvas.theme().warning, 0.5F);
    if (to_seconds - from_seconds >= seconds_per_turn)
    {
        canvas.picture.add_disc(centre, radius, ink);
        return;
    }
    constexpr double max_sector_seconds = 0.25; // a longer wedge is divided into triangles of at most this time
    const int triangle_count =
        std::max(1, static_cast<int>(std::ceil((to_seconds - from_seconds) / max_sector_seconds)));
    for (int i = 0; i < triangle_count; ++i)
    {
        const double begin_seconds = from_seconds + (to_seconds - from_seconds) * i / triangle_count;
        const double end_seconds = from_seconds + (to_seconds - from_seconds) * (i + 1) / triangle_count;
        canvas.picture.add_triangle(centre, point_on_dial(centre, radius, begin_seconds),
                                    point_on_dial(centre, radius, end_seconds), ink);
    }
}

void draw_stopwatch(const SceneCanvas& canvas, draw::Point centre, float radius, double seconds, draw::Colour ink)
{
    canvas.picture.add_circle_outline(centre, radius, canvas.to_pixels(1.6F), ink);
    canvas.picture.add_rectangle({centre.x - canvas.to_pixels(2.5F), centre.y - radius - canvas.to_pixels(5),
                                  canvas.to_pixels(5), canvas.to_pixels(4)},
                                 canvas.to_pixels(1), ink);
    for (int i = 0; i < 10; i += 5)
        canvas.picture.add_line(point_on_dial(centre, radius * 0.8F, i), point_on_dial(centre, radius, i),
                                canvas.to_pixels(1), ink);
    canvas.picture.add_line(centre, point_on_dial(centre, radius * 0.82F, seconds), canvas.to_pixels(2), ink);
    canvas.picture.add_disc(centre, canvas.to_pixels(2.5F), ink);
}

// In points.
constexpr float min_delay_line_length = 3.0F;

float pixel_distance(draw::Point a, draw::Point b) { return std::hypot(b.x - a.x, b.y - a.y); }

// True if the body is farther than `metres` from its correct position. Always false for an extrapolated frame.
bool has_error_above(const SceneCanvas& canvas, const BodyPositions& body, double metres)
{
    return !telemetry::shows_estimated_state(canvas.moment.sample) &&
           static_cast<double>(pixel_distance(body.shown, body.correct)) > metres * canvas.camera.pixels_per_m;
}

draw::Point point_beside_line(draw::Point point, draw::Point begin, draw::Point end, float pixels)
{
    const float length = pixel_distance(begin, end);
    const float offset_per_pixel = end.x >= begin.x ? pixels / length : -pixels / length;
    return {point.x - (end.y - begin.y) * offset_per_pixel, point.y + (end.x - begin.x) * offset_per_pixel};
}

void draw_error_label(const SceneCanvas& canvas, const BodyPositions& body, const std::string& time_suffix)
{
    const float error_pixels = pixel_distance(body.shown, body.correct);
    const double error_metres = static_cast<double>(error_pixels) / canvas.camera.pixels_per_m;
    const std::string error_text = "off by " +
                                   (error_metres < 99.5 ? fmt::format("{} m", base::number_text(error_metres, 2))
                                                        : draw::length_text(error_metres)) +
                                   time_suffix;
    // The label is centred above this point. Beside the body, it could cover a spring that holds the body.
    const draw::Point middle{0.5F * (body.shown.x + body.correct.x), 0.5F * (body.shown.y + body.correct.y)};
    const float half_width = canvas.to_pixels(4.0F * static_cast<float>(error_text.size()));
    const float y = middle.y - ring_radius_ratio * body.radius - canvas.to_pixels(24);
    if (!canvas.has_height_for_text() || is_automatically_zoomed_out(canvas) ||
        y < canvas.area.y + canvas.to_pixels(44))
        return;
    // Draws a background with 90 % opacity, because the wall or the trail can be behind the label.
    canvas.picture.add_rectangle({middle.x - half_width, y - canvas.to_pixels(2), 2 * half_width, canvas.to_pixels(17)},
                                 canvas.to_pixels(3), draw::faded(canvas.theme().background, 0.9F));
    draw::draw_small_label(canvas, {middle.x, y}, error_text, draw::Align::centre);
}

void draw_error_marks(const SceneCanvas& canvas, const BodyPositions& body, draw::Colour ink)
{
    for (const float line_offset : {-2.2F, 2.2F})
        canvas.picture.add_line(
            point_beside_line(body.shown, body.shown, body.correct, canvas.to_pixels(line_offset)),
            point_beside_line(body.correct, body.shown, body.correct, canvas.to_pixels(line_offset)),
            canvas.to_pixels(1.8F), ink);
    canvas.picture.add_circle_outline(body.correct, std::max(body.radius, canvas.to_pixels(4)), canvas.to_pixels(2),
                                      ink);

    // The cross has an edge in the background's colour, so that it is visible on a body of any colour.
    const float half_width = std::max(0.42F * body.radius, canvas.to_pixels(4));
    for (const auto& [width, colour] : {std::pair{6.0F, draw::faded(canvas.theme().background, ink.a)}, {3.0F, ink}})
        for (const float sign : {-1.0F, 1.0F})
            canvas.picture.add_line({body.shown.x - half_width, body.shown.y - sign * half_width},
                                    {body.shown.x + half_width, body.shown.y + sign * half_width},
                                    canvas.to_pixels(width), colour);
}

void draw_delay(const SceneCanvas& canvas, const BodyPositions& body, draw::Point line_begin)
{
    const bool is_game_delay = std::chrono::abs(canvas.moment.sample.lost_time) >= min_marked_delay;
    if (canvas.shows_step_states && !is_game_delay) return; // the outlines of the steps show it
    const draw::Point reference = body.reference_at_frame_start;
    const float line_offset = body.radius + canvas.to_pixels(3);
    canvas.picture.add_line(point_beside_line(line_begin, line_begin, reference, line_offset),
                            point_beside_line(reference, line_begin, reference, line_offset), canvas.to_pixels(2.4F),
                            canvas.theme().dim_text);
    const timestep::Nanos lateness = canvas.moment.sample.lateness;
    if (std::chrono::abs(lateness) < std::chrono::milliseconds{2}) return;
    const timestep::Nanos shown_delay = is_game_delay ? canvas.moment.sample.lost_time : lateness;
    const std::string delay_text = base::rounded_duration_text(std::chrono::abs(shown_delay));
    const bool is_late = shown_delay > timestep::Nanos::zero();
    const std::string label = is_game_delay ? fmt::format("game {} {}", delay_text, is_late ? "behind" : "ahead")
                                            : fmt::format("picture {} {}", delay_text, is_late ? "late" : "early");
    const draw::Point label_point = point_beside_line(
        {0.5F * (line_begin.x + reference.x), 0.5F * (line_begin.y + reference.y)}, line_begin, reference, line_offset);
    draw::draw_small_label(canvas, {label_point.x, label_point.y + canvas.to_pixels(5)}, label, draw::Align::centre);
}

std::string factor_text(double factor)
{
    if (factor < 1.2) return fmt::format("{:.2f}", factor);
    return factor < 10.0 ? fmt::format("{:.1f}", factor) : fmt::format("{:.0f}", factor);
}

// Text such as "each swing 3.7 times as wide" if the ball's swings grow by more than 5 %; otherwise empty.
std::string swing_growth_text(const telemetry::Frames& frames)
{
    double amplitudes[3]{}; // amplitude: largest |x| of the present swing and of the two swings before
    timestep::Nanos start_times[3]{}; // game time of the first frame of each of these swings
    std::size_t swing_count = 0;
    for (std::size_t i = frames.size(); i-- > 1 && swing_count < 3;)
    {
        const double body_x = frames[i].shown_x;
        constexpr telemetry::EventBits other_motion =
            telemetry::period_start_events | telemetry::held; // such as a throw
        if (!std::isfinite(body_x) || (frames[i].events & other_motion) != 0) break;
        amplitudes[swing_count] = std::max(amplitudes[swing_count], std::abs(body_x));
        if (body_x * frames[i - 1].shown_x < 0.0) start_times[swing_count++] = frames[i].game_time;
    }
    if (swing_count < 3 || frames.back().game_time - start_times[0] > 2 * (start_times[0] - start_times[1])) return "";
    const double growth_factor = amplitudes[1] / amplitudes[2];
    return growth_factor > 1.05 ? fmt::format("each swing {} times as wide", factor_text(growth_factor)) : "";
}

} // namespace

void draw_fitting_caption(const SceneCanvas& canvas, std::initializer_list<std::string> captions_longest_first,
                          std::optional<float> max_text_x)
{
    draw::draw_bottom_caption(canvas, captions_longest_first, max_text_x.value_or(canvas.area.right()));
}

void draw_off_screen_arrow(const SceneCanvas& canvas, const char* body_name, sim::Vec2 position)
{
    const draw::Point pixel = canvas.pixel_at(position);
    const draw::Rect& area = canvas.area;
    if (sim::is_finite(position) && area.contains(pixel)) return;
    const bool is_left = pixel.x < area.x;
    const bool is_right = !sim::is_finite(position) || pixel.x > area.right();
    const float inset = canvas.to_pixels(16);
    float x = pixel.x;
    draw::Align align = draw::Align::centre;
    if (is_left)
    {
        x = area.x + inset;
        align = draw::Align::left;
    }
    else if (is_right)
    {
        x = area.right() - inset;
        align = draw::Align::right;
    }

    const float min_y = area.y + canvas.to_pixels(canvas.has_height_for_text() ? 96 : 8);
    const float max_y = std::max(min_y, area.bottom() - canvas.to_pixels(canvas.has_height_for_text() ? 52 : 24));
    const float y_above = pixel.y - canvas.to_pixels(68);
    const float preferred_y = y_above >= min_y ? y_above : pixel.y + canvas.to_pixels(50);
    const float y = std::isfinite(preferred_y) ? std::clamp(preferred_y, min_y, max_y) : 0.5F * (min_y + max_y);
    draw_edge_arrow(canvas, pixel, sim::is_finite(position));
    canvas.picture.add_label({{x, y}, off_screen_label(body_name, position, area, pixel), canvas.theme().alarm, align});
}

void draw_bounce_tally(const SceneCanvas& canvas, draw::Point top_left)
{
    const int reference_bounce_count = canvas.moment.reference_bounce_count;
    const int bounce_count = canvas.event_count(&sim::EventCounts::bounced);
    const int total_bounce_count = std::max(reference_bounce_count, bounce_count);
    if (reference_bounce_count == 0 || canvas.event_count(&sim::EventCounts::tunnelled) > 0 ||
        !view::shows_reference_motion(canvas.shown_references))
        return;
    if (canvas.area.h < canvas.to_pixels(70)) return; // the marks would cover the body
    const bool is_low_area = canvas.area.h < canvas.to_pixels(100);
    const float height = canvas.to_pixels(is_low_area ? 7 : 11);
    const float max_label_right_x = canvas.area.right() - canvas.to_pixels(4);

    // The icon of a bounce: a ball at a wall
    const float radius = 0.3F * height;
    canvas.picture.add_disc({top_left.x + radius, top_left.y + 0.5F * height}, radius, canvas.theme().dim_text);
    canvas.picture.add_rectangle(
        {top_left.x + 2 * radius + canvas.to_pixels(1), top_left.y, canvas.to_pixels(2), height}, 0,
        canvas.theme().dim_text);

    // An ellipsis for the marks that are not drawn, and the marks
    const float dots_left = top_left.x + 0.6F * height + canvas.to_pixels(8);
    const float min_room = max_label_right_x - dots_left - canvas.to_pixels(14);
    const int max_marks = std::clamp(static_cast<int>(min_room / canvas.to_pixels(3)), 1, max_tally_marks);
    const bool has_dots = total_bounce_count > max_marks;
    const float marks_left = dots_left + (has_dots ? canvas.to_pixels(14) : 0.0F);
    const float pitch = std::clamp((max_label_right_x - marks_left) / static_cast<float>(max_marks),
                                   canvas.to_pixels(3), canvas.to_pixels(8));
    for (int i = 0; has_dots && i < 3; ++i)
        canvas.picture.add_disc(
            {dots_left + static_cast<float>(i) * canvas.to_pixels(4), top_left.y + height - canvas.to_pixels(1)},
            canvas.to_pixels(1), canvas.theme().dim_text);
    const int mark_count = std::min(total_bounce_count, max_marks);
    for (int i = 0; i < mark_count; ++i)
    {
        const int bounce_index = total_bounce_count - mark_count + i;
        const draw::Rect mark_rect{marks_left + static_cast<float>(i) * pitch, top_left.y, 0.5F * pitch, height};
        if (bounce_index < bounce_count)
            canvas.picture.add_rectangle(mark_rect, 0, canvas.loop_colour());
        else
            canvas.picture.add_rectangle(mark_rect, 0, canvas.theme().text, canvas.to_pixels(1.2F));
    }
    const std::string label = tally_text(bounce_count, reference_bounce_count);
    if (!is_low_area && draw::small_label_fits(canvas, label, max_label_right_x - top_left.x))
        canvas.picture.add_label(
            {{top_left.x, top_left.y + height + canvas.to_pixels(4)}, label, canvas.theme().dim_text});
}

bool shows_stopwatches(const SceneCanvas& canvas)
{
    return canvas.has_height_for_text() && canvas.area.w >= canvas.to_pixels(480) &&
           std::chrono::abs(canvas.moment.sample.lateness) >= min_shown_lateness;
}

void draw_stopwatches(const SceneCanvas& canvas)
{
    const Nanos lateness = canvas.moment.sample.lateness;
    const double game_seconds = timestep::to_seconds(canvas.moment.sample.shown_time);
    const double wall_seconds = game_seconds + timestep::to_seconds(lateness);
    const float radius = canvas.to_pixels(24);
    const draw::Point game_dial{canvas.area.right() - canvas.to_pixels(54), canvas.area.y + canvas.to_pixels(44)};
    const draw::Point wall_dial{game_dial.x - canvas.to_pixels(88), game_dial.y};
    // The wall must not show through the labels.
    canvas.picture.add_rectangle({wall_dial.x - canvas.to_pixels(40), canvas.area.y, canvas.to_pixels(88 + 80),
                                  wall_dial.y - canvas.area.y + canvas.to_pixels(46)},
                                 canvas.to_pixels(4), canvas.theme().background);
    draw_dial_sector(canvas, game_dial, radius, std::min(game_seconds, wall_seconds),
                     std::max(game_seconds, wall_seconds));
    draw_stopwatch(canvas, wall_dial, radius, wall_seconds, canvas.theme().metal);
    draw_stopwatch(canvas, game_dial, radius, game_seconds, canvas.loop_colour());
    draw::draw_small_label(canvas, {wall_dial.x, wall_dial.y + canvas.to_pixels(30)},
                           fmt::format("real {:.1f} s", wall_seconds), draw::Align::centre);
    draw::draw_small_label(canvas, {game_dial.x, game_dial.y + canvas.to_pixels(30)},
                           fmt::format("game {:.1f} s", game_seconds), draw::Align::centre);
}

bool has_event(const telemetry::FrameSample& sample, int sim::EventCounts::*kind)
{
    return (sample.events & telemetry::EventBits{1} << sim::event_index(kind)) != 0;
}

float seconds_since_recent_event(const SceneCanvas& canvas, int sim::EventCounts::*kind)
{
    const auto samples = canvas.frames;
    for (std::size_t i = samples.size(); i-- > 0;)
    {
        const double seconds_ago = timestep::to_seconds(samples.back().game_time - samples[i].game_time);
        if (seconds_ago > 3.0 || (samples[i].events & telemetry::world_reset) != 0) break;
        if (has_event(samples[i], kind)) return static_cast<float>(seconds_ago);
    }
    return std::numeric_limits<float>::infinity();
}

bool has_wrong_position(const SceneCanvas& canvas, const BodyPositions& body)
{
    return has_error_above(canvas, body, canvas.wrong_error_limit);
}

void draw_deviation(const SceneCanvas& canvas, const BodyPositions& body)
{
    const bool is_wrong_position = has_wrong_position(canvas, body);
    if (has_error_above(canvas, body, canvas.other_trajectory_error_limit))
        return; // the body follows another trajectory than the reference, so its delay has no meaning
    const draw::Point line_begin = is_wrong_position ? body.correct : body.shown;
    if (pixel_distance(line_begin, body.reference_at_frame_start) > canvas.to_pixels(min_delay_line_length))
        draw_delay(canvas, body, line_begin);
    if (!is_wrong_position) return;
    draw_error_marks(canvas, body, canvas.theme().alarm);
    draw_error_label(canvas, body, " now");
}

void draw_past_error(const SceneCanvas& canvas, const BodyPositions& body, double seconds_ago)
{
    draw_error_marks(canvas, body, draw::faded(canvas.theme().alarm, 0.6F));
    draw_error_label(canvas, body, fmt::format(", {:.1f} s ago", seconds_ago));
}

bool is_automatically_zoomed_out(const SceneCanvas& canvas) { return canvas.zoom_out_factor > 1.5; }

void draw_metre_grid(const SceneCanvas& canvas)
{
    const draw::Rect area = canvas.area;
    const double grid_interval =
        draw::round_number_at_least(static_cast<double>(canvas.to_pixels(90)) / canvas.camera.pixels_per_m);
    const auto first_line =
        static_cast<std::int64_t>(std::ceil(canvas.camera.metres_at({area.x, 0}).x / grid_interval));
    const auto last_line =
        static_cast<std::int64_t>(std::floor(canvas.camera.metres_at({area.right(), 0}).x / grid_interval));
    for (std::int64_t i = first_line; i <= last_line; ++i)
    {
        const double line_metres = static_cast<double>(i) * grid_interval;
        const float x = canvas.camera.pixel_x(line_metres);
        canvas.picture.add_line({x, area.y}, {x, area.bottom()}, canvas.to_pixels(1),
                                draw::faded(canvas.theme().border, 0.6F));
        canvas.picture.add_label({{x + canvas.to_pixels(4), area.bottom() - canvas.to_pixels(21)},
                                  draw::length_text(line_metres),
                                  canvas.theme().dim_text,
                                  draw::Align::left});
    }
}

void draw_swing_growth(const SceneCanvas& canvas, const MotionPlot& plot, draw::Point ball_centre, float radius)
{
    const auto frames = canvas.frames;
    for (std::size_t i = frames.size(); i-- > 1;)
    {
        const float relative_age = plot.relative_age(frames[i - 1].game_time);
        if (relative_age > 1.0F || (frames[i].events & telemetry::world_reset) != 0) break;
        canvas.picture.add_line(plot.point_at(frames[i].game_time, frames[i].shown_x),
                                plot.point_at(frames[i - 1].game_time, frames[i - 1].shown_x), canvas.to_pixels(1.4F),
                                draw::faded(canvas.loop_colour(), 0.8F * (1.0F - relative_age)));
    }
    const std::string growth_text = swing_growth_text(frames);
    if (growth_text.empty()) return;
    const draw::Align align =
        ball_centre.x > canvas.area.x + 0.5F * canvas.area.w ? draw::Align::right : draw::Align::left;
    canvas.picture.add_label({{ball_centre.x, std::max(ball_centre.y - radius - canvas.to_pixels(24), canvas.area.y)},
                              growth_text,
                              canvas.theme().alarm,
                              align});
}

} // namespace scenes
