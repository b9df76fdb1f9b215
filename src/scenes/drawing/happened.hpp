// scenes/drawing/happened.hpp -- whether and when the frames of a lane counted an event
#pragma once

#include "scenes/drawing/scene_canvas.hpp"

namespace scenes
{

/// Returns true if the frame counted events of that kind, e.g. `&sim::Events::tunnelled`.
bool happened(const telemetry::FrameSample& sample, int sim::Events::*kind);
/// Returns the seconds of the game clock since the last frame that counted events of that kind; infinity if that frame
/// is more than three seconds old or older than the last reset.
float seconds_since(const SceneCanvas& canvas, int sim::Events::*kind);

} // namespace scenes
