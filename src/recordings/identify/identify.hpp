// recordings/identify/identify.hpp -- identifies the loop of a game from frames that a probe recorded, and computes how
// slow frames changed the game's speed
#pragma once

#include "recordings/formats/recording.hpp"
#include "timestep/step_plan.hpp"

#include <functional>
#include <span>

namespace recordings
{

/// The frames of a game's loop. Each vector is empty or has one entry per frame; `step_counts` or `simulated_times` is
/// not empty.
struct ProbedLoop
{
    std::string name; ///< file name for messages
    std::vector<Nanos> frame_times{};
    std::vector<std::int64_t> step_counts{}; ///< steps per frame; empty if the file lacks the number for any frame
    /// Per frame, the sum of the times that its steps simulate; empty if the file lacks the time for any frame.
    std::vector<Nanos> simulated_times{};
    std::vector<double> alphas{}; ///< interpolation alphas, 0 to 1; NaN if not recorded; empty if never recorded
    /// Per frame, the drawn position of a body and the position of the camera, in the game's unit; NaN if not recorded;
    /// empty if never recorded.
    std::vector<double> drawn_positions{}, camera_positions{};
    bool is_timed_by_probe = false; ///< true: the probe read the clock, shortly before or after the game's loop
};

/// Reads a file of the probe of timestep/probe.hpp, or a table of `timestep_lab slow --csv` for a game with a probe.
/// `name` is used only in messages. Returns a Refusal, and throws nothing, for invalid input.
std::variant<ProbedLoop, Refusal> read_probe(std::string_view bytes, std::string_view name);

using timestep::Rate;

/// The steps and times that a loop computes for one frame.
struct SimulatedFrame
{
    std::int64_t steps = 0; ///< number of steps, including the shorter last step
    Nanos simulated_time{};
    Nanos lost_time{}; ///< time that was dropped or removed by a delta filter; negative if time was added
    Nanos carried_time{};
    double alpha = 1.0;
};

/// A running loop: a call runs one frame of this frame time and returns its steps and times.
using LoopSimulator = std::function<SimulatedFrame(Nanos frame_time)>;

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
    std::string preset_name;    ///< name of the preset; for a mistake, the preset that would be correct
    std::string limit_text{};   ///< handling of long frames, such as "frames cut at 250 ms"; empty without a limit
    std::string mistake_text{}; ///< the mistake in one sentence without a full stop; empty for a preset
    std::optional<Rate> rate{}; ///< empty for a loop without a step rate
    std::function<LoopSimulator()> make_simulator;
};

/// Step rates that games often use, including those of the presets.
std::vector<Rate> common_rates();
/// Each preset at each of the rates, but a preset without a step rate once. `refresh_period` is for loops that adapt to
/// the display; zero if unknown.
std::vector<KnownLoop> known_presets_at(std::span<const Rate> rates, Nanos refresh_period = {});
/// The presets `accumulator`, `variable` and `semi-fixed` with other limits for long frames.
std::vector<KnownLoop> presets_with_limits_at(std::span<const Rate> rates);
/// Loops with known mistakes. One mistake is a loop whose clock is faster or slower than the clock that measured the
/// frame times; the ratio is computed from the recording `loop`.
std::vector<KnownLoop> loops_with_mistakes_at(std::span<const Rate> rates, const ProbedLoop& loop);

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

/// What the drawn positions and the camera positions say about how a game draws its frames. Clauses without a full
/// stop.
struct DrawnMotion
{
    std::string drawn_mistake, camera_mistake; ///< empty if there is none
    std::vector<std::string> unknown;          ///< what the recording cannot say, and why; beginning with "whether"
};

/// Compares the drawn positions with those of a body that moves evenly between two steps, blended right or with a known
/// mistake, and the camera positions with cameras that follow the drawn body in time or too late.
DrawnMotion find_drawing_mistakes(const ProbedLoop& loop);

/// The result of comparing a recorded loop with all known loops.
struct Identification
{
    std::size_t frame_count = 0;
    /// The known loop that agrees with the recording in the most frames. Presets take precedence, then presets with
    /// another limit for long frames, then loops with a mistake.
    Match best;
    bool is_named = false; ///< false: `best` agrees in too few frames, or there are too few frames
    /// Step rates, including that of `best`, at which the loop of `best` agrees with the recording in the same frames.
    std::vector<Rate> rates;
    /// Presets that agree with the recording in the same frames as `best`: with every recording that has the same
    /// columns, or only with this recording.
    std::vector<std::string> always_indistinguishable, indistinguishable_here;
    /// Loops with known mistakes that agree in the same frames as `best`.
    std::vector<KnownLoop> indistinguishable_mistakes;
    std::vector<Match> other_presets; ///< at most two presets that agree in fewer frames than `best`, best first
    /// A mistake in the recorded interpolation alphas, as a clause without a full stop; empty if there is none.
    std::string alpha_mistake;
    DrawnMotion drawn_motion;
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
    Nanos frame_start{}; ///< relative to the start of the recording
    Nanos dropped_time{};
};

/// How much simulated time the game lost in slow frames.
struct Slowness
{
    Nanos total_frame_time{}, total_simulated_time{};
    double speed = 1.0; ///< simulated time divided by frame time, without the frames in `drops`
    /// Frame rate in fps below which the game always runs in slow motion; empty if there is none.
    std::optional<double> slow_below_fps{};
    double slow_speed = 1.0; ///< simulated time divided by frame time, over the frames below `slow_below_fps`
    std::vector<Drop> drops; ///< frames that lost at least 0.1 s; empty if more than a tenth of the frames did
};

/// Computes how much simulated time the game lost. Without recorded simulated times, uses those of the identified loop.
/// Returns std::nullopt if no loop is identified either, or if the frames of an unidentified loop take less than 1 s.
std::optional<Slowness> slowness_of(const ProbedLoop& loop, const Identification& identification);

/// Names the known loop that the game runs, in one or more lines.
std::vector<std::string> identification_lines(const Identification& identification);
/// Describes in lines of text how slow frames changed the game's speed.
std::vector<std::string> slowness_lines(const Slowness& slowness);

} // namespace recordings
