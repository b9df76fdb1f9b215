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

template <class Kind = bool>
class JoinedShapeColumns
{
public:
    // One shape, or several shapes that are drawn as one.
    struct ShapeGroup
    {
        std::int64_t item_count = 0;
        Nanos total_time{};
        float relative_height = 0;
        Kind kind{};
    };

    explicit JoinedShapeColumns(const RowCanvas& row)
        : axis_{row.axis}
        , width_{row.to_pixels(2)}
        , columns_(static_cast<std::size_t>(std::ceil(row.axis.width() / width_)))
    {
    }

    void add_shape(Nanos from, Nanos to, const ShapeGroup& shape)
    {
        if (to < axis_.span().from || from > axis_.span().to) return;
        const std::size_t first = column_at(axis_.x_clamped_with_overhang(from));
        const std::size_t last = column_at(axis_.x_clamped_with_overhang(to));
        columns_[first].item_count += shape.item_count;
        columns_[first].total_time += shape.total_time;
        for (std::size_t i = first; i <= last; ++i)
        {
            const bool is_higher = std::abs(shape.relative_height) > std::abs(columns_[i].relative_height);
            if (shape.kind > columns_[i].kind || (shape.kind == columns_[i].kind && is_higher))
                columns_[i].relative_height = shape.relative_height;
            columns_[i].kind = std::max(columns_[i].kind, shape.kind);
        }
    }

    void add_coverage(Nanos from, Nanos to, Kind kind)
    {
        if (to <= axis_.span().from || from >= axis_.span().to || to <= from) return;
        const float left = axis_.x_clamped_with_overhang(from);
        const float right = axis_.x_clamped_with_overhang(to);
        const std::size_t first = column_at(left);
        const std::size_t last = column_at(right);
        for (std::size_t i = first; i <= last; ++i)
        {
            const float covered_width = std::min(right, left_of_column(i + 1)) - std::max(left, left_of_column(i));
            if (covered_width <= 0.0F) continue;
            columns_[i].relative_height = std::min(columns_[i].relative_height + covered_width / width_, 1.0F);
            columns_[i].kind = std::max(columns_[i].kind, kind);
        }
    }

    void for_each_joined_box(auto draw) const
    {
        std::size_t begin = 0;
        while (begin < columns_.size())
        {
            ShapeGroup group = columns_[begin];
            std::size_t end = begin + 1;
            for (; end < columns_.size() && can_join(columns_[begin], columns_[end]); ++end)
            {
                group.item_count += columns_[end].item_count;
                group.total_time += columns_[end].total_time;
            }
            if (group.kind != Kind{}) draw(left_of_column(begin), left_of_column(end), group);
            begin = end;
        }
    }

private:
    static bool can_join(const ShapeGroup& a, const ShapeGroup& b)
    {
        constexpr float max_height_difference = 0.05F;
        return a.kind == b.kind && std::abs(a.relative_height - b.relative_height) < max_height_difference;
    }
    float left_of_column(std::size_t column) const { return axis_.left() + static_cast<float>(column) * width_; }
    std::size_t column_at(float x) const
    {
        const float column = std::floor((x - axis_.left()) / width_);
        return static_cast<std::size_t>(std::clamp(column, 0.0F, static_cast<float>(columns_.size() - 1)));
    }

    draw::TimeAxis axis_;
    float width_;
    std::vector<ShapeGroup> columns_;
};

enum class FrameKind : std::uint8_t
{
    regular = 1,
    spike, // over 2.5 times as long as the mean of the frames before
    simulated_lag,
    pause,
    excluded, // one-off work of the program, such as a resize; the loop did not get this time
};

constexpr double spike_factor = 2.5; // times the mean; CapFrameX has the same factor for stutter
constexpr Nanos min_spike_time = Nanos{4'000'000};
constexpr std::int64_t max_averaged_frames = 12; // limit of the frames in the mean
constexpr std::int64_t min_averaged_frames = 4; // with fewer frames in the mean, no frame is a spike

