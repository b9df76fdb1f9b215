// draw/shapes/objects.hpp -- draws objects that several scenes have: an arrow, a coil spring, a wall
#pragma once

#include "draw/shapes/pen.hpp"

#include <limits>

namespace draw
{

/// Draws nothing if the length is at most two points.
void draw_arrow(const Pen& pen, Point from, Point to, Colour ink);

/// The dimensions of a coil spring, seen a little from the side, in pixels.
struct Coil
{
    int turns = 12;
    /// Distance of the ends at rest in pixels. The turns of a longer spring have a smaller radius.
    float rest_length         = 400;
    float radius              = 18; ///< radius of the turns at rest, in pixels
    float wire_thickness      = 4;  ///< thickness of the wire, in pixels
    float straight_end_length = 14; ///< length of the straight wire at each end, in pixels
};

/// The spring is horizontal; `to_x` may be left or right of `from`.
void draw_coil(const Pen& pen, const Coil& coil, Point from, float to_x);

/// A wall. It flashes after a hit and is broken after a body has passed through it.
struct Wall
{
    Rect rect;
    Point hit_point; ///< the point of the wall that bodies hit or pass through, in pixels
    float hole_half_width =
        10; ///< half of the width in pixels of the hole that a body leaves when it passes through the wall
    /// Number of passes since the reset. Each pass makes the cracks longer, up to a limit.
    int pass_count = 0;
    /// Seconds since the last pass; infinite if there was none.
    float seconds_since_pass = std::numeric_limits<float>::infinity();
    /// Seconds since the last hit; infinite if there was none.
    float seconds_since_hit = std::numeric_limits<float>::infinity();
    Point pass_direction{1, 0}; ///< direction in which the last body passed through the wall; a unit vector
};

/// The wall is upright if its rectangle is higher than wide, otherwise horizontal.
void draw_wall(const Pen& pen, const Wall& wall);

} // namespace draw
