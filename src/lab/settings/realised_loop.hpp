// lab/settings/realised_loop.hpp -- converts between LoopChoice and timestep::Loop
#pragma once

#include "lab/settings/loop_choice.hpp"
#include "timestep/preset.hpp"

namespace lab
{

/// The result has not run yet and carries no time.
timestep::Loop make_loop(const LoopChoice& choice);
/// The choice of `preset` with the rate, presentation, components and parameters of `loop`.
LoopChoice choice_of(timestep::LoopId preset, const timestep::Loop& loop);

} // namespace lab
