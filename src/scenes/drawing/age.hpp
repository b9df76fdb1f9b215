// scenes/drawing/age.hpp -- an arrow that shows the age of a picture
#pragma once

#include "scenes/drawing/scene_canvas.hpp"

namespace scenes
{

/// Draws an arrow from the body's position in the picture (`shown`) to its position `now`, and the picture's age below.
/// `radius` is the body's radius in pixels.
void draw_age(const SceneCanvas& canvas, draw::Point shown, float radius, draw::Point now, timestep::Nanos age);

} // namespace scenes
