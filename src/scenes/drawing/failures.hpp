// scenes/drawing/failures.hpp -- draws what went wrong in a scene: the distance to the ring, divided into an error and
// a delay, and a motion that has exploded
#pragma once

#include "scenes/drawing/page.hpp"
#include "scenes/drawing/scene_canvas.hpp"

namespace scenes
{

/// Returns true if an event of the kind `kind`, such as `&sim::Events::tunnelled`, happened in the frame.
bool happened(const telemetry::FrameSample& sample, int sim::Events::*kind);
/// Returns the time, in seconds of the game clock, since the last frame in which an event of the kind `kind` happened.
/// Looks only at the last three seconds and not before the last reset; returns infinity if there was no such event.
float seconds_since(const SceneCanvas& canvas, int sim::Events::*kind);

/// The positions of one body, in pixels.
struct GapPoints
{
    draw::Point shown; ///< position of the body in the picture
    /// Right position of the body for the simulated time that the picture shows: its position at this time if the same
    /// scene is simulated in even steps, without delays.
    draw::Point right;
    draw::Point ring; ///< position of the ring: the body on a PC that is never late
    float radius = 0; ///< radius of the body in pixels
};

/// Returns true if the picture shows the body at a wrong place: farther from its right position than
/// SceneCanvas::wrong_beyond. An extrapolated picture, which is an estimate, is never wrong.
bool is_wrong(const SceneCanvas& canvas, const GapPoints& gap);

/// Draws the error of the picture if it is wrong: a red cross on the body, a red circle of the body's size at its right
/// position, and a red double line between them. Draws the delay: a grey single line from the right position, or from
/// the body of a right picture, to the ring. Labels the lines, "off by 1.3 m" and "shown 17 ms late", if the area is
/// high enough.
void draw_gap(const SceneCanvas& canvas, const GapPoints& gap);

/// Draws the error of an earlier picture, `age` seconds old, in the same way but paler: for a loop that is wrong, but
/// whose newest picture happens to show the body at its right place.
void draw_past_error(const SceneCanvas& canvas, const GapPoints& gap, double age);

/// Returns true if the camera has zoomed out by more than a factor of 1.5 because a motion blew up.
bool is_explosion(const SceneCanvas& canvas);
/// Draws a vertical line with a label at each round number of metres. The lines are at least 90 points apart.
void draw_wide_grid(const SceneCanvas& canvas);
/// Joins the dots of the presented frames on `page`, the plot of past frames, by lines. Writes how many times
/// as wide as the swing before the newest swing is, "each swing 2.3 times as wide", above the ball with the centre
/// `ball` and the given radius, in pixels.
void draw_explosion(const SceneCanvas& canvas, const TimePage& page, draw::Point ball, float radius);

} // namespace scenes
