// views/film_strip.hpp -- a film strip: the last pictures of a lane side by side
#pragma once

#include "lab/lane/lane.hpp"
#include "scenes/drawing/scene_canvas.hpp"

namespace views
{

/// While the lane stutters, draws twelve stills at the foot of the stage, the newest on the right. A still is outlined
/// if its motion is a third more or less than the motion for the time since the still before. The caption explains the
/// outlines.
void draw_film_strip(const scenes::SceneCanvas& canvas, const lab::Lane& lane);

} // namespace views
