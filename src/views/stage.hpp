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

/// Records the presented frame in `trail`, which is drawn behind the bodies.
void add_frame(scenes::Trail& trail, const lab::Lane& lane, const scenes::Moment& presented);
/// Records the newest frame; does nothing before the first frame.
void add_newest_frame(scenes::Trail& trail, const lab::Lane& lane);

/// Draws `moment` into `area`, or only into its part `clip_area` if that is not null. `trail` must contain the loop's
/// frames up to `moment`.
void draw_stage(draw::Picture& picture, const lab::Lane& lane, const scenes::Moment& moment, const scenes::Trail& trail,
                const lab::ViewSettings& view_settings, draw::Rect area, const draw::StageStyle& style,
                const draw::Rect* clip_area = nullptr);

/// Draws the bodies of the user's guess in a lesson, pale and with the label "your guess", over the lane's view.
void draw_guess(draw::Picture& picture, const lab::Lane& lane, const scenes::Moment& moment,
                const lab::PredictedLane& guess, const lab::ViewSettings& view_settings, draw::Rect area,
                const draw::StageStyle& style);

/// Draws an arrow that points down at the body that the current lesson explains.
void draw_lesson_arrow(draw::Picture& picture, const lab::Lane& lane, const scenes::Moment& moment,
                       const lab::ViewSettings& view_settings, draw::Rect area, const draw::StageStyle& style);

/// The areas of the lanes in a grid, `cell_gap` pixels apart, with the number of columns that makes the scenes largest.
std::vector<draw::Rect> lane_areas(draw::Rect stage, std::size_t lane_count, const scenes::World& world,
                                   float cell_gap);

/// The part of a lane's area for the scene; a wide, low area has labels of `scale` times the usual size at its left.
draw::Rect scene_area(draw::Rect lane, float scale = 1);
/// Camera for the whole scene in `area`, with the user's zoom and pan. `scale` is as in scene_area().
scenes::Camera camera_for(const scenes::World& world, draw::Rect area, const view::Lens& lens = {}, float scale = 1);
/// Camera for the newest frame; zooms out while the motion blows up.
scenes::Camera camera_for(const lab::Lane& lane, draw::Rect area, view::Lens lens = {}, float scale = 1);
/// Camera for any moment; zooms out by zoom_out_factor_at().
scenes::Camera camera_at(const lab::Lane& lane, const scenes::Moment& moment, draw::Rect area, view::Lens lens,
                         float scale);
double zoom_out_factor_at(const lab::Lane& lane, const scenes::Moment& moment, draw::Rect area, float scale);
/// Zoom-out factor, at least 1, that shows all recent positions. Grows at once when a body leaves `area`, then falls by
/// a factor of ten in two seconds. Ignores frames before the last reset or change of loop, and positions over 1e6 m.
double zoom_out_factor_for(const telemetry::Frames& frames, const scenes::Camera& camera, draw::Rect area);
/// The loop's frames up to the time of `moment`.
telemetry::Frames frames_until(const lab::Lane& lane, const scenes::Moment& moment);

/// A circle in pixels that the user can grab in a lane's view.
struct Grip
{
    draw::Point centre;
    float radius = 0;
};
/// The first handle in the newest frame; empty if the scene has none.
std::optional<Grip> grip_of(const lab::Lane& lane, draw::Rect area, const view::Lens& lens = {}, float scale = 1);

} // namespace views
