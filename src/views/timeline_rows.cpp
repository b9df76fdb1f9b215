#include "views/timeline_rows.hpp"

#include "telemetry/metrics.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace views::timeline
{

using telemetry::FrameSample;

namespace
{

constexpr float column_width = 2.0F; // in points; see Columns
// Adjacent columns with a smaller difference of level are joined to one box.
constexpr float max_joined_level_difference = 0.05F;

enum Kind : int
{
    usual = 1,
    spike, // over 2.5 times as long as the mean of the frames before
    hitch, // the user requested a long frame (a hitch) or a debugger break
    pause,
    excluded, // time that the program itself needed, such as for a resize; not passed to the loop
};

// The factor that CapFrameX uses for stutter.
constexpr double spike_factor              = 2.5;
constexpr timestep::Nanos min_spike_time   = timestep::Nanos{4'000'000};
constexpr std::int64_t max_averaged_frames = 12; // largest number of earlier frames in the mean
// Smallest number of earlier frames for the detection of a spike.
constexpr std::int64_t min_averaged_frames = 4;

// Mean measured time of up to 12 frames before a given frame.
class RecentMean
{
public:
    RecentMean(const telemetry::Frames& frames, std::size_t first)
        : frames_{frames}
    {
        const std::size_t begin = first - std::min<std::size_t>(first, max_averaged_frames);
        for (std::size_t i = begin; i < first; ++i) add(i);
    }
    void add(std::size_t i)
    {
        sum_ += telemetry::time_given(frames_[i]);
        if (frame_count_ == max_averaged_frames)
            sum_ -= telemetry::time_given(frames_[i - static_cast<std::size_t>(max_averaged_frames)]);
        else
            ++frame_count_;
    }
    bool exceeded_by(timestep::Nanos frame) const
    {
        if (frame_count_ < min_averaged_frames || frame < min_spike_time) return false;
        return static_cast<double>(frame.count()) * static_cast<double>(frame_count_) >
               spike_factor * static_cast<double>(sum_.count());
    }

private:
    const telemetry::Frames& frames_;
    timestep::Nanos sum_{};
    std::int64_t frame_count_ = 0;
};

// Events of a lag that the user requested. The lag in one frame makes the measured time of the next frame long.
constexpr std::uint32_t requested_lag = telemetry::hitch | telemetry::debugger_break;

Kind kind_of(const Row& row, std::size_t i, const RecentMean& recent_mean)
{
    if ((row.frame(i).events & telemetry::excluded) != 0) return excluded;
    if (telemetry::is_paused(row.frame(i))) return pause;
    if (i > 0 && (row.frame(i - 1).events & requested_lag) != 0) return hitch;
    return recent_mean.exceeded_by(row.frame(i).measured) ? spike : usual;
}

draw::Colour fill_colour(const Row& row, int kind)
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

std::string_view lag_cause(const Row& row, std::size_t i, int kind)
{
    if (kind == excluded) return "excluded";
    if (kind != hitch) return "";
    return (row.frame(i - 1).events & telemetry::hitch) != 0 ? "hitch" : "break";
}

void write_frame_time(const Row& row, std::size_t i, int kind, float left, float right)
{
    const std::string_view cause = lag_cause(row, i, kind);
    const double ms              = timestep::to_millis(row.frame(i).measured);
    const std::string number     = fmt::format("{:.1f}", ms);
    if (kind == pause)
        row.write_first_fitting(left, right, {"paused"}, row.theme().quiet);
    else if (cause.empty())
        row.write_first_fitting(left, right, {number + " ms", number, fmt::format("{:.0f}", ms)}, row.theme().ink);
    else
        row.write_first_fitting(
            left, right,
            {fmt::format("{:.0f} ms {}", ms, cause), fmt::format("{:.0f} ms", ms), fmt::format("{:.0f}", ms)},
            row.theme().ink);
}

// Start of frame `i` on the wall clock; during a pause, that of the frame before.
timestep::Nanos frame_begin(const Row& row, std::size_t i)
{
    const FrameSample& f = row.frame(i);
    if (telemetry::is_paused(f) && f.measured == timestep::Nanos::zero() && i > 0) return row.frame(i - 1).wall;
    return f.wall - f.measured;
}

void draw_frame_columns(const Row& row, const Columns& columns)
{
    columns.for_each_run(false,
                         [&](float left, float right, const Columns::Column& all)
                         {
                             row.draw_box(left, right, fill_colour(row, all.kind));
                             if (all.kind != usual || all.count < 2) return;
                             const double mean = timestep::to_millis(all.time) / static_cast<double>(all.count);
                             row.write_first_fitting(left, right,
                                                     {fmt::format("{} frames of {:.1f} ms", all.count, mean),
                                                      fmt::format("{} frames", all.count),
                                                      fmt::format("{}", all.count)},
                                                     row.theme().ink);
                         });
}

// Widths in pixels; smaller if the loop simulated more time than had passed.
struct StepLayout
{
    double left;
    double step_width; // width of a full step in pixels
    double tail_width; // width in pixels of the shorter, last step; 0 if there is none
    std::int64_t steps;

    double right() const { return left + static_cast<double>(steps) * step_width + tail_width; }
};

StepLayout layout_of(const Row& row, const FrameSample& f, const StepSpan& span)
{
    const double span_width = static_cast<double>(row.axis.length(span.to - span.from));
    const double stepped_ns = static_cast<double>(std::max<std::int64_t>(f.plan.stepped.count(), 1));
    const double tail       = span_width * static_cast<double>(f.plan.tail.count()) / stepped_ns;
    const double step_width = f.plan.steps > 0 ? (span_width - tail) / static_cast<double>(f.plan.steps) : 0.0;
    const timestep::Nanos start_to_axis = row.axis.span().from - span.from;
    return {static_cast<double>(row.axis.left() - row.axis.length(start_to_axis)), step_width, tail, f.plan.steps};
}

void draw_single_steps(const Row& row, const StepLayout& layout, draw::Colour ink)
{
    const double step_width = std::max(layout.step_width, 1e-6);
    const auto count        = static_cast<double>(layout.steps);
    const auto begin        = static_cast<std::int64_t>(
        std::clamp(std::floor((static_cast<double>(row.area.x) - layout.left) / step_width), 0.0, count));
    const auto end = static_cast<std::int64_t>(
        std::clamp(std::ceil((static_cast<double>(row.area.right()) - layout.left) / step_width), 0.0, count));
    const float gap = row.px(1);
    for (std::int64_t i = begin; i < end; ++i)
    {
        const auto left = static_cast<float>(layout.left + static_cast<double>(i) * step_width);
        row.draw_box(left, left + static_cast<float>(step_width) - gap, ink);
    }
    if (layout.tail_width <= 0.0) return;
    const auto left = static_cast<float>(layout.left + count * step_width);
    row.draw_box(left, std::max(left + static_cast<float>(layout.tail_width) - gap, left + gap),
                 draw::mix(row.theme().panel, ink, 0.7F), 0.3F, 1.0F);
}

void draw_frame_steps(const Row& row, const FrameSample& f, const StepSpan& span)
{
    const StepLayout layout = layout_of(row, f, span);
    const draw::Colour ink  = draw::mix(row.theme().panel, row.style.loop, 0.80F);
    const auto left         = static_cast<float>(layout.left);
    const auto right        = static_cast<float>(layout.right());
    if (layout.step_width >= static_cast<double>(row.min_shape_width()) || layout.steps <= 1)
        draw_single_steps(row, layout, ink);
    else
    {
        row.draw_box(left, right - row.px(1), draw::mix(row.theme().panel, row.style.loop, 0.55F));
        row.write_first_fitting(left, right, {fmt::format("{} steps", layout.steps), fmt::format("{}", layout.steps)},
                                row.theme().ink);
    }
    if (span.made_up) row.draw_box(left, right, row.theme().warning, 0.0F, 0.16F);
}

void draw_dropped(const Row& row, timestep::Nanos from, timestep::Nanos to)
{
    const double ms = timestep::to_millis(to - from);
    row.draw_time_box(from, to, draw::mix(row.theme().panel, row.theme().alarm, 0.55F), 0.12F, 0.88F);
    row.write_first_fitting(row.axis.x(from), row.axis.x(to),
                            {fmt::format("{:.1f} ms dropped", ms), fmt::format("{:.1f}", ms)}, row.theme().ink);
}

struct StepColumns
{
    Columns steps;
    Columns dropped;
    Columns made_up;

    explicit StepColumns(const Row& row)
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
                               row.draw_box(left, right, ink);
                               row.write_first_fitting(
                                   left, right, {fmt::format("{} steps", all.count), fmt::format("{}", all.count)},
                                   row.theme().ink);
                           });
        dropped.for_each_run(true, [&](float left, float right, const Columns::Column& c)
                             { row.draw_box(left, right, row.theme().alarm, 1.0F - std::max(c.level, 0.15F)); });
        made_up.for_each_run(false, [&](float left, float right, const Columns::Column&)
                             { row.draw_box(left, right, row.theme().warning, 0.0F, 0.16F); });
    }
};

