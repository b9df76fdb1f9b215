// views/film_strip.hpp -- a film strip: the last pictures of a lane (a loop with its world) side by side
#pragma once

#include "lab/lane/lane.hpp"
#include "scenes/drawing/scene_canvas.hpp"

namespace views
{

/// While the motion of a lane (a loop with its world) stutters, draws its last twelve pictures side by side at the
/// lower edge of the lane's area, the newest on the right. A picture is outlined if the body moved a third more or less
/// than in steady motion since the previous picture. The caption explains the outlines.
void draw_film_strip(const scenes::SceneCanvas& canvas, const lab::Lane& lane);

} // namespace views
