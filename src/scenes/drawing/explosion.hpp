// scenes/drawing/explosion.hpp -- the drawing of a motion so wide that the camera zooms out
#pragma once

#include "scenes/drawing/page.hpp"
#include "scenes/drawing/scene_canvas.hpp"

namespace scenes
{

/// Returns true if the camera has zoomed out by more than a factor of 1.5.
bool is_explosion(const SceneCanvas& canvas);
/// Draws vertical lines at round numbers of metres, far enough apart for their labels.
void draw_wide_grid(const SceneCanvas& canvas);
/// Joins the dots of the presented frames on the page by lines. Writes the growth of the newest swing in percent above
/// the ball, whose centre and radius are given in pixels.
void draw_explosion(const SceneCanvas& canvas, const TimePage& page, draw::Point ball, float radius);

} // namespace scenes