// Indices of the frames with visible steps, which differ from those of the visible frames if the simulation is late.
std::pair<std::size_t, std::size_t> frames_with_visible_steps(const Row& row)
{
    const auto end_of       = [](const FrameSample& s) { return s.wall - s.plan.carried; };
    const auto& frames      = row.data.frames;
    const std::size_t first = frames.first_from(row.axis.span().from, end_of);
    const std::size_t end   = frames.first_from(row.axis.span().to, end_of);
    return {first, std::min(end + 2, frames.size())};
}

constexpr float max_flag_distance = 6.0F; // in points; marks at a smaller distance share one line and one label

struct Flag
{
    float x    = 0;
    float last = 0; // x coordinate in pixels of the last joined mark
    TimeMark mark{};
    int joined_count = 0;
};

// The labels of the marks. Joined marks have the text of the last one with the number of the others: "reset (+2)".
std::vector<Flag> flags_of(const Row& row)
{
    const auto& marks = row.data.marks;
    const auto from   = std::ranges::lower_bound(marks, row.axis.span().from, {}, &TimeMark::at);
    std::vector<Flag> flags;
    for (auto mark = from; mark != marks.end() && mark->at <= row.axis.span().to; ++mark)
    {
        const float x = row.axis.x(mark->at);
        if (flags.empty() || x - flags.back().last > row.px(max_flag_distance))
            flags.push_back({x, x, *mark});
        else
        {
            ++flags.back().joined_count;
            flags.back().last      = x;
            flags.back().mark.text = mark->text;
            flags.back().mark.kind = std::max(flags.back().mark.kind, mark->kind);
        }
    }
    return flags;
}

