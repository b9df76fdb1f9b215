// lab/settings/realised_loop.hpp -- converts between LoopChoice and timestep::Loop
#pragma once

#include "lab/settings/loop_choice.hpp"
#include "timestep/preset.hpp"

namespace lab
{

/// Returns a new loop that has not run yet, so its accumulator is empty.
timestep::Loop make_loop(const LoopChoice& choice);
/// The inverse of make_loop(): `preset` with the rate, presentation, components and parameters of `loop`.
LoopChoice choice_of(timestep::LoopId preset, const timestep::Loop& loop);

} // namespace lab
