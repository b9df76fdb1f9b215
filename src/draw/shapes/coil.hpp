// draw/shapes/coil.hpp -- a coil spring, seen a little from the side
#pragma once

#include "draw/shapes/pen.hpp"

namespace draw
{

struct Coil
{
    int turns    = 12;
    float rest   = 400; ///< px between its ends where it is at rest: longer is thinner
    float radius = 18;  ///< px, at rest
    float wire   = 4;   ///< px
    float lead   = 14;  ///< px of straight wire at each end
};

/// Between two ends on a level; it may be stretched, squeezed flat, or turned inside out.
void draw_coil(const Pen& pen, const Coil& coil, Point from, float to_x);

} // namespace draw