constexpr float bucket_width = 9.0F;

// Carried time as a number of steps of the size `dt`.
float carried_level(const FrameSample& f, timestep::Nanos dt)
{
    if (dt <= timestep::Nanos::zero()) return 0.0F;
    return static_cast<float>(static_cast<double>(f.plan.carried.count()) / static_cast<double>(dt.count()));
}

draw::Colour fill_colour(const Row& row, float level)
{
    if (level > 1.0F) return row.theme().warning;
    return level < 0.0F ? draw::mix(row.theme().panel, row.style.loop, 0.55F)
                        : draw::mix(row.theme().panel, row.style.loop, 0.85F);
}

// Draws the level of a bucket: from the bottom up, or from the top down if it is negative.
void draw_level(const Row& row, float left, float right, float level)
{
    const float height = std::min(std::abs(level), 1.0F);
    if (height < 0.01F) return;
    const float top = level < 0.0F ? 0.0F : 1.0F - height;
    row.draw_box(left, right, fill_colour(row, level), top, level < 0.0F ? height : 1.0F);
}

void draw_bucket(const Row& row, const FrameSample& f, float level)
{
    const float frame = row.axis.length(f.measured);
    const float width = std::min(row.px(bucket_width), frame * 0.5F);
    const float right = row.axis.x(f.wall) - row.px(1);
    if (right > row.area.right() || right - width < row.area.x) return;
    row.draw_box(right - width, right, row.theme().raised);
    draw_level(row, right - width, right, level);
    if (level < 1.05F || frame < row.px(60)) return;
    row.write_first_fitting(row.axis.x(f.wall - f.measured), right - width,
                            {fmt::format("{:.1f} steps", level), fmt::format("{:.1f}", level)}, row.theme().warning);
}

