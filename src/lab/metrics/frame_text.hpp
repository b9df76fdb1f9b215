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

/// The names of the events in a bit mask, joined by '+'.
std::string event_names(std::uint32_t events);
/// How the loop divided the frame time: "frame of 17.2 ms: 1 step of 16.7 ms, 0.5 ms carried".
std::string in_words(const telemetry::FrameSample& sample);

struct IdeaLine
{
    std::string code;  ///< a line of pseudocode, such as "while time >= dt: step(dt)"
    std::string value; ///< the result of the line in the frame, such as "2 x 16.7 ms"; empty for none
};

/// Pseudocode with values: the measured frame time, the filtered frame time, the time that the steps must simulate, the
/// steps, the carried time, and the shown state. `plan` is the decision of the loop `decision.before`.
std::array<IdeaLine, 6> idea_of(const Decision& decision, const timestep::StepPlan& plan);

} // namespace lab
