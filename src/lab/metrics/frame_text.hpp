// lab/metrics/frame_text.hpp -- describes a frame in words and numbers, and shows a loop's pseudocode with its values
#pragma once

#include "lab/lane/lane.hpp"
#include "telemetry/frames.hpp"

#include <array>
#include <cstdint>
#include <string>

namespace lab
{

/// Names of the events in a bit mask, such as "reset+loop".
std::string joined_event_names(telemetry::EventBits events);
/// Describes how the loop divided the frame time, as in "frame of 17.2 ms: 1 step of 16.7 ms, 0.5 ms carried".
std::string frame_text(const telemetry::FrameSample& sample);

struct PseudocodeLine
{
    std::string code; ///< such as "while time >= dt: step(dt), time -= dt"
    std::string result; ///< result of this line, such as "2 x 16.7 ms"; empty if none
};

/// The loop's pseudocode with the values of a frame. `plan` must be computed from `inputs`.
std::array<PseudocodeLine, 6> pseudocode_with_values(const PlanInputs& inputs, const timestep::StepPlan& plan);

} // namespace lab