struct CoreWork
{
    timestep::Nanos begin{}, steps_end{}, other_work_end{}, sleep_end{}, end{};
};

// Work of the CPU core in frame `i`. For the newest frame only the steps are known, because there is no next frame.
CoreWork core_work_of(const Row& row, std::size_t i)
{
    const FrameSample& f          = row.frame(i);
    const timestep::Nanos stepped = f.wall + f.stepping;
    if (i + 1 >= row.data.frames.size()) return {f.wall, stepped, stepped, stepped, stepped};
    const FrameSample& next     = row.frame(i + 1);
    const timestep::Nanos end   = std::max(telemetry::is_paused(next) ? stepped : next.wall, stepped);
    const timestep::Nanos slept = std::max(end - f.spun, stepped);
    return {f.wall, stepped, std::max(slept - f.slept, stepped), slept, end};
}

// A frame can reach the screen up to this many frames later.
constexpr std::size_t max_display_delay_frames = 16;

// Draws the display's refreshes, unless the lines would be too close together.
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

void Row::draw_box(float left, float right, draw::Colour colour, float top, float bottom) const
{
    left  = std::max(left, area.x);
    right = std::min(right, area.right());
    if (right <= left) return;
    const float low = area.y + top * area.h;
    picture.box({left, low, right - left, (bottom - top) * area.h}, right - left > px(14) ? px(2) : 0, colour);
}

void Row::draw_time_box(timestep::Nanos from, timestep::Nanos to, draw::Colour colour, float top, float bottom) const
{
    const float left  = axis.x(from);
    const float right = axis.x(to);
    const float gap   = right - left > min_shape_width() ? px(1) : 0;
    draw_box(left, std::max(right - gap, left + px(1)), colour, top, bottom);
}

bool Row::write_first_fitting(float left, float right, std::initializer_list<std::string> texts,
                              draw::Colour colour) const
{
    left             = std::max(left, area.x);
    right            = std::min(right, area.right());
    const float line = px(13.5F);
    if (area.h < px(13)) return false;
    for (const std::string& text : texts)
    {
        if (width_of(text, draw::Font::figures, style.scale) + px(4) > right - left) continue;
        picture.write_figures({(left + right) / 2, area.y + (area.h - line) / 2}, text, colour, draw::Align::centre);
        return true;
    }
    return false;
}

Columns::Columns(const Row& row)
    : axis_{row.axis}
    , width_{row.px(column_width)}
    , columns_(static_cast<std::size_t>(std::ceil(row.axis.width() / width_)))
{
}

float Columns::x(std::size_t column) const { return axis_.left() + static_cast<float>(column) * width_; }

std::size_t Columns::column_at(float x) const
{
    const float column = std::floor((x - axis_.left()) / width_);
    return static_cast<std::size_t>(std::clamp(column, 0.0F, static_cast<float>(columns_.size() - 1)));
}

void Columns::add(timestep::Nanos from, timestep::Nanos to, const Column& added)
{
    if (to < axis_.span().from || from > axis_.span().to) return;
    const std::size_t begin = column_at(axis_.x(from));
    const std::size_t end   = column_at(axis_.x(to));
    columns_[begin].count += added.count;
    columns_[begin].time += added.time;
    for (std::size_t i = begin; i <= end; ++i)
    {
        columns_[i].kind  = std::max(columns_[i].kind, added.kind);
        columns_[i].level = std::max(columns_[i].level, added.level);
    }
}

