// views/timeline/row.hpp -- what every row of a timeline is given, and how it gathers what is too narrow to be drawn
#pragma once

#include "views/timeline.hpp"

#include <string_view>

namespace views::timeline
{

/// A row that is being drawn.
struct Row
{
    draw::Picture& picture;
    const TimelineData& data;
    const TimelineStyle& style;
    draw::TimeAxis axis;
    draw::Rect area;                 ///< between the ends of the axis
    std::size_t first = 0, last = 0; ///< frames that were measured, or worked on, within the span: [first, last)

    const draw::Theme& theme() const { return style.theme; }
    const telemetry::FrameSample& frame(std::size_t i) const { return data.frames[i]; }
    float px(float points) const { return points * style.scale; }
    /// Narrower ones are gathered in columns.
    float narrow() const { return px(4); }

    /// A box from one moment to another, over a part of the row's height (0 is its top, 1 its bottom), with a gap of a
    /// pixel after it where there is room.
    void bar(timestep::Nanos from, timestep::Nanos to, draw::Colour colour, float top = 0.0F,
             float bottom = 1.0F) const;
    void block(float left, float right, draw::Colour colour, float top = 0.0F, float bottom = 1.0F) const;
    /// In the middle of what can be seen of a stretch: the longest of the texts that fits; none when none does.
    bool write_within(float left, float right, std::initializer_list<std::string> texts, draw::Colour colour) const;
};

/// Half as wide as the area: a column is as wide as two points.
class Columns
{
public:
    struct Column
    {
        std::int64_t count = 0;
        timestep::Nanos time{}; ///< summed up by whoever adds
        float level = 0;        ///< the highest, or the sum
        int kind    = 0;        ///< the highest; 0 for an empty column
    };

    explicit Columns(const Row& row);

    /// Something that began at `from`: counted there, and seen in all columns that it touches.
    void add(timestep::Nanos from, timestep::Nanos to, const Column& what);
    /// Adds to the level of every column the share of it that lies between `from` and `to`.
    void add_share(timestep::Nanos from, timestep::Nanos to, int kind);
    /// Neighbouring columns of one kind, joined: f(left, right in pixels, their sum). With `by_level`, only those of
    /// about the same level are joined.
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

/// Where the steps of a frame lie on the wall clock, laid end to end up to what is carried.
struct Bought
{
    timestep::Nanos from{};
    timestep::Nanos to{};
    timestep::Nanos gap_from{}; ///< time given up on lies before them, up to `from`
    bool made_up = false;       ///< there is less room than they are long: time was made up
};
Bought bought_in(const telemetry::Frames& frames, std::size_t i);

void draw_marks(const Row& row, float bottom);
void draw_frames(const Row& row);
void draw_steps(const Row& row);
void draw_carried(const Row& row);
void draw_core(const Row& row);
void draw_display(const Row& row);

/// About how wide a text is, in pixels; nobody here knows the fonts.
float width_of(std::string_view text, draw::Font font, float scale);

} // namespace views::timeline
