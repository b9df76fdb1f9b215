// view/lit.hpp -- frames that somebody points at, as bands over a stretch of time
#pragma once

#include "lab/frame_filter.hpp"
#include "view/time_axis.hpp"

namespace view
{

/// Over the frames from `first` to before `last`, each as long as it was measured, as high as `area`. Neighbours are
/// one band, and none is narrower than `least` pixels.
void draw_lit(Picture& picture, const telemetry::Frames& frames, const lab::FrameFilter& lit, std::size_t first,
              std::size_t last, const TimeAxis& axis, Rect area, float least, Colour ink);

} // namespace view
