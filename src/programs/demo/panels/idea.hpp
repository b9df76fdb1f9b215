// programs/demo/panels/idea.hpp -- the idea of a loop in six lines, with the values of one frame
#pragma once

#include "lab/lane/lane.hpp"

#include <array>
#include <string>

namespace demo
{

struct IdeaLine
{
    std::string code;  ///< a line of pseudocode, such as "while time >= dt: step(dt)"
    std::string value; ///< the result of the line in the frame, such as "2 x 16.7 ms"; empty for none
};

/// Returns six lines: the frame time, the filter, the time that is due, the steps, the rest, and the picture. `plan` is
/// the decision that `decision.before` makes for the frame.
std::array<IdeaLine, 6> idea_of(const lab::Decision& decision, const timestep::StepPlan& plan);

} // namespace demo
