// draw/shapes/arrow.hpp -- an arrow between two points
#pragma once

#include "draw/shapes/pen.hpp"

namespace draw
{

/// Draws an arrow. Draws nothing if `from` and `to` are at most two points apart.
void draw_arrow(const Pen& pen, Point from, Point to, Colour ink);

} // namespace draw
