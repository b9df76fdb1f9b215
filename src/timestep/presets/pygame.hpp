// SPDX-License-Identifier: MIT
// timestep/presets/pygame.hpp -- the loop of pygame with Clock.tick(60): sleeps whole milliseconds
// Source: pygame, time.c
#ifndef TIMESTEP_PRESETS_PYGAME_HPP
#define TIMESTEP_PRESETS_PYGAME_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/filters.hpp"
#include "timestep/pacers/min_frame_time.hpp"
#include "timestep/steppers/frame_driven.hpp"

namespace timestep::presets
{

inline constexpr auto pygame = preset({.name = "pygame", .group = PresetGroup::engines, .has_rate = false},
                                      [](Rate rate) -> BasicLoop<WholeTicks, Variable, Unlimited, WholeMillis>
                                      { return {.stepper = Variable{rate}, .pacer = WholeMillis{hz(60)}}; });

} // namespace timestep::presets
#endif
