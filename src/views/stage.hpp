// views/stage.hpp -- draws the picture of one lane: the bodies, the reference motions
// (for comparison), and the trail of the presented frames
#pragma once

#include "draw/shapes/pen.hpp"
#include "lab/lane/lane.hpp"
#include "scenes/drawing/camera.hpp"
#include "scenes/drawing/trail.hpp"
#include "telemetry/frames.hpp"

#include <optional>
#include <vector>

namespace views
{

/// Adds the positions of the bodies in the frame `presented` to `trace`, which is drawn as a trail behind them.
void add_frame(scenes::Trail& trace, const lab::Lane& lane, const scenes::Moment& presented);
/// Adds the positions of the bodies in the newest frame of a lane to `trace`, which is drawn as a trail behind
/// them. Does nothing before the first frame.
void add_newest_frame(scenes::Trail& trace, const lab::Lane& lane);

/// Clears `picture` and draws the loop's scene at one moment. Draws all of `area`, or if `band` is not null, only that
/// part of it. `trace` must contain the positions of the loop's frames up to this moment.
void draw_stage(draw::Picture& picture, const lab::Lane& lane, const scenes::Moment& moment, const scenes::Trail& trace,
                const lab::ViewSettings& show, draw::Rect area, const draw::StageStyle& style,
                const draw::Rect* band = nullptr);

/// Draws the bodies where they would be if the user's guess were right, over the picture of the lane at the same
/// moment: pale, with the words "your guess".
void draw_guess(draw::Picture& picture, const lab::Lane& lane, const scenes::Moment& moment,
                const lab::Believed& belief, const lab::ViewSettings& show, draw::Rect area,
                const draw::StageStyle& style);

/// Draws an arrow over the picture of the lane at the time of `moment`. It points from above at the body that
/// the current lesson (exercise for the user) explains.
void draw_pointer(draw::Picture& picture, const lab::Lane& lane, const scenes::Moment& moment,
                  const lab::ViewSettings& show, draw::Rect area, const draw::StageStyle& style);

/// Returns the areas of the lanes of a race (several loops side by side). They are `gap` pixels apart, in the
/// number of columns that makes the pictures of the scene largest.
std::vector<draw::Rect> lanes_on(draw::Rect stage, std::size_t lanes, const scenes::World& world, float gap);

/// Returns the part of a loop's area in which the scene is drawn. If the area is wide and low, its left end is left
/// free for texts, whose size is `scale` times the usual.
draw::Rect scene_area(draw::Rect lane, float scale = 1);
/// Returns the camera that shows the whole scene of `world` in a loop's `area`, changed by the user's zoom and pan,
/// `lens`. `scale` is the size of the texts as in scene_area().
scenes::Camera camera_for(const scenes::World& world, draw::Rect area, const view::Lens& lens = {}, float scale = 1);
/// Returns the camera for the loop's newest frame, changed by the user's zoom and pan, `lens`. It zooms out while the
/// motion blows up.
scenes::Camera camera_for(const lab::Lane& lane, draw::Rect area, view::Lens lens = {}, float scale = 1);
/// Returns the camera for the picture of a moment, which may be before the newest frame. It zooms out like the camera
/// for the newest frame: by the factor zoom_out_at().
scenes::Camera camera_at(const lab::Lane& lane, const scenes::Moment& moment, draw::Rect area, view::Lens lens,
                         float scale);
double zoom_out_at(const lab::Lane& lane, const scenes::Moment& moment, draw::Rect area, float scale);
/// Returns the factor, 1 or more, by which `camera` must zoom out to show all recent positions. The factor grows at
/// once when a body leaves the `area`, and then falls by a factor of ten in two seconds. Ignores frames before the last
/// reset or change of loop, and positions more than 1e6 m away.
double zoom_out(const telemetry::Frames& frames, const scenes::Camera& camera, draw::Rect area);
/// Returns the loop's frames up to the time of `moment`, which may be before the newest frame.
telemetry::Frames frames_until(const lab::Lane& lane, const scenes::Moment& moment);

/// A circle, in pixels, that the mouse can grab in a loop's picture.
struct Grip
{
    draw::Point at;
    float radius = 0;
};
/// Returns the first circle in the loop's newest picture that the mouse can grab, such as the ball or the planet; empty
/// if the scene has no such circle.
std::optional<Grip> grip_of(const lab::Lane& lane, draw::Rect area, const view::Lens& lens = {}, float scale = 1);

} // namespace views
