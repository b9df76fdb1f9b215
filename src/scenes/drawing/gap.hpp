// scenes/drawing/gap.hpp -- draws the distance between a body and its ring (the body on a PC that is never late),
// divided into an error and a delay
#pragma once

#include "scenes/drawing/scene_canvas.hpp"

namespace scenes
{

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

} // namespace scenes
