// views/timeline.hpp -- draws the frames of a loop in rows over one time axis: frame times, steps, use of the CPU core
//
//     marks     | reset                      | step rate 60 Hz -> 30 Hz
//     frames    [  16.7  ][  16.7  ][      500 ms hitch      ][  16.7  ]      measured times
//     steps     [ 16.7 ms ][ 16.7 ms ][ 16.7 ms ]####dropped#####[ 16.7 ms ]  simulated time on the same axis
//     carried        u         u                                       u     bar: frame time kept for later frames
//     core      ==----    ==----                                             stepping, other work, sleeping, spinning
//     display       o         o                                              displayed frames; marks at refreshes
//
// The time axis covers a microsecond to an hour. Frames too narrow to draw are joined, to limit the number of shapes.
#pragma once

#include "lab/metrics/metric_table.hpp"
#include "telemetry/recent_frames.hpp"
#include "views/marks.hpp"

#include <optional>
#include <span>
#include <vector>

namespace views
{

/// The data of a loop's timeline. `frames` and `marks` refer to data that must outlive this object.
struct TimelineData
{
    telemetry::Frames frames{};
    std::span<const TimeMark> marks{}; ///< the lane's marks in order of time
    std::optional<telemetry::EstimatedRefreshTimes> refreshes{}; ///< empty if unknown
    std::optional<std::size_t> hovered_frame_index{}; ///< the frame under the pointer
    std::optional<std::size_t> frozen_frame_index{}; ///< the displayed frame while the user has frozen the display
    lab::FramePredicate highlight_filter{}; ///< selects the frames to highlight; empty if none
};

/// The time axis of the rows that redraw_timeline() draws in `area`. It begins to the right of the rows' names.
draw::TimeAxis timeline_axis(draw::TimeSpan span, draw::Rect area, float pixels_per_point);
/// Clears `picture` and draws all rows of the timeline.
void redraw_timeline(draw::Picture& picture, const TimelineData& data, draw::TimeSpan span, draw::Rect area,
                     const draw::ViewStyle& style);

/// Index of the frame whose measured frame time contains `wall_time`; empty in a pause and outside of all frames.
std::optional<std::size_t> frame_index_at(const telemetry::Frames& frames, timestep::Nanos wall_time);
std::optional<std::size_t> frame_index_at(const telemetry::Frames& frames, const draw::TimeAxis& axis, float x);

/// What the window needs to show a row's tooltip while the pointer is on the row.
struct RowTooltip
{
    std::string_view name;
    std::string_view tooltip;
    draw::Rect area{};
};
std::vector<RowTooltip> timeline_row_tooltips(draw::Rect area, float pixels_per_point);

} // namespace views
