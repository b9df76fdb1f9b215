// views/lit.hpp -- frames that somebody points at, as bands over a stretch of time
#pragma once

#include "draw/shapes/time_axis.hpp"
#include "lab/metrics/frame_filter.hpp"

namespace views
{

/// Over the frames from `first` to before `last`, each as long as it was measured, as high as `area`. Neighbours are
/// one band, and none is narrower than `least` pixels.
void draw_lit(draw::Picture& picture, const telemetry::Frames& frames, const lab::FrameFilter& lit, std::size_t first,
              std::size_t last, const draw::TimeAxis& axis, draw::Rect area, float least, draw::Colour ink);

} // namespace views
