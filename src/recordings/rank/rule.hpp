// recordings/rank/rule.hpp -- the rule by which loops are judged, as docs/choosing.md tells it in words
//
// Nothing is weighed against anything else: a loop with a veto is never recommended, differences too small to see are
// ties, and what departs from the usual answer has to show why.
#pragma once

#include "recordings/rank/ranking.hpp"

namespace recordings::rule
{

using namespace std::chrono_literals;

constexpr double usual_hz          = 60.0;
constexpr Nanos least_length       = 10s;  ///< shorter recordings are not judged
constexpr std::size_t least_frames = 300;  ///< outside hitches; of fewer, likewise
constexpr double same_ms           = 0.5;  ///< nobody sees a smaller difference in smoothness
constexpr double same_latency_ms   = 4.0;  ///< or feels one in latency
constexpr double same_work         = 1.25; ///< times as many steps, or 20 % fewer, are no other work
constexpr double most_lost         = 1.0;  ///< % of the time, lost or made up, beyond what interpolated loses
constexpr double most_hitches      = 0.1;  ///< of the time; beyond it one cannot tell whether blending is needed
constexpr double most_load         = 0.25; ///< of the time, for steps: the rate advised goes no higher

/// Errors in ms of each candidate, frame by frame, as run_candidate() returns them.
using Errors = std::vector<std::vector<float>>;

/// Where `interpolated` stands that all are compared with: at the usual rate or, if it was asked for what depends on
/// the rate, at the one advised.
std::size_t measure_of(const Ranking& ranking);
/// The candidates' vetoes, how much rougher they are, and which are tied.
void judge(Ranking& ranking, const Errors& errors, std::span<const std::uint8_t> around_hitches);
/// Marks those that nobody beats in smoothness, latency or work without being worse in another. Loops of the same
/// three count once; a lower latency that has another price counts only if somebody asked for a latency.
void mark_front(Ranking& ranking);
/// The answer, and which candidate it is.
void decide(Ranking& ranking);

/// As smooth as the measure, or smoother.
bool is_smooth(const Candidate& candidate);
/// Or one of them has none.
bool at_rate_of(const Candidate& a, const Candidate& b);
/// What a presentation costs besides steps; empty for nothing.
std::string_view price_of(timestep::Presentation presentation);

} // namespace recordings::rule

namespace recordings
{
/// Puts the recommendation into words: its text, notes and command.
void tell(Ranking& ranking);
} // namespace recordings