class RecentFrameTimes
{
public:
    RecentFrameTimes(const telemetry::Frames& frames, std::size_t first_frame)
        : frames_{frames}
    {
        const std::size_t begin = first_frame - std::min<std::size_t>(first_frame, max_averaged_frames);
        for (std::size_t i = begin; i < first_frame; ++i) add_frame(i);
    }
    void add_frame(std::size_t i)
    {
        time_sum_ += telemetry::loop_frame_time(frames_[i]);
        if (frame_count_ == max_averaged_frames)
            time_sum_ -= telemetry::loop_frame_time(frames_[i - static_cast<std::size_t>(max_averaged_frames)]);
        else
            ++frame_count_;
    }
    bool is_spike(Nanos frame_time) const
    {
        if (frame_count_ < min_averaged_frames || frame_time < min_spike_time) return false;
        return static_cast<double>(frame_time.count()) * static_cast<double>(frame_count_) >
               spike_factor * static_cast<double>(time_sum_.count());
    }

private:
    const telemetry::Frames& frames_;
    Nanos time_sum_{};
    std::int64_t frame_count_ = 0;
};

telemetry::EventBits simulated_lag_events_of(const RowCanvas& row, std::size_t i)
{
    return frame_time_lag_events(row.data.frames, i) & ~telemetry::EventBits{telemetry::hiccup};
}

FrameKind frame_kind_of(const RowCanvas& row, std::size_t i, const RecentFrameTimes& recent_frame_times)
{
    if ((row.frame(i).events & telemetry::time_excluded) != 0) return FrameKind::excluded;
    if (telemetry::is_paused(row.frame(i))) return FrameKind::pause;
    if (simulated_lag_events_of(row, i) != 0) return FrameKind::simulated_lag;
    return recent_frame_times.is_spike(row.frame(i).measured_frame_time) ? FrameKind::spike : FrameKind::regular;
}

draw::Colour frame_colour(const RowCanvas& row, FrameKind kind)
{
    switch (kind)
    {
    case FrameKind::pause:
    case FrameKind::excluded: return row.tint(row.theme().border, 0.6F);
    case FrameKind::simulated_lag: return row.tint(row.theme().alarm, 0.62F);
    case FrameKind::spike: return row.tint(row.theme().alarm, 0.42F);
    default: return row.tint(row.loop_colour(), 0.40F);
    }
}

void draw_frame_time_label(const RowCanvas& row, std::size_t i, FrameKind kind, float left, float right)
{
    std::string_view cause = kind == FrameKind::excluded ? "excluded" : "";
    if (kind == FrameKind::simulated_lag)
        cause = (simulated_lag_events_of(row, i) & telemetry::hitch) != 0 ? "hitch" : "break";
    const double ms = timestep::to_millis(row.frame(i).measured_frame_time);
    if (kind == FrameKind::pause)
        row.draw_first_fitting_label(left, right, {"paused"}, row.theme().dim_text);
    else if (cause.empty())
        row.draw_first_fitting_label(
            left, right, {fmt::format("{:.1f} ms", ms), fmt::format("{:.1f}", ms), fmt::format("{:.0f}", ms)},
            row.theme().text);
    else
        row.draw_first_fitting_label(
            left, right,
            {fmt::format("{:.0f} ms {}", ms, cause), fmt::format("{:.0f} ms", ms), fmt::format("{:.0f}", ms)},
            row.theme().text);
}

Nanos frame_time_start(const RowCanvas& row, std::size_t i)
{
    const FrameSample& frame = row.frame(i);
    if (telemetry::is_paused(frame) && frame.measured_frame_time == Nanos::zero() && i > 0)
        return row.frame(i - 1).start_wall_time;
    return frame.start_wall_time - frame.measured_frame_time;
}

// The positions and widths, in pixels, of the boxes that show the steps of a frame side by side.
struct StepLayout
{
    double left;
    double step_width;
    double tail_width; // the shorter, last step; 0 if there is none
    std::int64_t step_count;

    double right() const { return left + static_cast<double>(step_count) * step_width + tail_width; }
};

