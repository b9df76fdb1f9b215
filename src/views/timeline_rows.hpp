// views/timeline_rows.hpp -- draws the rows of a timeline; many narrow shapes become one for each column of pixels
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
    /// Index of the first visible frame, and index after the last one. Of a visible frame, the visible span contains a
    /// part of its frame time or of the work after its start.
    std::size_t first_frame = 0, end_frame = 0;

    const telemetry::FrameSample& frame(std::size_t i) const { return data.frames[i]; }
    /// In pixels. A narrower shape is not drawn on its own: it and its narrow neighbours are drawn as one box.
    float min_shape_width() const { return px(4); }

    /// `top` and `bottom` are shares of the row's height, 0 to 1. A box wider than min_shape_width() ends one point
    /// before `to`, so that the next box does not touch it.
    void draw_time_box(timestep::Nanos from, timestep::Nanos to, draw::Colour colour, float top = 0.0F,
                       float bottom = 1.0F) const;
    /// `left` and `right` are in pixels and are clipped to the row. `top` and `bottom` are shares of the row's height.
    void draw_box(float left, float right, draw::Colour colour, float top = 0.0F, float bottom = 1.0F) const;
    /// Writes the first of `labels` that fits between `left` and `right` (pixels), centred. Returns false if none fits.
    bool write_first_fitting_label(float left, float right, std::initializer_list<std::string> labels,
                                   draw::Colour colour) const;
};

/// The span of wall time over which the timeline draws the steps of a frame. It ends before the start of the frame, by
/// the time that the frame carries. It is normally as long as the time that the steps simulate.
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
