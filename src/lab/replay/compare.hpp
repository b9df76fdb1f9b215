// lab/replay/compare.hpp -- compares two replays: finds the first step whose result differs, and the distance of the
// worlds some time later
#pragma once

#include "lab/replay/replay_run.hpp"

#include <array>
#include <optional>
#include <string_view>

namespace lab
{

/// Simulated seconds after the first difference at which the distance is measured.
inline constexpr std::array apart_after{1.0, 10.0, 60.0};

/// The first step whose result differs between the two replays.
struct Parting
{
    std::int64_t tick     = 0;   ///< number of the step, from 1
    double seconds        = 0.0; ///< simulated seconds of the first replay
    std::string_view what = "";  ///< the value that differs: "time", "x", "v", "energy" (scenes::Probe), else "state"
    double a              = 0.0; ///< the value in the first replay; 0 for "state"
    double b              = 0.0; ///< the value in the second replay; 0 for "state"
    /// |x1 - x2| at the seconds of `apart_after` after the difference; empty if a replay has ended before.
    std::array<std::optional<double>, apart_after.size()> apart{};
};

struct ReplayComparison
{
    std::optional<Parting> parting{}; ///< the first difference; empty if there is none
    std::int64_t common = 0;          ///< number of equal steps, from the start of the comparison
    std::int64_t more_a = 0;          ///< further steps of the first replay, if there is no difference
    std::int64_t more_b = 0;          ///< further steps of the second replay, if there is no difference
};

/// Runs both replays from their present states and compares them. Both must be at the same tick.
ReplayComparison compare(ReplayRun& a, ReplayRun& b);

} // namespace lab
