#include "scenes/drawing/parts.hpp"

#include <fmt/core.h>

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

void draw_ring(const draw::Pen& pen, draw::Point at, float radius, LineStyle line_style)
{
    if (line_style == LineStyle::solid)
    {
        pen.picture.ring(at, ring_radius_ratio * radius, pen.px(3), pen.theme().ink);
        return;
    }
    const draw::Colour ink   = draw::faded(pen.theme().ink, 0.75F);
    constexpr int dashes     = 12;
    const auto outline_point = [&](int i)
    {
        const float turn = std::numbers::pi_v<float> * static_cast<float>(i) / dashes;
        return draw::Point{at.x + radius * std::cos(turn), at.y + radius * std::sin(turn)};
    };
    for (int i = 0; i < 2 * dashes; i += 2) pen.picture.line(outline_point(i), outline_point(i + 1), pen.px(1.6F), ink);
}

void draw_direction_arrow(const draw::Pen& pen, draw::Point at, float radius, sim::Vec2 velocity)
{
    const double speed = std::sqrt(velocity.x * velocity.x + velocity.y * velocity.y);
    if (!(speed > 0.0) || !std::isfinite(speed)) return;
    const auto x       = static_cast<float>(velocity.x / speed);
    const auto y       = static_cast<float>(-velocity.y / speed); // the y axis of pixels points downwards
    const float begin  = ring_radius_ratio * radius + pen.px(3);
    const float length = pen.px(8);
    const auto point   = [&](float along, float across) {
        return draw::Point{at.x + along * x - across * y, at.y + along * y + across * x};
    };
    pen.picture.triangle(point(begin, -length * 0.7F), point(begin, length * 0.7F), point(begin + length, 0.0F),
                         pen.theme().ink);
}

void draw_reference_box(const draw::Pen& pen, draw::Rect box, float rounding, LineStyle line_style)
{
    if (line_style == LineStyle::solid)
    {
        pen.picture.box(box, rounding, draw::faded(pen.theme().ink, 0.6F), pen.px(1.4F));
        return;
    }
    const std::array corners{draw::Point{box.x, box.y}, draw::Point{box.right(), box.y},
                             draw::Point{box.right(), box.bottom()}, draw::Point{box.x, box.bottom()}};
    for (std::size_t i = 0; i < 4; ++i) draw_reference_line(pen, corners[i], corners[(i + 1) % 4], line_style);
}

void draw_reference_line(const draw::Pen& pen, draw::Point a, draw::Point b, LineStyle line_style)
{
    const draw::Colour ink = draw::faded(pen.theme().ink, 0.45F);
    constexpr int parts    = 9;
    const auto line_point  = [&](int i)
    {
        const float fraction = static_cast<float>(i) / parts;
        return draw::Point{a.x + fraction * (b.x - a.x), a.y + fraction * (b.y - a.y)};
    };
    if (line_style == LineStyle::solid)
        pen.picture.line(a, b, pen.px(1.3F), ink);
    else
        for (int i = 0; i < parts; i += 2) pen.picture.line(line_point(i), line_point(i + 1), pen.px(1.3F), ink);
}

namespace
{

constexpr double plot_seconds    = 1.6;
constexpr double dot_row_seconds = 0.5;
// In points; a shorter plot that points downwards is drawn as one row of dots.
constexpr float min_plot_length = 100.0F;
constexpr std::size_t max_dots  = 500;
// Largest distance in pixels between a straight line and the curve that it replaces.
constexpr float max_line_deviation = 0.25F;
// Largest length of one line / length of the plot: a line has one colour, so longer lines would show colour steps.
constexpr float max_stroke_age = 0.04F;

float length_of(draw::Point a) { return std::sqrt(a.x * a.x + a.y * a.y); }
draw::Point difference(draw::Point a, draw::Point b) { return {b.x - a.x, b.y - a.y}; }

// Consecutive dots that one line replaces. Its deviation from the dots is about length * (turn in rad) / 8.
struct StraightStroke
{
    draw::Point begin{};
    draw::Point second{};
    draw::Point end{};
    // Age of the first dot: 0 for the newest frame, 1 for the oldest end of the plot.
    float age = 0;
    int dots  = 0;

