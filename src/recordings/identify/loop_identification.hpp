// recordings/identify/loop_identification.hpp -- identifies a game's loop from logged frames and steps
#pragma once

#include "recordings/formats/recording.hpp"
#include "timestep/step_plan.hpp"

#include <functional>
#include <span>

namespace recordings
{

/// The frames that a probe (timestep/probe.hpp) in a game recorded. Each vector is empty or has one entry per frame.
struct ProbeRecording
{
    std::string name; ///< file name, for messages
    std::vector<Nanos> frame_times{};
    std::vector<std::int64_t> step_counts{}; ///< steps per frame; empty if unknown for any frame
    /// Simulated time of each frame; empty if unknown for any frame. This vector or `step_counts` is always filled.
    std::vector<Nanos> simulated_times{};
    std::vector<double> alphas{}; ///< interpolation alpha per frame; NaN if not recorded; empty if never recorded
    /// In the game's unit of length; NaN if not recorded.
    std::vector<double> drawn_positions{}, camera_positions{};
    bool is_timed_by_probe = false; ///< true: the probe read the clock itself, shortly before or after the game
};

/// Parses a CSV log with the frame times and steps of a game. Returns a RecordingError if invalid; throws nothing.
std::variant<ProbeRecording, RecordingError> read_probe_recording(std::string_view bytes, std::string_view name);

using timestep::Rate;

struct SimulatedFrame
{
    std::int64_t steps = 0; ///< number of steps, including the shorter last step
    Nanos simulated_time{};
    Nanos lost_time{}; ///< time that was dropped, or removed by a delta filter; negative if time was added
    Nanos carried_time{};
    double alpha = 1.0;
};

/// Simulates a loop, such as a preset: each call simulates the loop's next frame.
using LoopSimulator = std::function<SimulatedFrame(Nanos frame_time)>;

struct KnownLoop
{
    enum class Kind : std::uint8_t
    {
        preset,
        preset_with_other_limit, ///< a preset with another limit for long frames
        mistake, ///< a loop with a programming mistake
        harmless_mistake, ///< a loop with a programming mistake that changes neither steps nor times
    };

    Kind kind = Kind::preset;
    std::string name; ///< name of the preset or of the mistake
    std::string correct_preset_name; ///< name of the preset; for a mistake, the preset that would be correct
    std::string long_frame_limit_text{}; ///< such as "frames cut at 250 ms"; empty without a limit for long frames
    std::string mistake_text{}; ///< the mistake as a clause; empty for a preset
    std::optional<Rate> rate{}; ///< empty for a loop without a step rate
    std::function<LoopSimulator()> make_simulator;
};

/// Step rates that games often use, and the default rates of all presets.
std::vector<Rate> common_step_rates();
/// Each preset at each of `rates`, or once if it has no step rate. `refresh_period` is 0 if unknown.
std::vector<KnownLoop> known_presets_at(std::span<const Rate> rates, Nanos refresh_period = {});
/// Returns the presets `accumulator`, `variable` and `semi-fixed` with many different limits for long frames.
std::vector<KnownLoop> overload_limit_variants(std::span<const Rate> rates);
/// Loops with programming mistakes, such as a clock that runs too fast.
std::vector<KnownLoop> faulty_loops(std::span<const Rate> rates, const ProbeRecording& clock_ratio_source);

/// To identify a game's loop, a known loop must have the same steps and times in at least this fraction of frames.
constexpr double min_agreeing_share = 0.99;
/// With fewer recorded frames, the loop of a game is never identified.
constexpr std::size_t min_probed_frames = 30;

/// A loop to compare with the game's loop, and the number of frames in which both have the same steps and times.
struct LoopMatch
{
    KnownLoop known_loop;
    std::size_t agreeing_frame_count = 0;
};

/// Mistakes in how a game draws its frames, as clauses such as "nothing is blended: the newest state is drawn".
struct DrawingMistakes
{
    std::string body_mistake, camera_mistake; ///< empty if there is none
    std::vector<std::string> open_questions; ///< unanswered questions, such as "whether the camera is one tick late"
};

/// Also lists the questions that the recording leaves open.
DrawingMistakes find_drawing_mistakes(const ProbeRecording& recording);

struct LoopIdentification
{
    std::size_t frame_count = 0;
    /// Among equally good loops, presets come first.
    LoopMatch best;
    bool is_identified = false; ///< false: there are too few frames, or `best` agrees in too few of them
    /// All step rates at which the best loop fits the recording equally well.
    std::vector<Rate> equivalent_rates;
    std::vector<std::string> indistinguishable_presets, presets_equal_only_in_recording;
    std::vector<KnownLoop> indistinguishable_mistakes;
    std::vector<LoopMatch> other_presets; ///< at most two presets that agree in other frames than `best`, best first
    /// A mistake in the recorded alphas, such as "the loop uses the alpha of the frame before". Empty if there is none.
    std::string alpha_mistake;
    DrawingMistakes drawing_mistakes;
};

struct LoopIdentificationOptions
{
    std::vector<Rate> rates = common_step_rates(); ///< step rates to try; the rate of the recorded steps is added
    Nanos refresh_period{}; ///< refresh period of the display; zero if unknown
};

/// 4000 pseudo-random frame times in which loops at the step rate `rate` differ, the same in each call: even, uneven,
/// short and long frames, and hitches of up to 6 s.
std::vector<Nanos> synthetic_frame_times(Rate rate);

LoopIdentification identify_loop(const ProbeRecording& recording, const LoopIdentificationOptions& options = {});

enum class ComparedQuantity : std::uint8_t
{
    step_counts,
    simulated_times,
};
std::vector<std::vector<std::string>> presets_grouped_by_equal(ComparedQuantity quantity);

/// A frame in which at least 0.1 s of the frame time was never simulated.
struct DroppedTime
{
    Nanos frame_start{}; ///< relative to the start of the recording
    Nanos dropped_time{};
};

struct GameSpeed
{
    double speed = 1.0; ///< simulated time / frame time, without the frames in `dropped_times`
    /// Upper limit in fps of the frame rates at which the game ran in slow motion. Empty if it never did.
    std::optional<double> slow_motion_below_fps{};
    double slow_motion_speed = 1.0; ///< simulated time / frame time of the frames below `slow_motion_below_fps`
    std::vector<DroppedTime> dropped_times; ///< empty if over a tenth of the frames lost at least 0.1 s
};

std::optional<GameSpeed> game_speed_of(const ProbeRecording& recording, const LoopIdentification& identification);

/// Returns lines for the user, such as "behaves as `interpolated`, 60 Hz, in 99.8 % of 5,000 frames".
std::vector<std::string> identification_lines(const LoopIdentification& identification);
/// Lines about slow motion, such as "0.80 of real time below 30 fps", and lost time, such as "dropped 1.20 s at 4.0 s".
std::vector<std::string> game_speed_lines(const GameSpeed& game_speed);

} // namespace recordings