StepLayout step_layout(const RowCanvas& row, const FrameSample& frame, const SimulatedSpan& span)
{
    const double span_width = static_cast<double>(row.axis.pixel_length(span.to - span.from));
    const double stepped_ns = static_cast<double>(std::max<std::int64_t>(frame.plan.stepped.count(), 1));
    const double tail_width = span_width * static_cast<double>(frame.plan.tail.count()) / stepped_ns;
    const double step_width =
        frame.plan.steps > 0 ? (span_width - tail_width) / static_cast<double>(frame.plan.steps) : 0.0;
    const Nanos hidden_time = row.axis.span().from - span.from;
    return {static_cast<double>(row.axis.left() - row.axis.pixel_length(hidden_time)), step_width, tail_width,
            frame.plan.steps};
}

void draw_single_steps(const RowCanvas& row, const StepLayout& layout, draw::Colour colour)
{
    const double step_width = std::max(layout.step_width, 1e-6);
    const auto step_count = static_cast<double>(layout.step_count);
    const auto begin = static_cast<std::int64_t>(
        std::clamp(std::floor((static_cast<double>(row.area.x) - layout.left) / step_width), 0.0, step_count));
    const auto end = static_cast<std::int64_t>(
        std::clamp(std::ceil((static_cast<double>(row.area.right()) - layout.left) / step_width), 0.0, step_count));
    const float gap = row.to_pixels(1);
    for (std::int64_t i = begin; i < end; ++i)
    {
        const auto left = static_cast<float>(layout.left + static_cast<double>(i) * step_width);
        row.draw_box(left, left + static_cast<float>(step_width) - gap, colour);
    }
    if (layout.tail_width <= 0.0) return;
    const auto left = static_cast<float>(layout.left + step_count * step_width);
    row.draw_box(left, std::max(left + static_cast<float>(layout.tail_width) - gap, left + gap), row.tint(colour, 0.7F),
                 0.3F, 1.0F);
}

void draw_frame_steps(const RowCanvas& row, const FrameSample& frame, const SimulatedSpan& span)
{
    const StepLayout layout = step_layout(row, frame, span);
    const draw::Colour colour = row.tint(row.loop_colour(), 0.80F);
    const auto left = static_cast<float>(layout.left);
    const auto right = static_cast<float>(layout.right());
    if (layout.step_width >= static_cast<double>(row.min_shape_width()) || layout.step_count <= 1)
        draw_single_steps(row, layout, colour);
    else
    {
        row.draw_box(left, right - row.to_pixels(1), row.tint(row.loop_colour(), 0.55F));
        row.draw_step_count_label(left, right, layout.step_count);
    }
    if (span.exceeds_elapsed_time) row.draw_box(left, right, row.theme().warning, 0.0F, 0.16F);
}

struct StepColumns
{
    const RowCanvas& row;
    JoinedShapeColumns<> steps{row}, dropped{row}, excess_steps{row};

    void draw() const
    {
        const draw::Colour colour = row.tint(row.loop_colour(), 0.55F);
        steps.for_each_joined_box(
            [&](float left, float right, const auto& group)
            {
                row.draw_box(left, right, colour);
                row.draw_step_count_label(left, right, group.item_count);
            });
        dropped.for_each_joined_box(
            [&](float left, float right, const auto& group)
            { row.draw_box(left, right, row.theme().alarm, 1.0F - std::max(group.relative_height, 0.15F)); });
        excess_steps.for_each_joined_box([&](float left, float right, const auto&)
                                         { row.draw_box(left, right, row.theme().warning, 0.0F, 0.16F); });
    }
};

constexpr float max_joined_mark_distance = 6.0F; // in points; closer marks share one line and one label

struct JoinedMarks
{
    float first_mark_x = 0; // in pixels
    float last_mark_x = 0;
    TimeMark mark{};
    int other_mark_count = 0;
};

// Joins marks that are close together. Their label is that of the last mark and the number of others: "reset (+2)".
std::vector<JoinedMarks> joined_marks_of(const RowCanvas& row)
{
    const auto& marks = row.data.marks;
    const auto from = std::ranges::lower_bound(marks, row.axis.span().from, {}, &TimeMark::wall_time);
    std::vector<JoinedMarks> joined_marks;
    for (auto mark = from; mark != marks.end() && mark->wall_time <= row.axis.span().to; ++mark)
    {
        const float x = row.x(mark->wall_time);
        if (joined_marks.empty() || x - joined_marks.back().last_mark_x > row.to_pixels(max_joined_mark_distance))
            joined_marks.push_back({x, x, *mark});
        else
        {
            ++joined_marks.back().other_mark_count;
            joined_marks.back().last_mark_x = x;
            joined_marks.back().mark.label = mark->label;
            joined_marks.back().mark.kind = std::max(joined_marks.back().mark.kind, mark->kind);
        }
    }
    return joined_marks;
}

