// Draws the accumulator after each frame as a bucket; one step of carried time fills it. A level above 1 step
// overflows. A level below 0 means that the simulation is ahead of the clock.
#include "views/timeline/row.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace views::timeline
{

namespace
{

using telemetry::FrameSample;

constexpr float bucket_width = 9.0F; // width of a bucket in points

// Returns the carried time of a frame as a number of steps. `dt` is the size of the last step that was taken.
float level_of(const FrameSample& f, timestep::Nanos dt)
{
    if (dt <= timestep::Nanos::zero()) return 0.0F;
    return static_cast<float>(static_cast<double>(f.plan.carried.count()) / static_cast<double>(dt.count()));
}

draw::Colour fill_of(const Row& row, float level)
{
    if (level > 1.0F) return row.theme().warning;
    return level < 0.0F ? draw::mix(row.theme().panel, row.style.loop, 0.55F)
                        : draw::mix(row.theme().panel, row.style.loop, 0.85F);
}

// Draws the content of a bucket (the carried time of a frame), from the bottom upwards. A negative level is drawn from
// the top downwards.
void fill(const Row& row, float left, float right, float level)
{
    const float height = std::min(std::abs(level), 1.0F);
    if (height < 0.01F) return;
    level < 0.0F ? row.block(left, right, fill_of(row, level), 0.0F, height)
                 : row.block(left, right, fill_of(row, level), 1.0F - height, 1.0F);
}

void draw_bucket(const Row& row, const FrameSample& f, float level)
{
    const float frame = row.axis.length(f.measured);
    const float width = std::min(row.px(bucket_width), frame * 0.5F);
    const float right = row.axis.x(f.wall) - row.px(1);
    if (right > row.area.right() || right - width < row.area.x) return;
    row.block(right - width, right, row.theme().raised);
    fill(row, right - width, right, level);
    if (level < 1.05F || frame < row.px(60)) return;
    row.write_within(row.axis.x(f.wall - f.measured), right - width,
                     {fmt::format("{:.1f} steps", level), fmt::format("{:.1f}", level)}, row.theme().warning);
}

} // namespace

void draw_carried(const Row& row)
{
    Columns columns{row};
    timestep::Nanos dt{};
    for (std::size_t i = row.first; i < row.last; ++i)
    {
        const FrameSample& f = row.frame(i);
        if (f.plan.dt > timestep::Nanos::zero()) dt = f.plan.dt;
        if (telemetry::is_paused(f)) continue;
        const float level = level_of(f, dt);
        if (row.axis.length(f.measured) >= 1.5F * row.narrow())
            draw_bucket(row, f, level);
        else
            columns.add(f.wall - f.measured, f.wall, {.level = level, .kind = level < 0.0F ? 3 : level > 1.0F ? 2 : 1});
    }
    columns.for_each_run(true,
                         [&](float left, float right, const Columns::Column& c) { fill(row, left, right, c.level); });
}

} // namespace views::timeline
