#include "scenes/drawing/tally.hpp"

#include "draw/shapes/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace scenes
{

void draw_bounce_tally(const SceneCanvas& s, draw::Point at)
{
    constexpr int most = 16; // largest number of marks in a row, one for each of the newest bounces
    const int due      = s.moment.ring_bounces;
    const int done     = s.count(&sim::Events::bounced);
    const int all      = std::max(due, done);
    if (due == 0 || !view::has_perfect(s.rings)) return;
    if (s.area.h < s.px(70)) return; // the marks would cover the body
    const bool is_low  = s.area.h < s.px(100);
    const float width  = s.px(4);
    const float height = s.px(is_low ? 7 : 11);
    for (int i = 0; i < std::min(all, most); ++i)
    {
        const int bounce = all - std::min(all, most) + i;
        const draw::Rect tick{at.x + static_cast<float>(i) * s.px(8), at.y, width, height};
        bounce < done ? s.picture.box(tick, 0, s.loop()) : s.picture.box(tick, 0, s.theme().ink, s.px(1.2F));
    }
    draw::word(s, {at.x, at.y + height + s.px(4)}, fmt::format("{} of {} bounces", done, due));
}

} // namespace scenes