constexpr float max_carried_bar_width = 9.0F; // in points

enum class CarriedTimeKind : std::uint8_t
{
    at_most_one_step = 1,
    over_one_step,
    negative,
};

CarriedTimeKind carried_time_kind(float carried_steps)
{
    if (carried_steps < 0.0F) return CarriedTimeKind::negative;
    return carried_steps > 1.0F ? CarriedTimeKind::over_one_step : CarriedTimeKind::at_most_one_step;
}

// Draws a positive time from the bottom up, a negative one from the top down.
void draw_carried_time_bar(const RowCanvas& row, float left, float right, float carried_steps)
{
    const float height = std::min(std::abs(carried_steps), 1.0F);
    if (height < 0.01F) return;
    if (carried_steps < 0.0F)
        row.draw_box(left, right, row.tint(row.loop_colour(), 0.55F), 0.0F, height);
    else
        row.draw_box(left, right, carried_steps > 1.0F ? row.theme().warning : row.tint(row.loop_colour(), 0.85F),
                     1.0F - height, 1.0F);
}

void draw_carried_time(const RowCanvas& row, const FrameSample& frame, float carried_steps)
{
    const float frame_width = row.axis.pixel_length(frame.measured_frame_time);
    const float bar_width = std::min(row.to_pixels(max_carried_bar_width), frame_width * 0.5F);
    const float right = row.x(frame.start_wall_time) - row.to_pixels(1);
    if (right > row.area.right() || right - bar_width < row.area.x) return;
    row.draw_box(right - bar_width, right, row.theme().control_background);
    draw_carried_time_bar(row, right - bar_width, right, carried_steps);
    if (carried_steps < 1.05F || frame_width < row.to_pixels(60)) return;
    row.draw_first_fitting_label(row.x(frame.start_wall_time - frame.measured_frame_time), right - bar_width,
                                 {fmt::format("{:.1f} steps", carried_steps), fmt::format("{:.1f}", carried_steps)},
                                 row.theme().warning);
}

struct CoreWorkTimes
{
    Nanos begin{}, steps_end{}, other_work_end{}, sleep_end{}, end{};
};

// When the CPU core did which work in frame `i`. For the newest frame, only the time of the steps is known yet.
CoreWorkTimes core_work_times_of(const RowCanvas& row, std::size_t i)
{
    const FrameSample& frame = row.frame(i);
    const Nanos steps_end = frame.start_wall_time + frame.stepping_time;
    const bool is_end_known = i + 1 < row.data.frames.size() && !telemetry::is_paused(row.frame(i + 1));
    const Nanos end = is_end_known ? std::max(row.frame(i + 1).start_wall_time, steps_end) : steps_end;
    const Nanos sleep_end = std::max(end - frame.spin_time, steps_end);
    return {.begin = frame.start_wall_time,
            .steps_end = steps_end,
            .other_work_end = std::max(sleep_end - frame.sleep_time, steps_end),
            .sleep_end = sleep_end,
            .end = end};
}

constexpr std::size_t max_display_delay_frames = 16; // frames from drawing to displaying

// Draws a tick for each refresh of the display, unless the ticks would be less than 6 points apart.
void draw_refreshes(const RowCanvas& row)
{
    if (!row.data.refreshes || !(row.data.refreshes->period_ns > 0.0)) return;
    const auto [first_refresh_time, period_ns] = *row.data.refreshes;
    if (static_cast<double>(row.axis.width()) * period_ns <
        static_cast<double>(row.to_pixels(6)) * static_cast<double>(row.axis.span().length().count()))
        return;
    const Nanos visible_start = std::max(row.axis.span().from, Nanos::zero());
    const auto first_visible_refresh = static_cast<std::int64_t>(
        std::ceil(static_cast<double>((visible_start - first_refresh_time).count()) / period_ns));
    for (std::int64_t i = first_visible_refresh;; ++i)
    {
        const Nanos refresh_time = first_refresh_time + Nanos{std::llround(static_cast<double>(i) * period_ns)};
        if (refresh_time > row.axis.span().to) return;
        row.draw_vertical_line(row.x(refresh_time), row.area.bottom() - row.to_pixels(4), row.to_pixels(4),
                               row.theme().dim_metal);
    }
}

} // namespace

