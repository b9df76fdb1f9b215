// draw/shapes/coil.hpp -- draws a coil spring, seen a little from the side
#pragma once

#include "draw/shapes/pen.hpp"

namespace draw
{

/// The dimensions of a coil spring, in pixels.
struct Coil
{
    int turns = 12;
    /// Distance of the two ends in pixels when the spring is at rest. If the spring is longer than this, its turns are
    /// drawn with a smaller radius.
    float rest   = 400;
    float radius = 18; ///< radius of the turns at rest, in pixels
    float wire   = 4;  ///< thickness of the wire, in pixels
    float lead   = 14; ///< length of the straight wire at each end, in pixels
};

/// Draws a horizontal spring from the point `from` to the x coordinate `to_x`, which may be left or right of `from`.
/// The spring may be stretched or compressed.
void draw_coil(const Pen& pen, const Coil& coil, Point from, float to_x);

} // namespace draw
