// views/stage.hpp -- draws the picture of one lane: the bodies, the reference motions
// (for comparison), and the trail of the presented frames
#pragma once

#include "draw/shapes/pen.hpp"
#include "lab/lane/lane.hpp"
#include "scenes/drawing/canvas.hpp"
#include "telemetry/frames.hpp"

#include <optional>
#include <vector>

namespace views
{

/// `trail` is drawn as a trail behind the bodies.
void add_frame(scenes::Trail& trail, const lab::Lane& lane, const scenes::Moment& presented);
/// Does nothing before the first frame.
void add_newest_frame(scenes::Trail& trail, const lab::Lane& lane);

/// Draws only `clip_area` of `area` if it is not null. `trail` must contain the loop's frames up to `moment`.
void draw_stage(draw::Picture& picture, const lab::Lane& lane, const scenes::Moment& moment, const scenes::Trail& trail,
                const lab::ViewSettings& show, draw::Rect area, const draw::StageStyle& style,
                const draw::Rect* clip_area = nullptr);

/// Draws the bodies of the user's guess over the picture of the lane: pale, with the words "your guess".
void draw_guess(draw::Picture& picture, const lab::Lane& lane, const scenes::Moment& moment,
                const lab::PredictedLane& belief, const lab::ViewSettings& show, draw::Rect area,
                const draw::StageStyle& style);

/// Draws an arrow from above at the body that the current lesson explains.
void draw_pointer(draw::Picture& picture, const lab::Lane& lane, const scenes::Moment& moment,
                  const lab::ViewSettings& show, draw::Rect area, const draw::StageStyle& style);

/// Areas that are `cell_gap` pixels apart, in the number of columns that makes the pictures largest.
std::vector<draw::Rect> lane_areas(draw::Rect stage, std::size_t lanes, const scenes::World& world, float cell_gap);

/// If the area is wide and low, its left end is free for texts, whose size is `scale` times the usual.
draw::Rect scene_area(draw::Rect lane, float scale = 1);
/// Shows the whole scene in `area`, changed by the user's zoom and pan. `scale` is as in scene_area().
scenes::Camera camera_for(const scenes::World& world, draw::Rect area, const view::Lens& lens = {}, float scale = 1);
/// Shows the newest frame. Zooms out while the motion blows up.
scenes::Camera camera_for(const lab::Lane& lane, draw::Rect area, view::Lens lens = {}, float scale = 1);
/// Shows a moment that may be before the newest frame. Zooms out by zoom_out_at().
scenes::Camera camera_at(const lab::Lane& lane, const scenes::Moment& moment, draw::Rect area, view::Lens lens,
                         float scale);
double zoom_out_at(const lab::Lane& lane, const scenes::Moment& moment, draw::Rect area, float scale);
/// Factor, 1 or more, that shows all recent positions. It grows at once when a body leaves the `area`, and then falls
/// by a factor of ten in two seconds. Ignores frames before the last reset or change of loop, and positions over 1e6 m
/// away.
double zoom_out(const telemetry::Frames& frames, const scenes::Camera& camera, draw::Rect area);
/// Frames up to the time of `moment`.
telemetry::Frames frames_until(const lab::Lane& lane, const scenes::Moment& moment);

/// A circle, in pixels, that the mouse can grab in a loop's picture.
struct Grip
{
    draw::Point at;
    float radius = 0;
};
/// The first handle in the loop's newest picture; empty if the scene has none.
std::optional<Grip> grip_of(const lab::Lane& lane, draw::Rect area, const view::Lens& lens = {}, float scale = 1);

} // namespace views
