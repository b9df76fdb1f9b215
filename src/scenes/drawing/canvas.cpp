#include "scenes/drawing/canvas.hpp"

#include "base/number.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace scenes
{

std::string SceneCanvas::reference_caption_suffix(std::string_view mark_name, std::string_view body_name) const
{
    constexpr double default_step_hz = 60.0;
    std::string suffix = fmt::format("; {}", mark_name);
    const std::string rate_note = std::isfinite(reference_step_hz) && // infinite before the first step
                                          std::abs(reference_step_hz - default_step_hz) > 0.005
                                      ? fmt::format(" at {} Hz", base::number_text(reference_step_hz, 4))
                                      : "";
    if (!shows_references() ||
        (!style.has_legend && (rate_note.empty() || !view::shows_reference_motion(shown_references))))
        return "";
    if (!style.has_legend) return suffix + rate_note;
    if (!view::shows_reference_motion(shown_references)) return suffix + ", dashed, and line: exact motion";
    suffix += std::isfinite(other_trajectory_error_limit)
                  ? fmt::format(": with steps of {}",
                                base::rounded_duration_text(timestep::from_seconds(1 / reference_step_hz)))
                  : fmt::format(": where {} should be{}", body_name,
                                rate_note.empty() ? "" : fmt::format(" (computed{})", rate_note));
    return view::shows_exact_solution(shown_references) ? suffix + "; dashed: exact motion" : suffix;
}

std::vector<SceneCircle> SceneCanvas::bodies_in(const AnyState& state) const
{
    if (!state.has_same_type_as(moment.shown_state)) return {};
    return body_circles(world, state);
}

std::size_t SceneCanvas::trail_point_count() const
{
    std::size_t count = trail.points.size();
    while (count > 0 && trail.points[count - 1].frame_number > static_cast<std::size_t>(moment.sample.frame_number))
        --count;
    return count;
}

std::vector<SceneCircle> body_circles(const World& world, const AnyState& shown)
{
    const SceneDrawingFunctions functions = view_of(world);
    if (functions.grab_circles != nullptr) return functions.grab_circles(world.scene(), shown);
    std::vector<SceneCircle> circles;
    if (functions.tracked_points != nullptr)
        for (const sim::Vec2 point : functions.tracked_points(world.scene(), shown)) circles.push_back({point});
    return circles;
}

void Trail::append_frame(const World& world, const Moment& presented_frame)
{
    const telemetry::FrameSample& sample = presented_frame.sample;
    const bool is_new_run = newest_frame_number < 0 || scene_type != &world.type() ||
                            world.step_count() < newest_step_count || sample.frame_number < newest_frame_number ||
                            (!points.empty() && sample.game_time < points.back().game_time);
    if (is_new_run) points.clear();
    scene_type = &world.type();
    newest_step_count = world.step_count();

    const bool is_already_recorded = sample.frame_number == newest_frame_number;
    newest_frame_number = sample.frame_number;
    if (is_already_recorded || view_of(world).tracked_points == nullptr || telemetry::is_paused(sample)) return;
    points.push_back({.frame_number = static_cast<std::size_t>(sample.frame_number),
                      .game_time = sample.game_time,
                      .positions = view_of(world).tracked_points(world.scene(), presented_frame.shown_state),
                      .is_teleported = world.type().is_teleported(presented_frame.shown_state)});
}

namespace
{
constexpr double max_pixel = 1.0e6;
constexpr float label_height_share = 0.19F; // part of the area's height for the labels above the scene
constexpr float caption_height_share = 0.09F; // part of the area's height for the caption below the scene

float clamped_pixel(double coordinate) { return static_cast<float>(std::clamp(coordinate, -max_pixel, max_pixel)); }
} // namespace

float Camera::pixel_x(double metres) const
{
    return clamped_pixel(static_cast<double>(origin.x) + (metres - position_x) * pixels_per_m);
}
float Camera::pixel_y(double metres) const
{
    return clamped_pixel(static_cast<double>(origin.y) - metres * pixels_per_m);
}

sim::Vec2 Camera::metres_at(draw::Point pixel) const
{
    return {position_x + static_cast<double>(pixel.x - origin.x) / pixels_per_m,
            static_cast<double>(origin.y - pixel.y) / pixels_per_m};
}

Camera zoomed_camera(const view::ZoomAndPan& zoom_and_pan, const Camera& camera, draw::Rect area)
{
    const auto zoomed_pixel = [&](float pixel, float middle, double shift)
    { return clamped_pixel(middle + (pixel - middle + shift * static_cast<double>(area.w)) * zoom_and_pan.zoom); };
    return {.origin = {zoomed_pixel(camera.origin.x, area.x + area.w / 2, zoom_and_pan.pan_x),
                       zoomed_pixel(camera.origin.y, area.y + area.h / 2, zoom_and_pan.pan_y)},
            .pixels_per_m = camera.pixels_per_m * zoom_and_pan.zoom,
            .position_x = camera.position_x};
}

Camera recorded_camera(Camera camera, const telemetry::FrameSample& sample)
{
    if (!std::isnan(sample.camera_x)) camera.position_x = sample.camera_x;
    return camera;
}

Camera x_range_camera(draw::Rect area, double left_metres, double right_metres, std::optional<float> line_y_share)
{
    const double pixels_per_m = static_cast<double>(area.w) / (right_metres - left_metres);
    const float line_share = line_y_share.value_or(area.h > 0.3F * area.w ? 0.36F : 0.5F);
    return {.origin = {area.x - static_cast<float>(left_metres * pixels_per_m), area.y + area.h * line_share},
            .pixels_per_m = pixels_per_m};
}

Camera rectangle_camera_below_labels(draw::Rect area, sim::Vec2 min_corner, sim::Vec2 max_corner)
{
    const float top = area.y + label_height_share * area.h;
    const float usable_height = area.h * (1.0F - label_height_share - caption_height_share);
    const sim::Vec2 size_metres = max_corner - min_corner;
    const double pixels_per_m = std::min(static_cast<double>(0.96F * area.w) / size_metres.x,
                                         static_cast<double>(usable_height) / size_metres.y);
    const sim::Vec2 middle = 0.5 * (min_corner + max_corner);
    return {.origin = {area.x + area.w / 2 - static_cast<float>(middle.x * pixels_per_m),
                       top + usable_height / 2 + static_cast<float>(middle.y * pixels_per_m)},
            .pixels_per_m = pixels_per_m};
}

} // namespace scenes
