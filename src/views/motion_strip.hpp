// views/motion_strip.hpp -- shows how long each of the last pictures stayed on the display
#pragma once

#include "draw/shapes/draw_context.hpp"
#include "lab/lane/verdict.hpp"
#include "telemetry/frames.hpp"

namespace views
{

/// One block a picture of the newest 1.5 s before the drawn frame `sample`, as wide as it stayed; those with uneven
/// motion are red, and those from before the evidence of `judgement` pale. With captions, the pictures a second stand
/// beside them.
void draw_picture_strip(const draw::DrawContext& context, const lab::Lane& lane, const telemetry::FrameSample& sample,
                        const lab::Judgement& judgement);

} // namespace views
