// recordings/identify/identify.hpp -- finds out which known loop a game runs, from the frames that a probe recorded,
// and how slow frames changed the game's speed
#pragma once

#include "recordings/identify/known_loops.hpp"

namespace recordings
{

/// Smallest share of the frames, 0 to 1, in which a known loop must agree with the recording, so that its name is
/// reported.
constexpr double least_agreement = 0.99;
/// Fewest recorded frames for which the name of a loop is reported.
constexpr std::size_t least_probed_frames = 30;

/// A known loop, and the number of recorded frames in which it takes the same steps as the game.
struct Match
{
    KnownLoop candidate;
    std::size_t agrees = 0;
};

/// The result of comparing a recorded loop with all known loops.
struct Identification
{
    std::size_t frames = 0;
    /// The known loop that agrees with the recording in the most frames. Of equally good loops, presets come first,
    /// then presets with another limit for long frames, then loops with a mistake.
    Match best;
    bool is_named = false; ///< false: `best` agrees in too few frames, or the recording has too few frames
    /// Step rates at which the loop of `best` agrees with the recording in the same frames as at the rate of `best`,
    /// including this rate.
    std::vector<Rate> rates;
    /// Names of presets that agree with the recording in the same frames as `best`. Those in `same_always` would do so
    /// in every recording with the same columns, those in `same_here` only in this recording.
    std::vector<std::string> same_always, same_here;
    std::vector<KnownLoop> same_mistakes; ///< loops with a known mistake that agree in the same frames as `best`
    std::vector<Match> others;            ///< at most two presets that agree in fewer frames than `best`, best first
    /// Half a sentence about a mistake in the recorded alphas (blend factors); empty if there is none.
    std::string alpha;
};

struct IdentifyOptions
{
    std::vector<Rate> rates = usual_rates(); ///< step rates to try; the rate of the recorded steps is added
    Nanos refresh_period{};                  ///< the display's refresh period; zero if unknown
};

/// Compares the recorded loop with all known loops: presets, presets with other limits, and loops with mistakes.
Identification identify(const ProbedLoop& loop, const IdentifyOptions& options = {});

/// Returns groups of presets (named loops) that behave the same in 4,000 frames of mixed lengths at 60 Hz and at 50 Hz,
/// in the order of timestep::all_presets. Compares the simulated times or, if `by_simulated_time` is false, only the
/// numbers of steps.
std::vector<std::vector<std::string>> indistinguishable_presets(bool by_simulated_time);

/// A frame in which the loop lost time: 0.1 s or more of the time that passed was not simulated.
struct Drop
{
    Nanos at{}; ///< start of the frame, from the start of the recording
    Nanos time{};
};

/// How much simulated time the game lost in slow frames.
struct Slowness
{
    Nanos frames{}, simulated{}; ///< sums of the frame times and of the simulated times over all frames
    double speed = 1.0;          ///< simulated time / frame time, without the time lost in `drops`
    /// Frame rate in fps below which the game always runs slow; empty if it never does.
    std::optional<double> slow_below{};
    double slow_speed = 1.0; ///< simulated time / frame time, over the frames with a rate below `slow_below`
    std::vector<Drop> drops; ///< frames that lost at least 0.1 s; empty if more than one of ten frames did
};

/// Computes how much simulated time the game lost. If the recording has no simulated times, those of the identified
/// loop are used. Returns nothing if no loop is identified either, or if the frames of an unidentified loop take less
/// than a second.
std::optional<Slowness> slowness_of(const ProbedLoop& loop, const Identification& identification);

/// Returns one or more lines of text that say which known loop the game runs.
std::vector<std::string> sentences(const Identification& identification);
/// Returns lines of text that say how slow frames changed the game's speed.
std::vector<std::string> sentences(const Slowness& slowness);

} // namespace recordings
