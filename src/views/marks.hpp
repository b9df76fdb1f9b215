// views/marks.hpp -- what the views with a time axis share: the marks of events on the wall clock of a lane, bands that
// highlight selected frames, and the width of texts
#pragma once

#include "draw/shapes/theme.hpp"
#include "draw/shapes/time_axis.hpp"
#include "lab/metrics/scoreboard.hpp"
#include "lab/settings/history.hpp"
#include "telemetry/frames.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace views
{

struct TimeMark
{
    enum class Kind : std::uint8_t
    {
        /// A reset, a changed setting, or the change to another loop. The lines of the plots are interrupted here.
        change,
        /// A long frame that the user requested, a debugger break, or steps that the program stopped because they took
        /// too long.
        lag,
        failure, ///< a failure of the simulation, such as a body that passed through a wall
    };

    timestep::Nanos at{}; ///< time on the loop's wall clock
    std::string text{};
    Kind kind = Kind::change;
};

/// Marks of the events in all frames: resets, changes, hitches, failures.
std::vector<TimeMark> marks_of(const telemetry::Frames& frames);
/// Marks within a span of time, in order of time. The journal of changed settings gives their texts.
std::vector<TimeMark> marks_of(const telemetry::Frames& frames, const lab::Journal& journal, draw::TimeSpan span);

draw::Colour colour_of(TimeMark::Kind kind, const draw::Theme& theme);

/// Draws a band for each frame from index `first` to before `last` that `is_highlighted` selects: as long as its
/// measured time, but at least `min_width` pixels. Neighbouring bands are joined.
void highlight_frames(draw::Picture& picture, const telemetry::Frames& frames, const lab::FrameFilter& is_highlighted,
                      std::size_t first, std::size_t last, const draw::TimeAxis& axis, draw::Rect area, float min_width,
                      draw::Colour ink);

/// Pixels; estimated from mean letter widths, without the real fonts.
float width_of(std::string_view text, draw::Font font, float scale);

} // namespace views
