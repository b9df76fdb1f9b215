// view/parts/age.hpp -- how far a picture is behind the game
#pragma once

#include "view/scene_canvas.hpp"

namespace view
{

/// Draws an arrow from a body of that radius (pixels), as the picture shows it, to its place now; below it its age.
void draw_age(const SceneCanvas& canvas, Point shown, float radius, Point now, timestep::Nanos age);

} // namespace view
