// views/timeline_rows.hpp -- draws the rows of a timeline; shapes that are too narrow to draw are summed in columns
#pragma once

#include "views/timeline.hpp"

#include <string_view>

namespace views::timeline
{

struct RowCanvas
{
    draw::Picture& picture;
    const TimelineData& data;
    const draw::Style& style;
    draw::TimeAxis axis;
    draw::Rect area; ///< without the row's name
    /// The visible frames, from `first_frame` to before `end_frame`: a part of their measured time or work is visible.
    std::size_t first_frame = 0, end_frame = 0;

    const draw::Theme& theme() const { return style.theme; }
    const telemetry::FrameSample& frame(std::size_t i) const { return data.frames[i]; }
    float px(float points) const { return points * style.scale; }
    /// A shape that is narrower than this, in pixels, is not drawn alone, but summed up in columns.
    float min_shape_width() const { return px(4); }

    /// `top` and `bottom` are shares of the row's height. A box wider than min_shape_width() ends one point early.
    void draw_time_box(timestep::Nanos from, timestep::Nanos to, draw::Colour colour, float top = 0.0F,
                       float bottom = 1.0F) const;
    /// `left` and `right` are in pixels and are clipped to the row. `top` and `bottom` are shares of the row's height.
    void draw_box(float left, float right, draw::Colour colour, float top = 0.0F, float bottom = 1.0F) const;
    /// Writes the first of `labels` that fits between `left` and `right` (pixels), centred. Returns false if none fits.
    bool write_first_fitting_label(float left, float right, std::initializer_list<std::string> labels,
                                   draw::Colour colour) const;
};

/// Columns of a row, each two points wide. A column sums up the shapes that are too narrow to be drawn one by one.
class Columns
{
public:
    struct Column
    {
        std::int64_t count = 0;
        timestep::Nanos time{}; ///< sum of the times of all added shapes
        float level = 0;        ///< share of the row's height, 0 to 1
        /// The highest kind of the added shapes; 0 if there are none. Rare kinds have higher numbers and so stay
        /// visible.
        int kind = 0;
    };

    static constexpr bool by_kind = false, by_kind_and_level = true; ///< arguments of for_each_joined_box()

    explicit Columns(const RowCanvas& row);

    /// Adds the count and time of `shape` to the column at `from`. Raises the kind and level of each column from `from`
    /// to `to` to at least those of `shape`.
    void add_shape(timestep::Nanos from, timestep::Nanos to, const Column& shape);
    /// Raises the kind of each column between `from` and `to` to `kind`. Adds the covered fraction of the column's
    /// width to its level, up to 1.
    void add_coverage(timestep::Nanos from, timestep::Nanos to, int kind);
    /// Joins adjacent columns of the same kind and, if `by_level` is true, of similar level. Calls
    /// `draw(left, right, sum)` for each joined box; `left` and `right` are in pixels.
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

/// The wall time over which a frame's steps are drawn, without gaps. It ends where the carried time begins.
struct StepSpan
{
    timestep::Nanos from{};
    timestep::Nanos to{};
    timestep::Nanos dropped_from{};    ///< start of the dropped time, which ends at `from`; equal to `from` if none
    bool exceeds_elapsed_time = false; ///< true if steps simulate more time than passed; they are drawn shorter
};
StepSpan wall_span_of_steps(const telemetry::Frames& frames, std::size_t i);

/// Draws the marks of events. The line of a change, such as a reset, ends at the y coordinate `bottom`, in pixels.
void draw_marks(const RowCanvas& row, float bottom);
void draw_frames(const RowCanvas& row);
void draw_steps(const RowCanvas& row);
void draw_carried_time(const RowCanvas& row);
void draw_core_use(const RowCanvas& row);
void draw_displayed_frames(const RowCanvas& row);

} // namespace views::timeline
