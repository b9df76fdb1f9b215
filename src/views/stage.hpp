// views/stage.hpp -- draws a frame of one lane: the bodies, the reference motions and the trail of presented frames
#pragma once

#include "draw/shapes/pen.hpp"
#include "lab/lane/lane.hpp"
#include "scenes/drawing/canvas.hpp"
#include "telemetry/frames.hpp"

#include <optional>
#include <vector>

namespace views
{

/// Appends the bodies' positions in `presented`, a frame of the lane. `trail` is drawn behind the bodies.
void append_frame_to_trail(scenes::Trail& trail, const lab::Lane& lane, const scenes::Moment& presented);
/// Appends the lane's newest frame; does nothing before the first frame.
void append_newest_frame_to_trail(scenes::Trail& trail, const lab::Lane& lane);

/// `clip_area` is the part of `area` to draw; null for all. `trail` must contain the loop's frames up to `moment`.
void draw_stage(draw::Picture& picture, const lab::Lane& lane, const scenes::Moment& moment, const scenes::Trail& trail,
                const lab::ViewSettings& view_settings, draw::Rect area, const draw::StageStyle& style,
                const draw::Rect* clip_area = nullptr);

/// Draws the user's guess in a lesson over the lane's view: pale bodies with the label "your guess".
void draw_guess(draw::Picture& picture, const lab::Lane& lane, const scenes::Moment& moment,
                const lab::PredictedLane& guess, const lab::ViewSettings& view_settings, draw::Rect area,
                const draw::StageStyle& style);

/// Draws an arrow that points down at the body that the current lesson explains.
void draw_lesson_arrow(draw::Picture& picture, const lab::Lane& lane, const scenes::Moment& moment,
                       const lab::ViewSettings& view_settings, draw::Rect area, const draw::StageStyle& style);

/// A grid with `cell_gap` pixels between the cells. The number of columns makes the scenes as large as possible.
std::vector<draw::Rect> lane_areas(draw::Rect stage, std::size_t lane_count, const scenes::World& world,
                                   float cell_gap);

/// The lane's area without labels: a wide, low area has labels of `scale` times the usual size on its left.
draw::Rect scene_area(draw::Rect lane, float scale = 1);
/// The camera that shows the whole scene in `area`, with the user's zoom and pan. `scale` is as in scene_area().
scenes::Camera camera_for(const scenes::World& world, draw::Rect area, const view::Lens& lens = {}, float scale = 1);
/// The camera for the newest frame; zooms out while the motion blows up.
scenes::Camera camera_for(const lab::Lane& lane, draw::Rect area, view::Lens lens = {}, float scale = 1);
/// The camera for any moment; zooms out by zoom_out_factor_at().
scenes::Camera camera_at(const lab::Lane& lane, const scenes::Moment& moment, draw::Rect area, view::Lens lens,
                         float scale);
double zoom_out_factor_at(const lab::Lane& lane, const scenes::Moment& moment, draw::Rect area, float scale);
/// Zoom-out factor that shows all recent positions: at least 1; grows at once when a body leaves `area`, then falls by
/// a factor of ten in two seconds. Ignores frames before the last reset or change of loop, and positions over 1e6 m.
double zoom_out_factor_for(const telemetry::Frames& frames, const scenes::Camera& camera, draw::Rect area);
/// The lane's frames up to the frame of `moment`, inclusive.
telemetry::Frames frames_until(const lab::Lane& lane, const scenes::Moment& moment);

/// A circle in pixels in which the user can grab a body with the mouse.
struct GrabCircle
{
    draw::Point centre;
    float radius = 0;
};
/// The scene's first handle in the newest frame; empty if the scene has none.
std::optional<GrabCircle> grab_circle_of(const lab::Lane& lane, draw::Rect area, const view::Lens& lens = {},
                                         float scale = 1);

} // namespace views
