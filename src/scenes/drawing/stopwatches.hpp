// scenes/drawing/stopwatches.hpp -- draws the wall clock and the game clock as two dials when their times differ
#pragma once

#include "scenes/drawing/scene_canvas.hpp"

namespace scenes
{

/// Draws two dials with one turn in ten seconds. A wedge on the dial of the game shows by how much the game is behind
/// or ahead of the ring (a PC that is never late). Draws nothing if the difference is below 0.1 s, or if the area is
/// too small.
void draw_stopwatches(const SceneCanvas& canvas);

} // namespace scenes
