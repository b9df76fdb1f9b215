// views/timeline_rows.hpp -- the data for drawing one row of a timeline; columns that sum up shapes that are too narrow
#pragma once

#include "views/timeline.hpp"

#include <string_view>

namespace views::timeline
{

struct Row
{
    draw::Picture& picture;
    const TimelineData& data;
    const draw::Style& style;
    draw::TimeAxis axis;
    draw::Rect area; ///< area of the row, without its name
    /// Indices, from `first` to before `last`, of the frames whose measured time or work overlaps the visible span.
    std::size_t first = 0, last = 0;

    const draw::Theme& theme() const { return style.theme; }
    const telemetry::FrameSample& frame(std::size_t i) const { return data.frames[i]; }
    float px(float points) const { return points * style.scale; }
    /// Width in pixels below which shapes are summed in columns.
    float min_shape_width() const { return px(4); }

    /// Draws a box. `top` and `bottom` are shares of the row's height. A wide box ends with a gap of one pixel.
    void draw_time_box(timestep::Nanos from, timestep::Nanos to, draw::Colour colour, float top = 0.0F,
                       float bottom = 1.0F) const;
    /// Draws a box. `left` and `right` are in pixels and are clipped to the row.
    void draw_box(float left, float right, draw::Colour colour, float top = 0.0F, float bottom = 1.0F) const;
    /// Draws the first label of `texts` that fits between x = `left` and `right` (pixels), centred in the visible part.
    /// Returns false if no label fits.
    bool write_first_fitting(float left, float right, std::initializer_list<std::string> texts,
                             draw::Colour colour) const;
};

/// Columns of a row, two points wide, that sum up shapes that are too narrow to be drawn one by one.
class Columns
{
public:
    struct Column
    {
        std::int64_t count = 0;
        timestep::Nanos time{}; ///< sum of the times of the added shapes
        float level = 0;        ///< height of the shapes as a share of the row's height, 0 to 1
        /// The highest added kind: rare kinds have higher numbers, so that they stay visible; 0 if empty.
        int kind = 0;
    };

    explicit Columns(const Row& row);

    /// Adds the count and the time to the column at `from`; kind and level to all columns from `from` to `to`.
    void add(timestep::Nanos from, timestep::Nanos to, const Column& added);
    /// Increases the level of each column by the part of its duration that is between `from` and `to`, as a share.
    void add_share(timestep::Nanos from, timestep::Nanos to, int kind);
    /// Calls f(left, right, sum) in pixels for each run of columns of one kind (and, if `by_level`, similar level).
    template <class F>
    void for_each_run(bool by_level, F f) const
    {
        for (std::size_t i = 0; i < columns_.size();)
        {
            if (columns_[i].kind == 0)
            {
                ++i;
                continue;
            }
            Column sum      = columns_[i];
            std::size_t end = i + 1;
            for (; end < columns_.size() && can_join(columns_[i], columns_[end], by_level); ++end)
            {
                sum.count += columns_[end].count;
                sum.time += columns_[end].time;
            }
            f(x(i), x(end), sum);
            i = end;
        }
    }

private:
    static bool can_join(const Column& a, const Column& b, bool by_level);
    float x(std::size_t column) const;
    std::size_t column_at(float x) const;

    draw::TimeAxis axis_;
    float width_;
    std::vector<Column> columns_;
};

/// The place of one frame's steps on the wall clock, without gaps; the last step ends where the carried time begins.
struct StepSpan
{
    timestep::Nanos from{};
    timestep::Nanos to{};
    /// Start of the dropped time, which ends at `from`; equal to `from` if no time was dropped.
    timestep::Nanos gap_from{};
    /// True if the loop simulated more time than had passed; the steps are then drawn shorter.
    bool made_up = false;
};
StepSpan span_of_steps(const telemetry::Frames& frames, std::size_t i);

void draw_marks(const Row& row, float bottom);
void draw_frames(const Row& row);
void draw_steps(const Row& row);
void draw_carried(const Row& row);
void draw_core(const Row& row);
void draw_display(const Row& row);

} // namespace views::timeline
