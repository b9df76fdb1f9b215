// scenes/drawing/happened.hpp -- finds out if and when an event happened in the frames of a lane (loop)
#pragma once

#include "scenes/drawing/scene_canvas.hpp"

namespace scenes
{

/// Returns true if an event of that kind happened in the frame. Example of a kind: `&sim::Events::tunnelled`.
bool happened(const telemetry::FrameSample& sample, int sim::Events::*kind);
/// Returns the time in seconds of the game clock since the last frame in which an event of that kind happened. Returns
/// infinity if there is no such frame in the last three seconds and since the last reset.
float seconds_since(const SceneCanvas& canvas, int sim::Events::*kind);

} // namespace scenes
