// recordings/identify/identify.hpp -- finds the loop that a probe has recorded, and what slow frames did to it
#pragma once

#include "recordings/identify/known_loops.hpp"

namespace recordings
{

/// A loop is named only if it agrees with the recording in this share of the frames.
constexpr double least_agreement = 0.99;
/// Fewest frames for which a loop is named.
constexpr std::size_t least_probed_frames = 30;

/// A loop that was compared, and the number of frames in which it did the same.
struct Match
{
    KnownLoop candidate;
    std::size_t agrees = 0;
};

/// The result of the comparison with all candidates.
struct Identification
{
    std::size_t frames = 0;
    /// The loop that agrees in the most frames. Presets come before presets with another limit, and these before
    /// mistakes.
    Match best;
    bool is_named = false;   ///< false: no loop agrees in enough frames, or there are too few frames
    std::vector<Rate> rates; ///< rates at which `best` agrees equally
    /// Presets that no recording of these columns could tell from `best`, and presets that only these frames do not
    /// tell from it.
    std::vector<std::string> same_always, same_here;
    std::vector<KnownLoop> same_mistakes; ///< mistakes that do the same in these frames
    std::vector<Match> others;            ///< the presets that agree in the most other frames, best first; at most 2
    std::string alpha;                    ///< a mistake in the given alpha, as half a sentence; empty if there is none
};

struct IdentifyOptions
{
    std::vector<Rate> rates = usual_rates(); ///< the rate of the loop's own steps is added
    Nanos refresh_period{};                  ///< the display's refresh period; zero if unknown
};

/// Compares the loop with all candidates.
Identification identify(const ProbedLoop& loop, const IdentifyOptions& options = {});

/// Returns the classes of presets that cannot be told apart, in the order of the presets: those that do the same in
/// 4,000 mixed frames, at 60 Hz and at 50 Hz. By simulated time, or by the number of steps only.
std::vector<std::vector<std::string>> indistinguishable_presets(bool by_simulated_time);

/// Time that the loop gave up at once.
struct Drop
{
    Nanos at{}; ///< sum of the frame times before the frame
    Nanos time{};
};

/// What the frame times did to the loop.
struct Slowness
{
    Nanos frames{}, simulated{};        ///< sums
    double speed = 1.0;                 ///< simulated time / frame time, without the drops
    std::optional<double> slow_below{}; ///< frame rate in fps below which the game runs slow, at each frame rate there
    double slow_speed = 1.0;            ///< its speed there
    std::vector<Drop> drops;            ///< each at least 0.1 s, in at most one of ten frames
};

/// Computes what the frame times did. Without simulated times they come from the identified loop; returns nothing if
/// there is neither, or if the frames of a loop that is not named take less than a second.
std::optional<Slowness> slowness_of(const ProbedLoop& loop, const Identification& identification);

/// Returns the sentences that say which loop it is: one or more lines.
std::vector<std::string> sentences(const Identification& identification);
/// Returns the sentences that say what slow frames did.
std::vector<std::string> sentences(const Slowness& slowness);

} // namespace recordings
