// scenes/net/scripted_inputs.hpp -- the scripted inputs of the players: they depend only on seed, player and tick, so
// that different kinds of network games can be compared
#pragma once

#include "sim/physics/input.hpp"

#include <cstdint>
#include <span>

namespace scenes
{

/// Returns the input of a player in a tick, numbered from 0. From time to time, the player grabs the body, holds a key,
/// or releases it. The fields `pressed` and `released` contain only the changes in that tick.
sim::Input input_of(std::uint64_t seed, std::size_t player, std::int64_t tick);

/// Returns one input for the body that all players of a network game move together: the keys that at least one player
/// holds, presses or releases, and the mean of the positions to which the players pull the body with the mouse.
sim::Input merged_input(std::span<const sim::Input> inputs);

/// Returns the predicted input for a tick whose input has not arrived: the last known input without presses and
/// releases.
sim::Input guessed_input(sim::Input last);

} // namespace scenes
