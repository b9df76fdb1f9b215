// scenes/net/hands.hpp -- what the players do: the same whenever it is asked for, so that four ways to play can be
// compared
#pragma once

#include "sim/physics/input.hpp"

#include <cstdint>
#include <span>

namespace scenes
{

/// What that player's hand does in a tick, from 0: now and then it grabs, holds a key or lets go; edges are of that
/// tick.
sim::Input input_of(std::uint64_t seed, std::size_t player, std::int64_t tick);

/// The input of the one game that they all play: keys that anybody holds, the middle of the hands that grab.
sim::Input joint(std::span<const sim::Input> inputs);

/// What is guessed of a tick whose input is missing: that nothing has changed.
sim::Input guessed_input(sim::Input last);

} // namespace scenes
