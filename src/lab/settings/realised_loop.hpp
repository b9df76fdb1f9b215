// lab/settings/realised_loop.hpp -- makes a loop of a choice, and a choice of a loop
#pragma once

#include "lab/settings/loop_choice.hpp"
#include "timestep/loop.hpp"

namespace lab
{

/// Returns the chosen loop at the start of its run: it carries no time.
timestep::Loop realised(const LoopChoice& choice);
/// Returns the choice of the preset at the index `preset` of timestep::all_presets with the rate, the kinds and the
/// knobs of `loop`. Parameters that are no knobs are those of the preset.
LoopChoice choice_of(std::size_t preset, const timestep::Loop& loop);

} // namespace lab
