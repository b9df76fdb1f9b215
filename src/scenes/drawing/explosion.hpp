// scenes/drawing/explosion.hpp -- what is drawn of a motion so wide that the camera had to step back
#pragma once

#include "scenes/drawing/page.hpp"
#include "scenes/drawing/scene_canvas.hpp"

namespace scenes
{

/// From half as far again on.
bool is_explosion(const SceneCanvas& canvas);
/// Lines at round metres, as far apart as their words need it.
void draw_wide_grid(const SceneCanvas& canvas);
/// The presented dots of the page joined, and over the `ball` of that `radius` by how much each swing is wider than the
/// one before.
void draw_explosion(const SceneCanvas& canvas, const TimePage& page, draw::Point ball, float radius);

} // namespace scenes
