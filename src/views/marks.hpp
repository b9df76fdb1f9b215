// views/marks.hpp -- for views with a time axis: marks of a loop's events, highlighted frames
#pragma once

#include "draw/shapes/theme.hpp"
#include "draw/shapes/time_axis.hpp"
#include "lab/metrics/metric_table.hpp"
#include "lab/settings/control_change_journal.hpp"
#include "telemetry/frames.hpp"

#include <string>
#include <vector>

namespace views
{

struct TimeMark
{
    enum class Kind : std::uint8_t
    {
        change, ///< a reset, a changed setting, another loop or a restarted recording; interrupts curves
        lag, ///< a requested long frame or debugger break, or a frame whose steps the program ended early
        failure, ///< such as a body that passed through a wall
    };

    timestep::Nanos wall_time{}; ///< on the loop's wall clock
    std::string label{};
    Kind kind = Kind::change;
};

/// Marks on the time axis for resets, changed settings, delays and failures in `frames`, in order of time.
std::vector<TimeMark> time_marks_of(const telemetry::Frames& frames);
std::vector<TimeMark> time_marks_of(const telemetry::Frames& frames, const lab::ControlChangeJournal& journal,
                                    draw::TimeSpan span);

draw::Colour mark_colour(TimeMark::Kind kind, const draw::Theme& theme);

void draw_highlight_bands(draw::Picture& picture, const telemetry::Frames& frames,
                          const lab::FramePredicate& highlight_filter, std::size_t first_frame, std::size_t end_frame,
                          const draw::TimeAxis& axis, draw::Rect area, float min_band_width_px, draw::Colour colour);

} // namespace views
