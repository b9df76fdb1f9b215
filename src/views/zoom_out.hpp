// views/zoom_out.hpp -- computes how far the camera zooms out when a simulation blows up
#pragma once

#include "scenes/drawing/camera.hpp"
#include "telemetry/frames.hpp"

namespace views
{

/// Returns the factor, 1 or more, by which `camera` must zoom out to show all recent positions. The factor grows at
/// once when a body leaves the `area`, and then falls by a factor of ten in two seconds. Ignores frames before the last
/// reset or change of loop, and positions more than 1e6 m away.
double zoom_out(const telemetry::Frames& frames, const scenes::Camera& camera, draw::Rect area);

} // namespace views
