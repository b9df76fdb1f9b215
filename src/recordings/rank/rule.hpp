// recordings/rank/rule.hpp -- the rule that chooses the recommended loop; docs/choosing.md explains it
#pragma once

#include "recordings/rank/ranking.hpp"

#include <tuple>

namespace recordings::rule
{

using namespace std::chrono_literals;

constexpr double preferred_hz = 60.0;
constexpr Nanos min_length    = 10s; ///< minimum length of a recording for a recommendation
/// Minimum number of frames, without hitches, for a recommendation.
constexpr std::size_t min_frames    = 300;
constexpr double equal_roughness_ms = 0.5; ///< smaller differences in roughness_ms are not visible
/// A loop without blending is as smooth as `interpolated` only if it has fewer additional jumps a minute than this.
constexpr double min_visible_jumps_per_minute = 2.0;
/// Limits of frame_rate_matches_steps(): the median frame time must be n steps or 1/n step for a whole number n, within
/// this relative error, and the standard deviation of the frame times must be below this number of steps.
constexpr double max_rate_error               = 0.005;
constexpr double max_frame_deviation_in_steps = 0.1;
constexpr double equal_latency_ms             = 4.0; ///< smaller differences in latency cannot be felt
/// Two loops do equal work if their numbers of steps differ by at most this factor.
constexpr double equal_work_factor = 1.25;
/// In percent of the time; a loop is not recommended if it drops or adds this much more time than `interpolated`.
constexpr double max_lost_percent = 1.0;
/// Fraction of the frames, 0 to 1. With more frames in or next to hitches, a loop that draws its newest state instead
/// of blending is not recommended. The length of a hitch is irrelevant for the frames before and after it.
constexpr double max_share_near_hitches = 0.1;
/// Largest fraction of the time, 0 to 1, that steps take at the rate from choose_baseline_index(), with
/// RankOptions::step_cost.
constexpr double max_load = 0.25;

/// For each candidate, the animation errors of all frames in ms, from set_results_and_return_errors_ms().
using AnimationErrors = std::vector<std::vector<float>>;

/// The index of the baseline: `interpolated` at the rate nearest to 60 Hz. With RankOptions::step_cost, at the
/// highest rate at which steps take at most a quarter of the time. With RankOptions::max_age, at the lowest rate, from
/// the one nearest to 60 Hz up, that meets this age. A rate with a veto, such as steps of 10 s, is used only if all
/// rates have a veto.
std::size_t choose_baseline_index(const Ranking& ranking);
/// Compares all candidates with the baseline: sets `vetoes`, `roughness_difference_ms` and `is_tied`.
void mark_vetoes_and_ties(Ranking& ranking, const AnimationErrors& errors_ms,
                          std::span<const std::uint8_t> near_hitch_flags);
/// Marks the Pareto-optimal candidates in smoothness, latency and work; only one of several equal candidates. A
/// candidate whose presentation has a disadvantage, such as extra memory (drawback_of()), is marked only if
/// RankOptions::max_age is set.
void mark_pareto_front(Ranking& ranking);
/// The recommendation and its loop, if any, regardless of the length of the recording.
struct Decision
{
    RecommendationKind kind = RecommendationKind::none;
    std::optional<std::size_t> candidate_index{}; ///< index into Ranking::candidates
};
Decision decision_of(const Ranking& ranking);
/// True if the recording is long enough for a recommendation, and no driver generated its frames.
bool is_decidable(const Ranking& ranking);
/// True if more than `max_share_near_hitches` of the frames are hitches or next to a hitch.
bool has_many_hitches(const Ranking& ranking);

/// True if the candidate looks as smooth as the baseline: at most 0.5 ms worse and, for a loop without
/// blending, with few added jumps and frame_rate_matches_steps().
bool is_as_smooth_as_baseline(const Ranking& ranking, const Candidate& candidate);
/// Jumps a minute of the candidate minus the jumps a minute of the baseline.
double added_jumps_per_minute(const Ranking& ranking, const Candidate& candidate);
/// True if the frame rate of the recording is constant and a multiple or a divisor of the candidate's step rate, such
/// as 60 fps for 60 or 120 Hz (max_rate_error, max_frame_deviation_in_steps). True for a loop without a step rate.
bool frame_rate_matches_steps(const Ranking& ranking, const Candidate& candidate);
/// True for a loop with the constants of a game engine, except `refresh-snapped`.
bool is_engine_loop(const Candidate& candidate);
/// Sort key for equally smooth candidates: the five loops of G. Fiedler's article "Fix Your Timestep!" (2004), then
/// `refresh-snapped`, then loops of other articles, then those of engines; within each group in the order of
/// all_presets, then by rate. It has no measured values, so that noise does not change the order.
std::tuple<int, timestep::LoopId, double> tie_sort_key(const Candidate& candidate);
bool is_same_loop(const Candidate& a, const Candidate& b); ///< true: the same preset at the same rate
/// True if both candidates have the same rate, or if a loop has no step rate.
bool have_same_rate(const Candidate& a, const Candidate& b);
/// The disadvantage of a presentation, such as extra memory; empty if it has none.
std::string_view drawback_of(timestep::Presentation presentation);

} // namespace recordings::rule

namespace recordings
{
/// Writes the recommendation as sentences into its members `text`, `notes` and `command`.
void set_recommendation_texts(Ranking& ranking);
} // namespace recordings
