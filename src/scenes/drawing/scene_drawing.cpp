#include "scenes/drawing/scene_drawing.hpp"

#include "base/number.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace scenes
{

float drawn_ball_radius_pixels(const SceneCanvas& canvas, double radius_metres)
{
    return std::max(canvas.camera.pixel_length(radius_metres), canvas.to_pixels(3));
}

void draw_ball(const draw::DrawContext& context, draw::Point centre, float radius, draw::Colour colour)
{
    context.picture.add_disc(centre, radius * 1.12F, draw::faded(colour, 0.30F), radius * 0.55F);
    context.picture.add_lit_ball(centre, radius, colour);
}

void draw_reference_ring(const draw::DrawContext& context, draw::Point centre, float body_radius, LineStyle line_style)
{
    if (line_style == LineStyle::solid)
    {
        context.picture.add_circle_outline(centre, ring_radius_ratio * body_radius, context.to_pixels(3),
                                           context.theme().text);
        return;
    }
    draw_dashed_circle(context, centre, body_radius, draw::faded(context.theme().text, 0.75F));
}

void draw_dashed_circle(const draw::DrawContext& context, draw::Point centre, float radius, draw::Colour ink)
{
    constexpr int dash_count = 12;
    const auto outline_point = [&](int i)
    {
        const float angle = std::numbers::pi_v<float> * static_cast<float>(i) / dash_count;
        return draw::Point{centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)};
    };
    for (int i = 0; i < 2 * dash_count; i += 2)
        context.picture.add_line(outline_point(i), outline_point(i + 1), context.to_pixels(1.6F), ink);
}

void draw_reference_box(const draw::DrawContext& context, draw::Rect box, float solid_corner_radius,
                        LineStyle line_style)
{
    if (line_style == LineStyle::solid)
    {
        context.picture.add_rectangle(box, solid_corner_radius, draw::faded(context.theme().text, 0.6F),
                                      context.to_pixels(1.4F));
        return;
    }
    const std::array corners{draw::Point{box.x, box.y}, draw::Point{box.right(), box.y},
                             draw::Point{box.right(), box.bottom()}, draw::Point{box.x, box.bottom()}};
    for (std::size_t i = 0; i < 4; ++i) draw_reference_line(context, corners[i], corners[(i + 1) % 4], line_style);
}

void draw_reference_line(const draw::DrawContext& context, draw::Point begin, draw::Point end, LineStyle line_style)
{
    const draw::Colour ink = draw::faded(context.theme().text, 0.45F);
    constexpr int piece_count = 9;
    const auto line_point = [&](int i)
    {
        const float fraction = static_cast<float>(i) / piece_count;
        return draw::Point{begin.x + fraction * (end.x - begin.x), begin.y + fraction * (end.y - begin.y)};
    };
    if (line_style == LineStyle::solid)
        context.picture.add_line(begin, end, context.to_pixels(1.3F), ink);
    else
        for (int i = 0; i < piece_count; i += 2)
            context.picture.add_line(line_point(i), line_point(i + 1), context.to_pixels(1.3F), ink);
}

namespace
{

constexpr double plot_seconds = 1.6;
constexpr double dot_row_seconds = 0.5;
constexpr std::size_t max_dots = 500;
// Largest distance in pixels between a straight line and the curve that it replaces.
constexpr float max_line_deviation = 0.25F;
constexpr float max_stroke_share_of_time_axis = 0.04F;

float length_of(draw::Point vector) { return std::sqrt(vector.x * vector.x + vector.y * vector.y); }
draw::Point vector_between(draw::Point from, draw::Point to) { return {to.x - from.x, to.y - from.y}; }

// Part of a curve, drawn as one straight line.
struct StraightStroke
{
    draw::Point begin{};
    draw::Point second_point{};
    draw::Point end{};
    // Age of the line's first point, as a fraction of the plot's time axis: 0 for the newest frame, 1 for the oldest.
    float begin_age = 0;
    int point_count = 0;

