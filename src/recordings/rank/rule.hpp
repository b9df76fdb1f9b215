// recordings/rank/rule.hpp -- the rule that judges loops; docs/choosing.md explains it
//
// The rule does not compute a weighted score. A loop with a veto is never recommended. Differences that are too small
// to see are ties. A loop other than `interpolated` is recommended only if its figures show an advantage.
#pragma once

#include "recordings/rank/ranking.hpp"

namespace recordings::rule
{

using namespace std::chrono_literals;

constexpr double usual_hz          = 60.0;
constexpr Nanos least_length       = 10s;  ///< shorter recordings are not judged
constexpr std::size_t least_frames = 300;  ///< recordings with fewer frames outside hitches are not judged
constexpr double same_ms           = 0.5;  ///< a smaller difference in smoothness is not visible
constexpr double same_latency_ms   = 4.0;  ///< a smaller difference in latency cannot be felt
constexpr double same_work         = 1.25; ///< work is equal if the numbers of steps differ by at most this factor
constexpr double most_lost         = 1.0;  ///< percent of the time that a loop may lose or add more than interpolated
constexpr double most_hitches = 0.1;  ///< largest share of time in hitches at which a loop without blending is tried
constexpr double most_load    = 0.25; ///< largest share of time in steps at the advised rate

/// Animation errors in ms of each candidate and frame, as run_candidate() returns them.
using Errors = std::vector<std::vector<float>>;

/// Returns the index of the candidate with which all are compared: `interpolated` at the rate nearest to 60 Hz. With
/// RankOptions::step_cost or max_age, its rate is the advised rate: affordable steps, or young enough pictures.
std::size_t measure_of(const Ranking& ranking);
/// Sets vetoes, `rougher` and `tied` of all candidates.
void judge(Ranking& ranking, const Errors& errors, std::span<const std::uint8_t> around_hitches);
/// Marks the Pareto-optimal candidates over smoothness, latency and work. Of candidates that are equal in all three, it
/// marks only one. Candidates whose presentation has a price (price_of()) take part only if RankOptions::max_age is
/// set.
void mark_front(Ranking& ranking);
/// Sets the recommendation's answer and candidate.
void decide(Ranking& ranking);

/// True if the candidate is at least as smooth as Ranking::measure, within 0.5 ms.
bool is_smooth(const Candidate& candidate);
/// True if both candidates have the same step rate, or at least one has no step rate.
bool at_rate_of(const Candidate& a, const Candidate& b);
/// Returns the disadvantage of a presentation besides its steps as text; an empty text without a disadvantage.
std::string_view price_of(timestep::Presentation presentation);

} // namespace recordings::rule

namespace recordings
{
/// Writes the recommendation's text, notes and command.
void tell(Ranking& ranking);
} // namespace recordings
