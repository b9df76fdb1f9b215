// views/stage.hpp -- the scene of a lane as a picture: the bodies, the reference motions, and the trail of presented
// frames
#pragma once

#include "draw/shapes/pen.hpp"
#include "lab/lane/lane.hpp"
#include "scenes/drawing/camera.hpp"
#include "scenes/drawing/trail.hpp"

#include <optional>
#include <vector>

namespace views
{

/// Adds a frame that the lane presented to the lane's trace.
void add_frame(scenes::Trail& trace, const lab::Lane& lane, const scenes::Moment& presented);
/// Adds the lane's newest frame, if there is one.
void add_newest_frame(scenes::Trail& trace, const lab::Lane& lane);

/// Clears `picture` and draws a moment of the lane: all of `area`, or only the part in `band`. `trace` must contain the
/// lane's frames up to this moment.
void draw_stage(draw::Picture& picture, const lab::Lane& lane, const scenes::Moment& moment, const scenes::Trail& trace,
                const lab::ViewSettings& show, draw::Rect area, const draw::StageStyle& style,
                const draw::Rect* band = nullptr);

/// Draws the user's guess for the lane onto the picture of the same moment: pale bodies with the words "your guess".
void draw_belief(draw::Picture& picture, const lab::Lane& lane, const scenes::Moment& moment,
                 const lab::Believed& belief, const lab::ViewSettings& show, draw::Rect area,
                 const draw::StageStyle& style);

/// Draws an arrow onto the picture of that moment, which points from above at the moving body: the subject of the
/// lesson.
void draw_pointer(draw::Picture& picture, const lab::Lane& lane, const scenes::Moment& moment,
                  const lab::ViewSettings& show, draw::Rect area, const draw::StageStyle& style);

/// Returns the areas of the lanes of a race, `gap` pixels apart, in the number of columns that makes the scene largest.
std::vector<draw::Rect> lanes_on(draw::Rect stage, std::size_t lanes, const scenes::World& world, float gap);

/// Returns the scene's area in a lane. In a wide, low lane the left end is left free for words.
draw::Rect scene_area(draw::Rect lane);
/// Returns the camera that shows the whole scene in a lane of that `area`.
scenes::Camera camera_for(const scenes::World& world, draw::Rect area, const view::Lens& lens = {});
/// Returns the camera for the lane's newest frame; it zooms out while a motion blows up.
scenes::Camera camera_for(const lab::Lane& lane, draw::Rect area, const view::Lens& lens = {});

/// A circle on the stage that the mouse can grab, in pixels.
struct Grip
{
    draw::Point at;
    float radius = 0;
};
/// Returns the first circle of the newest picture that can be grabbed, e.g. the ball or the planet; empty if there is
/// none.
std::optional<Grip> grip_of(const lab::Lane& lane, draw::Rect area, const view::Lens& lens = {});
/// Returns true if the mouse at pixel `hand`, or up to `reach` pixels beside a body, grabs the body.
bool grabs(const lab::Lane& lane, draw::Rect area, draw::Point hand, float reach, const view::Lens& lens = {});

} // namespace views
