// view/parts/film_strip.hpp -- the last pictures side by side, as a film of them would be
#pragma once

#include "lab/lane.hpp"
#include "view/scene_canvas.hpp"

namespace view
{

/// While the lane stutters: twelve stills at the foot of the stage, newest on the right. Those that show a third more
/// or less motion than the time since the one before are outlined, and the caption says what that is.
void draw_film_strip(const SceneCanvas& canvas, const lab::Lane& lane);

} // namespace view
