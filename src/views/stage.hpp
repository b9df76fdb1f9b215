// views/stage.hpp -- the scene of a lane as a picture: what moves, where it should be, and the trail of presented
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

/// Adds a frame that the lane presented to its trace.
void add_frame(scenes::Trail& trace, const lab::Lane& lane, const scenes::Moment& presented);
/// Adds the lane's newest frame, if there is one.
void add_newest_frame(scenes::Trail& trace, const lab::Lane& lane);

/// Draws a moment of the lane into `picture`, which is cleared: the whole of `area`, or only `band` of it. `trace` has
/// seen the lane's frames up to this one.
void draw_stage(draw::Picture& picture, const lab::Lane& lane, const scenes::Moment& moment, const scenes::Trail& trace,
                const lab::ViewSettings& show, draw::Rect area, const draw::StageStyle& style,
                const draw::Rect* band = nullptr);

/// Draws what somebody believes to see of that lane onto the picture of the same moment: pale, and called "your guess".
void draw_belief(draw::Picture& picture, const lab::Lane& lane, const scenes::Moment& moment,
                 const lab::Believed& belief, const lab::ViewSettings& show, draw::Rect area,
                 const draw::StageStyle& style);

/// Points from above at what moves in that moment of the lane, on the picture of it: there is what a lesson is
/// about.
void draw_pointer(draw::Picture& picture, const lab::Lane& lane, const scenes::Moment& moment,
                  const lab::ViewSettings& show, draw::Rect area, const draw::StageStyle& style);

/// Where the lanes of a race go, `gap` apart: in as many columns as make the scene largest. A scene on a line gets
/// strips, one below the other.
std::vector<draw::Rect> lanes_on(draw::Rect stage, std::size_t lanes, const scenes::World& world, float gap);

/// Where the scene goes in a lane: all of it, but for a strip, whose left end is for words.
draw::Rect scene_area(draw::Rect lane);
/// Shows all of the scene that matters in the lane of that `area`.
scenes::Camera camera_for(const scenes::World& world, draw::Rect area, const view::Lens& lens = {});
/// The same for the lane's newest frame: further away while something explodes.
scenes::Camera camera_for(const lab::Lane& lane, draw::Rect area, const view::Lens& lens = {});

/// Where a hand can grab, on the stage.
struct Grip
{
    draw::Point at;
    float radius = 0;
};
/// The first thing of the newest picture that can be grabbed: ball, rope's end, planet; nothing where nothing can.
std::optional<Grip> grip_of(const lab::Lane& lane, draw::Rect area, const view::Lens& lens = {});
/// Whether a hand at that pixel, or up to `reach` pixels beside, grabs something.
bool grabs(const lab::Lane& lane, draw::Rect area, draw::Point hand, float reach, const view::Lens& lens = {});

} // namespace views
