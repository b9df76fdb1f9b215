// views/motion_strip.hpp -- shows how long each of the last pictures stayed on the display
#pragma once

#include "draw/shapes/draw_context.hpp"
#include "lab/lane/verdict.hpp"
#include "telemetry/frames.hpp"

namespace views
{

/// One block a picture of the last 80 refreshes, as wide as it stayed; pictures with uneven motion are red. With
/// captions, the pictures a second stand beside them, and the rate of uneven ones that `verdict` gives. `frames` ends
/// with the drawn frame.
void draw_picture_strip(const draw::DrawContext& context, telemetry::Frames frames, const lab::LaneVerdict& verdict);

} // namespace views
