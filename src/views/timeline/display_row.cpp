// Draws the times at which pictures reached the screen, and the display's refreshes. A ring is a picture that did not
// wait for a refresh.
#include "views/timeline/row.hpp"

#include <algorithm>
#include <cmath>

namespace views::timeline
{

namespace
{

// Number of frames before the visible ones whose pictures are drawn, too: the picture of a frame can reach the screen
// up to this many frames later.
constexpr std::size_t on_the_way = 16;

// Draws a short line for each refresh of the display, from time 0 on. Draws nothing if they would be too close
// together.
void draw_refreshes(const Row& row)
{
    if (!row.data.refreshes || !(row.data.refreshes->period_ns > 0.0)) return;
    const auto [begin, period_ns] = *row.data.refreshes;
    if (static_cast<double>(row.axis.width()) * period_ns <
        static_cast<double>(row.px(6)) * static_cast<double>(row.axis.span().length().count()))
        return;
    const timestep::Nanos from = std::max(row.axis.span().from, timestep::Nanos::zero());
    const auto first = static_cast<std::int64_t>(std::ceil(static_cast<double>((from - begin).count()) / period_ns));
    for (std::int64_t i = first;; ++i)
    {
        const timestep::Nanos at = begin + timestep::Nanos{std::llround(static_cast<double>(i) * period_ns)};
        if (at > row.axis.span().to) return;
        const float x = row.axis.x(at);
        row.picture.box({x - row.px(0.5F), row.area.bottom() - row.px(4), row.px(1), row.px(4)}, 0, row.theme().shade);
    }
}

} // namespace

void draw_display(const Row& row)
{
    const draw::Colour ink = draw::mix(row.theme().panel, row.theme().ink, 0.85F);
    const float y          = row.area.y + row.area.h * 0.35F;
    draw_refreshes(row);
    Columns columns{row};
    float last_x            = -1e9F;
    const std::size_t begin = row.first < on_the_way ? 0 : row.first - on_the_way;
    for (std::size_t i = begin; i < row.last; ++i)
    {
        const telemetry::FrameSample& f = row.frame(i);
        const float x                   = row.axis.x(f.screen);
        if (!f.displayed || x < row.area.x || x > row.area.right()) continue;
        if (x - last_x < 1.5F * row.narrow())
            columns.add(f.screen, f.screen, {.count = 1, .kind = 1});
        else if (f.torn)
            row.picture.ring({x, y}, row.px(2.2F), row.px(1.2F), ink);
        else
            row.picture.disc({x, y}, row.px(2.8F), ink);
        last_x = std::max(last_x, x);
    }
    columns.for_each_run(false, [&](float left, float right, const Columns::Column&)
                         { row.block(left, right, draw::faded(ink, 0.6F), 0.2F, 0.5F); });
}

} // namespace views::timeline
