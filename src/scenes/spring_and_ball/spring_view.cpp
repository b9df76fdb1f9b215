#include "scenes/spring_and_ball/spring_view.hpp"

#include "draw/shapes/scene_objects.hpp"
#include "scenes/drawing/scene_drawing.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace scenes
{

namespace
{

using sim::EventCounts;

constexpr double anchor_x = SpringAndBall::anchor_x;

// Pixel x of the label beside the grid line at `metre`. Leaves space for a wall, which can stand on this line.
float metre_label_x(const SpringSceneDrawing& drawing, int metre)
{
    return drawing.canvas.camera.pixel_x(metre) +
           drawing.canvas.camera.pixel_length(0.5 * drawing.scene.knobs.wall_thickness) + drawing.canvas.to_pixels(6);
}

bool shows_legend(const SceneCanvas& canvas)
{
    return canvas.style.has_legend && view::shows_reference_motion(canvas.shown_references);
}

// True if the picture of this loop or of another visible loop may contain a red cross, the mark of a ball off course.
bool may_have_cross(const SpringSceneDrawing& drawing)
{
    return !drawing.canvas.style.is_only_visible_lane ||
           (std::isfinite(drawing.canvas.wrong_error_limit) && drawing.canvas.area.contains(drawing.ball_centre()));
}

bool hides_metre_labels(const SpringSceneDrawing& drawing)
{
    constexpr float one_line_legend_width = 460.0F; // in points
    return shows_legend(drawing.canvas) &&
           metre_label_x(drawing, 0) - drawing.canvas.area.x < drawing.canvas.to_pixels(one_line_legend_width);
}

void draw_grid(const SpringSceneDrawing& drawing)
{
    const SceneCanvas& canvas = drawing.canvas;
    if (is_automatically_zoomed_out(canvas))
    {
        draw_metre_grid(canvas);
        return;
    }
    if (!canvas.style.has_captions) return;
    const draw::Rect area = canvas.area;
    for (int i = -4; i <= 4; ++i)
    {
        const float x = canvas.camera.pixel_x(i * 0.5);
        const draw::Colour line_colour = draw::faded(canvas.theme().border, 0.6F);
        if (i % 2 == 0) canvas.picture.add_line({x, area.y}, {x, area.bottom()}, canvas.to_pixels(1), line_colour);
        canvas.picture.add_line({x, area.bottom() - canvas.to_pixels(6)}, {x, area.bottom()}, canvas.to_pixels(1),
                                canvas.theme().dim_metal);
    }
    if (!hides_metre_labels(drawing))
        for (const int metre : {0, 1})
            draw::draw_small_label(canvas, {metre_label_x(drawing, metre), area.bottom() - canvas.to_pixels(21)},
                                   fmt::format("{} m", metre));
}

// Marks past hits in the plot of past frames: a bright mark for each bounce, a gap in the wall for each tunnelling.
void draw_past_hits(const SceneCanvas& canvas, const MotionPlot& plot, draw::Rect wall_rect)
{
    const auto samples = canvas.frames;
    for (std::size_t i = samples.size(); i-- > 0;)
    {
        const float relative_age = plot.relative_age(samples[i].game_time);
        if (relative_age > 1.0F || (samples[i].events & telemetry::world_reset) != 0) break;
        const float y = plot.point_at(samples[i].game_time, 0.0).y;
        const float opacity = 1.0F - relative_age;
        if (has_event(samples[i], &EventCounts::bounced))
            canvas.picture.add_rectangle({wall_rect.x, y - canvas.to_pixels(2), wall_rect.w, canvas.to_pixels(4)},
                                         canvas.to_pixels(1), draw::faded(canvas.theme().text, 0.55F * opacity));
        if (!has_event(samples[i], &EventCounts::tunnelled)) continue;
        const float overhang = canvas.to_pixels(9);
        canvas.picture.add_rectangle({wall_rect.x - canvas.to_pixels(0.5F), y - canvas.to_pixels(4),
                                      wall_rect.w + canvas.to_pixels(1), canvas.to_pixels(8)},
                                     0, canvas.theme().background);
        canvas.picture.add_line({wall_rect.x - overhang, y}, {wall_rect.right() + overhang, y}, canvas.to_pixels(2.4F),
                                draw::faded(canvas.theme().alarm, std::min(0.3F + opacity, 1.0F)));
    }
}

void draw_spring_wall(const SpringSceneDrawing& drawing, const MotionPlot& plot)
{
    const SceneCanvas& canvas = drawing.canvas;
    const SpringAndBall& scene = drawing.scene;
    const float wall_width = std::max(canvas.camera.pixel_length(scene.knobs.wall_thickness), canvas.to_pixels(3));
    const float wall_pixel_x = canvas.camera.pixel_x(scene.knobs.wall_x);
    const float path_pixel_y = canvas.camera.pixel_y(0.0);
    const draw::Rect wall_rect{wall_pixel_x - wall_width / 2, canvas.area.y + canvas.to_pixels(10), wall_width,
                               canvas.area.h - canvas.to_pixels(20)};
    draw::draw_wall(canvas, {.rect = wall_rect,
                             .hit_point = {wall_pixel_x, path_pixel_y},
                             .hole_half_width = std::min(0.9F * drawn_ball_radius_pixels(canvas, scene.knobs.radius),
                                                         0.24F * canvas.area.h),
                             .pass_count = canvas.event_count(&EventCounts::tunnelled),
                             .seconds_since_pass = seconds_since_recent_event(canvas, &EventCounts::tunnelled),
                             .seconds_since_hit = seconds_since_recent_event(canvas, &EventCounts::bounced),
                             .pass_direction = {static_cast<float>(drawing.shown_state.wall_side), 0}});
    if (canvas.shows_trail && !plot.is_dot_row()) draw_past_hits(canvas, plot, wall_rect);
}

void draw_mounted_spring(const SceneCanvas& canvas, float ball_x)
{
    const draw::Point anchor = canvas.pixel_at({anchor_x, 0.0});
    const float coil_radius = std::min(canvas.camera.pixel_length(0.095), 0.15F * canvas.area.h);
    const float overhang = canvas.to_pixels(300);
    draw::draw_coil(canvas,
                    {.rest_length = canvas.camera.pixel_x(0.0) - anchor.x,
                     .radius = coil_radius,
                     .wire_thickness = 0.19F * coil_radius,
                     .straight_end_length = 0.9F * coil_radius},
                    anchor, std::clamp(ball_x, canvas.area.x - overhang, canvas.area.right() + overhang));

    const float unit = 0.05F * coil_radius;
    const draw::Rect mount{anchor.x - 11 * unit, anchor.y - 42 * unit, 11 * unit, 84 * unit};
    canvas.picture.add_rectangle(mount, 2 * unit, canvas.theme().dim_metal);
    for (int i = 0; i < 7; ++i)
    {
        const float y = mount.y + static_cast<float>(4 + 11 * i) * unit;
        canvas.picture.add_line({mount.x, y + 8 * unit}, {mount.x - 8 * unit, y}, 1.6F * unit,
                                canvas.theme().dim_metal);
    }
}

MotionPlot plot_of_past_frames(const SpringSceneDrawing& drawing)
{
    return {drawing.canvas, MotionPlot::Direction::down, drawing.canvas.camera.pixel_y(0.0),
            drawing.canvas.bottom_y_above_caption()};
}

std::string without_separator(const std::string& text) { return text.substr(std::min<std::size_t>(2, text.size())); }

void write_legend(const SpringSceneDrawing& drawing)
{
    const SceneCanvas& canvas = drawing.canvas;
    const bool is_low = !canvas.has_height_for_text();
    const std::string ring_text = canvas.reference_caption_suffix("ring", "the ball");
    const std::string cross_text = shows_legend(canvas) && may_have_cross(drawing) ? "; cross: ball off course" : "";

    // On one line, without the entries that do not fit
    if (!shows_legend(canvas) || !(is_low || hides_metre_labels(drawing)))
    {
        const auto with_dots_text = [&](const std::string& text)
        { return canvas.shows_trail ? "one dot per frame" + text : without_separator(text); };
        const std::string inner_part_text =
            drawing.inner_part_caption.empty() ? "" : fmt::format("; {}", drawing.inner_part_caption);
        const std::string marks_text = ring_text + cross_text;
        draw_fitting_caption(canvas,
                             {with_dots_text(marks_text + inner_part_text), with_dots_text(marks_text),
                              without_separator(marks_text), without_separator(ring_text)},
                             metre_label_x(drawing, 0));
        return;
    }

    // On separate lines
    constexpr float letter_width = 6.0F; // in points
    const float left_x = canvas.area.x + canvas.to_pixels(is_low ? 14 : 62); // right of the time labels
    const float room = canvas.camera.pixel_x(drawing.scene.knobs.wall_x) - left_x;
    if (room < canvas.to_pixels(192) || canvas.area.h < canvas.to_pixels(180) ||
        !canvas.area.contains(drawing.ball_centre()))
        return;
    std::string ring_line = without_separator(ring_text);
    if (room < canvas.to_pixels(letter_width) * static_cast<float>(ring_line.size()))
        ring_line = ring_line.substr(0, ring_line.find(" ("));
    const float lower_line_y = canvas.area.bottom() - canvas.to_pixels(26);
    const float ring_line_y = cross_text.empty() ? lower_line_y : lower_line_y - canvas.to_pixels(18);
    canvas.picture.add_label({{left_x, ring_line_y}, ring_line, canvas.theme().dim_text});
    if (!cross_text.empty())
        canvas.picture.add_label({{left_x, lower_line_y}, without_separator(cross_text), canvas.theme().dim_text});
}

} // namespace

Camera camera_of_spring(const SpringAndBall& scene, draw::Rect area)
{
    const auto& knobs = scene.knobs;
    const double left_metres = anchor_x - 0.18;
    const double right_metres = knobs.wall_x + 0.3 + 2.0 * knobs.radius; // room for a ball that has passed
    const double max_pixels_per_m = 0.94 / ring_radius_ratio * static_cast<double>(area.h) / (2.0 * knobs.radius);
    const Camera full_width_camera = x_range_camera(area, left_metres, right_metres);
    if (full_width_camera.pixels_per_m <= max_pixels_per_m) return full_width_camera;
    const double middle_metres = (left_metres + right_metres) / 2.0;
    return {.origin = {area.x + area.w / 2 - static_cast<float>(middle_metres * max_pixels_per_m),
                       full_width_camera.origin.y},
            .pixels_per_m = max_pixels_per_m};
}

draw::Point SpringSceneDrawing::ball_centre() const
{
    constexpr double max_drawn_x = 1e6; // in metres; also replaces a position of NaN or infinity
    const double x = std::isfinite(shown_state.x) ? std::clamp(shown_state.x, -max_drawn_x, max_drawn_x) : max_drawn_x;
    return {canvas.camera.pixel_x(x), canvas.camera.pixel_y(0.0)};
}

float SpringSceneDrawing::ball_radius_pixels() const { return drawn_ball_radius_pixels(canvas, scene.knobs.radius); }

void SpringSceneDrawing::draw_scene() const
{
    const MotionPlot plot = plot_of_past_frames(*this);
    draw_grid(*this);
    plot.draw_plot();
    draw_spring_wall(*this, plot);
    draw_mounted_spring(canvas, ball_centre().x);
    if (std::isfinite(shown_state.x)) draw_ball(canvas, ball_centre(), ball_radius_pixels(), canvas.loop_colour());
}

void SpringSceneDrawing::draw_reference(const SpringAndBall::State& reference_state, LineStyle line_style) const
{
    const draw::Point centre = canvas.pixel_at({reference_state.x, 0.0});
    draw_reference_ring(canvas, centre, ball_radius_pixels(), line_style);
    const double squared_speed = reference_state.v * reference_state.v;
    if (line_style != LineStyle::solid || !(squared_speed > 0.0) || !std::isfinite(squared_speed)) return;
    const float direction = reference_state.v > 0.0 ? 1.0F : -1.0F; // of the arrow head
    const float length = canvas.to_pixels(8);
    const float base_distance = ring_radius_ratio * ball_radius_pixels() + canvas.to_pixels(3);
    const float base_x = centre.x + base_distance * direction;
    canvas.picture.add_triangle({base_x, centre.y - 0.7F * length * direction},
                                {base_x, centre.y + 0.7F * length * direction},
                                {centre.x + (base_distance + length) * direction, centre.y}, canvas.theme().text);
}

void SpringSceneDrawing::draw_annotations_over_references() const
{
    draw_off_screen_arrow(canvas, "ball", {shown_state.x, 0.0});
    const bool is_zoomed_out = is_automatically_zoomed_out(canvas);
    const draw::Point tally_top_left =
        is_zoomed_out ? draw::Point{canvas.area.right() - canvas.to_pixels(176), canvas.area.y + canvas.to_pixels(4)}
                      : draw::Point{canvas.camera.pixel_x(scene.knobs.wall_x) + canvas.to_pixels(16),
                                    canvas.bottom_y_above_caption() - canvas.to_pixels(42)};
    // In a low area, the labels would overlap.
    if (canvas.has_height_for_text() || !is_zoomed_out) draw_bounce_tally(canvas, tally_top_left);
    if (is_zoomed_out)
        draw_swing_growth(canvas, plot_of_past_frames(*this), ball_centre(), ball_radius_pixels());
    else
        write_legend(*this);
}

} // namespace scenes
