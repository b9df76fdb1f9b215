// view/parts/happened.hpp -- what telemetry says that a scene counted, frame by frame
#pragma once

#include "view/scene_canvas.hpp"

namespace view
{

/// Whether a frame counted events of that kind: `&physics::Events::tunnelled` ...
bool happened(const telemetry::FrameSample& sample, int physics::Events::*kind);
/// Seconds of the game's clock since a frame that did; infinity when that is more than three seconds ago.
float seconds_since(const SceneCanvas& canvas, int physics::Events::*kind);

} // namespace view
