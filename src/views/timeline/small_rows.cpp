// The smaller rows of the timeline: marks, carried time, use of the processor core, display.
#include "views/timeline/row.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace views::timeline
{

namespace
{

constexpr float together = 6.0F; // distance in points; marks that are closer together share one line and one text

struct Flag
{
    float x    = 0;
    float last = 0; // x coordinate in pixels of the last mark that was joined to this flag
    TimeMark mark{};
    int more = 0;
};

// The text is that of the last mark, with the number of the other marks: "reset (+2)".
std::vector<Flag> flags_of(const Row& row)
{
    const auto& marks = row.data.marks;
    const auto from   = std::ranges::lower_bound(marks, row.axis.span().from, {}, &TimeMark::at);
    std::vector<Flag> flags;
    for (auto mark = from; mark != marks.end() && mark->at <= row.axis.span().to; ++mark)
    {
        const float x = row.axis.x(mark->at);
        if (flags.empty() || x - flags.back().last > row.px(together))
            flags.push_back({x, x, *mark});
        else
        {
            ++flags.back().more;
            flags.back().last      = x;
            flags.back().mark.text = mark->text;
            flags.back().mark.kind = std::max(flags.back().mark.kind, mark->kind);
        }
    }
    return flags;
}

} // namespace

// A change is a line across all rows, any other mark a short line. If the text would reach the next flag, it is written
// without the number of joined marks; if it is still too long, it is left out.
void draw_marks(const Row& row, float bottom)
{
    const std::vector<Flag> flags = flags_of(row);
    for (std::size_t i = 0; i < flags.size(); ++i)
    {
        const Flag& flag       = flags[i];
        const draw::Colour ink = colour_of(flag.mark.kind, row.theme());
        const float right      = i + 1 < flags.size() ? flags[i + 1].x : row.area.right();
        const float foot       = flag.mark.kind == TimeMark::Kind::change ? bottom : row.area.bottom() + row.px(3);
        row.picture.box({flag.x - row.px(0.5F), row.area.y + row.px(2), row.px(1), foot - row.area.y - row.px(2)}, 0,
                        draw::faded(ink, 0.7F));
        std::string text = flag.mark.text;
        if (flag.more > 0) text += fmt::format(" (+{})", flag.more);
        const float room = right - flag.x - row.px(8);
        if (width_of(text, draw::Font::words, row.style.scale) > room) text = flag.mark.text;
        if (width_of(text, draw::Font::words, row.style.scale) > room) continue;
        row.picture.write({{flag.x + row.px(4), row.area.y}, text, ink});
    }
}

namespace
{

using telemetry::FrameSample;

constexpr float bucket_width = 9.0F; // width of a bucket in points

// In steps of the size `dt`.
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

// Fills from the bottom upwards; a negative level from the top downwards.
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

// One step of carried time fills a bucket. Above, it overflows; below 0 the simulation is ahead of the clock.
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

namespace
{

struct Work
{
    timestep::Nanos begin{}, stepped{}, rested{}, slept{}, end{};
};

// The newest frame has no next frame, so only its steps are known.
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

namespace
{

// The picture of a frame can reach the screen up to this many frames later.
constexpr std::size_t on_the_way = 16;

// Draws nothing if the lines would be too close together.
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

// A ring is a picture that did not wait for a refresh.
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
