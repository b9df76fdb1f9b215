// views/film_strip.hpp -- a film strip: the last pictures of a lane (a loop with its world) side by side
#pragma once

#include "lab/lane/lane.hpp"
#include "scenes/drawing/scene_canvas.hpp"

namespace views
{

/// If the motion of a lane (a loop with its world) was uneven in the last second (canvas.has_film()), draws its last
/// twelve pictures side by side at the lower edge of the lane's area, the newest on the right. Each is a bar:
/// as high as the line across the strip if the time that was simulated since the previous picture equals the wall time
/// between the two pictures. It is outlined if the two times differ by more than telemetry::uneven_limit(). The caption
/// explains bars and outlines.
void draw_film_strip(const scenes::SceneCanvas& canvas, const lab::Lane& lane);

} // namespace views
