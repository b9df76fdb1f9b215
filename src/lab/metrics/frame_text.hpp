// lab/metrics/frame_text.hpp -- writes the numbers and events of one frame as text, and the idea of a loop in six lines
// with the values of one frame
#pragma once

#include "lab/lane/lane.hpp"
#include "telemetry/frames.hpp"

#include <array>
#include <cstdint>
#include <string>

namespace lab
{

/// Returns the names of the events in `events`, which has one bit for each event, joined by '+'; an empty text if no
/// bit is set.
std::string event_names(std::uint32_t events);
/// Returns how the loop divided the frame time into steps, as text: "frame of 17.2 ms: 1 step of 16.7 ms, 0.5 ms
/// carried".
std::string in_words(const telemetry::FrameSample& sample);

struct IdeaLine
{
    std::string code;  ///< a line of pseudocode, such as "while time >= dt: step(dt)"
    std::string value; ///< the result of the line in the frame, such as "2 x 16.7 ms"; empty for none
};

/// Returns six lines of pseudocode with their values: the measured frame time, the frame time after the delta filter,
/// the time that the steps must simulate, the steps, the time that is carried to the next frame, and the state that the
/// picture shows. `plan` is the decision that the loop `decision.before` makes for the frame.
std::array<IdeaLine, 6> idea_of(const Decision& decision, const timestep::StepPlan& plan);

} // namespace lab
