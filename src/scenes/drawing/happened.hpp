// scenes/drawing/happened.hpp -- finds out if and when an event happened in the frames of a lane (loop)
#pragma once

#include "scenes/drawing/scene_canvas.hpp"

namespace scenes
{

/// Returns true if an event of the kind `kind`, such as `&sim::Events::tunnelled`, happened in the frame.
bool happened(const telemetry::FrameSample& sample, int sim::Events::*kind);
/// Returns the time, in seconds of the game clock, since the last frame in which an event of the kind `kind` happened.
/// Looks only at the last three seconds and not before the last reset; returns infinity if there was no such event.
float seconds_since(const SceneCanvas& canvas, int sim::Events::*kind);

} // namespace scenes