void RowCanvas::draw_box(float left, float right, draw::Colour colour, float top_share, float bottom_share) const
{
    left = std::max(left, area.x);
    right = std::min(right, area.right());
    if (right <= left) return;
    const float top_y = area.y + top_share * area.h;
    picture.add_rectangle({left, top_y, right - left, (bottom_share - top_share) * area.h},
                          right - left > to_pixels(14) ? to_pixels(2) : 0, colour);
}

void RowCanvas::draw_time_box(Nanos from, Nanos to, draw::Colour colour, float top_share, float bottom_share) const
{
    const float left = x(from);
    const float right = x(to);
    const float gap = right - left > min_shape_width() ? to_pixels(1) : 0;
    draw_box(left, std::max(right - gap, left + to_pixels(1)), colour, top_share, bottom_share);
}

void RowCanvas::draw_first_fitting_label(float left, float right, std::initializer_list<std::string> labels,
                                         draw::Colour colour) const
{
    const float line_height = to_pixels(13.5F);
    if (area.h < to_pixels(13)) return;
    left = std::max(left, area.x);
    right = std::min(right, area.right());
    const auto* label =
        std::ranges::find_if(labels, [&](const std::string& text)
                             { return text_width(text, draw::Font::monospaced) + to_pixels(4) <= right - left; });
    if (label == labels.end()) return;
    picture.add_monospaced_label({(left + right) / 2, area.y + (area.h - line_height) / 2}, *label, colour,
                                 draw::Align::centre);
}

void RowCanvas::draw_step_count_label(float left, float right, std::int64_t step_count) const
{
    draw_first_fitting_label(left, right, {fmt::format("{} steps", step_count), fmt::format("{}", step_count)},
                             theme().text);
}

SimulatedSpan simulated_span(const telemetry::Frames& frames, std::size_t i)
{
    const FrameSample& frame = frames[i];
    const Nanos to = frame.start_wall_time - frame.plan.carried;
    SimulatedSpan span{.from = to - frame.plan.stepped, .to = to, .dropped_from = to - frame.plan.stepped};
    if (frame.plan.dropped > Nanos::zero()) span.dropped_from = span.from - frame.plan.dropped;
    if (frame.plan.dropped >= Nanos::zero() || i == 0) return span;
    const Nanos previous_steps_end = frames[i - 1].start_wall_time - frames[i - 1].plan.carried;
    span.exceeds_elapsed_time = true;
    span.from = std::clamp(previous_steps_end, span.from, to);
    span.dropped_from = span.from;
    return span;
}

void draw_frame_times_row(const RowCanvas& row)
{
    JoinedShapeColumns<FrameKind> columns{row};
    RecentFrameTimes recent_frame_times{row.data.frames, row.first_frame};
    std::vector<std::pair<std::size_t, FrameKind>> wide_frames;
    for (std::size_t i = row.first_frame; i < row.end_frame; ++i)
    {
        const FrameSample& frame = row.frame(i);
        const Nanos begin = frame_time_start(row, i);
        const FrameKind kind = frame_kind_of(row, i, recent_frame_times);
        recent_frame_times.add_frame(i);
        if (row.is_wide(frame.start_wall_time - begin))
            wide_frames.emplace_back(i, kind);
        else
            columns.add_shape(begin, frame.start_wall_time,
                              {.item_count = 1, .total_time = frame.measured_frame_time, .kind = kind});
    }
    columns.for_each_joined_box(
        [&](float left, float right, const auto& group)
        {
            row.draw_box(left, right, frame_colour(row, group.kind));
            const std::int64_t frame_count = group.item_count;
            if (group.kind != FrameKind::regular || frame_count < 2) return;
            const double mean_ms = timestep::to_millis(group.total_time) / static_cast<double>(frame_count);
            row.draw_first_fitting_label(left, right,
                                         {fmt::format("{} frames of {:.1f} ms", frame_count, mean_ms),
                                          fmt::format("{} frames", frame_count), fmt::format("{}", frame_count)},
                                         row.theme().text);
        });
    for (const auto& [i, kind] : wide_frames)
    {
        row.draw_time_box(frame_time_start(row, i), row.frame(i).start_wall_time, frame_colour(row, kind));
        draw_frame_time_label(row, i, kind, row.x(frame_time_start(row, i)), row.x(row.frame(i).start_wall_time));
    }
}

