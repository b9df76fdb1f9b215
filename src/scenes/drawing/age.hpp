// scenes/drawing/age.hpp -- how far a picture is behind the game
#pragma once

#include "scenes/drawing/scene_canvas.hpp"

namespace scenes
{

/// Draws an arrow from a body of that radius (pixels), as the picture shows it, to its place now; below it its age.
void draw_age(const SceneCanvas& canvas, draw::Point shown, float radius, draw::Point now, timestep::Nanos age);

} // namespace scenes
