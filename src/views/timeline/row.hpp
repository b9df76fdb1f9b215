// views/timeline/row.hpp -- the data from which a row of a timeline is drawn, and columns that gather shapes too narrow
// to be drawn
#pragma once

#include "views/timeline.hpp"

#include <string_view>

namespace views::timeline
{

/// A row while it is drawn.
struct Row
{
    draw::Picture& picture;
    const TimelineData& data;
    const TimelineStyle& style;
    draw::TimeAxis axis;
    draw::Rect area;                 ///< area between the ends of the axis
    std::size_t first = 0, last = 0; ///< frames whose measured time or work is in the span: [first, last)

    const draw::Theme& theme() const { return style.theme; }
    const telemetry::FrameSample& frame(std::size_t i) const { return data.frames[i]; }
    float px(float points) const { return points * style.scale; }
    /// Returns the width in pixels below which shapes are gathered in columns.
    float narrow() const { return px(4); }

    /// Draws a box from one time to another, over a part of the row's height (0 is its top, 1 its bottom), with a gap
    /// of a pixel after the box if there is room.
    void bar(timestep::Nanos from, timestep::Nanos to, draw::Colour colour, float top = 0.0F,
             float bottom = 1.0F) const;
    /// Draws a box from one pixel to another, clipped to the row.
    void block(float left, float right, draw::Colour colour, float top = 0.0F, float bottom = 1.0F) const;
    /// Writes the first of the texts that fits into the visible part from `left` to `right`, in the middle of that
    /// part. Returns false if no text fits.
    bool write_within(float left, float right, std::initializer_list<std::string> texts, draw::Colour colour) const;
};

/// The row's area, divided into columns that are two points wide. Gathers shapes that are too narrow to be drawn.
class Columns
{
public:
    struct Column
    {
        std::int64_t count = 0;
        timestep::Nanos time{}; ///< sum of the added times
        float level = 0;        ///< highest level of `add`, or sum of the shares of `add_share`
        int kind    = 0;        ///< highest kind; 0 for an empty column
    };

    explicit Columns(const Row& row);

    /// Adds a shape: its count and time to the column at `from`, its kind and level to all columns up to `to`.
    void add(timestep::Nanos from, timestep::Nanos to, const Column& what);
    /// Adds to the level of each column the share of the column that is between `from` and `to`.
    void add_share(timestep::Nanos from, timestep::Nanos to, int kind);
    /// Calls f(left, right, sum) for each run of neighbouring columns of the same kind; left and right are in pixels.
    /// With `by_level`, a run has columns of about the same level.
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

/// The place of a frame's steps on the wall clock. The steps lie end to end and end where the carried time begins.
struct Bought
{
    timestep::Nanos from{};
    timestep::Nanos to{};
    timestep::Nanos gap_from{}; ///< start of the dropped time, which ends at `from`
    bool made_up = false;       ///< true if the loop made up time: the steps are longer than their place
};
/// Returns the place of the steps of frame `i`.
Bought bought_in(const telemetry::Frames& frames, std::size_t i);

void draw_marks(const Row& row, float bottom);
void draw_frames(const Row& row);
void draw_steps(const Row& row);
void draw_carried(const Row& row);
void draw_core(const Row& row);
void draw_display(const Row& row);

/// Returns the approximate width of a text in pixels. The views do not know the fonts.
float width_of(std::string_view text, draw::Font font, float scale);

} // namespace views::timeline
