// views/lit.hpp -- highlighted frames as bands along a time axis
#pragma once

#include "draw/shapes/time_axis.hpp"
#include "lab/metrics/frame_filter.hpp"

namespace views
{

/// Draws a band over each frame from `first` to before `last` that `lit` selects. A band is as long as the frame's
/// measured time, but at least `least` pixels, and as high as `area`. Bands of neighbouring frames are joined.
void draw_lit(draw::Picture& picture, const telemetry::Frames& frames, const lab::FrameFilter& lit, std::size_t first,
              std::size_t last, const draw::TimeAxis& axis, draw::Rect area, float least, draw::Colour ink);

} // namespace views
