// cli/replay_report.hpp -- what `record`, `replay` and `diff` say of replays
#pragma once

#include "play/compare.hpp"

#include <nlohmann/json.hpp>

#include <memory>
#include <string>

namespace cli
{

/// Throws BadInput with what is wrong at which byte.
std::shared_ptr<const play::Replay> load_replay(const std::string& path);

/// "60 s, 3600 frames, 3600 ticks, 8 inputs, 2 settings turned" of a run so far.
std::string extent_of(const play::ReplayRun& run);
nlohmann::ordered_json extent_json(const play::ReplayRun& run);

/// Where a replay is: its time, frame, tick and state.
std::string state_of(const play::ReplayRun& run);
nlohmann::ordered_json state_json(const play::ReplayRun& run);

void print_comparison(const play::Comparison& comparison);
nlohmann::ordered_json json_of(const play::Comparison& comparison);

} // namespace cli
