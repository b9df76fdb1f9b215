// views/timeline_rows.hpp -- draws the rows of a timeline; shapes that are too narrow are joined
#pragma once

#include "draw/shapes/draw_context.hpp"
#include "views/timeline.hpp"

namespace views::timeline
{

using timestep::Nanos;

/// Draws one row of the timeline. Its DrawContext::area is the area of the row, without the row's name.
struct RowCanvas : draw::DrawContext
{
    const TimelineData& data;
    draw::TimeAxis axis;
    /// Index of the first frame that may be visible, and the index after the last one.
    std::size_t first_frame = 0, end_frame = 0;

    float x(Nanos time) const { return axis.x_clamped_with_overhang(time); }
    const telemetry::FrameSample& frame(std::size_t i) const { return data.frames[i]; }
    draw::Colour tint(draw::Colour colour, float share) const
    {
        return draw::mix(theme().panel_background, colour, share);
    }
    /// True if a shape is wide enough to be drawn on its own. Adjacent narrower shapes are drawn as one box.
    bool is_wide(Nanos duration) const { return axis.pixel_length(duration) >= min_shape_width(); }
    float min_shape_width() const { return to_pixels(4); }

    /// Shares of the row's height are from 0 (top) to 1. Leaves a small gap after wide boxes.
    void draw_time_box(Nanos from, Nanos to, draw::Colour colour, float top_share = 0, float bottom_share = 1) const;
    /// `left` and `right` are in pixels and are clipped to the row.
    void draw_box(float left, float right, draw::Colour colour, float top_share = 0, float bottom_share = 1) const;
    /// Draws the first of `labels`, if any, that fits between `left` and `right` (pixels), centred.
    void draw_first_fitting_label(float left, float right, std::initializer_list<std::string> labels,
                                  draw::Colour colour) const;
    void draw_step_count_label(float left, float right, std::int64_t step_count) const;
};

/// Where the steps of a frame are drawn on the time axis.
struct SimulatedSpan
{
    Nanos from{};
    Nanos to{};
    Nanos dropped_from{}; ///< start of the dropped time, which ends at `from`; equal to `from` if none
    bool exceeds_elapsed_time = false; ///< true if the loop added time: the steps simulate time that has not passed
};
/// On the wall clock.
SimulatedSpan simulated_span(const telemetry::Frames& frames, std::size_t i);

void draw_marks_row(const RowCanvas& row, float change_line_end_y);
void draw_frame_times_row(const RowCanvas& row);
/// Draws the simulated time of the steps, and the time that the loop dropped.
void draw_steps_row(const RowCanvas& row);
/// Draws the time that each frame leaves for later frames as a bar; full height is one step.
void draw_carried_time_row(const RowCanvas& row);
/// Draws when the processor core computed, slept and spun.
void draw_core_row(const RowCanvas& row);
/// Draws refreshes and a dot for each displayed frame; a circle if the frame did not wait for a refresh (tearing).
void draw_display_row(const RowCanvas& row);

} // namespace views::timeline