    bool can_extend_to(draw::Point p, float point_age) const
    {
        if (dots < 2) return true;
        const draw::Point first = difference(begin, second);
        const draw::Point last  = difference(end, p);
        const float turn        = std::abs(first.x * last.y - first.y * last.x);
        const float chord       = length_of(difference(begin, p));
        const bool forward      = first.x * last.x + first.y * last.y >= 0.0F;
        return forward && point_age - age < max_stroke_age &&
               turn * chord <= 8.0F * max_line_deviation * length_of(first) * length_of(last);
    }
    void add(draw::Point p, float point_age)
    {
        if (dots == 0)
        {
            begin = p;
            age   = point_age;
        }
        if (dots == 1) second = p;
        end = p;
        ++dots;
    }
};

// Largest number of drawn points: with more points, only every n-th frame is drawn.
constexpr std::size_t max_path_points = 600;

} // namespace

MotionPlot::MotionPlot(const SceneCanvas& canvas, Direction direction, float now_pixel, float oldest_pixel,
                       ToMetres to_metres)
    : canvas_{canvas}
    , direction_{direction}
    , now_pixel_{now_pixel}
    , length_pixels_{oldest_pixel - now_pixel}
    , to_metres_{to_metres}
{
    if (direction == Direction::down && length_pixels_ < canvas.px(min_plot_length))
    {
        now_pixel_     = oldest_pixel - canvas.px(9);
        length_pixels_ = 0.0F;
    }
    newest_time_ = canvas.moment.sample.game;
}

float MotionPlot::age(timestep::Nanos game) const
{
    return static_cast<float>(timestep::to_seconds(newest_time_ - game) /
                              (is_dot_row() ? dot_row_seconds : plot_seconds));
}

draw::Point MotionPlot::at(timestep::Nanos game, double coordinate) const
{
    const double metres    = to_metres_(coordinate);
    const float axis_pixel = now_pixel_ + age(game) * length_pixels_;
    return direction_ == Direction::down ? draw::Point{canvas_.camera.x(metres), axis_pixel}
                                         : draw::Point{axis_pixel, canvas_.camera.y(metres)};
}

void MotionPlot::draw() const
{
    if (!canvas_.has_trail) return;
    if (!is_dot_row() && canvas_.has_text_room()) draw_time_scale();
    if (canvas_.reference != nullptr && !is_dot_row()) draw_line();
    draw_presented_dots();
}

void MotionPlot::draw_time_scale() const
{
    for (const double ago : {0.5, 1.0, 1.5})
    {
        const float axis_pixel = now_pixel_ + static_cast<float>(ago / plot_seconds) * length_pixels_;
        const float mark       = canvas_.px(6);
        const bool down        = direction_ == Direction::down;
        // The film strip at the lower edge leaves no room for marks of the time scale.
        if (down && canvas_.has_film_strip() && axis_pixel > canvas_.scene_bottom() - canvas_.px(56)) break;
        const draw::Point edge =
            down ? draw::Point{canvas_.area.x, axis_pixel} : draw::Point{axis_pixel, canvas_.scene_bottom()};
        const draw::Point end = down ? draw::Point{edge.x + mark, axis_pixel} : draw::Point{axis_pixel, edge.y - mark};
        canvas_.picture.line(edge, end, canvas_.px(1), canvas_.theme().shade);
        const draw::Point beside{end.x + canvas_.px(8), end.y - canvas_.px(8)};
        const draw::Point above{end.x, end.y - canvas_.px(17)};
        if (down) // hides a line of the grid behind the label
            canvas_.picture.box({beside.x, beside.y, canvas_.px(42), canvas_.px(16)}, 0, canvas_.theme().ground);
        draw::write_small_label(canvas_, down ? beside : above, fmt::format("{:g} s", ago),
                                down ? draw::Align::left : draw::Align::centre);
    }
}

