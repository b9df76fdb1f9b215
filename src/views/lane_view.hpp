// views/lane_view.hpp -- draws a frame of one loop: the bodies, where they should be, and the last displayed frames
#pragma once

#include "draw/shapes/draw_context.hpp"
#include "lab/lane/lane.hpp"
#include "scenes/drawing/canvas.hpp"
#include "telemetry/frames.hpp"

#include <optional>
#include <vector>

namespace views
{

/// Appends the newest frame, if there is one.
void extend_trail(scenes::Trail& trail, const lab::Lane& lane);

/// `trail` must end with the frame of `moment`. `clip_area` may be null. `safe_step_text`: SceneCanvas::safe_step_text.
void redraw_lane(draw::Picture& picture, const lab::Lane& lane, const scenes::Moment& moment,
                 const scenes::Trail& trail, const lab::ViewSettings& view_settings, draw::Rect area,
                 const draw::ViewStyle& style, const draw::Rect* clip_area = nullptr,
                 std::string_view safe_step_text = {});

/// In a lesson, draws pale bodies, labelled "your guess", where the bodies would be if the user's guess were right.
void draw_guessed_bodies(draw::Picture& picture, const lab::Lane& lane, const scenes::Moment& moment,
                         const lab::MisconceptionLane& misconception, const view::ZoomAndPan& zoom_and_pan,
                         draw::Rect area, const draw::ViewStyle& style);

/// Draws an arrow above the first body, if the scene has one.
void draw_body_arrow(draw::Picture& picture, const lab::Lane& lane, const scenes::Moment& moment,
                     const view::ZoomAndPan& zoom_and_pan, draw::Rect area, const draw::ViewStyle& style);

/// Divides `stage_area` into one cell for each loop, `cell_gap` pixels apart, so that scenes are as large as possible.
std::vector<draw::Rect> lane_areas(draw::Rect stage_area, std::size_t lane_count, const scenes::World& world,
                                   float cell_gap);

/// The parts of a lane's area. `heading` has the name, verdict and explanation: a row above the scene, or in a low
/// lane a column left of it; without size, it stands over the scene. `strip` may be empty.
struct LaneLayout
{
    draw::Rect heading{};
    draw::Rect scene{};
    draw::Rect strip{}; ///< the pictures of the last refreshes, below the scene
};
LaneLayout lane_layout(draw::Rect lane_area, float pixels_per_point = 1);
/// The camera that shows the whole scene in `area`, with the user's zoom and pan. `pixels_per_point` scales the labels.
scenes::Camera scene_camera(const scenes::World& world, draw::Rect area, const view::ZoomAndPan& zoom_and_pan = {},
                            float pixels_per_point = 1);
/// The camera for the loop's newest frame. If the scene allows, the camera zooms out to keep the body in the view.
scenes::Camera newest_frame_camera(const lab::Lane& lane, draw::Rect area, view::ZoomAndPan zoom_and_pan = {},
                                   float pixels_per_point = 1);
/// Zoom-out factor, at least 1, that keeps the x coordinate of the body in recent frames in the middle 85 % of the
/// width of `area`.
double body_zoom_out_factor(const telemetry::Frames& frames, const scenes::Camera& camera, draw::Rect area);

/// True if the view of the lane has zoomed out to follow the body, or if the body is gone: the user cannot hold it.
bool is_out_of_reach(const lab::Lane& lane, draw::Rect area, float pixels_per_point = 1);

/// A circle in pixels in which the user can grab a body with the mouse.
struct GrabCircle
{
    draw::Point centre;
    float radius = 0;
};
/// The circle of the first body that the user can grab, in the newest frame; empty if the scene has no such body.
std::optional<GrabCircle> grab_circle_of(const lab::Lane& lane, draw::Rect area,
                                         const view::ZoomAndPan& zoom_and_pan = {}, float pixels_per_point = 1);

} // namespace views
