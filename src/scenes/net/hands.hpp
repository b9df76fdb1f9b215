// scenes/net/hands.hpp -- the scripted inputs of the players: they depend only on seed, player and tick, so that
// different kinds of network games can be compared
#pragma once

#include "sim/physics/input.hpp"

#include <cstdint>
#include <span>

namespace scenes
{

/// Returns a player's input in a tick, counted from 0. Now and then the player's hand grabs, holds a key or lets go.
/// `pressed` and `released` are the changes in that tick.
sim::Input input_of(std::uint64_t seed, std::size_t player, std::int64_t tick);

/// Returns the input of the shared game: the keys that at least one player holds, and the mean position of the hands
/// that grab.
sim::Input joint(std::span<const sim::Input> inputs);

/// Returns the prediction for a tick whose input is missing: the last known input, without presses and releases.
sim::Input guessed_input(sim::Input last);

} // namespace scenes
