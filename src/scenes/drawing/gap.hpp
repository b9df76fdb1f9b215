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

/// Draws a red double line from the body to the place where it ought to be at the time that the picture shows (the
/// picture is wrong), and a grey single line from there to the ring (the picture is late or early). Labels the lines,
/// "off by 1.3 m" and "shown 17 ms late", if they are long enough. For an extrapolated picture, which is an estimate,
/// draws only the grey line, from the body.
void draw_gap(const SceneCanvas& canvas, const GapPoints& gap);

} // namespace scenes