void Columns::add_share(timestep::Nanos from, timestep::Nanos to, int kind)
{
    if (to <= axis_.span().from || from >= axis_.span().to || to <= from) return;
    const float left        = axis_.x(from);
    const float right       = axis_.x(to);
    const std::size_t begin = column_at(left);
    const std::size_t end   = column_at(right);
    for (std::size_t i = begin; i <= end; ++i)
    {
        const float part = std::min(right, x(i + 1)) - std::max(left, x(i));
        if (part <= 0.0F) continue;
        columns_[i].level = std::min(columns_[i].level + part / width_, 1.0F);
        columns_[i].kind  = std::max(columns_[i].kind, kind);
    }
}

bool Columns::can_join(const Column& a, const Column& b, bool by_level)
{
    return a.kind == b.kind && (!by_level || std::abs(a.level - b.level) < max_joined_level_difference);
}

// In every frame, frame time == stepped time + change of the carried time + dropped time + filter error. So the steps
// of adjacent frames touch on the time axis, except that dropped time leaves a gap, and that the steps are drawn
// shorter if a loop simulates more time than passes.
StepSpan span_of_steps(const telemetry::Frames& frames, std::size_t i)
{
    const FrameSample& f     = frames[i];
    const timestep::Nanos to = f.wall - f.plan.carried;
    StepSpan span{.from = to - f.plan.stepped, .to = to, .gap_from = to - f.plan.stepped};
    if (f.plan.dropped > timestep::Nanos::zero()) span.gap_from = span.from - f.plan.dropped;
    if (f.plan.dropped >= timestep::Nanos::zero() || i == 0) return span;
    const timestep::Nanos before = frames[i - 1].wall - frames[i - 1].plan.carried;
    span.made_up                 = true;
    span.from                    = std::clamp(before, span.from, to);
    span.gap_from                = span.from;
    return span;
}

// Draws frames; a requested long frame, a debugger break or a spike has another colour.
void draw_frames(const Row& row)
{
    Columns columns{row};
    RecentMean recent_mean{row.data.frames, row.first};
    std::vector<std::pair<std::size_t, Kind>> wide;
    for (std::size_t i = row.first; i < row.last; ++i)
    {
        const FrameSample& f        = row.frame(i);
        const timestep::Nanos begin = frame_begin(row, i);
        const Kind kind             = kind_of(row, i, recent_mean);
        recent_mean.add(i);
        if (row.axis.length(f.wall - begin) >= row.min_shape_width())
            wide.emplace_back(i, kind);
        else
            columns.add(begin, f.wall, {.count = 1, .time = f.measured, .kind = kind});
    }
    draw_frame_columns(row, columns);
    for (const auto& [i, kind] : wide)
    {
        row.draw_time_box(frame_begin(row, i), row.frame(i).wall, fill_colour(row, kind));
        write_frame_time(row, i, kind, row.axis.x(frame_begin(row, i)), row.axis.x(row.frame(i).wall));
    }
}

void draw_steps(const Row& row)
{
    StepColumns columns{row};
    std::vector<std::size_t> wide;
    const auto [first, last] = frames_with_visible_steps(row);
    for (std::size_t i = first; i < last; ++i)
    {
        const FrameSample& f     = row.frame(i);
        const std::int64_t steps = telemetry::steps_of(f);
        const StepSpan span      = span_of_steps(row.data.frames, i);
        const bool dropped_a_lot = row.axis.length(span.from - span.gap_from) >= row.min_shape_width();
        if (dropped_a_lot)
            draw_dropped(row, span.gap_from, span.from);
        else
            columns.dropped.add_share(span.gap_from, span.from, 1);
        if (steps == 0) continue;
        if (row.axis.length(span.to - span.from) >= row.min_shape_width())
            wide.push_back(i);
        else
        {
            columns.steps.add(span.from, span.to, {.count = steps, .kind = 1});
            if (span.made_up) columns.made_up.add(span.from, span.to, {.kind = 1});
        }
    }
    columns.draw(row);
    for (const std::size_t i : wide) draw_frame_steps(row, row.frame(i), span_of_steps(row.data.frames, i));
}

