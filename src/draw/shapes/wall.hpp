// draw/shapes/wall.hpp -- draws a wall: it flashes after a hit and is broken after a body has passed through it
#pragma once

#include "draw/shapes/pen.hpp"

#include <limits>

namespace draw
{

struct Wall
{
    Rect rect;
    Point struck;                                             ///< the point on the wall of all hits and passes
    float hole      = 10;                                     ///< half of the width of the hole after a pass, in pixels
    int passes      = 0;                                      ///< passes since the reset; cracks grow with each
    float since     = std::numeric_limits<float>::infinity(); ///< seconds since a body last passed through the wall
    float since_hit = std::numeric_limits<float>::infinity(); ///< seconds since a body last hit the wall
    Point towards{1, 0};                                      ///< direction of the last body that passed through
};

/// Draws a wall, upright if its rectangle is higher than wide, otherwise horizontal.
void draw_wall(const Pen& pen, const Wall& wall);
/// Draws sparks of a hit at point `at`, `since` seconds ago; they fly in the direction `away`.
void draw_sparks(const Pen& pen, Point at, Point away, float since);

} // namespace draw
