#include "views/lit.hpp"

#include <algorithm>

namespace views
{

void draw_lit(draw::Picture& picture, const telemetry::Frames& frames, const lab::FrameFilter& lit, std::size_t first,
              std::size_t last, const draw::TimeAxis& axis, draw::Rect area, float least, draw::Colour ink)
{
    if (!lit) return;
    float from      = 0;
    float to        = -1;
    const auto band = [&]
    {
        if (to > from) picture.box({from, area.y, to - from, area.h}, 0, draw::faded(ink, 0.35F));
    };
    for (std::size_t i = first; i < last; ++i)
    {
        if (!lit(frames, i)) continue;
        const float left  = std::max(axis.x(frames[i].wall - frames[i].measured), area.x);
        const float right = std::min(std::max(axis.x(frames[i].wall), left + least), area.right());
        if (right <= area.x || left >= area.right()) continue;
        if (left > to)
        {
            band();
            from = left;
        }
        to = std::max(to, right);
    }
    band();
}

} // namespace views
