// SPDX-License-Identifier: MIT
// timestep/presets/monogame.hpp -- the fixed timestep of MonoGame
// Source: MonoGame, Game.cs
#ifndef TIMESTEP_PRESETS_MONOGAME_HPP
#define TIMESTEP_PRESETS_MONOGAME_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/pacers/next_step.hpp"
#include "timestep/steppers/fixed_ticks.hpp"

namespace timestep::presets
{

inline constexpr auto monogame = preset({.name = "monogame", .group = PresetGroup::engines},
                                        [](Rate rate) -> BasicLoop<NoFilter, MonoGame, CapAccumulator, UntilStep>
                                        { return {.stepper = MonoGame{rate}, .overload = {.limit = 500ms}}; });

} // namespace timestep::presets
#endif
