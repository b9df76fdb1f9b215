// programs/timestep_lab/replay_report.hpp -- composes texts and JSON about replays, for `replay` and `diff`
#pragma once

#include "lab/replay/compare.hpp"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <memory>
#include <string>

namespace timestep_lab
{

/// Reads a replay file. Throws BadInput with the error and its position in bytes.
std::shared_ptr<const lab::Replay> load_replay(const std::string& path);

/// Calls `act`, which runs `run`, and shows a progress bar if `act` takes longer than a second.
void with_bar(lab::ReplayRun& run, bool quiet, const std::function<void()>& act);
/// Compares the states of both runs. The progress bar shows the progress of `a`.
lab::ReplayComparison compare_runs(lab::ReplayRun& a, lab::ReplayRun& b, bool quiet);

/// Returns the size of a run up to its present time: "60 s, 3600 frames, 3600 ticks, 8 inputs, 2 settings turned".
std::string extent_of(const lab::ReplayRun& run);
nlohmann::ordered_json extent_json(const lab::ReplayRun& run);

/// Returns a text with the present time, frame, tick and state of a replay.
std::string state_of(const lab::ReplayRun& run);
nlohmann::ordered_json state_json(const lab::ReplayRun& run);

void print_comparison(const lab::ReplayComparison& comparison);
nlohmann::ordered_json json_of(const lab::ReplayComparison& comparison);

} // namespace timestep_lab
