// view/parts/arrow.hpp -- from here to there
#pragma once

#include "view/scene_view.hpp"

namespace view
{

/// Nothing where the two are less than two points apart.
void draw_arrow(const Stage& stage, Point from, Point to, Colour ink);
/// From a body of that radius (pixels), as the picture shows it, to where it is by now; below it its age in words.
void draw_age(const Stage& stage, Point shown, float radius, Point now, timestep::Nanos age);

} // namespace view
