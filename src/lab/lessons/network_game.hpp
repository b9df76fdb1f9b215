// lab/lessons/network_game.hpp -- makes a game over a network from settings, and computes the numbers that lessons use
#pragma once

#include "lab/lane/headless.hpp"
#include "scenes/net/game.hpp"

#include <span>
#include <string_view>

namespace lab
{

/// Returns the set-up of the game that these settings choose.
scenes::NetworkSetUp network_of(const Settings& settings);
/// Returns the scene that the PCs of the game run.
scenes::AnyScene scene_of(NetworkGame game);

struct NetworkNumber
{
    std::string_view key;
    std::string_view what; ///< definition of the number in one sentence
    double (*get)(const scenes::NetworkedGame&);
};
/// Returns all numbers that a lesson may use as metrics of a lane named "game", such as `game.waits`.
std::span<const NetworkNumber> network_numbers();
/// Returns the result of a lane named "game". LaneResult::network has the values of network_numbers() in their order.
LaneResult result_of(const scenes::NetworkedGame& game);

} // namespace lab
