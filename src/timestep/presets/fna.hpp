// SPDX-License-Identifier: MIT
// timestep/presets/fna.hpp -- the fixed timestep of FNA, which sleeps while it waits for the next step
// Source: FNA, Game.cs
#ifndef TIMESTEP_PRESETS_FNA_HPP
#define TIMESTEP_PRESETS_FNA_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/pacers/next_step.hpp"
#include "timestep/steppers/fixed_ticks.hpp"

namespace timestep::presets
{

inline constexpr auto fna = preset({.name = "fna", .group = PresetGroup::engines},
                                   [](Rate rate) -> BasicLoop<NoFilter, MonoGame, CapAccumulator, FnaSleep>
                                   { return {.stepper = MonoGame{rate}, .overload = {.limit = 500ms}}; });

} // namespace timestep::presets
#endif
