// scenes/drawing/tally.hpp -- draws a row of marks that counts the bounces of a body and of its ring (the same body on
// a PC that is never late)
#pragma once

#include "scenes/drawing/scene_canvas.hpp"

namespace scenes
{

/// Draws the sign for a bounce, a ball that touches a wall, and a row of marks from `at` to the right: a filled mark
/// for each bounce of the body, an outlined mark crossed by a red line for each pass of the body through the wall, and
/// an outlined mark for each further bounce of the ring that the body has missed. So a still picture shows that the
/// motion is slow, even if body and ring are at the same place by chance. After more than 16 bounces, three dots stand
/// for all but the newest 16. In a high area, writes the numbers below, "2 of 8 bounces" or "4 hits, 3 passed through",
/// if they end left of the x coordinate `right`; in an area less than 100 points high, the marks are smaller. Draws
/// nothing before the ring's first bounce, or if the area is less than 70 points high.
void draw_bounce_tally(const SceneCanvas& canvas, draw::Point at, float right);

} // namespace scenes
