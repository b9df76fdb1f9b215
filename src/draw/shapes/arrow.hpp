// draw/shapes/arrow.hpp -- draws an arrow between two points
#pragma once

#include "draw/shapes/pen.hpp"

namespace draw
{

/// Draws an arrow from `from` to `to`. Draws nothing if they are at most two points (pixels at scale 1) apart.
void draw_arrow(const Pen& pen, Point from, Point to, Colour ink);

} // namespace draw
