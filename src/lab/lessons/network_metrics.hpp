// lab/lessons/network_metrics.hpp -- the table of the metrics of a network game
#pragma once

#include "lab/lane/lane_run.hpp"
#include "scenes/net/peer_to_peer_game.hpp"

#include <span>
#include <string_view>

namespace lab
{

struct NetworkMetric
{
    std::string_view key;
    std::string_view description; ///< one sentence
    double (*get)(const scenes::PeerToPeerGame&);
};
/// All metrics of a network game. Lessons refer to them as `game.KEY`, such as `game.waits`.
std::span<const NetworkMetric> network_metrics();
/// The values of all network_metrics(); the result is named "game".
LaneResult network_result(const scenes::PeerToPeerGame& game);

} // namespace lab