void draw_steps_row(const RowCanvas& row)
{
    StepColumns columns{row};
    std::vector<std::size_t> wide_frames;
    const auto steps_end = [](const FrameSample& s) { return s.start_wall_time - s.plan.carried; };
    const auto& frames = row.data.frames;
    const auto end = std::min(frames.first_index_from(row.axis.span().to, steps_end) + 2, frames.size());
    for (std::size_t i = frames.first_index_from(row.axis.span().from, steps_end); i < end; ++i)
    {
        const FrameSample& frame = row.frame(i);
        const std::int64_t step_count = telemetry::step_count_of(frame);
        const SimulatedSpan span = simulated_span(row.data.frames, i);
        if (row.is_wide(span.from - span.dropped_from))
        {
            const double ms = timestep::to_millis(span.from - span.dropped_from);
            row.draw_time_box(span.dropped_from, span.from, row.tint(row.theme().alarm, 0.55F), 0.12F, 0.88F);
            row.draw_first_fitting_label(row.x(span.dropped_from), row.x(span.from),
                                         {fmt::format("{:.1f} ms dropped", ms), fmt::format("{:.1f}", ms)},
                                         row.theme().text);
        }
        else
            columns.dropped.add_coverage(span.dropped_from, span.from, true);
        if (step_count == 0) continue;
        if (row.is_wide(span.to - span.from))
            wide_frames.push_back(i);
        else
        {
            columns.steps.add_shape(span.from, span.to, {.item_count = step_count, .kind = true});
            if (span.exceeds_elapsed_time) columns.excess_steps.add_shape(span.from, span.to, {.kind = true});
        }
    }
    columns.draw();
    for (const std::size_t i : wide_frames) draw_frame_steps(row, row.frame(i), simulated_span(row.data.frames, i));
}

void draw_marks_row(const RowCanvas& row, float change_line_end_y)
{
    const std::vector<JoinedMarks> joined_marks = joined_marks_of(row);
    for (std::size_t i = 0; i < joined_marks.size(); ++i)
    {
        const JoinedMarks& joined = joined_marks[i];
        const draw::Colour colour = mark_colour(joined.mark.kind, row.theme());
        const float next_line_x = i + 1 < joined_marks.size() ? joined_marks[i + 1].first_mark_x : row.area.right();
        const float line_end_y =
            joined.mark.kind == TimeMark::Kind::change ? change_line_end_y : row.area.bottom() + row.to_pixels(3);
        row.draw_vertical_line(joined.first_mark_x, row.area.y + row.to_pixels(2),
                               line_end_y - row.area.y - row.to_pixels(2), draw::faded(colour, 0.7F));
        std::string label = joined.mark.label;
        if (joined.other_mark_count > 0) label += fmt::format(" (+{})", joined.other_mark_count);
        const float max_label_width = next_line_x - joined.first_mark_x - row.to_pixels(8);
        if (row.text_width(label, draw::Font::proportional) > max_label_width) label = joined.mark.label;
        if (row.text_width(label, draw::Font::proportional) > max_label_width) continue;
        row.picture.add_label({{joined.first_mark_x + row.to_pixels(4), row.area.y}, label, colour});
    }
}

void draw_carried_time_row(const RowCanvas& row)
{
    JoinedShapeColumns<CarriedTimeKind> columns{row};
    Nanos dt{};
    for (std::size_t i = row.first_frame; i < row.end_frame; ++i)
    {
        const FrameSample& frame = row.frame(i);
        if (frame.plan.dt > Nanos::zero()) dt = frame.plan.dt;
        if (telemetry::is_paused(frame)) continue;
        const float carried_steps =
            dt > Nanos::zero()
                ? static_cast<float>(static_cast<double>(frame.plan.carried.count()) / static_cast<double>(dt.count()))
                : 0.0F;
        if (row.axis.pixel_length(frame.measured_frame_time) >= 1.5F * row.min_shape_width())
            draw_carried_time(row, frame, carried_steps);
        else
            columns.add_shape(frame.start_wall_time - frame.measured_frame_time, frame.start_wall_time,
                              {.relative_height = carried_steps, .kind = carried_time_kind(carried_steps)});
    }
    columns.for_each_joined_box([&](float left, float right, const auto& group)
                                { draw_carried_time_bar(row, left, right, group.relative_height); });
}

