// views/marks.hpp -- marks on the wall clock of a lane (one loop with its own world): changed settings, hitches
// (long frames that the user requests), debugger breaks, steps that the program stopped, failures of the simulation
#pragma once

#include "draw/shapes/theme.hpp"
#include "draw/shapes/time_axis.hpp"
#include "lab/settings/journal.hpp"
#include "telemetry/frames.hpp"

#include <string>
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

} // namespace views