    bool can_extend_to(draw::Point point, float point_age) const
    {
        if (point_count < 2) return true;
        const draw::Point first_direction = vector_between(begin, second_point);
        const draw::Point last_direction = vector_between(end, point);
        const float direction_cross_product =
            std::abs(first_direction.x * last_direction.y - first_direction.y * last_direction.x);
        const float chord = length_of(vector_between(begin, point));
        const bool is_forward = first_direction.x * last_direction.x + first_direction.y * last_direction.y >= 0.0F;
        return is_forward && point_age - begin_age < max_stroke_share_of_time_axis &&
               // An arc that turns by the angle a, in rad, deviates from its chord by about chord * a / 8.
               direction_cross_product * chord <=
                   8.0F * max_line_deviation * length_of(first_direction) * length_of(last_direction);
    }
    void add_point(draw::Point point, float point_age)
    {
        if (point_count == 0)
        {
            begin = point;
            begin_age = point_age;
        }
        if (point_count == 1) second_point = point;
        end = point;
        ++point_count;
    }
};

// Largest number of drawn points. If there are more, only every n-th frame is drawn.
constexpr std::size_t max_path_points = 600;

} // namespace

float MotionPlot::relative_age(timestep::Nanos game_time) const
{
    return static_cast<float>(timestep::to_seconds(canvas.moment.sample.game_time - game_time) /
                              (is_dot_row() ? dot_row_seconds : plot_seconds));
}

draw::Point MotionPlot::point_at(timestep::Nanos game_time, double coordinate) const
{
    const double metres = coordinate_to_metres(coordinate);
    const float axis_position = axis_pixel(relative_age(game_time));
    return direction == Direction::down ? draw::Point{canvas.camera.pixel_x(metres), axis_position}
                                        : draw::Point{axis_position, canvas.camera.pixel_y(metres)};
}

void MotionPlot::draw_plot() const
{
    if (!canvas.shows_trail) return;
    if (!is_dot_row() && canvas.has_height_for_text()) draw_time_scale();
    const bool has_follow_camera = !std::isnan(canvas.moment.sample.camera_x);
    if (canvas.reference_samples != nullptr && !is_dot_row() && !has_follow_camera) draw_reference_curve();
    draw_presented_dots();
}

void MotionPlot::draw_time_scale() const
{
    for (const double seconds_ago : {0.5, 1.0, 1.5})
    {
        const float axis_position = axis_pixel(static_cast<float>(seconds_ago / plot_seconds));
        const float mark_length = canvas.to_pixels(6);
        const bool points_down = direction == Direction::down;
        const draw::Point edge = points_down ? draw::Point{canvas.area.x, axis_position}
                                             : draw::Point{axis_position, canvas.bottom_y_above_caption()};
        const draw::Point end = points_down ? draw::Point{edge.x + mark_length, axis_position}
                                            : draw::Point{axis_position, edge.y - mark_length};
        canvas.picture.add_line(edge, end, canvas.to_pixels(1), canvas.theme().dim_metal);
        const draw::Point label_beside{end.x + canvas.to_pixels(8), end.y - canvas.to_pixels(8)};
        const draw::Point label_above{end.x, end.y - canvas.to_pixels(17)};
        if (points_down) // hides a line of the grid behind the label
            canvas.picture.add_rectangle({label_beside.x, label_beside.y, canvas.to_pixels(42), canvas.to_pixels(16)},
                                         0, canvas.theme().background);
        draw::draw_small_label(canvas, points_down ? label_beside : label_above,
                               fmt::format("{} s", base::number_text(seconds_ago)),
                               points_down ? draw::Align::left : draw::Align::centre);
    }
}

void MotionPlot::draw_reference_curve() const
{
    const auto& reference_samples = *canvas.reference_samples;
    const float wrap_distance = 0.5F * (direction == Direction::down ? canvas.area.w : canvas.area.h);
    StraightStroke stroke;
    // The colour is opaque: with a transparent colour, the overlapping ends of the lines would be visible.
    const auto draw_stroke = [&](float point_age)
    {
        const draw::Colour ink =
            draw::mix(canvas.theme().background, canvas.theme().dim_text, 0.55F * (1.0F - point_age));
        if (stroke.point_count > 1 && point_age < 0.97F)
            canvas.picture.add_line(stroke.begin, stroke.end, canvas.to_pixels(1.2F), ink);
    };
    for (std::size_t i = reference_samples.size(); i-- > 0;)
    {
        const float point_age = relative_age(reference_samples[i].game_time);
        const draw::Point point = point_at(reference_samples[i].game_time, reference_samples[i].x);
        const draw::Point offset_to_point = vector_between(stroke.end, point);
        const bool is_wrap = stroke.point_count > 0 &&
                             std::max(std::abs(offset_to_point.x), std::abs(offset_to_point.y)) > wrap_distance;
        if (point_age < 0.0F) continue; // the point is later than the drawn frame
        if (point_age > 1.0F) break;
        if (is_wrap || !stroke.can_extend_to(point, point_age))
        {
            draw_stroke(point_age);
            const draw::Point end = stroke.end;
            stroke = {};
            // If the body left the view on one side and entered it on the other, no line joins these two positions.
            if (!is_wrap) stroke.add_point(end, point_age);
        }
        stroke.add_point(point, point_age);
    }
    draw_stroke(stroke.begin_age);
}

