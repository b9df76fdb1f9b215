// scenes/drawing/tally.hpp -- counts bounces with ticks: those of the ring, and those of the body
#pragma once

#include "scenes/drawing/scene_canvas.hpp"

namespace scenes
{

/// Draws a row of ticks from `at` to the right: one filled tick for each bounce of the body, and an outlined tick for
/// each bounce of the ring that the body has missed. A still picture then shows slow motion even if body and ring meet
/// by chance. In a high area, writes the numbers below, "2 of 8 bounces". Draws nothing before the ring's first bounce.
void draw_bounce_tally(const SceneCanvas& canvas, draw::Point at);

} // namespace scenes
