// recordings/rank/joint.hpp -- several recordings of one game, and one loop for all of them
#pragma once

#include "recordings/rank/ranking.hpp"

#include <string>
#include <vector>

namespace recordings
{

struct RankedFile
{
    std::string name;
    Ranking ranking;
};

/// What suits all recordings: the loop that is recommended for each of them if that is the same one, and else
/// `interpolated`, which each is compared with; at the lowest rate that any of them asks for.
struct Joint
{
    bool decided       = false; ///< some recording is long enough for a recommendation
    bool agreed        = false; ///< and all that are have the same
    std::size_t preset = 0;
    timestep::Rate rate{};
    std::size_t worst = 0;   ///< of the recordings that can tell: the one on which that loop is roughest
    double worst_ms   = 0.0; ///< its smoothness there
    std::string text{};      ///< what to take, and where it is worst
    std::string command{};   ///< the timestep_lab export that writes it
};
/// `files` must not be empty.
Joint joint_of(const std::vector<RankedFile>& files);

/// As `timestep_lab rank --json` prints it: what suits all, and each ranking.
Json to_json(const std::vector<RankedFile>& files);

/// Of that loop at that rate; null when it was not tried.
const Candidate* find_candidate(const Ranking& ranking, std::size_t preset, timestep::Rate rate);

} // namespace recordings
