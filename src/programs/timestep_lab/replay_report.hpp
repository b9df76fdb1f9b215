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

/// Calls `act`, a function that advances the replay's run `run`. Shows a progress bar if this takes longer than a
/// second.
void with_bar(lab::ReplayRun& run, bool quiet, const std::function<void()>& act);
/// Runs both replays to their ends and compares the states of the simulated worlds. A progress bar shows the progress
/// of `a`.
lab::ReplayComparison compare_runs(lab::ReplayRun& a, lab::ReplayRun& b, bool quiet);

/// Returns a text with the length of a run up to its present time: "60 s, 3600 frames, 3600 ticks, 8 inputs, 2 settings
/// turned".
std::string extent_of(const lab::ReplayRun& run);
nlohmann::ordered_json extent_json(const lab::ReplayRun& run);

/// Returns a text with the present time, frame, tick and state of a replay.
std::string state_of(const lab::ReplayRun& run);
nlohmann::ordered_json state_json(const lab::ReplayRun& run);

void print_comparison(const lab::ReplayComparison& comparison);
nlohmann::ordered_json json_of(const lab::ReplayComparison& comparison);

} // namespace timestep_lab
