// views/marks.hpp -- marks along a lane's clock: changes of settings, lags and failures
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
        change,  ///< a reset, a changed knob, another loop: the lines of plots break here
        lag,     ///< a hitch, a debugger break, or the emergency brake
        failure, ///< a failure of the scene, such as tunnelled or blown up
    };

    timestep::Nanos at{}; ///< time on the lane's wall clock
    std::string text{};
    Kind kind = Kind::change;
};

/// Returns the marks that the samples contain: resets, changes of a knob or of the loop, hitches, failures.
std::vector<TimeMark> marks_of(const telemetry::Frames& frames);
/// Returns the marks of the frames within a span, in order of time. The texts for changed knobs and loops come from the
/// journal.
std::vector<TimeMark> marks_of(const telemetry::Frames& frames, const lab::Journal& journal, draw::TimeSpan span);

/// Returns the colour of a mark.
draw::Colour colour_of(TimeMark::Kind kind, const draw::Theme& theme);

} // namespace views
