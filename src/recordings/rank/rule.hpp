// recordings/rank/rule.hpp -- the rule that chooses the recommended loop; docs/choosing.md explains it
#pragma once

#include "recordings/rank/ranking.hpp"

#include <tuple>

namespace recordings::rule
{

using namespace std::chrono_literals;

constexpr double preferred_hz = 60.0;
constexpr Nanos min_length    = 10s; ///< shortest recording for which a loop is recommended
/// Fewest frames, without hitches, for which a loop is recommended.
constexpr std::size_t min_frames     = 300;
constexpr double equal_smoothness_ms = 0.5; ///< in ms; a smaller difference in smoothness is not visible
/// In jumps a minute. A loop without blending counts as equally smooth as `interpolated` only if its pictures jump less
/// than this much more often.
constexpr double min_visible_jumps_per_minute = 2.0;
/// The frame rate of a recording suits the steps of a loop (rate_suits_steps()) if its median frame time is n steps or
/// 1/n step long, for a whole number n, with a relative error of at most this, and if the standard deviation of its
/// frame times is below this number of steps.
constexpr double max_rate_error               = 0.005;
constexpr double max_frame_deviation_in_steps = 0.1;
constexpr double equal_latency_ms             = 4.0; ///< in ms; a smaller difference in latency cannot be felt
/// Two loops do equal work if their numbers of steps differ by at most this factor.
constexpr double equal_work_factor = 1.25;
/// In percent of the time; a loop is not recommended if it drops or adds more than `interpolated` does by this much.
constexpr double max_lost_percent = 1.0;
/// Share of the frames, 0 to 1. If more frames are hitches or next to one, a loop that draws its newest state instead
/// of a blend of two states is not recommended. The length of a hitch does not matter: a freeze of 4 s says nothing
/// about the frames before and after it.
constexpr double max_share_around_hitches = 0.1;
/// Largest share of the time, 0 to 1, that steps may take at the rate that baseline_of() chooses if the user gave the
/// computing time of a step.
constexpr double max_load = 0.25;

/// The animation errors in ms of each candidate in each frame, as run_candidate() returns them.
using Errors = std::vector<std::vector<float>>;

/// Ranking::baseline: `interpolated` at the rate nearest to 60 Hz. With RankOptions::step_cost it is the highest rate
/// at which steps take at most a quarter of the time; with RankOptions::max_age it is the lowest rate, from the one
/// nearest to 60 Hz on, at which the pictures and their inputs are at most this old. A rate with a veto, such as a step
/// of 10 s, is used only if all rates have one.
std::size_t baseline_of(const Ranking& ranking);
/// Compares all candidates with Ranking::baseline: sets their fields `vetoes`, `smoothness_difference` and `is_tied`.
void mark_vetoes_and_ties(Ranking& ranking, const Errors& errors, std::span<const std::uint8_t> around_hitches);
/// Marks the Pareto-optimal candidates in smoothness, latency and work. Of candidates that are equal in all three, it
/// marks only one. A candidate whose presentation has a disadvantage, such as extra memory (drawback_of()), is marked
/// only if RankOptions::max_age is set.
void mark_pareto_front(Ranking& ranking);
/// The answer, and the loop if the answer has one, regardless of the length of the recording.
struct Decision
{
    Answer answer = Answer::none;
    std::optional<std::size_t> candidate{}; ///< index into Ranking::candidates
};
Decision decision_of(const Ranking& ranking);
/// True if the recording is long enough for a recommendation, and its frames are the game's own.
bool is_decidable(const Ranking& ranking);
/// True if more than `max_share_around_hitches` of the frames are hitches or next to one.
bool has_many_hitches(const Ranking& ranking);

/// True if the candidate looks as smooth as Ranking::baseline: it is at most 0.5 ms worse and, if the loop does not
/// blend, it adds few jumps and the recorded frame rate suits its steps.
bool is_smooth(const Ranking& ranking, const Candidate& candidate);
/// How many more jumps a minute the candidate has than Ranking::baseline.
double added_jumps(const Ranking& ranking, const Candidate& candidate);
/// True if the recorded frame rate suits the steps of the candidate, such as 60 fps with 60 or 120 Hz. Always true for
/// a loop without a step rate.
bool rate_suits_steps(const Ranking& ranking, const Candidate& candidate);
/// True for the loop of an engine with its constants, except `refresh-snapped`.
bool is_engine_loop(const Candidate& candidate);
/// A key that sorts equally smooth candidates: the five loops of G. Fiedler's article "Fix Your Timestep!" (2004), then
/// `refresh-snapped`, then the loops of other articles, then those of engines; each in the order of all_presets, then
/// by rate. It contains nothing that is measured, so noise does not change the order.
std::tuple<int, timestep::LoopId, double> tie_order(const Candidate& candidate);
bool is_same_loop(const Candidate& a, const Candidate& b); ///< true: the same preset at the same rate
/// True if both candidates have the same rate, or if at least one of the loops has no step rate.
bool have_same_rate(const Candidate& a, const Candidate& b);
/// The disadvantage of a presentation, such as extra memory, as text; empty if it has none.
std::string_view drawback_of(timestep::Presentation presentation);

} // namespace recordings::rule

namespace recordings
{
/// Writes the recommendation as sentences into its fields `text`, `notes` and `command`.
void write_advice(Ranking& ranking);
} // namespace recordings
