// recordings/identify/identify.hpp -- identifies the loop of a game from frames that a probe recorded, and computes how
// slow frames changed the game's speed
#pragma once

#include "recordings/formats/recording.hpp"
#include "timestep/loop.hpp"

#include <functional>
#include <span>

namespace recordings
{

/// The frames of a game's loop. Each vector is empty or has one entry per frame; `steps` or `simulated` is not empty.
struct ProbedLoop
{
    std::string name; ///< file name for messages
    std::vector<Nanos> frames{};
    std::vector<std::int64_t> steps{}; ///< number of steps per frame; empty if the file lacks a number
    /// Simulated time per frame, the sum of its steps; empty if the file lacks a value.
    std::vector<Nanos> simulated{};
    std::vector<double> alpha{};    ///< interpolation alpha, 0 to 1; NaN if not recorded; empty if never recorded
    bool measured_by_probe = false; ///< true: the probe read the clock, shortly before or after the game's loop
};

/// Reads a file of the probe of timestep/probe.hpp, or a table of `timestep_lab slow --csv` for a game with a probe.
/// `name` is used only in messages. Returns a Refusal, and throws nothing, for invalid input.
std::variant<ProbedLoop, Refusal> read_probe(std::string_view bytes, std::string_view name);

using timestep::Rate;

/// What a loop computes for one frame.
struct PlayedFrame
{
    std::int64_t steps = 0; ///< number of steps, including the shorter last step
    Nanos simulated{};
    Nanos lost{}; ///< time that was dropped or removed by a delta filter; negative if time was added
    Nanos carried{};
    double alpha = 1.0;
};

/// A running loop: takes the next frame time and returns the loop's steps and times for this frame.
using LoopPlayer = std::function<PlayedFrame(Nanos frame)>;

struct KnownLoop
{
    enum class Kind : std::uint8_t
    {
        preset,
        limit,    ///< a preset with another limit for long frames
        mistake,  ///< a loop with a known programming mistake
        harmless, ///< a loop with a programming mistake that changes neither steps nor times
    };

    Kind kind = Kind::preset;
    std::string name;           ///< name of the preset or of the mistake
    std::string loop;           ///< name of the preset; for a mistake, the preset that would be correct
    std::string limit;          ///< handling of long frames, such as "frames cut at 250 ms"; empty without a limit
    std::string what;           ///< the mistake in one sentence without a full stop; empty for a preset
    std::optional<Rate> rate{}; ///< empty for a loop without a step rate
    std::function<LoopPlayer()> start;
};

/// Step rates that games often use, including those of the presets.
std::vector<Rate> common_rates();
/// Each preset at each of the rates, but a preset without a step rate once. `refresh_period` is for loops that adapt to
/// the display; zero if unknown.
std::vector<KnownLoop> presets_at(std::span<const Rate> rates, Nanos refresh_period = {});
/// The presets `accumulator`, `variable` and `semi-fixed` with other limits for long frames.
std::vector<KnownLoop> limits_at(std::span<const Rate> rates);
/// Loops with known mistakes. One mistake is a loop whose clock is faster or slower than the clock that measured the
/// frame times; the ratio is computed from the recording `loop`.
std::vector<KnownLoop> mistakes_at(std::span<const Rate> rates, const ProbedLoop& loop);

/// Minimum fraction of the frames, 0 to 1, in which a known loop must agree with the recording to be reported.
constexpr double min_agreement = 0.99;
/// Minimum number of recorded frames to report a known loop.
constexpr std::size_t min_probed_frames = 30;

/// A known loop, and the number of recorded frames in which it runs the same steps as the game.
struct Match
{
    KnownLoop candidate;
    std::size_t agreeing_frames = 0;
};

/// The result of comparing a recorded loop with all known loops.
struct Identification
{
    std::size_t frames = 0;
    /// The known loop that agrees with the recording in the most frames. Presets take precedence, then presets with
    /// another limit for long frames, then loops with a mistake.
    Match best;
    bool is_named = false; ///< false: `best` agrees in too few frames, or there are too few frames
    /// Step rates, including that of `best`, at which the loop of `best` agrees with the recording in the same frames.
    std::vector<Rate> rates;
    /// Presets that agree with the recording in the same frames as `best`: with every recording that has the same
    /// columns, or only with this recording.
    std::vector<std::string> always_indistinguishable, indistinguishable_here;
    std::vector<KnownLoop> same_mistakes; ///< loops with known mistakes that agree in the same frames as `best`
    std::vector<Match> others;            ///< at most two presets that agree in fewer frames than `best`, best first
    /// A mistake in the recorded alphas, as a part of a sentence; empty if there is none.
    std::string alpha;
};

struct IdentifyOptions
{
    std::vector<Rate> rates = common_rates(); ///< step rates to try; the rate of the recorded steps is added
    Nanos refresh_period{};                   ///< the display's refresh period; zero if unknown
};

/// Compares the recorded loop with all known loops: presets, presets with other limits, and mistakes.
Identification identify(const ProbedLoop& loop, const IdentifyOptions& options = {});

/// Groups of presets that behave the same in 4,000 frames of mixed lengths at 60 Hz and at 50 Hz, in the order of
/// timestep::all_presets. Compares simulated times or, if `by_simulated_time` is false, only numbers of steps.
std::vector<std::vector<std::string>> indistinguishable_presets(bool by_simulated_time);

/// A frame in which at least 0.1 s of the frame time was not simulated.
struct Drop
{
    Nanos at{}; ///< start of the frame, relative to the start of the recording
    Nanos time{};
};

/// How much simulated time the game lost in slow frames.
struct Slowness
{
    Nanos frames{}, simulated{}; ///< sums over all frames
    double speed = 1.0;          ///< simulated time divided by frame time, without the frames in `drops`
    /// Frame rate in fps below which the game always runs in slow motion; empty if there is none.
    std::optional<double> slow_below{};
    double slow_speed = 1.0; ///< simulated time divided by frame time, over the frames below `slow_below`
    std::vector<Drop> drops; ///< frames that lost at least 0.1 s; empty if more than a tenth of the frames did
};

/// Computes how much simulated time the game lost. Without recorded simulated times, uses those of the identified loop.
/// Returns std::nullopt if no loop is identified either, or if the frames of an unidentified loop take less than 1 s.
std::optional<Slowness> slowness_of(const ProbedLoop& loop, const Identification& identification);

/// Names the known loop that the game runs, in one or more lines.
std::vector<std::string> sentences(const Identification& identification);
/// Describes in lines of text how slow frames changed the game's speed.
std::vector<std::string> sentences(const Slowness& slowness);

} // namespace recordings
