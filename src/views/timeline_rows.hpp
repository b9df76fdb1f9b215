// views/timeline_rows.hpp -- draws the rows of a timeline; columns that sum up shapes too narrow to be drawn
#pragma once

#include "views/timeline.hpp"

#include <string_view>

namespace views::timeline
{

/// The picture and the area on which a row is drawn, and the data to draw.
struct RowCanvas
{
    draw::Picture& picture;
    const TimelineData& data;
    const draw::Style& style;
    draw::TimeAxis axis;
    draw::Rect area; ///< without the row's name
    /// The frames whose measured time or work is visible, from `first_frame` to before `end_frame`.
    std::size_t first_frame = 0, end_frame = 0;

    const draw::Theme& theme() const { return style.theme; }
    const telemetry::FrameSample& frame(std::size_t i) const { return data.frames[i]; }
    float px(float points) const { return points * style.scale; }
    /// Shapes that are narrower than this width in pixels are summed in columns.
    float min_shape_width() const { return px(4); }

    /// `top` and `bottom` are shares of the row's height. A wide box ends with a gap of one pixel.
    void draw_time_box(timestep::Nanos from, timestep::Nanos to, draw::Colour colour, float top = 0.0F,
                       float bottom = 1.0F) const;
    /// `left` and `right` are in pixels and are clipped to the row.
    void draw_box(float left, float right, draw::Colour colour, float top = 0.0F, float bottom = 1.0F) const;
    /// Centres the first label that fits between `left` and `right` (pixels); returns false if none fits.
    bool write_first_fitting_label(float left, float right, std::initializer_list<std::string> labels,
                                   draw::Colour colour) const;
};

/// Columns of a row, two points wide, that sum up shapes too narrow to be drawn one by one.
class Columns
{
public:
    struct Column
    {
        std::int64_t count = 0;
        timestep::Nanos time{}; ///< sum of the times of all added shapes
        float level = 0;        ///< share of the row's height, 0 to 1
        /// The highest added kind; rare kinds have higher numbers, so that they stay visible. 0 if empty.
        int kind = 0;
    };

    static constexpr bool by_kind = false, by_kind_and_level = true; ///< arguments of for_each_joined_box()

    explicit Columns(const RowCanvas& row);

    /// Adds count and time to the column at `from`; raises kind and level of all columns from `from` to `to`.
    void add_shape(timestep::Nanos from, timestep::Nanos to, const Column& shape);
    /// Adds the covered share of each column to its level, up to 1; raises its kind.
    void add_coverage(timestep::Nanos from, timestep::Nanos to, int kind);
    /// Calls draw(left, right, sum), in pixels, for each run of columns of one kind and, if `by_level`, similar level.
    template <class F>
    void for_each_joined_box(bool by_level, F draw) const
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
            draw(x(i), x(end), sum);
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

/// A frame's steps on the wall clock, without gaps; the last step ends where the carried time begins.
struct StepSpan
{
    timestep::Nanos from{};
    timestep::Nanos to{};
    /// Dropped time begins here and ends at `from`; equal to `from` if no time was dropped.
    timestep::Nanos dropped_from{};
    /// True if the loop simulated more time than had passed. The steps are then drawn shorter.
    bool exceeds_elapsed_time = false;
};
StepSpan wall_span_of_steps(const telemetry::Frames& frames, std::size_t i);

/// Draws the marks. The lines of changes extend to `bottom`, a y coordinate in pixels below the row.
void draw_marks(const RowCanvas& row, float bottom);
void draw_frames(const RowCanvas& row);
void draw_steps(const RowCanvas& row);
void draw_carried_time(const RowCanvas& row);
void draw_core_use(const RowCanvas& row);
void draw_displayed_frames(const RowCanvas& row);

} // namespace views::timeline