void MotionPlot::draw_line() const
{
    const auto& dots          = *canvas_.reference;
    const float wrap_distance = 0.5F * (direction_ == Direction::down ? canvas_.area.w : canvas_.area.h);
    StraightStroke stroke;
    // Opaque, because overlapping ends of transparent lines would be visible.
    const auto draw = [&](float point_age)
    {
        const draw::Colour ink = draw::mix(canvas_.theme().ground, canvas_.theme().quiet, 0.55F * (1.0F - point_age));
        if (stroke.dots > 1 && point_age < 0.97F) canvas_.picture.line(stroke.begin, stroke.end, canvas_.px(1.2F), ink);
    };
    for (std::size_t i = dots.size(); i-- > 0;)
    {
        const float point_age  = age(dots[i].game_time);
        const draw::Point p    = at(dots[i].game_time, dots[i].x);
        const draw::Point step = difference(stroke.end, p);
        const bool is_wrap     = stroke.dots > 0 && std::max(std::abs(step.x), std::abs(step.y)) > wrap_distance;
        if (point_age < 0.0F) continue; // the dot is later than the drawn frame
        if (point_age > 1.0F) break;
        if (is_wrap || !stroke.can_extend_to(p, point_age))
        {
            draw(point_age);
            const draw::Point end = stroke.end;
            stroke                = {};
            // The body has left the visible area on one side and entered it on the other, as in the scene Uniform
            // motion: no line joins these two dots.
            if (!is_wrap) stroke.add(end, point_age);
        }
        stroke.add(p, point_age);
    }
    draw(stroke.age);
}

void MotionPlot::draw_presented_dots() const
{
    const auto samples    = canvas_.frames;
    const auto is_in_plot = [&](std::size_t i) { return age(samples[i].game) <= 1.0F; };
    std::size_t first     = samples.size();
    while (first > 0 && is_in_plot(first - 1) && (samples[first - 1].events & telemetry::reset) == 0) --first;
    const auto dot_stride = static_cast<std::int64_t>(1 + (samples.size() - first) / max_dots);
    for (std::size_t i = samples.size(); i-- > first;)
    {
        const telemetry::FrameSample& f = samples[i];
        if ((f.events & telemetry::paused) != 0 || f.frame % dot_stride != 0) continue;
        const draw::Colour ink = draw::faded(canvas_.loop_colour(), 1.0F - age(f.game));
        const draw::Point p    = at(f.game, f.shown_x);
        canvas_.picture.disc(p, canvas_.px(3.2F), ink);
        // Marks a repeated frame, which shows the same simulated time as the frame before. Not possible if dots are
        // left out (dot_stride > 1); a single row of dots has no room for it.
        if (dot_stride == 1 && i > 0 && f.shown == samples[i - 1].shown && !is_dot_row())
            canvas_.picture.ring(p, canvas_.px(6), canvas_.px(1.2F), ink);
    }
}

void draw_path(const SceneCanvas& canvas, const TrailPath& path)
{
    const auto& trail_points = canvas.trail.trail_points();
    const std::size_t size   = canvas.trail_point_count();
    if (!canvas.has_trail || size == 0) return;
    const auto age = [&](std::size_t i) {
        return static_cast<float>(timestep::to_seconds(trail_points[size - 1].game - trail_points[i].game) /
                                  path.seconds);
    };
    const auto at     = [&](std::size_t i) { return canvas.at(trail_points[i].at.at(path.which)); };
    std::size_t first = size;
    while (first > 0 && age(first - 1) <= 1.0F) --first;
    const std::size_t dot_stride = 1 + (size - first) / max_path_points;
    std::size_t last             = first;
    for (std::size_t i = first; i < size; ++i)
    {
        if (trail_points[i].teleported) last = i; // the point was teleported, so no line leads to it
        if (path.line <= 0.0F || trail_points[i].frame % dot_stride != 0) continue;
        if (last < i)
            canvas.picture.line(at(last), at(i), path.line, draw::faded(path.colour, 0.55F * (1.0F - age(i))));
        last = i;
    }
    for (std::size_t i = first; i < size; ++i)
        if (path.dot > 0.0F && trail_points[i].frame % dot_stride == 0)
            canvas.picture.disc(at(i), path.dot, draw::faded(path.colour, 0.9F * (1.0F - age(i))));
}

} // namespace scenes
