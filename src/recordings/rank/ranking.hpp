// recordings/rank/ranking.hpp -- finds the best loop and step rate for a recording: runs every loop with the recorded
// frame times and applies one rule to all loops (docs/choosing.md)
#pragma once

#include "recordings/facts/findings.hpp"
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

namespace recordings
{

/// The step rates to try by default.
inline constexpr std::array default_rates{timestep::hz(30), timestep::hz(50), timestep::hz(60), timestep::hz(120)};

std::vector<timestep::LoopId> all_loop_ids();

/// The options of rank(): the loops and step rates to try, and the limits for a recommendation.
struct RankOptions
{
    std::vector<timestep::LoopId> loops; ///< loops to try; `interpolated` is always tried
    std::vector<timestep::Rate> rates{default_rates.begin(), default_rates.end()}; ///< step rates to try; at least one
    /// Computing time of one physics step in the recorded game. If set, the ranking assumes that the game ran one step
    /// per frame: it subtracts this time from each frame and adds it for each step of the tried loop, so that a spiral
    /// of death is possible. If empty, the frame times stay as recorded.
    std::optional<Nanos> step_cost{};
    std::optional<Nanos> max_age{}; ///< limit for the age of displayed frames and input; a loop within it is preferred
    Nanos refresh_period{};         ///< refresh period of the display, for loops that use it; 0 if unknown
    DisplayRate display{};          ///< the display of the recommended frame cap
    /// True: the frame times are the intervals between displayed frames, including frames that a graphics driver
    /// generated.
    bool uses_display_times = false;
    /// Fraction of the recorded frames that never reached the screen, 0 to 1; empty if unknown.
    std::optional<double> never_displayed_share{};
    bool allows_irreproducible = false; ///< also recommend loops whose states depend on the machine's frame times
};

/// One loop at one step rate, with its results on the recording. All results except frame_mean_ms, frame_max_ms and
/// lost_in_hitches exclude hitches and the frames next to them.
struct Candidate
{
    timestep::LoopId preset{};
    timestep::Loop loop{};

    /// Mean absolute animation error in ms; each error is clamped to the median frame time.
    double roughness_ms = 0.0;
    /// Displayed frames per minute whose |animation error| exceeds telemetry::jump_limit() for the loop's step, if any.
    double jumps_per_minute = 0.0;
    /// Mean of (game time at the start of the frame - game time that the displayed frame shows) in ms; at least 0.
    double latency_ms   = 0.0;
    double input_age_ms = 0.0; ///< mean of (start of the frame - time of the newest input in the frame) in ms
    double steps_per_s  = 0.0; ///< steps per second of wall time, including extra steps only for drawing
    double load         = 0.0; ///< fraction of wall time spent in steps, 0 to 1; NaN without RankOptions::step_cost
    /// Percentage of the wall time that the loop did not simulate; negative if it simulated more time than passed.
    double lost_percent  = 0.0;
    double frame_mean_ms = 0.0;
    double frame_max_ms  = 0.0;
    Nanos lost_in_hitches{};      ///< time that the loop dropped in hitches and the frames next to them
    bool is_reproducible = false; ///< true: the world's state after n steps is the same for all frame times
    /// Frame time in ms that the loop reaches if a step takes 25 % longer to compute than the time that it simulates.
    /// Infinite if the frame time or the carried time grows without limit (spiral of death).
    double overload_ms = 0.0;
    /// 95 % confidence interval of roughness_ms minus the roughness of the baseline, over the same frames.
    Interval roughness_difference_ms{};

    std::vector<std::string> vetoes{}; ///< reasons why this candidate must not be recommended
    bool is_tied = false; ///< true: rule::is_as_smooth_as_baseline(), and roughness_difference_ms is above -0.5 ms
    /// True: no candidate is better in one of smoothness, latency and work, and as good in the others.
    bool is_pareto_optimal = false;
    bool is_too_old        = false; ///< true: displayed frames or input are older than RankOptions::max_age

