// lab/lessons/network_game.hpp -- makes a game over a network from settings, and computes its numbers for lessons
#pragma once

#include "lab/lane/headless.hpp"
#include "scenes/net/game.hpp"

#include <span>
#include <string_view>

namespace lab
{

/// Returns the set-up of the network game that the settings choose.
scenes::NetworkSetUp network_of(const Settings& settings);
/// Returns the scene that all PCs of the network game simulate.
scenes::SceneChoice scene_of(NetworkGame game);

struct NetworkNumber
{
    std::string_view key;
    std::string_view what; ///< definition of the number in one sentence
    double (*get)(const scenes::NetworkedGame&);
};
/// Returns the table of all numbers about a network game that a lesson may use, such as `game.waits`.
std::span<const NetworkNumber> network_numbers();
/// Returns the result of a network game as the result of a loop named "game", so that assertions of lessons can use it
/// like the result of a loop. Its field `network` has the values of network_numbers(), in their order.
LaneResult result_of(const scenes::NetworkedGame& game);

} // namespace lab
