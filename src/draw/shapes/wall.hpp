// draw/shapes/wall.hpp -- something solid: it flashes where it was hit, and is broken where something went through it
#pragma once

#include "draw/shapes/pen.hpp"

#include <limits>

namespace draw
{

struct Wall
{
    Rect rect;
    Point struck;                                             ///< on it, where hits and passes are
    float hole      = 10;                                     ///< px, half of what a pass leaves open
    int passes      = 0;                                      ///< since the reset: the more, the longer the cracks
    float since     = std::numeric_limits<float>::infinity(); ///< s since the last pass
    float since_hit = std::numeric_limits<float>::infinity(); ///< s since the last hit
    Point towards{1, 0};                                      ///< the way that the last pass went
};

/// Upright or lying, whichever its rectangle is.
void draw_wall(const Pen& pen, const Wall& wall);
/// Sparks that fly off a hit at `at`, back along `away`, `since` seconds ago.
void draw_sparks(const Pen& pen, Point at, Point away, float since);

} // namespace draw
