// lab/settings/realised_loop.hpp -- converts between LoopChoice and timestep::Loop
#pragma once

#include "lab/settings/loop_choice.hpp"
#include "timestep/preset.hpp"

namespace lab
{

/// Returns the chosen loop at the start of its run, without carried time.
timestep::Loop make_loop(const LoopChoice& choice);
/// The choice of `preset` with the rate, components and parameters of `loop`; other parameters are the preset's.
LoopChoice choice_of(timestep::LoopId preset, const timestep::Loop& loop);

} // namespace lab
