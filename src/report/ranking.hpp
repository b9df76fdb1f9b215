// report/ranking.hpp -- which loop, at which step rate, suits a recording: every one is replayed through it and judged
#pragma once

#include "lab/headless.hpp"
#include "report/inspection.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace report
{

/// What is asked of a loop.
struct RankOptions
{
    std::vector<std::size_t> loops;    ///< places in timestep::all_presets
    std::vector<timestep::Rate> rates; ///< at least one
    /// What one physics step costs in the game. Then the recording is taken for a game that took one step a frame, that
    /// step's cost is taken off each of its frames, and every loop pays for the steps that it takes: frames get longer
    /// or shorter, and the spiral of death can happen. Without it, frames stay as they were recorded.
    std::optional<Nanos> step_cost{};
    std::optional<Nanos> max_age{}; ///< a loop whose pictures or input are older than this is not recommended
    Nanos refresh_period{};         ///< of the display, for loops that ask; 0 when nobody knows
    std::vector<double> weights;    ///< of all_criteria; empty for their own
};

/// One loop at one rate, and what became of it.
struct Candidate
{
    std::size_t preset = 0;
    timestep::Loop loop{};
    std::string settings{}; ///< what differs from the preset, as `--set` takes it; empty for nothing
    lab::LaneResult result{};
    double speed           = 1.0; ///< simulated, or still waiting to be, by wall time
    double drawn_wrong_cm  = 0.0; ///< at worst, of a ball that flies between two walls
    double input_age_ms    = 0.0; ///< mean age of the newest input in a picture, at the moment that the frame began
    double longest_step_ms = 0.0;
    double steps_per_s     = 0.0; ///< of wall time; scratch steps for a picture included
    double load            = 0.0; ///< share of wall time that the steps cost; NaN when nobody said what a step costs
    /// The frame time at which it settles when a step costs a quarter more than it simulates; infinite when frames only
    /// get longer and longer: the spiral of death.
    double overload_ms = 0.0;
    double score       = 0.0;   ///< 0 to 100
    bool pareto        = false; ///< no other is at least as good by every criterion and better by one
    bool too_old       = false; ///< beyond max_age

    std::string_view name() const { return timestep::all_presets[preset].name; }
    bool has_rate() const { return timestep::all_presets[preset].has_rate; }
    double hz() const { return timestep::hertz(loop.rate()); }
};

/// One of the things that a loop is judged by. Zero is perfect.
struct Criterion
{
    std::string_view key;   ///< as in --weights and in JSON
    std::string_view title; ///< of the column
    std::string_view unit;
    std::string_view what; ///< one sentence: what is measured
    double weight;         ///< unless somebody says otherwise
    double half;           ///< this much of it earns half the marks
    double (*get)(const Candidate&);
};
std::span<const Criterion> all_criteria();
/// The marks for a criterion: 1 for zero, 1/2 for `half`, 0 for infinity.
double marks(const Criterion& criterion, const Candidate& candidate);

struct Recommendation
{
    std::size_t candidate = 0; ///< of Ranking::candidates
    std::string text;          ///< two sentences
    std::string command;       ///< the timestep_lab export that writes the loop
};

struct Ranking
{
    RankOptions options;         ///< with the weights that were used
    std::size_t first_frame = 0; ///< of those that were replayed; more than 0 when the recording was too long
    std::size_t frames      = 0;
    Nanos length{}; ///< of those frames
    double frame_cap_hz = 0.0;
    std::vector<Candidate> candidates; ///< the best first
    Recommendation recommendation{};
};

/// A recording of more frames is ranked on this many, around the longest one.
constexpr std::size_t most_frames = 100'000;

/// Replays on all cores; `progress` is told from any thread how many of how many are done. `frames` must not be empty.
Ranking rank(std::vector<Nanos> frames, const RankOptions& options,
             const std::function<void(std::size_t done, std::size_t all)>& progress = {});

Json to_json(const Ranking& ranking);
/// As `timestep_lab rank --json` prints it: the same, of a stream of a file.
Json to_json(const capture::Capture& capture, std::size_t stream, const Ranking& ranking);

} // namespace report
