// views/timeline_rows.hpp -- draws the rows of a timeline; shapes that are too narrow to draw are summed in columns
#pragma once

#include "draw/shapes/pen.hpp"
#include "views/timeline.hpp"

namespace views::timeline
{

/// Draws one row of the timeline. Its Pen::area is the area of the row, without the row's name.
struct RowCanvas : draw::Pen
{
    const TimelineData& data;
    draw::TimeAxis axis;
    /// The visible frames, from `first_frame` to before `end_frame`: a part of their measured time or work is visible.
    std::size_t first_frame = 0, end_frame = 0;

    const telemetry::FrameSample& frame(std::size_t i) const { return data.frames[i]; }
    /// Smallest width in pixels of a shape with a box of its own. Neighbouring shapes that are narrower share one box.
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

/// The interval of wall time over which the timeline draws a frame's steps. It is normally as long as the time that
/// they simulate, and ends where the carried time begins. Successive spans touch unless time was dropped or filtered.
struct StepSpan
{
    timestep::Nanos from{};
    timestep::Nanos to{};
    timestep::Nanos dropped_from{};    ///< start of the dropped time, which ends at `from`; equal to `from` if none
    bool exceeds_elapsed_time = false; ///< true if steps simulate more time than passed; they are drawn shorter
};
StepSpan wall_span_of_steps(const telemetry::Frames& frames, std::size_t i);

/// Draws the marks of events. The line of a change, such as a reset, ends at `change_line_end_y`, in pixels.
void draw_marks(const RowCanvas& row, float change_line_end_y);
void draw_frames(const RowCanvas& row);
void draw_steps(const RowCanvas& row);
void draw_carried_time(const RowCanvas& row);
void draw_core_use(const RowCanvas& row);
void draw_displayed_frames(const RowCanvas& row);

} // namespace views::timeline
