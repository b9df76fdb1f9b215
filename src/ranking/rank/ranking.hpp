// ranking/rank/ranking.hpp -- finds the best loop and step rate for a recording's frame times (docs/choosing.md)
#pragma once

#include "lab/foreign/foreign_loop.hpp"
#include "recordings/facts/frame_time_patterns.hpp"
#include "recordings/facts/inspection.hpp"
#include "recordings/facts/statistics.hpp"
#include "timestep/loop.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ranking
{

using recordings::Json;
using timestep::Nanos;

inline constexpr std::array default_rates{timestep::hz(30), timestep::hz(50), timestep::hz(60), timestep::hz(120)};

std::vector<timestep::PresetId> all_preset_ids();

struct RankOptions
{
    std::vector<timestep::PresetId> loops; ///< loops to try; `interpolated` is tried even if it is missing here
    std::vector<timestep::Rate> rates{default_rates.begin(), default_rates.end()}; ///< step rates to try; at least one
    /// Computing time of one step; empty if unknown.
    std::optional<Nanos> step_cost{};
    std::optional<Nanos> max_age{}; ///< preferred limit for the age of displayed frames and of the input in them
    Nanos refresh_period{}; ///< refresh period of the display; 0 if unknown
    recordings::DisplayRate display{}; ///< the display for which a frame cap is computed
    bool uses_display_times = false; ///< true: the frame times are intervals between displayed frames
    /// Fraction of the recorded frames that never reached the screen, 0 to 1; empty if unknown.
    std::optional<double> never_displayed_share{};
    bool has_display_times = false; ///< true: the recording can be ranked with `uses_display_times`
    bool has_rows_of_presents = true; ///< false: frame generation is never detected
    /// As Stream::frames_after_gaps. Each part between gaps runs by itself; the results are those of all parts.
    std::vector<std::size_t> frames_after_gaps{};
    std::vector<std::string> command{}; ///< a program that runs another loop to try, and its arguments; or empty
    bool allows_irreproducible = false; ///< true: loops whose states depend on the frame times may be recommended
};

/// `options` with what the recording says of its display and of the frames of recording.streams[stream_index]. A
/// refresh rate in `options` is kept. The display's is known where the recording was read with its display timing.
RankOptions rank_options_for(const recordings::Recording& recording, std::size_t stream_index, RankOptions options);

/// The jumps per minute of a loop over 64 starts: from 0/64 to 63/64 of a step has passed before the first frame.
struct StartJumps
{
    double lowest = 0.0, median = 0.0;
    double worst_twentieth = 0.0; ///< 95 % of the starts have at most so many
    double highest = 0.0;

    /// True if the recording's one start says little.
    bool depends_on_start() const { return highest - lowest > std::max(0.2 * highest, 1.0); }
};

/// A game loop at one step rate, and its results. They exclude hitches, except where noted.
struct Candidate
{
    timestep::PresetId preset{};
    timestep::Loop loop{};
    /// The program that runs the loop; then `loop` gives only the rate. Such a loop is compared, never recommended.
    std::vector<std::string> command{};

    // Named after the keys of telemetry/metric_definitions.hpp.
    double animation_error_mean_ms = 0.0; ///< each error is clamped to the median frame time
    double jumps_per_minute = 0.0;
    double picture_age_mean_ms = 0.0; ///< at least 0
    double input_age_mean_ms = 0.0; ///< mean age of the newest input in a displayed frame, in ms
    double steps_per_s = 0.0; ///< steps per second of wall time, including steps only for drawing
    double step_load = 0.0; ///< fraction of wall time spent in steps, 0 to 1; NaN without RankOptions::step_cost
    /// Percentage of the wall time that the loop did not simulate; negative if it simulated more time.
    double lost_percent = 0.0;
    double frame_mean_ms = 0.0; ///< mean frame time, including hitches
    double frame_max_ms = 0.0; ///< longest frame time, including hitches
    Nanos time_lost_in_hitches{}; ///< time that the loop dropped in hitches and the frames next to them
    bool is_reproducible = false; ///< true: the world's state after n steps is the same for all frame times
    /// Longest frame time in ms on a PC that is 25 % too slow; infinite in a spiral of death.
    double max_overloaded_frame_time_ms = 0.0;
    /// Mean animation error of this loop minus that of the loop `interpolated`: 95 % confidence interval in ms.
    recordings::Interval animation_error_difference_ms{};

    /// Only of the ten best and the recommended loops, if they show their newest state.
    std::optional<StartJumps> start_jumps{};

    std::vector<std::string> vetoes{}; ///< reasons why this candidate must not be recommended
    bool is_tied_with_baseline = false; ///< true: looks as smooth as the baseline
    /// True: on the Pareto front of smoothness, latency and work. Of equal loops, only one is marked.
    bool is_pareto_optimal = false;
    bool exceeds_max_age = false; ///< true: displayed frames or input are older than RankOptions::max_age

    const timestep::Preset& loop_preset() const;
    std::string_view name() const { return command.empty() ? loop_preset().name : lab::foreign_loop_name; }
    bool has_rate() const { return loop_preset().has_rate; }
    double hz() const { return timestep::to_hertz(loop.rate()); }
    bool has_veto() const { return !vetoes.empty(); }
};

enum class RecommendationKind : std::uint8_t
{
    too_short, ///< no recommendation: the recording is too short
    interpolated, ///< the usual recommendation
    no_blending, ///< a loop that draws its newest state, and is as smooth as `interpolated` with these frames
    lower_latency, ///< a loop that meets RankOptions::max_age; `interpolated` does not
    frame_generation, ///< no recommendation: a driver generated every second frame
    all_vetoed, ///< no recommendation: every loop has a veto
};
std::string_view name_of(RecommendationKind kind);

struct Recommendation
{
    RecommendationKind kind = RecommendationKind::too_short;
    /// Index of the recommended candidate in LoopRanking::candidates; empty if there is none.
    std::optional<std::size_t> candidate_index{};
    /// The loop to which the whole recording, a half, or a copy with noise alone leads, if it is drawn in another way.
    std::optional<std::size_t> alternative_index{};
    /// With an alternative: the worst animation error, jumps and latency of both loops over the whole recording, both
    /// halves, and a copy with 1 % noise.
    Candidate worst{}, alternative_worst{};
    std::string text{}; ///< recommended loop and reason, as sentences
    /// Further sentences for the user: on loops of equal smoothness, on latency, step rates and hitches.
    std::vector<std::string> notes{};
    std::string command{}; ///< command that exports the loop as source code
};

struct LoopRanking
{
    RankOptions options;
    std::size_t first_frame_index = 0; ///< above 0 if only a part of a long recording was ranked
    std::size_t frame_count = 0;
    Nanos duration{}; ///< sum of the ranked frame times
    std::size_t frame_count_outside_hitches = 0; ///< number of frames that are neither hitches nor next to a hitch
    std::size_t hitch_count = 0;
    Nanos hitch_time{}; ///< sum of the hitches' frame times
    recordings::FrameCapAnalysis frame_cap{};
    /// Signs that a graphics driver inserted every second frame; empty if none were found.
    std::optional<recordings::DetectedFrameGeneration> frame_generation{};
    /// Alternation of long and short frames; empty if none was found.
    std::optional<recordings::Alternation> alternation{};
    Nanos median_frame_time{}; ///< median of the frame times without hitches
    double frame_time_standard_deviation_ms = 0.0; ///< standard deviation of the frame times without hitches, in ms
    double frame_time_change_mean_ms = 0.0; ///< mean absolute change from frame to frame, without hitches, in ms
    /// Index of the candidate to which all others are compared (recommendation_rule::interpolated_baseline_index()).
    std::size_t baseline_index = 0;
    /// Recommended loops come first, and loops that must not be recommended come last.
    std::vector<Candidate> candidates;
    Recommendation recommendation{};

    const Candidate& baseline() const { return candidates[baseline_index]; }
    /// The recommended loop; null if there is none.
    const Candidate* recommended() const
    {
        return recommendation.candidate_index ? &candidates[*recommendation.candidate_index] : nullptr;
    }
};

/// Largest number of frames that a ranking uses. Of a longer recording, it uses the part around the longest frame.
constexpr std::size_t max_ranked_frames = 100'000;

/// Index of the first of the `max_ranked_frames` frames around the longest frame.
std::size_t ranked_window_start(std::span<const Nanos> frame_times);
void keep_frames_around_longest(std::vector<Nanos>& frame_times);

/// Ranks the loops of `options` on all CPU cores. Calls `progress` from any thread. `frame_times` must not be empty.
LoopRanking rank(std::vector<Nanos> frame_times, const RankOptions& options,
                 const std::function<void(std::size_t finished, std::size_t total)>& progress = {});

/// Returns a title such as "interpolated at 60 Hz".
std::string title_of(const Candidate& candidate);
/// Which loop to use, and how even its motion is; without a full stop.
std::string advice_text(const LoopRanking& ranking, const Candidate& candidate);
/// The command line, `timestep_lab export ...`, that writes this loop with its step rate as source code.
std::string export_command(const Candidate& candidate);
/// Number text without a unit, such as "0.421", "12.3" or "4370".
std::string jump_rate_number(double per_minute);
/// Formats an interval in ms without the unit, such as "+1.94 to +2.41".
std::string signed_interval_text(const recordings::Interval& interval);

Json to_json(const LoopRanking& ranking);
/// The JSON output of `timestep_lab rank --json` for one stream of a file: the frames of one swap chain.
Json stream_ranking_json(const recordings::Recording& recording, std::size_t stream_index, const LoopRanking& ranking);

struct JointlyRankedFile
{
    std::string name;
    LoopRanking ranking;
};

/// The one loop that is recommended for several recordings of a game.
struct JointRecommendation
{
    bool has_recommendation = false; ///< true: at least one recording has a recommendation
    bool all_agree = false; ///< true: all recommendations contain the same loop
    timestep::PresetId preset{};
    timestep::Rate rate{};
    std::size_t worst_file_index = 0;
    double worst_animation_error_mean_ms = 0.0; ///< mean absolute animation error on the worst file, in ms
    std::string text{}; ///< result as sentences
    std::string command{};
};
JointRecommendation joint_recommendation_of(const std::vector<JointlyRankedFile>& files);

/// The JSON output of `timestep_lab rank --json` for several recordings.
Json joint_ranking_json(const std::vector<JointlyRankedFile>& files);

/// Returns null if the ranking did not try this loop at this rate.
const Candidate* find_candidate(const LoopRanking& ranking, timestep::PresetId preset, timestep::Rate rate);

} // namespace ranking
