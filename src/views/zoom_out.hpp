// views/zoom_out.hpp -- how far back a camera steps so that an explosion stays in sight
#pragma once

#include "scenes/drawing/camera.hpp"
#include "telemetry/frames.hpp"

namespace views
{

/// How many times further away than `camera` one that shows all of what was shown lately is, 1 or more: at once when
/// something leaves the `area`, and back by a factor of ten in two seconds. Since the last reset or change of loop;
/// what is more than 1e6 m away is gone, and nobody looks for it.
double zoom_out(const telemetry::Frames& frames, const scenes::Camera& camera, draw::Rect area);

} // namespace views
