#include "views/motion_strip.hpp"

#include "lab/metrics/verdict_text.hpp"
#include "telemetry/pictures.hpp"

#include <algorithm>

namespace views
{

using timestep::Nanos;

void draw_picture_strip(const draw::DrawContext& context, const lab::Lane& lane, const telemetry::FrameSample& sample,
                        const lab::Judgement& judgement)
{
    constexpr float label_points = 128.0F; // left of the blocks
    constexpr float rate_points = 214.0F; // right of the blocks
    const auto [pictures, first_judged, end] = lab::recent_pictures(lane, sample, judgement.evidence);
    // All pictures that were counted have a place.
    const Nanos begin = std::min(end - telemetry::ScreenMotionMeter::rate_span, judgement.evidence.motion.counts_begin);
    const bool has_room =
        context.style.has_captions && context.area.w > context.to_pixels(label_points + rate_points + 200.0F);
    const float left = context.area.x + context.to_pixels(has_room ? label_points : 10.0F);
    const float right = context.area.right() - context.to_pixels(has_room ? rate_points : 10.0F);
    const auto x_at = [&](Nanos time)
    {
        return right - (right - left) *
                           static_cast<float>(timestep::to_seconds(end - time) / timestep::to_seconds(end - begin));
    };
    const draw::Rect row{left, context.area.y + context.to_pixels(5), right - left,
                         context.area.h - context.to_pixels(10)};
    const draw::Theme& theme = context.theme();
    for (std::size_t i = pictures.size(); i-- > 0;)
    {
        const float block_end =
            std::min(x_at(i + 1 < pictures.size() ? pictures[i + 1].frame.screen_time : end), right);
        if (block_end <= left) break;
        const float block_begin = std::max(x_at(pictures[i].frame.screen_time), left);
        const float gap = std::min(context.to_pixels(1.5F), 0.3F * (block_end - block_begin));
        const bool is_judged = i >= first_judged;
        const draw::Colour colour = is_judged && pictures[i].is_uneven()
                                        ? theme.alarm
                                        : draw::mix(theme.control_background, theme.text, is_judged ? 0.22F : 0.08F);
        context.picture.add_rectangle({block_begin, row.y, std::max(block_end - block_begin - gap, 1.0F), row.h}, 0,
                                      colour);
    }

    if (!has_room) return;
    const float text_y = context.area.y + context.to_pixels(4);
    context.picture.add_label({{context.area.x + context.to_pixels(14), text_y}, "last 1.5 seconds", theme.dim_text});
    context.picture.add_label({{context.area.right() - context.to_pixels(14), text_y},
                               lab::picture_rate_text(judgement),
                               theme.text,
                               draw::Align::right});
}

} // namespace views
