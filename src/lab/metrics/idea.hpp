// lab/metrics/idea.hpp -- the idea of a loop in six lines, with the values of one frame
#pragma once

#include "lab/lane/lane.hpp"

#include <array>
#include <string>

namespace lab
{

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