void MotionPlot::draw_presented_dots() const
{
    const auto samples = canvas.frames;
    const auto is_in_plot = [&](std::size_t i) { return relative_age(samples[i].game_time) <= 1.0F; };
    std::size_t first_sample_index = samples.size();
    while (first_sample_index > 0 && is_in_plot(first_sample_index - 1) &&
           (samples[first_sample_index - 1].events & telemetry::world_reset) == 0)
        --first_sample_index;
    const auto dot_stride = static_cast<std::int64_t>(1 + (samples.size() - first_sample_index) / max_dots);
    for (std::size_t i = samples.size(); i-- > first_sample_index;)
    {
        const telemetry::FrameSample& sample = samples[i];
        if ((sample.events & telemetry::paused) != 0 || sample.frame_number % dot_stride != 0) continue;
        // A camera that follows the body has moved since: the dot is where the body was on the screen.
        const bool has_follow_camera = !std::isnan(sample.camera_x);
        const double x =
            has_follow_camera ? sample.shown_x - sample.camera_x + canvas.camera.position_x : sample.shown_x;
        const draw::Point point = point_at(sample.game_time, x);
        const draw::Colour ink = draw::faded(canvas.loop_colour(), 1.0F - relative_age(sample.game_time));
        canvas.picture.add_disc(point, canvas.to_pixels(3.2F), ink);
        if (dot_stride == 1 && i > 0 && sample.shown_time == samples[i - 1].shown_time && !is_dot_row())
            canvas.picture.add_circle_outline(point, canvas.to_pixels(6), canvas.to_pixels(1.2F), ink);
    }
}

void draw_trail(const SceneCanvas& canvas, const TrailPath& path)
{
    const auto& trail_points = canvas.trail.points;
    const std::size_t point_count = canvas.trail_point_count();
    const draw::Colour colour = path.colour.value_or(canvas.loop_colour());
    if (!canvas.shows_trail || point_count == 0) return;
    const auto relative_age = [&](std::size_t i)
    {
        return static_cast<float>(
            timestep::to_seconds(trail_points[point_count - 1].game_time - trail_points[i].game_time) /
            path.duration_seconds);
    };
    const auto pixel_at = [&](std::size_t i)
    { return canvas.pixel_at(trail_points[i].positions.at(path.point_index)); };
    std::size_t first_point_index = point_count;
    while (first_point_index > 0 && relative_age(first_point_index - 1) <= 1.0F) --first_point_index;
    const std::size_t dot_stride = 1 + (point_count - first_point_index) / max_path_points;
    std::size_t previous_point_index = first_point_index;
    for (std::size_t i = first_point_index; i < point_count; ++i)
    {
        if (trail_points[i].is_teleported) previous_point_index = i; // no line leads to a teleported point
        if (path.line_width <= 0.0F || trail_points[i].frame_number % dot_stride != 0) continue;
        if (previous_point_index < i)
            canvas.picture.add_line(pixel_at(previous_point_index), pixel_at(i), path.line_width,
                                    draw::faded(colour, 0.55F * (1.0F - relative_age(i))));
        previous_point_index = i;
    }
    for (std::size_t i = first_point_index; i < point_count; ++i)
        if (path.dot_radius > 0.0F && trail_points[i].frame_number % dot_stride == 0)
            canvas.picture.add_disc(pixel_at(i), path.dot_radius, draw::faded(colour, 0.9F * (1.0F - relative_age(i))));
}

} // namespace scenes
