// recordings/identify/identify.hpp -- identifies the loop of a game from frames that a probe recorded, and computes how
// slow frames changed the game's speed
#pragma once

#include "recordings/formats/recording.hpp"
#include "timestep/step_plan.hpp"

#include <functional>
#include <span>

namespace recordings
{

/// The frames of a game's loop, as a probe recorded them. Each vector is empty or has one entry per frame;
/// `step_counts` or `simulated_times` is not empty.
struct ProbedLoop
{
    std::string name; ///< file name, for messages
    std::vector<Nanos> frame_times{};
    std::vector<std::int64_t> step_counts{}; ///< steps per frame; empty if unknown for any frame
    /// Simulated time per frame; empty if unknown for any frame.
    std::vector<Nanos> simulated_times{};
    std::vector<double> alphas{}; ///< interpolation alpha per frame; NaN if not recorded; empty if never recorded
    /// Positions in the game's unit; NaN if not recorded; empty if never recorded.
    std::vector<double> drawn_positions{}, camera_positions{};
    bool is_timed_by_probe = false; ///< true: the probe read the clock itself, shortly before or after the game
};

/// Reads a file that timestep/probe.hpp wrote, or a table of `timestep_lab slow --csv` for a game with a probe. `name`
/// is used only in messages. Returns a Refusal for invalid input, and throws nothing.
std::variant<ProbedLoop, Refusal> read_probe(std::string_view bytes, std::string_view name);

using timestep::Rate;

/// The result that a loop computes for one frame.
struct SimulatedFrame
{
    std::int64_t steps = 0; ///< number of steps, including the shorter last step
    Nanos simulated_time{};
    Nanos lost_time{}; ///< time that was dropped, or removed by a delta filter; negative if time was added
    Nanos carried_time{};
    double alpha = 1.0;
};

/// A running loop. Each call runs one frame.
using LoopSimulator = std::function<SimulatedFrame(Nanos frame_time)>;

struct KnownLoop
{
    enum class Kind : std::uint8_t
    {
        preset,
        limit,    ///< a preset with another limit for long frames
        mistake,  ///< a loop with a programming mistake
        harmless, ///< a loop with a programming mistake that changes neither steps nor times
    };

    Kind kind = Kind::preset;
    std::string name;           ///< name of the preset or of the mistake
    std::string preset_name;    ///< name of the preset; for a mistake, the preset that would be correct
    std::string limit_text{};   ///< such as "frames cut at 250 ms"; empty without a limit for long frames
    std::string mistake_text{}; ///< the mistake as a clause; empty for a preset
    std::optional<Rate> rate{}; ///< empty for a loop without a step rate
    std::function<LoopSimulator()> make_simulator;
};

/// Step rates that games often use, and those of the presets.
std::vector<Rate> common_rates();
/// Every preset at every rate; a preset without a step rate occurs once. `refresh_period` is zero if unknown.
std::vector<KnownLoop> known_presets_at(std::span<const Rate> rates, Nanos refresh_period = {});
/// The presets `accumulator`, `variable` and `semi-fixed` with other limits for long frames.
std::vector<KnownLoop> presets_with_limits_at(std::span<const Rate> rates);
/// Loops with known mistakes. One mistake is a loop whose clock is faster or slower than the clock that measured the
/// frame times; the ratio of the clocks is estimated from `loop`.
std::vector<KnownLoop> loops_with_mistakes_at(std::span<const Rate> rates, const ProbedLoop& loop);

/// A known loop is reported only if it agrees with the recording in this fraction of the frames, 0 to 1.
constexpr double min_agreeing_share = 0.99;
/// A known loop is reported only if the recording has this number of frames.
constexpr std::size_t min_probed_frames = 30;

/// A known loop, and the number of recorded frames in which it has the same steps and times as the game.
struct Match
{
    KnownLoop candidate;
    std::size_t agreeing_frames = 0;
};

/// Mistakes in how a game draws its frames, each as a clause.
struct DrawnMotion
{
    std::string drawn_mistake, camera_mistake; ///< empty if there is none
    std::vector<std::string> unknown;          ///< unanswered questions, such as "whether the camera is one tick late"
};

/// Compares the drawn positions with those of an evenly moving body that is blended correctly or with a known mistake.
/// Compares the camera positions with cameras that follow the drawn body in time or too late.
DrawnMotion find_drawing_mistakes(const ProbedLoop& loop);

struct Identification
{
    std::size_t frame_count = 0;
    /// The known loop that agrees with the recording in the most frames. For equal numbers, presets come first, then
    /// presets with another limit for long frames, then loops with a mistake.
    Match best;
    bool is_identified = false; ///< false: there are too few frames, or `best` agrees in too few of them
    /// Step rates at which the loop of `best` agrees in the same frames, including the rate of `best`.
    std::vector<Rate> rates;
    /// Presets that agree in the same frames as `best`: in every recording that has the same columns, or only in this
    /// recording.
    std::vector<std::string> always_indistinguishable, indistinguishable_here;
    /// Loops with known mistakes that agree in the same frames as `best`.
    std::vector<KnownLoop> indistinguishable_mistakes;
    std::vector<Match> other_presets; ///< at most two presets that agree in fewer frames than `best`, best first
    /// A mistake in the recorded alphas, as a clause; empty if there is none.
    std::string alpha_mistake;
    DrawnMotion drawn_motion;
};

struct IdentifyOptions
{
    std::vector<Rate> rates = common_rates(); ///< step rates to try; the rate of the recorded steps is added
    Nanos refresh_period{};                   ///< refresh period of the display; zero if unknown
};

/// Compares the recorded loop with all known loops: presets, presets with other limits, and mistakes.
Identification identify(const ProbedLoop& loop, const IdentifyOptions& options = {});

/// Groups of presets that behave equally in 4,000 frames of mixed lengths, at 60 Hz and at 50 Hz. Compares simulated
/// times if `by_simulated_time` is true, otherwise numbers of steps.
std::vector<std::vector<std::string>> indistinguishable_presets(bool by_simulated_time);

/// A frame of whose time at least 0.1 s was not simulated.
struct Drop
{
    Nanos frame_start{}; ///< relative to the start of the recording
    Nanos dropped_time{};
};

struct Slowness
{
    Nanos total_frame_time{}, total_simulated_time{};
    double speed = 1.0; ///< simulated time / frame time, without the frames in `drops`
    /// The game ran in slow motion at all frame rates below this, in fps. Empty if there is no such rate.
    std::optional<double> slow_below_fps{};
    double slow_speed = 1.0; ///< simulated time / frame time of the frames below `slow_below_fps`
    std::vector<Drop> drops; ///< frames that lost at least 0.1 s; empty if these are over a tenth of the frames
};

/// Computes how slow frames changed the game's speed. Without recorded simulated times, uses those of the identified
/// loop. Returns std::nullopt if neither is known, or if the frames of an unidentified loop take less than 1 s.
std::optional<Slowness> slowness_of(const ProbedLoop& loop, const Identification& identification);

/// Returns lines such as "behaves as `interpolated`, 60 Hz, in 99.8 % of 5,000 frames".
std::vector<std::string> identification_lines(const Identification& identification);
/// Returns lines such as "0.80 of real time below 30 fps" and "dropped 1.20 s at 4.0 s".
std::vector<std::string> slowness_lines(const Slowness& slowness);

} // namespace recordings
