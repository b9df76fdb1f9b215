#pragma once
// tests/timestep/steps_of.hpp -- counts the steps of a loop in each of several frames
#include "timestep/time.hpp"

#include <cstdint>
#include <vector>

using Steps = std::vector<std::int64_t>;

/// The steps of each frame, taken by a loop or by a stepper with an overload policy.
template <class Loop, class... Overload>
Steps steps_of(Loop loop, const std::vector<timestep::Nanos>& frames, Overload... overload)
{
    Steps steps;
    for (const timestep::Nanos frame : frames) steps.push_back(loop.plan({.frame = frame}, overload...).steps);
    return steps;
}
