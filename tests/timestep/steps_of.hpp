#pragma once
// tests/timestep/steps_of.hpp -- how many steps a loop takes in each of some frames
#include "timestep/time.hpp"

#include <cstdint>
#include <vector>

using Steps = std::vector<std::int64_t>;

/// Of a whole loop, or of a stepper with its policy for overload.
template <class Loop, class... Overload>
Steps steps_of(Loop loop, const std::vector<timestep::Nanos>& frames, Overload... overload)
{
    Steps steps;
    for (const timestep::Nanos frame : frames) steps.push_back(loop.plan({.frame = frame}, overload...).steps);
    return steps;
}
