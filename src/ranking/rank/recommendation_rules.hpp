// ranking/rank/recommendation_rules.hpp -- the rule that chooses the recommended loop of a ranking; docs/choosing.md
// explains it
#pragma once

#include "ranking/rank/ranking.hpp"

#include <tuple>

namespace ranking::recommendation_rule
{

using namespace std::chrono_literals;

constexpr Nanos min_recording_length = 10s; ///< minimum length of a recording for a recommendation
constexpr std::size_t min_frames_outside_hitches = 300; ///< minimum number of frames, without hitches
constexpr double preferred_step_hz = 60.0;
constexpr double max_baseline_step_time_share = 0.25;
/// A loop is in a spiral of death if its frame times grow without limit on a PC whose steps take this much longer than
/// they simulate.
constexpr int overload_percent = 25;
constexpr double max_lost_percent_difference = 1.0;
/// Smoothness is compared by Candidate::animation_error_mean_ms, the mean animation error. Smaller differences are not
/// visible.
constexpr double animation_error_tolerance_ms = 0.5;
constexpr double min_visible_extra_jumps_per_minute = 2.0;
constexpr double max_relative_rate_error = 0.005; ///< up to this, rates count as multiples of each other
constexpr double max_frame_deviation_in_steps = 0.1; ///< from this standard deviation on, frames are uneven
constexpr double latency_tolerance_ms = 4.0; ///< smaller differences in latency cannot be felt
/// The work of two loops counts as equal if their numbers of steps per second differ by at most this factor.
constexpr double work_tolerance_factor = 1.25;
/// A recording has many hitches if more than this fraction of its frames are hitches or next to one.
constexpr double max_share_near_hitches = 0.1;

/// Animation errors in ms: one vector for each ranked loop, with one entry per frame. NaN if the error is unknown.
using AnimationErrorsByCandidate = std::vector<std::vector<float>>;

/// Index of the loop to which all others are compared: `interpolated`, usually at about 60 Hz.
std::size_t interpolated_baseline_index(const LoopRanking& ranking);
/// Sets Candidate::vetoes. A loop with a veto is never recommended.
void set_vetoes(LoopRanking& ranking);
/// Sets Candidate::animation_error_difference_ms and is_tied_with_baseline.
void compare_with_baseline(LoopRanking& ranking, const AnimationErrorsByCandidate& errors_ms,
                           std::span<const std::uint8_t> near_hitch_flags);
/// Sets Candidate::is_pareto_optimal.
void mark_pareto_optima(LoopRanking& ranking);
/// Sets only `kind` and `candidate_index`. Does not check whether the recording is long enough.
Recommendation choose_recommendation_ignoring_length(const LoopRanking& ranking);
/// True if time and frames outside hitches suffice for a recommendation.
bool is_long_enough(const LoopRanking& ranking);
/// True if more than the fraction `max_share_near_hitches` of the frames are hitches or next to a hitch.
bool has_many_hitches(const LoopRanking& ranking);

/// True if neither the animation error nor the jumps are visibly above those of the baseline.
bool is_smooth_as_baseline(const LoopRanking& ranking, const Candidate& candidate);
/// The jumps per minute beyond those of the baseline.
double extra_jumps_per_minute(const LoopRanking& ranking, const Candidate& candidate);
/// True if the frame rate is a constant multiple or divisor of the step rate, or if the loop has no step rate.
bool has_fitting_rate(const LoopRanking& ranking, const Candidate& candidate);
bool is_engine_specific_loop(const Candidate& candidate);
/// Sort key for equally smooth loops. It contains no measured value, so measurement noise does not change the order.
std::tuple<int, timestep::PresetId, double> tie_break_key(const Candidate& candidate);
/// True for the same preset at the same rate.
bool is_same_loop(const Candidate& a, const Candidate& b);
/// True for equal step rates, or if one of the loops has none.
bool have_compatible_rates(const Candidate& a, const Candidate& b);
/// The drawback of a way to draw a frame, such as "a wrong position at every collision"; empty if there is none.
std::string_view presentation_drawback(timestep::Presentation presentation);

/// Sets Recommendation::text and notes.
void explain_recommendation(LoopRanking& ranking);

} // namespace ranking::recommendation_rule