void draw_core_row(const RowCanvas& row)
{
    const draw::Colour step_colour = row.tint(row.loop_colour(), 0.80F);
    const draw::Colour other_work_colour = row.tint(row.theme().dim_metal, 0.55F);
    const draw::Colour sleep_colour = row.tint(row.theme().border, 0.7F);
    const draw::Colour spin_colour = row.tint(row.theme().warning, 0.75F);
    JoinedShapeColumns<> step_columns{row}, other_work_columns{row}, spin_columns{row};
    for (std::size_t i = row.first_frame; i < row.end_frame; ++i)
    {
        if (telemetry::is_paused(row.frame(i))) continue;
        const CoreWorkTimes core_work = core_work_times_of(row, i);
        if (!row.is_wide(core_work.end - core_work.begin))
        {
            other_work_columns.add_shape(core_work.begin, core_work.other_work_end, {.kind = true});
            step_columns.add_coverage(core_work.begin, core_work.steps_end, true);
            spin_columns.add_coverage(core_work.sleep_end, core_work.end, true);
            continue;
        }
        if (core_work.end > core_work.other_work_end)
            row.draw_time_box(core_work.other_work_end, core_work.sleep_end, sleep_colour, 0.35F, 0.65F);
        if (core_work.other_work_end > core_work.steps_end)
            row.draw_time_box(core_work.steps_end, core_work.other_work_end, other_work_colour, 0.2F, 0.8F);
        if (core_work.end > core_work.sleep_end) row.draw_time_box(core_work.sleep_end, core_work.end, spin_colour);
        if (core_work.steps_end > core_work.begin) row.draw_time_box(core_work.begin, core_work.steps_end, step_colour);
    }
    other_work_columns.for_each_joined_box([&](float left, float right, const auto&)
                                           { row.draw_box(left, right, other_work_colour, 0.2F, 0.8F); });
    spin_columns.for_each_joined_box([&](float left, float right, const auto& group)
                                     { row.draw_box(left, right, spin_colour, 0.0F, group.relative_height); });
    step_columns.for_each_joined_box([&](float left, float right, const auto& group)
                                     { row.draw_box(left, right, step_colour, 1.0F - group.relative_height, 1.0F); });
}

void draw_display_row(const RowCanvas& row)
{
    const draw::Colour colour = row.tint(row.theme().text, 0.85F);
    const float dot_y = row.area.y + row.area.h * 0.35F;
    draw_refreshes(row);
    JoinedShapeColumns<> columns{row};
    float last_dot_x = -1e9F;
    const std::size_t first_drawn_frame =
        row.first_frame < max_display_delay_frames ? 0 : row.first_frame - max_display_delay_frames;
    for (std::size_t i = first_drawn_frame; i < row.end_frame; ++i)
    {
        const FrameSample& frame = row.frame(i);
        const float x = row.x(frame.screen_time);
        if (!frame.is_displayed || x < row.area.x || x > row.area.right()) continue;
        if (x - last_dot_x < 1.5F * row.min_shape_width())
            columns.add_shape(frame.screen_time, frame.screen_time, {.item_count = 1, .kind = true});
        else if (frame.is_torn)
            row.picture.add_circle_outline({x, dot_y}, row.to_pixels(2.2F), row.to_pixels(1.2F), colour);
        else
            row.picture.add_disc({x, dot_y}, row.to_pixels(2.8F), colour);
        last_dot_x = std::max(last_dot_x, x);
    }
    columns.for_each_joined_box([&](float left, float right, const auto&)
                                { row.draw_box(left, right, draw::faded(colour, 0.6F), 0.2F, 0.5F); });
}

} // namespace views::timeline
