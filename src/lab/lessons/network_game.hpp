// lab/lessons/network_game.hpp -- a game over a network, without a stage: from settings, and as numbers that lessons
// speak of
#pragma once

#include "lab/lane/headless.hpp"
#include "scenes/net/game.hpp"

#include <span>
#include <string_view>

namespace lab
{

/// The game that these settings ask for.
scenes::NetworkSetUp network_of(const Settings& settings);
/// What is played in it.
scenes::AnyScene scene_of(NetworkGame game);

struct NetworkNumber
{
    std::string_view key;
    std::string_view what; ///< one sentence
    double (*get)(const scenes::NetworkedGame&);
};
/// What a lesson may say of `game`, as of a lane: `game.waits`.
std::span<const NetworkNumber> network_numbers();
/// As a lane called "game", with those numbers in their order.
LaneResult result_of(const scenes::NetworkedGame& game);

} // namespace lab
