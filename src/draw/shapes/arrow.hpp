// draw/shapes/arrow.hpp -- an arrow between two points
#pragma once

#include "draw/shapes/pen.hpp"

namespace draw
{

/// Draws nothing where the two are less than two points apart.
void draw_arrow(const Pen& pen, Point from, Point to, Colour ink);

} // namespace draw