// Draws a change as a line across all rows, any other mark as a short line. If a label would reach the next one, the
// number of joined marks is left out, or the whole label.
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
        if (flag.joined_count > 0) text += fmt::format(" (+{})", flag.joined_count);
        const float span_width = right - flag.x - row.px(8);
        if (width_of(text, draw::Font::words, row.style.scale) > span_width) text = flag.mark.text;
        if (width_of(text, draw::Font::words, row.style.scale) > span_width) continue;
        row.picture.write({{flag.x + row.px(4), row.area.y}, text, ink});
    }
}

// Draws the carried time as a bucket, full at one step; if it is negative, the simulation is ahead of the clock.
void draw_carried(const Row& row)
{
    Columns columns{row};
    timestep::Nanos dt{};
    for (std::size_t i = row.first; i < row.last; ++i)
    {
        const FrameSample& f = row.frame(i);
        if (f.plan.dt > timestep::Nanos::zero()) dt = f.plan.dt;
        if (telemetry::is_paused(f)) continue;
        const float level = carried_level(f, dt);
        if (row.axis.length(f.measured) >= 1.5F * row.min_shape_width())
            draw_bucket(row, f, level);
        else
            columns.add(f.wall - f.measured, f.wall,
                        {.level = level, .kind = level < 0.0F ? 3 : 1 + int{level > 1.0F}});
    }
    columns.for_each_run(true, [&](float left, float right, const Columns::Column& c)
                         { draw_level(row, left, right, c.level); });
}

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
        const CoreWork w = core_work_of(row, i);
        if (row.axis.length(w.end - w.begin) < row.min_shape_width())
        {
            rests.add(w.begin, w.other_work_end, {.kind = 1});
            steps.add_share(w.begin, w.steps_end, 1);
            spins.add_share(w.sleep_end, w.end, 1);
            continue;
        }
        if (w.end > w.other_work_end) row.draw_time_box(w.other_work_end, w.sleep_end, asleep, 0.35F, 0.65F);
        if (w.other_work_end > w.steps_end) row.draw_time_box(w.steps_end, w.other_work_end, rest, 0.2F, 0.8F);
        if (w.end > w.sleep_end) row.draw_time_box(w.sleep_end, w.end, spinning);
        if (w.steps_end > w.begin) row.draw_time_box(w.begin, w.steps_end, stepping);
    }
    rests.for_each_run(false, [&](float l, float r, const Columns::Column&) { row.draw_box(l, r, rest, 0.2F, 0.8F); });
    spins.for_each_run(true, [&](float l, float r, const Columns::Column& c)
                       { row.draw_box(l, r, spinning, 0.0F, c.level); });
    steps.for_each_run(true, [&](float l, float r, const Columns::Column& c)
                       { row.draw_box(l, r, stepping, 1.0F - c.level, 1.0F); });
}

// Draws displayed frames as dots; a frame that did not wait for a refresh is a ring.
void draw_display(const Row& row)
{
    const draw::Colour ink = draw::mix(row.theme().panel, row.theme().ink, 0.85F);
    const float y          = row.area.y + row.area.h * 0.35F;
    draw_refreshes(row);
    Columns columns{row};
    float last_x            = -1e9F;
    const std::size_t begin = row.first < max_display_delay_frames ? 0 : row.first - max_display_delay_frames;
    for (std::size_t i = begin; i < row.last; ++i)
    {
        const FrameSample& f = row.frame(i);
        const float x        = row.axis.x(f.screen);
        if (!f.displayed || x < row.area.x || x > row.area.right()) continue;
        if (x - last_x < 1.5F * row.min_shape_width())
            columns.add(f.screen, f.screen, {.count = 1, .kind = 1});
        else if (f.torn)
            row.picture.ring({x, y}, row.px(2.2F), row.px(1.2F), ink);
        else
            row.picture.disc({x, y}, row.px(2.8F), ink);
        last_x = std::max(last_x, x);
    }
    columns.for_each_run(false, [&](float left, float right, const Columns::Column&)
                         { row.draw_box(left, right, draw::faded(ink, 0.6F), 0.2F, 0.5F); });
}

} // namespace views::timeline
