// lab/metrics/frame_text.hpp -- formats the numbers and events of a frame, and the pseudocode of a loop with its values
#pragma once

#include "lab/lane/lane.hpp"
#include "telemetry/frames.hpp"

#include <array>
#include <cstdint>
#include <string>

namespace lab
{

/// The names of the events in a bit mask, joined by '+', such as "reset+loop".
std::string event_names(std::uint32_t events);
/// The frame time as the loop divided it, such as "frame of 17.2 ms: 1 step of 16.7 ms, 0.5 ms carried".
std::string frame_text(const telemetry::FrameSample& sample);

struct PseudocodeLine
{
    std::string code;  ///< such as "while time >= dt: step(dt)"
    std::string value; ///< result of the line in the frame, such as "2 x 16.7 ms"; empty if none
};

/// Pseudocode with values: the measured and the filtered frame time, the time that is due, the steps, the carried time,
/// and the drawn state. `plan` is the plan that the loop `decision.loop_before` made.
std::array<PseudocodeLine, 6> pseudocode_of(const Decision& decision, const timestep::StepPlan& plan);

} // namespace lab
