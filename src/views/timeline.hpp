// views/timeline.hpp -- the frames of a lane in detail: measured times, steps, carried time, and the use of the
// processor core
//
//     marks     | reset                      | step rate 60 Hz -> 30 Hz
//     frames    [  16.7  ][  16.7  ][      500 ms hitch      ][  16.7  ]      measured times
//     steps     [ 16.7 ms ][ 16.7 ms ][ 16.7 ms ]####dropped#####[ 16.7 ms ]  simulated time on the same axis
//     carried        u         u                                       u     the accumulator as a bucket
//     core      ==----    ==----                                             stepping, other work, sleeping, spinning
//     display       o         o                                              presented pictures; ticks of the refreshes
//
// The span can be from a microsecond to an hour. Frames that are too narrow for a shape are gathered in columns of
// pixels, so that a row never has more shapes than columns.
#pragma once

#include "lab/metrics/scoreboard.hpp"
#include "telemetry/recent.hpp"
#include "views/marks.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace views
{

/// The owners of the frames and marks must outlive it.
struct TimelineData
{
    telemetry::Frames frames{};
    std::span<const TimeMark> marks{}; ///< the loop's marks, such as resets and hitches, in order of time
    std::optional<telemetry::EstimatedRefreshes> refreshes{}; ///< refreshes of the display, if they are known
    std::optional<std::size_t> hovered{};                     ///< index of the frame under the mouse
    std::optional<std::size_t> frozen{}; ///< index of the shown frame if the user stopped the picture, else empty
    lab::FrameFilter highlighted{};      ///< selects the frames to highlight; empty for no frame
};

/// Begins right of the column with the rows' names.
draw::TimeAxis timeline_axis(draw::TimeSpan span, draw::Rect area, float scale);
void draw_timeline(draw::Picture& picture, const TimelineData& data, draw::TimeSpan span, draw::Rect area,
                   const draw::Style& style);

/// The frame whose measured time contains `wall`. Empty in a pause, before the first frame, and after the last one.
std::optional<std::size_t> frame_at(const telemetry::Frames& frames, timestep::Nanos wall);
std::optional<std::size_t> frame_at(const telemetry::Frames& frames, const draw::TimeAxis& axis, float x);

struct TimelineRow
{
    std::string_view name;
    std::string_view tip;
    draw::Rect area{};
};
/// From top to bottom.
std::vector<TimelineRow> timeline_rows(draw::Rect area, float scale);

} // namespace views
