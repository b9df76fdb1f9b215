// views/timeline.hpp -- a lane under the microscope: what it measured, what that bought, and where the time went
//
//     marks     | reset                      | step rate 60 Hz -> 30 Hz
//     frames    [  16.7  ][  16.7  ][      500 ms hitch      ][  16.7  ]      as long as they were measured
//     steps     [ 16.7 ms ][ 16.7 ms ][ 16.7 ms ]####dropped#####[ 16.7 ms ]  simulated time, along the same clock
//     carried        u         u                                       u     the accumulator, as a bucket
//     core      ==----    ==----                                             stepping, all else, asleep, spinning
//     display       o         o                                              presents, and below them the refreshes
//
// From an hour to a microsecond: what is too narrow for a shape of its own is gathered in columns of pixels, so there
// never are more shapes than columns in a row.
#pragma once

#include "lab/metrics/frame_filter.hpp"
#include "telemetry/refreshes.hpp"
#include "views/marks.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace views
{

/// What a timeline is of. Looks at samples and marks that somebody else owns.
struct TimelineData
{
    telemetry::Frames frames{};
    std::span<const TimeMark> marks{};                    ///< in the order of time
    std::optional<telemetry::FoundRefreshes> refreshes{}; ///< of the display, where they are known
    std::optional<std::size_t> hovered{};                 ///< a frame's place, to be pointed at
    std::optional<std::size_t> frozen{};                  ///< the frame that the stage shows
    lab::FrameFilter lit{}; ///< frames that somebody points at by a number; empty for none
};

struct TimelineStyle
{
    const draw::Theme& theme;
    draw::Colour loop;  ///< of the lane
    float scale = 1.0F; ///< pixels to the point
};

/// The part of a timeline along which time runs, right of the rows' names.
draw::TimeAxis timeline_axis(draw::TimeSpan span, draw::Rect area, float scale);
/// Draws a stretch of a lane's wall clock into `picture`, which is cleared.
void draw_timeline(draw::Picture& picture, const TimelineData& data, draw::TimeSpan span, draw::Rect area,
                   const TimelineStyle& style);

/// The place of the frame that was measured over that moment of the wall clock: nothing in a pause, or outside of what
/// the samples cover.
std::optional<std::size_t> frame_at(const telemetry::Frames& frames, timestep::Nanos wall);
std::optional<std::size_t> frame_at(const telemetry::Frames& frames, const draw::TimeAxis& axis, float x);

/// The rows from top to bottom, as the timeline names them, and what each shows, for those who ask.
struct TimelineRow
{
    std::string_view name;
    std::string_view tip;
    draw::Rect area{};
};
std::vector<TimelineRow> timeline_rows(draw::Rect area, float scale);

} // namespace views
