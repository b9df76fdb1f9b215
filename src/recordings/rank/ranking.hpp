// recordings/rank/ranking.hpp -- finds the best loop and step rate for a recording. It runs every loop with the
// recorded frame times and judges all loops by one rule (docs/choosing.md)
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

/// The step rates to try if the user does not choose rates.
inline constexpr std::array default_rates{timestep::hz(30), timestep::hz(50), timestep::hz(60), timestep::hz(120)};

/// All loops, in the order of timestep::all_presets.
std::vector<timestep::LoopId> all_loops();

/// The options of rank(): the loops and step rates to try, and the limits for a recommendation.
struct RankOptions
{
    std::vector<timestep::LoopId> loops; ///< loops to try; `interpolated` is always tried
    std::vector<timestep::Rate> rates{default_rates.begin(), default_rates.end()}; ///< step rates to try; at least one
    /// Computing time of one physics step in the recorded game. If it is set, the ranking assumes that the game took
    /// one step a frame: it subtracts this time from each frame, and adds it for each step that the tried loop takes,
    /// so the spiral of death can happen. If it is empty, the frame times stay as recorded.
    std::optional<Nanos> step_cost{};
    std::optional<Nanos> max_age{}; ///< a loop is not recommended if its pictures or input are older than this
    Nanos refresh_period{};         ///< refresh period of the display, for loops that use it; 0 if unknown
    DisplayRate display{};          ///< the display for which a frame cap is advised
    /// True: the frame times are the times from one picture on the screen to the next. Pictures that a graphics driver
    /// generated between the game's frames count, too.
    bool uses_display_times = false;
    /// Share of the recorded frames that never reached the screen, 0 to 1; empty if unknown.
    std::optional<double> never_displayed_share{};
    bool allow_irreproducible = false; ///< true: loops whose runs differ from machine to machine may be recommended
};

/// One loop at one step rate, and its results on the recording: without hitches and the frames next to them, except
/// frame_mean_ms, frame_max_ms and lost_in_hitches.
struct Candidate
{
    timestep::LoopId preset{};
    timestep::Loop loop{};

    /// Mean absolute animation error in ms; an error counts as at most the median frame time.
    double smoothness_ms = 0.0;
    /// Pictures a minute whose |animation error| exceeds telemetry::jump_limit() for the loop's step; 8 ms without one.
    double jumps_per_minute = 0.0;
    /// Mean of (game time at the start of the frame - game time that the picture shows) in ms; at least 0.
    double latency_ms   = 0.0;
    double input_age_ms = 0.0; ///< mean of (frame's start - time of the newest input in the picture) in ms
    double steps_per_s  = 0.0; ///< steps per second of wall time, including extra steps that only a picture needs
    double load         = 0.0; ///< share of wall time spent in steps, 0 to 1; NaN without RankOptions::step_cost
    /// Percentage of the wall time that the loop did not simulate; negative if it simulated more time than passed.
    double lost_percent  = 0.0;
    double frame_mean_ms = 0.0;
    double frame_max_ms  = 0.0;
    Nanos lost_in_hitches{};      ///< time that the loop lost in hitches and the frames next to them
    bool is_reproducible = false; ///< true: the world's state after n steps is the same for all frame times
    /// Frame time in ms that the loop reaches if each step needs 25 % more computing time than it simulates. Infinite
    /// if the frame time or the carried time grows without limit (spiral of death).
    double overload_ms = 0.0;
    /// 95 % confidence interval of the difference in smoothness_ms to Ranking::baseline, over the same frames.
    Interval smoothness_difference{};

    std::vector<std::string> vetoes{}; ///< reasons why this candidate must not be recommended
    bool is_tied = false;              ///< true: rule::is_smooth(), and `smoothness_difference` is not below -0.5 ms
    /// True: no other candidate is better in smoothness, latency or work without being worse in another of these
    bool is_pareto_optimal = false;
    bool is_too_old        = false; ///< true: pictures or input are older than RankOptions::max_age

    const timestep::Preset& loop_preset() const;
    std::string_view name() const { return loop_preset().name; }
    bool has_rate() const { return loop_preset().has_rate; }
    double hz() const;
    double older_age_ms() const { return std::max(latency_ms, input_age_ms); }
    bool has_veto() const { return !vetoes.empty(); }
};

/// The kinds of recommendation that a ranking can give.
enum class Answer : std::uint8_t
{
    too_short,    ///< no recommendation: the recording is too short
    interpolated, ///< the loop `interpolated`, which is the usual recommendation
    no_blending,  ///< a loop that draws its newest state; it is as smooth as `interpolated` on these frames
    latency,      ///< a loop whose pictures are younger than RankOptions::max_age; those of `interpolated` are older
    generated,    ///< no recommendation: a driver made every second frame, so the frames are not the game's
    none,         ///< no recommendation: for each loop there is a reason against it (Candidate::vetoes)
    undecided,    ///< one of two loops: parts of the recording, or a copy with noise, lead to different loops
};
std::string_view name_of(Answer answer);

