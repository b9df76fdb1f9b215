// views/lit.hpp -- draws bands along a time axis that highlight selected frames
#pragma once

#include "draw/shapes/time_axis.hpp"
#include "lab/metrics/frame_filter.hpp"

namespace views
{

/// Draws a band for each frame from index `first` to before `last` that the filter `lit` selects. A band is as long as
/// the frame's measured time, but at least `least` pixels, and as high as `area`. Bands of neighbouring frames are
/// joined.
void draw_lit(draw::Picture& picture, const telemetry::Frames& frames, const lab::FrameFilter& lit, std::size_t first,
              std::size_t last, const draw::TimeAxis& axis, draw::Rect area, float least, draw::Colour ink);

} // namespace views
