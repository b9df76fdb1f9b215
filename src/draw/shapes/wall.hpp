// draw/shapes/wall.hpp -- draws a wall: it flashes after a hit and is broken after a body has passed through it
#pragma once

#include "draw/shapes/pen.hpp"

#include <limits>

namespace draw
{

struct Wall
{
    Rect rect;
    Point struck;    ///< the point of the wall that bodies hit or pass through, in pixels
    float hole = 10; ///< half of the width in pixels of the hole that a body leaves when it passes through the wall
    /// Number of bodies that have passed through the wall since the simulation was reset. Each pass makes the cracks
    /// longer, up to a limit.
    int passes = 0;
    /// Seconds since a body last passed through the wall; infinite if no body has passed.
    float since = std::numeric_limits<float>::infinity();
    /// Seconds since a body last hit the wall; infinite if no body has hit it.
    float since_hit = std::numeric_limits<float>::infinity();
    Point towards{1, 0}; ///< direction in which the last body passed through the wall; a unit vector
};

/// Draws a wall with its marks of hits and of bodies that passed through it. The wall is upright if its rectangle is
/// higher than wide, otherwise horizontal.
void draw_wall(const Pen& pen, const Wall& wall);

} // namespace draw
