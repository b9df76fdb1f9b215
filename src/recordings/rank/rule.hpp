// recordings/rank/rule.hpp -- the rule that chooses the recommended loop; docs/choosing.md explains it
#pragma once

#include "recordings/rank/ranking.hpp"

#include <tuple>

namespace recordings::rule
{

using namespace std::chrono_literals;

constexpr double preferred_hz       = 60.0;
constexpr Nanos min_length          = 10s; ///< minimum length of a recording for a recommendation
constexpr std::size_t min_frames    = 300; ///< minimum number of frames, without hitches
constexpr double equal_roughness_ms = 0.5; ///< smaller differences in roughness_ms are not visible
/// Number of added jumps a minute from which a loop without blending is not as smooth as `interpolated`.
constexpr double min_visible_jumps_per_minute = 2.0;
/// Limits of frame_rate_matches_steps(): largest relative difference of the median frame time from n steps or 1/n step,
/// and largest standard deviation of the frame times, in steps.
constexpr double max_rate_error               = 0.005;
constexpr double max_frame_deviation_in_steps = 0.1;
constexpr double equal_latency_ms             = 4.0; ///< smaller differences in latency cannot be felt
/// Two loops do equal work if their numbers of steps differ by at most this factor.
constexpr double equal_work_factor = 1.25;
/// Largest percentage of time that a recommended loop may drop or add compared with `interpolated`.
constexpr double max_lost_percent = 1.0;
/// Largest fraction of frames in or next to hitches, 0 to 1, for which a loop without blending is recommended.
constexpr double max_share_near_hitches = 0.1;
/// With RankOptions::step_cost, the largest fraction of the time, 0 to 1, that the steps of the baseline may take.
constexpr double max_load = 0.25;

/// One vector per candidate: the animation error of each frame in ms; NaN if unknown.
using AnimationErrors = std::vector<std::vector<float>>;

/// Chooses the baseline: `interpolated` at the rate nearest to 60 Hz. With RankOptions::step_cost, at the highest rate
/// at which steps take at most a quarter of the time. With RankOptions::max_age, at the lowest rate, from the one
/// nearest to 60 Hz up, that meets this age. A rate with a veto is used only if all rates have a veto.
std::size_t choose_baseline_index(const Ranking& ranking);
/// Sets `vetoes`, `roughness_difference_ms` and `is_tied` of all candidates.
void mark_vetoes_and_ties(Ranking& ranking, const AnimationErrors& errors_ms,
                          std::span<const std::uint8_t> near_hitch_flags);
/// Marks the Pareto front of smoothness, latency and work; only one of several equal candidates. Candidates whose
/// presentation has a disadvantage (drawback_of()) are marked only with RankOptions::max_age.
void mark_pareto_front(Ranking& ranking);
/// The recommendation without a check of the recording's length.
struct Decision
{
    RecommendationKind kind = RecommendationKind::none;
    std::optional<std::size_t> candidate_index{}; ///< index into Ranking::candidates
};
Decision decision_of(const Ranking& ranking);
/// True if the recording is long enough, and no driver generated its frames.
bool is_decidable(const Ranking& ranking);
/// True if over `max_share_near_hitches` of the frames are hitches or next to one.
bool has_many_hitches(const Ranking& ranking);

/// True if the candidate is rougher than the baseline by at most 0.5 ms. Without blending, it must also add few jumps,
/// and frame_rate_matches_steps() must be true.
bool is_as_smooth_as_baseline(const Ranking& ranking, const Candidate& candidate);
double added_jumps_per_minute(const Ranking& ranking, const Candidate& candidate);
/// True if the frame rate is constant and a multiple or a divisor of the candidate's step rate, such as 60 fps for 60
/// or 120 Hz. Always true for a loop without a step rate.
bool frame_rate_matches_steps(const Ranking& ranking, const Candidate& candidate);
/// True for a loop with the constants of a game engine, except `refresh-snapped`.
bool is_engine_loop(const Candidate& candidate);
/// Sort key for equally smooth candidates: the five loops of G. Fiedler's article "Fix Your Timestep!" (2004),
/// `refresh-snapped`, loops of other articles, loops of engines; within each group in the order of all_presets, then by
/// rate. No measured value is included, so that noise does not change the order.
std::tuple<int, timestep::LoopId, double> tie_sort_key(const Candidate& candidate);
bool is_same_loop(const Candidate& a, const Candidate& b); ///< true: the same preset at the same rate
/// True if both loops have the same step rate, or if one of them has none.
bool have_same_rate(const Candidate& a, const Candidate& b);
/// The disadvantage of a presentation, such as extra memory; empty if it has none.
std::string_view drawback_of(timestep::Presentation presentation);

} // namespace recordings::rule

namespace recordings
{
/// Sets `text`, `notes` and `command` of the recommendation.
void set_recommendation_texts(Ranking& ranking);
} // namespace recordings