struct Recommendation
{
    Answer answer = Answer::too_short;
    /// The recommended loop and rate: index into Ranking::candidates. If the answer is `undecided`, the first of the
    /// two.
    std::optional<std::size_t> candidate{};
    std::optional<std::size_t> alternative{}; ///< the second of the two loops if the answer is `undecided`, else empty
    std::string text{};                       ///< sentences that name the recommended loop and the reason for it
    /// Sentences about equally good loops, latency, step rate and hitches.
    std::vector<std::string> notes{};
    std::string command{}; ///< as export_command() returns it
};

struct Ranking
{
    RankOptions options;
    std::size_t first_frame = 0;            ///< above 0 if only a part of a long recording was ranked
    std::size_t frames      = 0;            ///< number of ranked frames
    Nanos length{};                         ///< sum of the ranked frame times
    std::size_t frames_outside_hitches = 0; ///< number of frames that are neither hitches nor next to one
    std::size_t hitches                = 0;
    Nanos hitch_time{}; ///< sum of the frame times of all hitches
    FrameCap frame_cap{};
    /// The signs that a driver made every second frame; always empty with RankOptions::uses_display_times.
    std::optional<FrameGeneration> generation{};
    /// Every second frame is short, with no sign that a driver made it; always empty with
    /// RankOptions::uses_display_times.
    std::optional<Alternation> alternation{};
    Nanos median_frame{};            ///< median of the frame times that are no hitches
    double frame_deviation_ms = 0.0; ///< standard deviation in ms of the frame times that are no hitches
    /// Index of the candidate with which all others are compared: `interpolated` at one step rate.
    std::size_t baseline = 0;
    /// The results of all loops, each at each step rate. The recommended one comes first (or the two of an undecided
    /// answer), then equally smooth ones, then the others, then those that must not be recommended.
    std::vector<Candidate> candidates;
    Recommendation recommendation{};
};

/// If a recording has more frames, only this number of frames around its longest frame is ranked.
constexpr std::size_t max_ranked_frames = 100'000;

/// Keeps only these frames. Returns the number of the first frame that is kept.
std::size_t cut_to_ranked_frames(std::vector<Nanos>& frames);

/// Ranks all candidates on all cores. Calls `progress` after each candidate, from any thread, with the number of
/// finished candidates and the number of all candidates. `frames` must not be empty.
Ranking rank(std::vector<Nanos> frames, const RankOptions& options,
             const std::function<void(std::size_t done, std::size_t all)>& progress = {});

/// A text such as "interpolated at 60 Hz".
std::string title_of(const Candidate& candidate);
/// The title of the recommended loop, or both titles of an undecided answer with "or" between them. The ranking must
/// have a recommendation.
std::string recommended_title(const Ranking& ranking);
/// The command line of `timestep_lab export` that writes the loop as source code.
std::string export_command(const Candidate& candidate);
/// A number of jumps a minute as text, with three digits: "0.421", "12.3", "4370".
std::string jumps_text(double per_minute);
/// A confidence interval in ms as text, such as "+1.94 to +2.41".
std::string text_of(const Interval& ms);

Json to_json(const Ranking& ranking);
/// The JSON that `timestep_lab rank --json` prints for one stream of a file.
Json to_json(const Recording& recording, std::size_t stream, const Ranking& ranking);

struct RankedFile
{
    std::string name;
    Ranking ranking;
};

/// The one loop that is recommended for all recordings of a game. If all recommendations name it, alone or as one of
/// two, it is the recommended loop. Otherwise it is `interpolated`, at the lowest of the rates at which the recordings'
/// rankings advise `interpolated`.
struct JointRecommendation
{
    bool is_decided = false;   ///< true: at least one recording has a recommendation
    bool all_agree  = false;   ///< true: all recordings with a recommendation name the loop
    timestep::LoopId preset{}; ///< the recommended loop
    timestep::Rate rate{};
    /// Index of the recording on which the loop is least smooth, among the recordings with a recommendation.
    std::size_t worst_recording = 0;
    double worst_smoothness_ms =
        0.0;               ///< the loop's mean absolute animation error on the recording `worst_recording`, in ms
    std::string text{};    ///< sentences that name the recommended loop and the recording on which it is least smooth
    std::string command{}; ///< as export_command() returns it
};
/// `files` must not be empty.
JointRecommendation joint_recommendation_of(const std::vector<RankedFile>& files);

/// The JSON that `timestep_lab rank --json` prints for several recordings.
Json to_json(const std::vector<RankedFile>& files);

/// Null if the ranking did not try this loop at this rate.
const Candidate* find_candidate(const Ranking& ranking, timestep::LoopId preset, timestep::Rate rate);

} // namespace recordings
