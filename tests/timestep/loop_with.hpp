// tests/timestep/loop_with.hpp -- makes a loop from the names of its stepper and overload policy
#pragma once

#include "timestep/presets.hpp"

#include <doctest/doctest.h>

inline timestep::Loop loop_with(std::string_view stepper, std::string_view overload)
{
    timestep::Loop loop;
    REQUIRE(loop.stepper.choose(stepper));
    REQUIRE(loop.overload.choose(overload));
    return loop;
}
