// scenes/drawing/happened.hpp -- what telemetry says that a scene counted, frame by frame
#pragma once

#include "scenes/drawing/scene_canvas.hpp"

namespace scenes
{

/// Whether a frame counted events of that kind: `&sim::Events::tunnelled` ...
bool happened(const telemetry::FrameSample& sample, int sim::Events::*kind);
/// Seconds of the game's clock since a frame that did; infinity when that is more than three seconds ago.
float seconds_since(const SceneCanvas& canvas, int sim::Events::*kind);

} // namespace scenes
