// timestep/overload/grant.hpp -- the two questions that an overload policy answers
//
//     Nanos admit(Nanos frame, Nanos step)        how much of this frame's time is let in?
//     Grant grant(int64 due, int64 step)          of the time that is due, how many steps are run, what is kept?
//
// What is neither run nor kept is dropped. `due` and `step` share a unit that the policy need not know.
#pragma once

#include "timestep/step_plan.hpp"

namespace timestep
{

struct Grant
{
    std::int64_t steps = 0; ///< full steps to run now
    std::int64_t kept  = 0; ///< time left for later frames
};

} // namespace timestep
