// draw/shapes/coil.hpp -- a coil spring, seen a little from the side
#pragma once

#include "draw/shapes/pen.hpp"

namespace draw
{

/// The shape of a coil spring. All lengths are in pixels.
struct Coil
{
    int turns    = 12;
    float rest   = 400; ///< distance of the ends at rest, in pixels; a stretched coil is drawn thinner
    float radius = 18;  ///< radius at rest, in pixels
    float wire   = 4;   ///< thickness of the wire, in pixels
    float lead   = 14;  ///< length of the straight wire at each end, in pixels
};

/// Draws a horizontal coil from `from` to the x coordinate `to_x`. It may be stretched or compressed; the ends may also
/// be exchanged.
void draw_coil(const Pen& pen, const Coil& coil, Point from, float to_x);

} // namespace draw
