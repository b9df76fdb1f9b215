// programs/timestep_lab/replay_report.hpp -- what `record`, `replay` and `diff` say of replays
#pragma once

#include "lab/replay/compare.hpp"

#include <nlohmann/json.hpp>

#include <memory>
#include <string>

namespace timestep_lab
{

/// Throws BadInput with what is wrong at which byte.
std::shared_ptr<const lab::Replay> load_replay(const std::string& path);

/// "60 s, 3600 frames, 3600 ticks, 8 inputs, 2 settings turned" of a run so far.
std::string extent_of(const lab::ReplayRun& run);
nlohmann::ordered_json extent_json(const lab::ReplayRun& run);

/// Where a replay is: its time, frame, tick and state.
std::string state_of(const lab::ReplayRun& run);
nlohmann::ordered_json state_json(const lab::ReplayRun& run);

void print_comparison(const lab::ReplayComparison& comparison);
nlohmann::ordered_json json_of(const lab::ReplayComparison& comparison);

} // namespace timestep_lab
