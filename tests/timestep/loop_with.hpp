// tests/timestep/loop_with.hpp -- a loop made of alternatives that are told by name
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
