// The two main rows of the timeline: the frames, and the steps on the same time axis.
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

enum Kind : int
{
    usual = 1,
    spike, // the frame is more than 2.5 times as long as the mean of the frames before
    hitch, // the frame is long because the user asked for a long frame (a hitch) or a debugger break
    pause,
    excluded, // the program itself took this time, for example for a resize: the loop did not get it
};

// CapFrameX uses the same factor for stutter.
constexpr double spike_factor         = 2.5;
constexpr timestep::Nanos spike_least = timestep::Nanos{4'000'000};
constexpr std::int64_t usual_over = 12; // largest number of earlier frames in the mean with which a frame is compared
// With fewer earlier frames, no spike is detected.
constexpr std::int64_t least_over = 4;

// The mean measured time of up to 12 frames before a given frame.
class Usual
{
public:
    Usual(const telemetry::Frames& frames, std::size_t first)
        : frames_{frames}
    {
        const std::size_t begin = first - std::min<std::size_t>(first, usual_over);
        for (std::size_t i = begin; i < first; ++i) add(i);
    }
    void add(std::size_t i)
    {
        sum_ += telemetry::time_given(frames_[i]);
        if (over_ == usual_over)
            sum_ -= telemetry::time_given(frames_[i - static_cast<std::size_t>(usual_over)]);
        else
            ++over_;
    }
    bool exceeded_by(timestep::Nanos frame) const
    {
        if (over_ < least_over || frame < spike_least) return false;
        return static_cast<double>(frame.count()) * static_cast<double>(over_) >
               spike_factor * static_cast<double>(sum_.count());
    }

private:
    const telemetry::Frames& frames_;
    timestep::Nanos sum_{};
    std::int64_t over_ = 0;
};

// Events of a lag that the user asked for. Such a lag in one frame makes the measured time of the next frame long.
constexpr std::uint32_t asked_for = telemetry::hitch | telemetry::debugger_break;

Kind kind_of(const Row& row, std::size_t i, const Usual& usual_time)
{
    if ((row.frame(i).events & telemetry::excluded) != 0) return excluded;
    if (telemetry::is_paused(row.frame(i))) return pause;
    if (i > 0 && (row.frame(i - 1).events & asked_for) != 0) return hitch;
    return usual_time.exceeded_by(row.frame(i).measured) ? spike : usual;
}

draw::Colour fill_of(const Row& row, int kind)
{
    const draw::Colour ground = row.theme().panel;
    switch (kind)
    {
    case pause:
    case excluded: return draw::mix(ground, row.theme().line, 0.6F);
    case hitch: return draw::mix(ground, row.theme().alarm, 0.62F);
    case spike: return draw::mix(ground, row.theme().alarm, 0.42F);
    default: return draw::mix(ground, row.style.loop, 0.40F);
    }
}

std::string_view cause_of(const Row& row, std::size_t i, int kind)
{
    if (kind == excluded) return "left out";
    if (kind != hitch) return "";
    return (row.frame(i - 1).events & telemetry::hitch) != 0 ? "hitch" : "break";
}

void write(const Row& row, std::size_t i, int kind, float left, float right)
{
    const std::string_view cause = cause_of(row, i, kind);
    const double ms              = timestep::to_millis(row.frame(i).measured);
    const std::string number     = fmt::format("{:.1f}", ms);
    if (kind == pause)
        row.write_within(left, right, {"paused"}, row.theme().quiet);
    else if (cause.empty())
        row.write_within(left, right, {number + " ms", number, fmt::format("{:.0f}", ms)}, row.theme().ink);
    else
        row.write_within(
            left, right,
            {fmt::format("{:.0f} ms {}", ms, cause), fmt::format("{:.0f} ms", ms), fmt::format("{:.0f}", ms)},
            row.theme().ink);
}

// In a pause, the wall clock of the frame before.
timestep::Nanos begin_of(const Row& row, std::size_t i)
{
    const FrameSample& f = row.frame(i);
    if (telemetry::is_paused(f) && f.measured == timestep::Nanos::zero() && i > 0) return row.frame(i - 1).wall;
    return f.wall - f.measured;
}

void draw_gathered(const Row& row, const Columns& columns)
{
    columns.for_each_run(false,
                         [&](float left, float right, const Columns::Column& all)
                         {
                             row.block(left, right, fill_of(row, all.kind));
                             if (all.kind != usual || all.count < 2) return;
                             const double mean = timestep::to_millis(all.time) / static_cast<double>(all.count);
                             row.write_within(left, right,
                                              {fmt::format("{} frames of {:.1f} ms", all.count, mean),
                                               fmt::format("{} frames", all.count), fmt::format("{}", all.count)},
                                              row.theme().ink);
                         });
}

} // namespace

// A frame has another colour if the user asked for a long frame or a debugger break, or if it is a spike.
void draw_frames(const Row& row)
{
    Columns columns{row};
    Usual usual_time{row.data.frames, row.first};
    std::vector<std::pair<std::size_t, Kind>> wide;
    for (std::size_t i = row.first; i < row.last; ++i)
    {
        const FrameSample& f        = row.frame(i);
        const timestep::Nanos begin = begin_of(row, i);
        const Kind kind             = kind_of(row, i, usual_time);
        usual_time.add(i);
        if (row.axis.length(f.wall - begin) >= row.narrow())
            wide.emplace_back(i, kind);
        else
            columns.add(begin, f.wall, {.count = 1, .time = f.measured, .kind = kind});
    }
    draw_gathered(row, columns);
    for (const auto& [i, kind] : wide)
    {
        row.bar(begin_of(row, i), row.frame(i).wall, fill_of(row, kind));
        write(row, i, kind, row.axis.x(begin_of(row, i)), row.axis.x(row.frame(i).wall));
    }
}

namespace
{

using telemetry::FrameSample;

// Pixels. The steps are narrower if the loop simulated more time than passed.
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

// Differs from the visible frames, because the simulated time is behind or ahead of the wall clock.
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
