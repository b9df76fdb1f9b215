// lab/replay/compare.hpp -- compares two replays: finds the first physics step with different results, and measures how
// far apart the simulated worlds are some time later
#pragma once

#include "lab/replay/replay_run.hpp"

#include <array>
#include <optional>
#include <string_view>

namespace lab
{

/// Simulated times in seconds, counted from the first difference, at which the distance of the worlds is measured.
inline constexpr std::array apart_after{1.0, 10.0, 60.0};

/// Describes the first physics step whose result differs between two replays.
struct Parting
{
    std::int64_t tick     = 0;   ///< number of the differing step; the first step has the number 1
    double seconds        = 0.0; ///< simulated time in s of the differing step, in the first replay
    std::string_view what = "";  ///< first value that differs: "time", "x", "v", "energy" (scenes::Probe) or "state"
    double a              = 0.0; ///< value named by `what` in the first replay; 0 for "state"
    double b              = 0.0; ///< value named by `what` in the second replay; 0 for "state"
    /// Distance |x1 - x2| of the worlds at each time of `apart_after`; empty if a replay ended earlier.
    std::array<std::optional<double>, apart_after.size()> apart{};
};

struct ReplayComparison
{
    std::optional<Parting> parting{}; ///< the first step that differs; empty if no step differs
    std::int64_t common = 0;          ///< number of compared steps with equal results
    /// Number of steps by which the first replay is longer than the second, if all compared steps are equal; otherwise
    /// 0.
    std::int64_t more_a = 0;
    /// Number of steps by which the second replay is longer than the first, if all compared steps are equal; otherwise
    /// 0.
    std::int64_t more_b = 0;
};

/// Runs two replays from their present states to their ends, and compares the results of their steps. Both must have
/// taken the same number of steps before.
ReplayComparison compare(ReplayRun& a, ReplayRun& b);

} // namespace lab
