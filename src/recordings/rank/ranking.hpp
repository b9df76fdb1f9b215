// recordings/rank/ranking.hpp -- which loop, at which step rate, suits a recording: every one is replayed through it
// and judged by one rule, which docs/choosing.md tells in words
#pragma once

#include "recordings/facts/bootstrap.hpp"
#include "recordings/facts/hitches.hpp"
#include "recordings/facts/inspection.hpp"
#include "timestep/presets.hpp"

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace recordings
{

/// The step rates that are tried when the user names none.
inline constexpr std::array default_rates{timestep::hz(30), timestep::hz(50), timestep::hz(60), timestep::hz(120)};

/// What is asked of a loop.
struct RankOptions
{
    std::vector<std::size_t> loops; ///< places in timestep::all_presets; `interpolated` is judged as well
    std::vector<timestep::Rate> rates{default_rates.begin(), default_rates.end()}; ///< at least one
    /// What one physics step costs in the game. Then the recording is taken for a game that took one step a frame, that
    /// step's cost is taken off each of its frames, and every loop pays for the steps that it takes: frames get longer
    /// or shorter, and the spiral of death can happen. Without it, frames stay as they were recorded.
    std::optional<Nanos> step_cost{};
    std::optional<Nanos> max_age{};    ///< a loop whose pictures or input are older than this is not recommended
    Nanos refresh_period{};            ///< of the display, for loops that ask; 0 when nobody knows
    bool allow_irreproducible = false; ///< no veto for a loop whose runs differ from machine to machine
};

/// One loop at one rate, and what became of it. All but the last two of the figures leave hitches and their neighbours
/// out.
struct Candidate
{
    std::size_t preset = 0;
    timestep::Loop loop{};

    double smoothness_ms = 0.0; ///< mean over frames of the animation error, which counts for a median frame at most
    double latency_ms    = 0.0; ///< mean age of the pictures on the loop's own clock; never less than 0
    double input_age_ms  = 0.0; ///< mean age of the newest input in a picture, when the frame began
    double steps_per_s   = 0.0; ///< of wall time; scratch steps for a picture included
    double load          = 0.0; ///< share of wall time that the steps cost; NaN when nobody said what a step costs
    double lost_percent  = 0.0; ///< of the time, dropped or filtered away; negative where it was made up
    double frame_mean_ms = 0.0; ///< of all frames
    double frame_max_ms  = 0.0;
    Nanos lost_in_hitches{};
    bool reproducible = false; ///< the game is the same, step by step, on a machine with other frame times
    /// The frame time at which it settles when a step costs a quarter more than it simulates; infinite when frames, or
    /// the time that it owes, only grow: the spiral of death.
    double overload_ms = 0.0;
    Interval rougher{}; ///< ms: its smoothness less that of Ranking::measure, over the same frames, 95 %

    std::vector<std::string> vetoes{}; ///< each a reason never to recommend it
    bool tied    = false;              ///< with Ranking::measure, in smoothness
    bool front   = false;              ///< no other that may be recommended beats it
    bool too_old = false;              ///< beyond max_age

    const timestep::Preset& told() const { return timestep::all_presets[preset]; }
    std::string_view name() const { return told().name; }
    bool has_rate() const { return told().has_rate; }
    double hz() const { return timestep::hertz(loop.rate()); }
    double older_age_ms() const { return std::max(latency_ms, input_age_ms); }
    bool vetoed() const { return !vetoes.empty(); }
};

/// What can be said.
enum class Answer : std::uint8_t
{
    too_short,    ///< nothing, of so few frames
    interpolated, ///< as nearly always
    no_blending,  ///< a loop that shows its newest state is as smooth on these frames
    latency,      ///< a loop that keeps the age that was asked for, which interpolated does not
    none,         ///< every loop has a veto
};
std::string_view name_of(Answer answer);

struct Recommendation
{
    Answer answer = Answer::too_short;
    std::optional<std::size_t> candidate{}; ///< of Ranking::candidates
    std::string text{};                     ///< what to take, and why
    std::vector<std::string> notes{};       ///< a sentence each: ties, latency, the rate, hitches
    std::string command{};                  ///< the timestep_lab export that writes the loop
};

struct Ranking
{
    RankOptions options;
    std::size_t first_frame = 0; ///< of those that were replayed; more than 0 when the recording was too long
    std::size_t frames      = 0;
    Nanos length{};          ///< of those frames
    std::size_t outside = 0; ///< frames that are neither hitches nor next to one
    std::size_t hitches = 0;
    Nanos hitch_time{}; ///< that hitches took
    double frame_cap_hz = 0.0;
    std::size_t measure = 0;           ///< of candidates: interpolated at the rate advised, which all are compared with
    std::vector<Candidate> candidates; ///< the recommended first, then those tied with it; those with a veto last
    Recommendation recommendation{};
};

/// A recording of more frames is ranked on this many, around the longest one.
constexpr std::size_t most_frames_ranked = 100'000;

/// Replays on all cores; `progress` is told from any thread how many of how many are done. `frames` must not be empty.
Ranking rank(std::vector<Nanos> frames, const RankOptions& options,
             const std::function<void(std::size_t done, std::size_t all)>& progress = {});

/// "interpolated at 60 Hz".
std::string title_of(const Candidate& candidate);
/// The timestep_lab command that writes that loop.
std::string export_command(const Candidate& candidate);
/// "+1.94 to +2.41".
std::string text_of(const Interval& ms);

Json to_json(const Ranking& ranking);
/// As `timestep_lab rank --json` prints it: the same, of a stream of a file.
Json to_json(const Recording& recording, std::size_t stream, const Ranking& ranking);

} // namespace recordings
