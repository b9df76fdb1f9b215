// scenes/drawing/explosion.hpp -- draws a motion that has become so large that the camera zooms out
#pragma once

#include "scenes/drawing/page.hpp"
#include "scenes/drawing/scene_canvas.hpp"

namespace scenes
{

/// Returns true if the camera has zoomed out by more than a factor of 1.5 because a motion blew up.
bool is_explosion(const SceneCanvas& canvas);
/// Draws a vertical line with a label at each round number of metres. The lines are at least 90 points apart.
void draw_wide_grid(const SceneCanvas& canvas);
/// Joins the dots of the presented frames on `page`, the plot of past frames, by lines. Writes how many times
/// as wide as the swing before the newest swing is, "each swing 2.3 times as wide", above the ball with the centre
/// `ball` and the given radius, in pixels.
void draw_explosion(const SceneCanvas& canvas, const TimePage& page, draw::Point ball, float radius);

} // namespace scenes
