// scenes/drawing/age.hpp -- draws an arrow that shows the age of a picture
#pragma once

#include "scenes/drawing/scene_canvas.hpp"

namespace scenes
{

/// Draws an arrow from `shown`, the body's position in the picture, to `now`, its position at the present time of the
/// loop. Writes the age of the picture below. `radius` is the radius of the body in pixels.
void draw_age(const SceneCanvas& canvas, draw::Point shown, float radius, draw::Point now, timestep::Nanos age);

} // namespace scenes
