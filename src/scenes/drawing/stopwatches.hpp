// scenes/drawing/stopwatches.hpp -- the wall's clock and the game's, where the two do not show the same
#pragma once

#include "scenes/drawing/scene_canvas.hpp"

namespace scenes
{

/// Two dials of ten seconds, and on the game's the wedge between the two hands: by how much it is behind a perfect PC,
/// or ahead of it. Nothing where that is less than a tenth of a second, or in a strip.
void draw_stopwatches(const SceneCanvas& canvas);

} // namespace scenes
