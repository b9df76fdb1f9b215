// views/marks.hpp -- what was done to a lane, and what went wrong in it, to be marked along its clock
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
        change,  ///< a reset, a knob, another loop: lines of plots break here
        lag,     ///< a hitch, a debugger break, the brake
        failure, ///< blown up, tunnelled
    };

    timestep::Nanos at{}; ///< on the lane's wall clock
    std::string text{};
    Kind kind = Kind::change;
};

/// What the samples alone know of what happened: resets, changes of a knob or of the loop, hitches, failures.
std::vector<TimeMark> marks_of(const telemetry::Frames& frames);
/// The same of the frames within a span, in the order of time; the journal says which knobs were turned.
std::vector<TimeMark> marks_of(const telemetry::Frames& frames, const lab::Journal& journal, draw::TimeSpan span);

/// The colour of a mark.
draw::Colour colour_of(TimeMark::Kind kind, const draw::Theme& theme);

} // namespace views
