// scenes/drawing/stopwatches.hpp -- the wall clock and the game clock as two dials, shown when they differ
#pragma once

#include "scenes/drawing/scene_canvas.hpp"

namespace scenes
{

/// Draws two dials of ten seconds. A wedge on the game's dial shows by how much the game is behind or ahead of a
/// perfect PC (without lag). Draws nothing if the difference is less than a tenth of a second, or if the area
/// is too small for the dials.
void draw_stopwatches(const SceneCanvas& canvas);

} // namespace scenes
