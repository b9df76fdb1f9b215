// views/marks.hpp -- for views with a time axis: marks of a lane's events, highlighted frames, the width of a label
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
        /// A reset, a changed setting or another loop. Curves are interrupted here.
        change,
        /// A long frame or debugger break that the user requested, or a frame that exceeded the simulation time limit.
        lag,
        failure, ///< such as a body that passed through a wall
    };

    timestep::Nanos wall_time{}; ///< on the loop's wall clock
    std::string label{};
    Kind kind = Kind::change;
};

/// The marks of the frames' events, in order of time.
std::vector<TimeMark> marks_of(const telemetry::Frames& frames);
/// The marks in order of time. A mark of a changed setting has the label of its entry in `journal`.
std::vector<TimeMark> marks_of(const telemetry::Frames& frames, const lab::Journal& journal, draw::TimeSpan span);

draw::Colour mark_colour(TimeMark::Kind kind, const draw::Theme& theme);

/// Draws a band for each frame from `first_frame` to before `end_frame` that `is_highlighted` selects: as long as the
/// frame's measured time, at least `min_width` pixels. Joins adjacent bands.
void highlight_frames(draw::Picture& picture, const telemetry::Frames& frames, const lab::FrameFilter& is_highlighted,
                      std::size_t first_frame, std::size_t end_frame, const draw::TimeAxis& axis, draw::Rect area,
                      float min_width, draw::Colour ink);

/// The width in pixels, estimated from mean letter widths without the real fonts.
float estimated_text_width(std::string_view text, draw::Font font, float scale);

} // namespace views
