// recordings/page/looks.hpp -- what a player would have seen of a loop around the worst hitch
#pragma once

#include "recordings/rank/ranking.hpp"
#include "telemetry/frame_sample.hpp"

#include <span>
#include <string>
#include <vector>

namespace recordings
{

/// As SVG.
struct Pictures
{
    std::string strip{};    ///< the stage a moment after the hitch, with a trail of the frames before
    std::string timeline{}; ///< frames, and the steps that they bought, around the hitch
};

struct Look
{
    std::size_t candidate = 0;      ///< its place in the ranking
    telemetry::FrameSample hitch{}; ///< the frame that measured it
    Pictures on_dark{}, on_light{};
};

/// Replays `frames`, those that were ranked, as far as the worst hitch and a moment beyond: to each of the candidates.
std::vector<Look> looks_of(const Ranking& ranking, std::span<const Nanos> frames,
                           std::span<const std::size_t> candidates);

} // namespace recordings
