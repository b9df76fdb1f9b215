// recordings/identify/identify.hpp -- finds out which known loop a game runs, from the frames that a probe recorded,
// and how slow frames changed the game's speed
#pragma once

#include "recordings/formats/recording.hpp"
#include "timestep/loop.hpp"

#include <functional>
#include <span>

namespace recordings
{

/// The frames of a game's loop. A vector that is not empty has one entry for each frame. At least one of `steps` and
/// `simulated` is not empty.
struct ProbedLoop
{
    std::string name; ///< name of the file, used in messages
    std::vector<Nanos> frames{};
    std::vector<std::int64_t> steps{}; ///< number of steps in each frame; empty if the file lacks a number
    /// Simulated time of each frame: the sum of its steps; empty if the file lacks a value.
    std::vector<Nanos> simulated{};
    std::vector<double> alpha{}; ///< blend factor of each picture, 0 to 1; NaN if not recorded; empty if never recorded
    bool measured_by_probe = false; ///< true: the probe read the clock, shortly before or after the game's loop did
};

/// Reads a file that the probe of timestep/probe.hpp wrote, or a table of `timestep_lab slow --csv` for a game with a
/// probe. `name` is only used in messages. Returns a Refusal for invalid input; throws no exception for it.
std::variant<ProbedLoop, Refusal> read_probe(std::string_view bytes, std::string_view name);

using timestep::Rate;

/// The steps and times that a loop computes for one frame.
struct PlayedFrame
{
    std::int64_t steps = 0; ///< number of steps, including the shorter last step
    Nanos simulated{};
    Nanos lost{}; ///< time that was dropped or removed by a filter of frame times; negative if time was added
    Nanos carried{};
    double alpha = 1.0;
};

/// A running loop: takes the time of the next frame and returns the steps and times that the loop computes for it.
using LoopPlayer = std::function<PlayedFrame(Nanos frame)>;

struct KnownLoop
{
    enum class Kind : std::uint8_t
    {
        preset,
        limit,    ///< a preset whose limit for long frames has been changed
        mistake,  ///< a loop with a known programming mistake
        harmless, ///< a loop with a programming mistake that changes no step and no time
    };

    Kind kind = Kind::preset;
    std::string name;           ///< name of the preset or of the mistake
    std::string loop;           ///< name of the preset; for a mistake, the preset that would be right
    std::string limit;          ///< what happens to long frames, such as "frames cut at 250 ms"; empty without a limit
    std::string what;           ///< description of the mistake, one sentence without a full stop; empty for a preset
    std::optional<Rate> rate{}; ///< empty for a loop without a step rate
    std::function<LoopPlayer()> start;
};

/// The step rates that games often use, including those of the presets.
std::vector<Rate> common_rates();
/// Each preset at each of the rates. A preset without a step rate occurs once. Loops that adapt to the display need its
/// `refresh_period`; zero if it is unknown.
std::vector<KnownLoop> presets_at(std::span<const Rate> rates, Nanos refresh_period = {});
/// The loops of the presets `accumulator`, `variable` and `semi-fixed`, but with other limits for long frames than the
/// presets have.
std::vector<KnownLoop> limits_at(std::span<const Rate> rates);
/// Loops with known mistakes. One mistake is a loop whose clock is faster or slower than the clock with which the frame
/// times were measured; the ratio of the two speeds is computed from the recording `loop`.
std::vector<KnownLoop> mistakes_at(std::span<const Rate> rates, const ProbedLoop& loop);

/// Smallest share of the frames, 0 to 1, in which a known loop must agree with the recording, so that its name is
/// reported.
constexpr double min_agreement = 0.99;
/// Fewest recorded frames for which the name of a loop is reported.
constexpr std::size_t min_probed_frames = 30;

/// A known loop, and the number of recorded frames in which it takes the same steps as the game.
struct Match
{
    KnownLoop candidate;
    std::size_t agreeing_frames = 0;
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
    /// Names of presets that agree with the recording in the same frames as `best`. Those in `always_indistinguishable`
    /// would do so in every recording with the same columns, those in `indistinguishable_here` only in this recording.
    std::vector<std::string> always_indistinguishable, indistinguishable_here;
    std::vector<KnownLoop> same_mistakes; ///< loops with a known mistake that agree in the same frames as `best`
    std::vector<Match> others;            ///< at most two presets that agree in fewer frames than `best`, best first
    /// Half a sentence about a mistake in the recorded alphas; empty if there is none.
    std::string alpha;
};

struct IdentifyOptions
{
    std::vector<Rate> rates = common_rates(); ///< step rates to try; the rate of the recorded steps is added
    Nanos refresh_period{};                   ///< the display's refresh period; zero if unknown
};

/// Compares the recorded loop with all known loops: presets, presets with other limits, and loops with mistakes.
Identification identify(const ProbedLoop& loop, const IdentifyOptions& options = {});

/// Groups of presets that behave the same in 4,000 frames of mixed lengths at 60 Hz and at 50 Hz, in the order of
/// timestep::all_presets. Compares the simulated times or, if `by_simulated_time` is false, only the numbers
/// of steps.
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

/// One or more lines of text that say which known loop the game runs.
std::vector<std::string> sentences(const Identification& identification);
/// Lines of text that say how slow frames changed the game's speed.
std::vector<std::string> sentences(const Slowness& slowness);

} // namespace recordings
