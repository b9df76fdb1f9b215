// views/marks.hpp -- what the views with a time axis share: the marks of events on the wall clock of a lane, bands that
// highlight selected frames, and the width of texts
#pragma once

#include "draw/shapes/theme.hpp"
#include "draw/shapes/time_axis.hpp"
#include "lab/metrics/frame_filter.hpp"
#include "lab/settings/journal.hpp"
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

/// Returns the marks for the events in all frames: resets, changes of a setting or of the loop, hitches (long frames
/// that the user requests), failures.
std::vector<TimeMark> marks_of(const telemetry::Frames& frames);
/// Returns the marks of the frames within a span of time, in order of time. The journal, a list of the changed
/// settings, gives the texts of the marks.
std::vector<TimeMark> marks_of(const telemetry::Frames& frames, const lab::Journal& journal, draw::TimeSpan span);

/// Returns the colour in which a mark of that kind is drawn.
draw::Colour colour_of(TimeMark::Kind kind, const draw::Theme& theme);

/// Draws a band for each frame from index `first` to before `last` that the filter `lit` selects. A band is as long as
/// the frame's measured time, but at least `least` pixels, and as high as `area`. Bands of neighbouring frames are
/// joined.
void draw_lit(draw::Picture& picture, const telemetry::Frames& frames, const lab::FrameFilter& lit, std::size_t first,
              std::size_t last, const draw::TimeAxis& axis, draw::Rect area, float least, draw::Colour ink);

/// Returns the approximate width of a text in pixels. It is estimated from mean letter widths, without the real fonts.
float width_of(std::string_view text, draw::Font font, float scale);

} // namespace views
