// Draws the use of the processor core in each frame: steps, then all other work, then sleeping, then spinning (waiting
// with a busy core).
#include "views/timeline/row.hpp"

#include <algorithm>

namespace views::timeline
{

namespace
{

struct Work
{
    timestep::Nanos begin{}, stepped{}, rested{}, slept{}, end{};
};

// Returns the times at which each part of a frame's work begins and ends. The last part ends when the next frame
// begins; the newest frame has no next frame, so only its steps are known.
Work work_in(const Row& row, std::size_t i)
{
    const telemetry::FrameSample& f = row.frame(i);
    const timestep::Nanos stepped   = f.wall + f.stepping;
    if (i + 1 >= row.data.frames.size()) return {f.wall, stepped, stepped, stepped, stepped};
    const telemetry::FrameSample& next = row.frame(i + 1);
    const timestep::Nanos end          = std::max(telemetry::is_paused(next) ? stepped : next.wall, stepped);
    const timestep::Nanos slept        = std::max(end - f.spun, stepped);
    return {f.wall, stepped, std::max(slept - f.slept, stepped), slept, end};
}

} // namespace

void draw_core(const Row& row)
{
    const draw::Theme& t        = row.theme();
    const draw::Colour stepping = draw::mix(t.panel, row.style.loop, 0.80F);
    const draw::Colour rest     = draw::mix(t.panel, t.shade, 0.55F);
    const draw::Colour asleep   = draw::mix(t.panel, t.line, 0.7F);
    const draw::Colour spinning = draw::mix(t.panel, t.warning, 0.75F);
    Columns steps{row};
    Columns rests{row};
    Columns spins{row};
    for (std::size_t i = row.first; i < row.last; ++i)
    {
        if (telemetry::is_paused(row.frame(i))) continue;
        const Work w = work_in(row, i);
        if (row.axis.length(w.end - w.begin) < row.narrow())
        {
            rests.add(w.begin, w.rested, {.kind = 1});
            steps.add_share(w.begin, w.stepped, 1);
            spins.add_share(w.slept, w.end, 1);
            continue;
        }
        if (w.end > w.rested) row.bar(w.rested, w.slept, asleep, 0.35F, 0.65F);
        if (w.rested > w.stepped) row.bar(w.stepped, w.rested, rest, 0.2F, 0.8F);
        if (w.end > w.slept) row.bar(w.slept, w.end, spinning);
        if (w.stepped > w.begin) row.bar(w.begin, w.stepped, stepping);
    }
    rests.for_each_run(false, [&](float l, float r, const Columns::Column&) { row.block(l, r, rest, 0.2F, 0.8F); });
    spins.for_each_run(true,
                       [&](float l, float r, const Columns::Column& c) { row.block(l, r, spinning, 0.0F, c.level); });
    steps.for_each_run(true, [&](float l, float r, const Columns::Column& c)
                       { row.block(l, r, stepping, 1.0F - c.level, 1.0F); });
}

} // namespace views::timeline
