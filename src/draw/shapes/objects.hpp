// draw/shapes/objects.hpp -- draws objects that several scenes have: an arrow, a coil spring, a wall
#pragma once

#include "draw/shapes/pen.hpp"

#include <limits>

namespace draw
{

/// Draws an arrow from `from` to `to`. Draws nothing if they are at most two points (pixels at scale 1) apart.
void draw_arrow(const Pen& pen, Point from, Point to, Colour ink);

/// The dimensions of a coil spring, seen a little from the side, in pixels.
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

/// A wall. It flashes after a hit and is broken after a body has passed through it.
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
