// lab/replay/compare.hpp -- where two replays part, in what, and how far apart they are some time later
#pragma once

#include "lab/replay/replay_run.hpp"

#include <array>
#include <optional>
#include <string_view>

namespace lab
{

/// Seconds of the game after two replays have parted.
inline constexpr std::array apart_after{1.0, 10.0, 60.0};

/// The first step that is not the same in both.
struct Parting
{
    std::int64_t tick     = 0;   ///< counted from 1
    double seconds        = 0.0; ///< of the first replay's game
    std::string_view what = "";  ///< "time" of the game, "x", "v" or "energy" of the scene's probe; else its "state"
    double a              = 0.0; ///< of the first replay; of a state, nothing
    double b              = 0.0; ///< of the second
    /// |x - x| at the same second of the game; nothing when one of them has ended by then.
    std::array<std::optional<double>, apart_after.size()> apart{};
};

struct ReplayComparison
{
    std::optional<Parting> parting{};
    std::int64_t common = 0; ///< steps that are the same, from where both are at first
    std::int64_t more_a = 0; ///< steps of the first beyond those, when they never part
    std::int64_t more_b = 0;
};

/// Runs both from where they are, at the same tick.
ReplayComparison compare(ReplayRun& a, ReplayRun& b);

} // namespace lab
