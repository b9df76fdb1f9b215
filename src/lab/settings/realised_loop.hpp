// lab/settings/realised_loop.hpp -- makes a loop of a choice, and a choice of a loop
#pragma once

#include "lab/settings/loop_choice.hpp"
#include "timestep/loop.hpp"

namespace lab
{

/// The chosen loop at the start of its run: it carries no time.
timestep::Loop realised(const LoopChoice& choice);
/// The choice of a preset with the rate, the kinds and the knobs of `loop`. Parameters that are no knobs are those of
/// the preset.
LoopChoice choice_of(timestep::LoopId preset, const timestep::Loop& loop);

} // namespace lab
