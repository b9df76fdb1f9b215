// views/film_strip.hpp -- the last pictures side by side, as a film of them would be
#pragma once

#include "lab/lane/lane.hpp"
#include "scenes/drawing/scene_canvas.hpp"

namespace views
{

/// While the lane stutters: twelve stills at the foot of the stage, newest on the right. Those that show a third more
/// or less motion than the time since the one before are outlined, and the caption says what that is.
void draw_film_strip(const scenes::SceneCanvas& canvas, const lab::Lane& lane);

} // namespace views