    const timestep::Preset& loop_preset() const;
    std::string_view name() const { return loop_preset().name; }
    bool has_rate() const { return loop_preset().has_rate; }
    double hz() const;
    double older_age_ms() const { return std::max(latency_ms, input_age_ms); }
    bool has_veto() const { return !vetoes.empty(); }
};

/// The kinds of recommendation.
enum class RecommendationKind : std::uint8_t
{
    too_short,    ///< no recommendation: the recording is too short
    interpolated, ///< the loop `interpolated`, the usual recommendation
    no_blending,  ///< a loop that draws its newest state and is as smooth as `interpolated` with these frames
    latency,      ///< a loop that meets RankOptions::max_age, which `interpolated` exceeds
    generated,    ///< no recommendation: a driver generated every second frame, so the frames are not the game's
    none,         ///< no recommendation: every loop has a reason against it (Candidate::vetoes)
    undecided,    ///< one of two loops: parts of the recording, or a copy with noise, give different results
};
std::string_view name_of(RecommendationKind kind);

struct Recommendation
{
    RecommendationKind kind = RecommendationKind::too_short;
    /// Index into Ranking::candidates of the recommended candidate; if `undecided`, of the first of two.
    std::optional<std::size_t> candidate_index{};
    std::optional<std::size_t> alternative_index{}; ///< index of the second candidate if `undecided`, else empty
    std::string text{};                             ///< sentences with the recommended loop and the reason
    /// Sentences about equally good loops, latency, step rate and hitches.
    std::vector<std::string> notes{};
    std::string command{}; ///< the result of export_command()
};

struct Ranking
{
    RankOptions options;
    std::size_t first_frame = 0; ///< above 0 if only a part of a long recording was ranked
    std::size_t frame_count = 0;
    Nanos length{};                              ///< sum of the ranked frame times
    std::size_t frame_count_outside_hitches = 0; ///< number of frames that are neither hitches nor next to a hitch
    std::size_t hitch_count                 = 0;
    Nanos hitch_time{}; ///< sum of the hitches' frame times
    FrameCap frame_cap{};
    /// Evidence that a driver generated every second frame; always empty with RankOptions::uses_display_times.
    std::optional<FrameGeneration> generation{};
    /// Every second frame is short, without evidence of frame generation; empty with RankOptions::uses_display_times.
    std::optional<Alternation> alternation{};
    Nanos median_frame_time{};       ///< median frame time without hitches
    double frame_deviation_ms = 0.0; ///< standard deviation of the frame times without hitches, in ms
    /// Index of the candidate with which all others are compared: `interpolated` at one step rate.
    std::size_t baseline_index = 0;
    /// The results of all loops at all step rates, in this order: the recommended candidate (both if `undecided`),
    /// equally smooth candidates, other candidates, candidates with vetoes.
    std::vector<Candidate> candidates;
    Recommendation recommendation{};
};

/// Of a recording with more frames, only this number of frames around the longest frame is ranked.
constexpr std::size_t max_ranked_frames = 100'000;

/// Keeps at most max_ranked_frames frames around the longest one. Returns the index of the first frame that is kept.
std::size_t keep_frames_around_longest(std::vector<Nanos>& frames);

/// Ranks all candidates on all cores. Calls `progress` after each candidate, from any thread, with the number of
/// finished candidates and the total number. `frames` must not be empty.
Ranking rank(std::vector<Nanos> frames, const RankOptions& options,
             const std::function<void(std::size_t finished, std::size_t total)>& progress = {});

/// For example "interpolated at 60 Hz".
std::string title_of(const Candidate& candidate);
/// The title of the recommended candidate, or both titles joined by "or" if `undecided`. Requires a recommendation.
std::string recommended_title(const Ranking& ranking);
/// The command line of `timestep_lab export` that writes the candidate as source code.
std::string export_command(const Candidate& candidate);
/// Formats a number of jumps per minute with three digits: "0.421", "12.3", "4370".
std::string jumps_text(double per_minute);
/// Formats a confidence interval in ms, such as "+1.94 to +2.41".
std::string ms_interval_text(const Interval& interval);

Json to_json(const Ranking& ranking);
/// The JSON output of `timestep_lab rank --json` for one stream of a file.
Json to_json(const Recording& recording, std::size_t stream_index, const Ranking& ranking);

struct RankedFile
{
    std::string name;
    Ranking ranking;
};

/// One recommendation for all recordings of a game. If all recommendations contain the same loop, alone or as one of
/// two, it is that loop. Otherwise it is `interpolated` at the lowest rate of `interpolated` in the recordings'
/// rankings.
struct JointRecommendation
{
    bool is_decided = false; ///< true if at least one recording has a recommendation
    bool all_agree  = false; ///< true if all recordings with a recommendation recommend this loop
    timestep::LoopId preset{};
    timestep::Rate rate{};
    /// Index of the file with the recording on which the loop is roughest, among the files with a recommendation.
    std::size_t worst_file_index = 0;
    double worst_roughness_ms    = 0.0; ///< mean absolute animation error of the loop with the worst recording, in ms
    std::string text{};    ///< sentences with the recommended loop and the recording on which it is least smooth
    std::string command{}; ///< the result of export_command()
};
/// The recommendation for all `files`, at least one.
JointRecommendation joint_recommendation_of(const std::vector<RankedFile>& files);

/// The JSON output of `timestep_lab rank --json` for several recordings.
Json to_json(const std::vector<RankedFile>& files);

/// Returns null if the ranking did not try this loop at this rate.
const Candidate* find_candidate(const Ranking& ranking, timestep::LoopId preset, timestep::Rate rate);

} // namespace recordings
