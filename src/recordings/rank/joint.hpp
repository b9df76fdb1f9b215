// recordings/rank/joint.hpp -- finds one loop for several recordings of the same game
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

/// The one loop that is recommended for all recordings of a game. If all recommendations are equal, it is the
/// recommended loop. Otherwise it is `interpolated`, at the lowest of the rates at which the recordings' rankings
/// advise `interpolated`.
struct Joint
{
    bool decided       = false; ///< true: at least one recording has a recommendation
    bool agreed        = false; ///< true: all recordings with a recommendation have the same recommendation
    std::size_t preset = 0;     ///< index of the recommended loop in timestep::all_presets
    timestep::Rate rate{};
    /// Index of the recording on which the loop is least smooth, among the recordings with a recommendation.
    std::size_t worst = 0;
    double worst_ms   = 0.0; ///< the loop's mean absolute animation error (judder) on the recording `worst`, in ms
    std::string text{};      ///< sentences that name the recommended loop and the recording on which it is least smooth
    std::string command{};   ///< the command `timestep_lab export` with the arguments to write the loop as source code
};
/// Returns the one loop that is recommended for all recordings of a game. `files` must not be empty.
Joint joint_of(const std::vector<RankedFile>& files);

/// Returns the JSON that `timestep_lab rank --json` prints for several recordings: the one loop for all, and the
/// ranking of the loops for each recording.
Json to_json(const std::vector<RankedFile>& files);

/// Returns the ranking's result for the loop `preset` at the step rate `rate`; null if the ranking did not try this
/// loop at this rate.
const Candidate* find_candidate(const Ranking& ranking, std::size_t preset, timestep::Rate rate);

} // namespace recordings
