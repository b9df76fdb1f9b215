// views/zoom_out.hpp -- the zoom of a camera that keeps an explosion in sight
#pragma once

#include "scenes/drawing/camera.hpp"
#include "telemetry/frames.hpp"

namespace views
{

/// Returns the factor, 1 or more, by which the camera must zoom out from `camera` to show all recent positions. It
/// grows at once when a body leaves the `area`, and then falls by a factor of ten in two seconds. Frames before the
/// last reset or change of loop, and positions more than 1e6 m away, are ignored.
double zoom_out(const telemetry::Frames& frames, const scenes::Camera& camera, draw::Rect area);

} // namespace views
