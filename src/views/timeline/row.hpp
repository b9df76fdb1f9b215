// views/timeline/row.hpp -- the data that the functions for one row of a timeline use, and columns that gather shapes
// too narrow to be drawn one by one
#pragma once

#include "views/timeline.hpp"

#include <string_view>

namespace views::timeline
{

/// The data with which one row of the timeline is drawn, such as its area and the visible frames.
struct Row
{
    draw::Picture& picture;
    const TimelineData& data;
    const draw::Style& style;
    draw::TimeAxis axis;
    draw::Rect area; ///< area of the row, without its name
    /// The indices of the frames whose measured time or work overlaps the shown time, at least partly: from `first` to
    /// before `last`.
    std::size_t first = 0, last = 0;

    const draw::Theme& theme() const { return style.theme; }
    const telemetry::FrameSample& frame(std::size_t i) const { return data.frames[i]; }
    float px(float points) const { return points * style.scale; }
    /// Returns the width in pixels below which shapes are not drawn one by one, but gathered in columns.
    float narrow() const { return px(4); }

    /// Draws a box from one time to another. `top` and `bottom` are heights within the row: 0 is its top, 1 its bottom.
    /// If the box is wide enough, a gap of one pixel is left after it.
    void bar(timestep::Nanos from, timestep::Nanos to, draw::Colour colour, float top = 0.0F,
             float bottom = 1.0F) const;
    /// Draws a box from the x coordinate `left` to `right` in pixels, clipped to the row.
    void block(float left, float right, draw::Colour colour, float top = 0.0F, float bottom = 1.0F) const;
    /// Writes one text in the middle of the visible part between `left` and `right` (pixels): the first of `texts` that
    /// fits. Returns false if no text fits.
    bool write_within(float left, float right, std::initializer_list<std::string> texts, draw::Colour colour) const;
};

/// Columns, two points wide, that cover the area of a row. Each column sums shapes that are too narrow to be drawn one
/// by one.
class Columns
{
public:
    struct Column
    {
        std::int64_t count = 0;
        timestep::Nanos time{}; ///< sum of the times of all shapes added to this column
        float level = 0;        ///< height of the shapes in this column, as a share of the row's height, 0 to 1
        /// Colour number of the column: the highest of all added shapes, because a rare kind of shape has a higher
        /// number and must stay visible; 0 for an empty column.
        int kind = 0;
    };

    explicit Columns(const Row& row);

    /// Adds a shape that lies between two times. Its count and its time are added to the column at `from`; its kind
    /// (colour number) and its level (height) are given to all columns from `from` to `to`.
    void add(timestep::Nanos from, timestep::Nanos to, const Column& what);
    /// Increases the level (height) of each column by the share, 0 to 1, of the column's time that lies between `from`
    /// and `to`.
    void add_share(timestep::Nanos from, timestep::Nanos to, int kind);
    /// Calls f(left, right, sum) for each run of neighbouring columns of the same kind (colour number); `left` and
    /// `right` are in pixels. If `by_level` is true, the columns of a run also have nearly equal levels (heights).
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
            for (; end < columns_.size() && joins(columns_[i], columns_[end], by_level); ++end)
            {
                sum.count += columns_[end].count;
                sum.time += columns_[end].time;
            }
            f(x(i), x(end), sum);
            i = end;
        }
    }

private:
    static bool joins(const Column& a, const Column& b, bool by_level);
    float x(std::size_t column) const;
    std::size_t column_at(float x) const;

    draw::TimeAxis axis_;
    float width_;
    std::vector<Column> columns_;
};

/// The place of one frame's steps on the wall clock. The steps of a frame follow each other without gaps, and the last
/// step ends where the carried time begins.
struct StepSpan
{
    timestep::Nanos from{};
    timestep::Nanos to{};
    timestep::Nanos
        gap_from{}; ///< start of the dropped time, which ends at `from`; equal to `from` if none was dropped
    /// True if the loop simulated more time than had passed. The steps then have less room on the wall clock than their
    /// length.
    bool made_up = false;
};
/// Returns the place on the wall clock where the steps of frame `i` are drawn.
StepSpan span_of_steps(const telemetry::Frames& frames, std::size_t i);

void draw_marks(const Row& row, float bottom);
void draw_frames(const Row& row);
void draw_steps(const Row& row);
void draw_carried(const Row& row);
void draw_core(const Row& row);
void draw_display(const Row& row);

} // namespace views::timeline
