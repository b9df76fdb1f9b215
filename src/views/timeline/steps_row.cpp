// Draws the steps of all frames side by side along the wall clock, and the dropped time.
#include "telemetry/metrics.hpp"
#include "views/timeline/row.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace views::timeline
{

namespace
{

using telemetry::FrameSample;

// The steps of one frame, as widths in pixels. The steps are drawn narrower if the loop simulated more time than
// passed.
struct Laid
{
    double left;
    double per_step; // width of a full step in pixels
    double tail;     // width in pixels of the shorter, last step; 0 if there is none
    std::int64_t steps;

    double right() const { return left + static_cast<double>(steps) * per_step + tail; }
};

Laid lay(const Row& row, const FrameSample& f, const StepSpan& span)
{
    const double room             = static_cast<double>(row.axis.length(span.to - span.from));
    const double wanted           = static_cast<double>(std::max<std::int64_t>(f.plan.stepped.count(), 1));
    const double tail             = room * static_cast<double>(f.plan.tail.count()) / wanted;
    const double per              = f.plan.steps > 0 ? (room - tail) / static_cast<double>(f.plan.steps) : 0.0;
    const timestep::Nanos visible = row.axis.span().from - span.from;
    return {static_cast<double>(row.axis.left() - row.axis.length(visible)), per, tail, f.plan.steps};
}

void draw_each(const Row& row, const Laid& laid, draw::Colour ink)
{
    const double per = std::max(laid.per_step, 1e-6);
    const auto count = static_cast<double>(laid.steps);
    const auto begin = static_cast<std::int64_t>(
        std::clamp(std::floor((static_cast<double>(row.area.x) - laid.left) / per), 0.0, count));
    const auto end = static_cast<std::int64_t>(
        std::clamp(std::ceil((static_cast<double>(row.area.right()) - laid.left) / per), 0.0, count));
    const float gap = row.px(1);
    for (std::int64_t i = begin; i < end; ++i)
    {
        const auto left = static_cast<float>(laid.left + static_cast<double>(i) * per);
        row.block(left, left + static_cast<float>(per) - gap, ink);
    }
    if (laid.tail <= 0.0) return;
    const auto left = static_cast<float>(laid.left + count * per);
    row.block(left, std::max(left + static_cast<float>(laid.tail) - gap, left + gap),
              draw::mix(row.theme().panel, ink, 0.7F), 0.3F, 1.0F);
}

void draw_span(const Row& row, const FrameSample& f, const StepSpan& span)
{
    const Laid laid        = lay(row, f, span);
    const draw::Colour ink = draw::mix(row.theme().panel, row.style.loop, 0.80F);
    const auto left        = static_cast<float>(laid.left);
    const auto right       = static_cast<float>(laid.right());
    if (laid.per_step >= static_cast<double>(row.narrow()) || laid.steps <= 1)
        draw_each(row, laid, ink);
    else
    {
        row.block(left, right - row.px(1), draw::mix(row.theme().panel, row.style.loop, 0.55F));
        row.write_within(left, right, {fmt::format("{} steps", laid.steps), fmt::format("{}", laid.steps)},
                         row.theme().ink);
    }
    if (span.made_up) row.block(left, right, row.theme().warning, 0.0F, 0.16F);
}

void draw_dropped(const Row& row, timestep::Nanos from, timestep::Nanos to)
{
    const double ms = timestep::to_millis(to - from);
    row.bar(from, to, draw::mix(row.theme().panel, row.theme().alarm, 0.55F), 0.12F, 0.88F);
    row.write_within(row.axis.x(from), row.axis.x(to),
                     {fmt::format("{:.1f} ms dropped", ms), fmt::format("{:.1f}", ms)}, row.theme().ink);
}

struct Gathered
{
    Columns steps;
    Columns dropped;
    Columns made_up;

    explicit Gathered(const Row& row)
        : steps{row}
        , dropped{row}
        , made_up{row}
    {
    }

    void draw(const Row& row) const
    {
        const draw::Colour ink = draw::mix(row.theme().panel, row.style.loop, 0.55F);
        steps.for_each_run(false,
                           [&](float left, float right, const Columns::Column& all)
                           {
                               row.block(left, right, ink);
                               row.write_within(left, right,
                                                {fmt::format("{} steps", all.count), fmt::format("{}", all.count)},
                                                row.theme().ink);
                           });
        dropped.for_each_run(true, [&](float left, float right, const Columns::Column& c)
                             { row.block(left, right, row.theme().alarm, 1.0F - std::max(c.level, 0.15F)); });
        made_up.for_each_run(false, [&](float left, float right, const Columns::Column&)
                             { row.block(left, right, row.theme().warning, 0.0F, 0.16F); });
    }
};

// Returns the range of indices of the frames whose steps are visible. It differs from the range of frames whose
// measured times are visible, because the simulated time is behind or ahead of the wall clock.
std::pair<std::size_t, std::size_t> in_sight(const Row& row)
{
    const auto end_of     = [](const FrameSample& s) { return s.wall - s.plan.carried; };
    const auto& frames    = row.data.frames;
    const std::size_t one = frames.first_from(row.axis.span().from, end_of);
    const std::size_t end = frames.first_from(row.axis.span().to, end_of);
    return {one, std::min(end + 2, frames.size())};
}

} // namespace

void draw_steps(const Row& row)
{
    Gathered gathered{row};
    std::vector<std::size_t> wide;
    const auto [first, last] = in_sight(row);
    for (std::size_t i = first; i < last; ++i)
    {
        const FrameSample& f     = row.frame(i);
        const std::int64_t steps = telemetry::steps_of(f);
        const StepSpan span      = span_of_steps(row.data.frames, i);
        const bool dropped_a_lot = row.axis.length(span.from - span.gap_from) >= row.narrow();
        if (dropped_a_lot)
            draw_dropped(row, span.gap_from, span.from);
        else
            gathered.dropped.add_share(span.gap_from, span.from, 1);
        if (steps == 0) continue;
        if (row.axis.length(span.to - span.from) >= row.narrow())
            wide.push_back(i);
        else
        {
            gathered.steps.add(span.from, span.to, {.count = steps, .kind = 1});
            if (span.made_up) gathered.made_up.add(span.from, span.to, {.kind = 1});
        }
    }
    gathered.draw(row);
    for (const std::size_t i : wide) draw_span(row, row.frame(i), span_of_steps(row.data.frames, i));
}

} // namespace views::timeline
