// lab/lane/lane.hpp -- a lane: one loop that drives one simulated world on one machine, with the records of its frames
#pragma once

#include "lab/lane/chosen_loop.hpp"
#include "lab/lane/displayed.hpp"
#include "lab/lane/reference.hpp"
#include "lab/settings/settings.hpp"
#include "scenes/world.hpp"
#include "sim/machine/virtual_pc.hpp"
#include "sim/physics/events.hpp"
#include "telemetry/frames.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

namespace lab
{

/// Sums over all frames since the last reset.
struct Totals
{
    Nanos given{};   ///< frame time given to the loop
    Nanos stepped{}; ///< part of `given` that was simulated
    Nanos dropped{}; ///< part of `given` that was dropped (never simulated)
    /// Frame time that the delta filter removed: measured minus filtered time.
    Nanos filter_error{};
    std::int64_t steps  = 0;
    std::int64_t frames = 0;

    void add(Nanos frame_time, const timestep::StepPlan& plan)
    {
        given += frame_time;
        stepped += plan.stepped;
        dropped += plan.dropped;
        filter_error += plan.filter_error;
        steps += plan.steps;
        ++frames;
    }
};

/// Limits of the memory and computing time of a lane.
struct LaneLimits
{
    bool has_fine_reference = true; ///< true: also simulate the scene in steps of 1/4800 s, for comparison (slow)
    std::size_t max_samples = 2400; ///< largest number of kept frame records; by default, 10 s at 240 frames a second
    /// Memory limit of LaneHistory; 0: no history. A history needs `has_fine_reference`.
    std::size_t max_history_bytes = 0;
};

/// Limits of a lane that the window shows. There are up to seven such lanes: six in a race and the live lane. Their
/// frame records use up to 58 MiB (nine minutes at 60 frames a second, 10 s at 3,200), their histories up to 64 MiB.
inline constexpr LaneLimits shown_lane_limits{
    .has_fine_reference = true, .max_samples = 32'768, .max_history_bytes = (std::size_t{64} << 20U) / 7};
/// Largest number of frames for exact percentiles, which the window computes four times a second. Percentiles of more
/// frames have a relative error of at most 1/8192.
inline constexpr std::size_t exact_percentile_limit = 65'536;

/// The data of one simulation failure. The "frame of the failure" is the frame in whose steps it happened.
struct Failure
{
    Nanos wall_time{};           ///< wall time at the start of the frame of the failure
    Nanos game_time{};           ///< game clock at the end of the frame's steps
    Nanos failing_step{};        ///< longest step in the frame of the failure
    Nanos shortest_step{};       ///< shortest step in the frame of the failure and the second before it
    Nanos longest_step_before{}; ///< longest step in the second before the frame of the failure; zero if none
    double energy_ratio = 1.0;   ///< energy of the world after the frame of the failure / energy at the last reset
    bool is_hiccup      = false; ///< true if the frame was long because of this PC itself, not because of simulated lag
};

struct Failures
{
    Failure first{};
    Failure newest{};
};
/// The failures of each kind, in the order of sim::event_kinds; empty for a kind that has not happened.
using FailuresByKind = std::array<std::optional<Failures>, sim::event_kinds.size()>;

/// Returns null if no failure of this kind has happened.
const Failures* find_failures(const FailuresByKind& failures, const sim::EventKind& kind);

/// The part of a lane's run that its verdict judges: from the last reset or change of loop until now.
struct JudgedPart
{
    Nanos start_game_time{};       ///< game clock at the start of this part
    Nanos delay_unchanged_since{}; ///< game clock at the last change of the frame delay, or `start_game_time` if later
    sim::Events events_before{};   ///< event counts of the world, such as bounces, at the start of this part
    int ring_bounces_before = 0;
    /// At the start of this part the world was far behind the ring, so that their bounces cannot be compared.
    bool began_late     = false;
    double longest_step = 0.0; ///< longest step in s since `start_game_time` and the last parameter change; 0 if none
    FailuresByKind failures{};
};

/// A loop's state and input in one frame, from which its step plan can be computed again.
struct Decision
{
    std::int64_t frame = 0;                              ///< number of the frame, as in FrameSample::frame
    std::shared_ptr<const timestep::Loop> loop_before{}; ///< copy of the loop before it planned this frame
    timestep::FrameInput input{};                        ///< the loop's input in this frame, such as the frame time
};

/// Observes the steps of a lane, and can change the user's input.
class StepInterceptor
{
public:
    virtual ~StepInterceptor() = default;

    /// Called before Lane::apply() applies `settings`.
    virtual void observe_settings(const Settings& /*settings*/) {}
    /// Called before the first step of a frame, when its frame time is measured and its steps are planned.
    virtual void begin_frame(const timestep::FrameInput& /*in*/, const timestep::StepPlan& /*plan*/) {}
    /// Called before each step of `h` seconds. May change `input`, the user's input in this step.
    virtual void before_step(double /*h*/, sim::Input& /*input*/) {}
    virtual void after_step(const scenes::World& /*world*/) {}
    /// Called after Lane::reset(). Not called when a change of the scene restarts the world.
    virtual void reset() {}
};

class Lane
{
public:
    explicit Lane(const Settings& settings, const LaneLimits& limits = {});

    /// Applies changed settings. If these replace the loop, the carried time of the old loop becomes dropped time.
    /// Returns true if the loop was replaced and the world's state is already wrong, for example because a body passed
    /// through a wall: the caller then calls reset_wrong_world().
    bool apply(const Settings& settings);
    /// Resets the lane, and stores the wall time for wrong_world_reset_at().
    void reset_wrong_world();
    /// Waits before the first frame if the loop's pacer requires a wait.
    void wait_first(const Settings& settings, sim::VirtualPc& pc);
    /// Begins a frame: plans its steps, runs them, and records the frame. Every step spends the step cost of the
    /// settings on `pc`, unless the steps run on the loop's own thread.
    const telemetry::FrameSample& begin_frame(const timestep::FrameInput& in, const Settings& settings,
                                              const sim::Input& input, sim::Pc& pc);
    /// Records a frame whose steps the caller has already run. `wall_time` is at its start, `world` is after the steps,
    /// `stepping_time` is the computing time of the steps.
    const telemetry::FrameSample& record_computed_frame(Nanos wall_time, Nanos frame_time,
                                                        const timestep::StepPlan& plan, Nanos stepping_time,
                                                        const scenes::World& world);
    /// Records a frame of a paused game: the game clock does not advance. A nonzero `excluded_time` is frame time that
    /// the program itself took; the record then gets the event `excluded`.
    const telemetry::FrameSample& record_pause(sim::Pc& pc, Nanos excluded_time = {});
    /// Copies the failures and their initial event counts from `other`, whose frames this lane shows.
    void copy_failures(const Lane& other)
    {
        judged_.events_before = other.judged_.events_before;
        judged_.failures      = other.judged_.failures;
    }
    /// Ends the frame: spends the lag and the drawing time of the settings, presents the frame, and waits with the
    /// loop's pacer. With a recording, the pacer does not wait.
    const telemetry::FrameSample& end_frame(const Settings& settings, sim::Pc& pc,
                                            std::optional<Nanos> next_recorded_frame_time = {});
    /// Ends the frame with the display time of `other`, a frame of another lane that was presented in the same image.
    void copy_display_time(const telemetry::FrameSample& other);
    /// Restarts the world and the reference motions, and sets totals() to 0. The loop keeps its carried time.
    void reset();
    /// Passes a press or release of a key to the world and its reference motions.
    void set_button(Nanos wall_time, Button button, bool is_down);
    /// Adds bits of telemetry::Event to the record of the next frame.
    void add_events(std::uint32_t events) { next_.events |= events; }
    /// Sets the observer of each step; null removes it. Copies of the lane share it. It must outlive all of them.
    void set_step_interceptor(StepInterceptor* interceptor) { interceptor_ = interceptor; }

    /// True if the newest frame must be drawn; some pacers skip the drawing of frames.
    bool must_draw_newest() const;

    const timestep::Loop& loop() const { return chosen_loop_.loop(); }
    /// The stored decision of frame number `frame`, or the newest before it; null if there is none. Only a lane that
    /// the window shows stores decisions, those of its last 600 frames.
    const Decision* decision(std::int64_t frame) const;
    /// Why the settings are not a valid loop; empty if they are valid. While they are invalid, the previous loop runs.
    const timestep::Refusal& refusal() const { return chosen_loop_.refusal(); }
    /// Preset of the loop that the present loop replaced; the present one if there was none.
    timestep::LoopId previous_preset() const { return chosen_loop_.previous_preset(); }
    const scenes::World& world() const { return world_; }
    const LaneReferences& references() const { return references_; }
    /// The state that the newest frame shows: a simulated, an interpolated or an extrapolated state.
    const scenes::AnyState& presented_state() const { return states_.shown; }
    scenes::Probe presented_probe() const { return world_.probe(states_.shown); }
    /// The newest frame. Requires LaneLimits::has_fine_reference and at least one frame.
    scenes::Moment newest() const
    {
        return {samples_.back(),
                states_.shown,
                references_.ring.state(),
                has_small_states() ? references_.at_shown_time.state() : states_.newest,
                references_.fine_reference->state(),
                world_.events(),
                ring_bounces(),
                states_.before,
                states_.newest};
    }
    /// The newest kept frame that began at `wall_time` or earlier, else the oldest; newest() without a history.
    scenes::Moment moment_at(Nanos wall_time) const;
    const LaneHistory& history() const { return history_; }
    const telemetry::RingBuffer<telemetry::FrameSample>& samples() const { return samples_; }
    /// Returns the number of frame records added since the last call: the last elements of samples().
    std::size_t take_new_frame_count() { return std::min(std::exchange(new_frame_count_, 0), samples_.size()); }
    const Totals& totals() const { return totals_; }
    const JudgedPart& judged_part() const { return judged_; }
    /// The wall time of the last reset_wrong_world(); empty if there was none since the last reset.
    std::optional<Nanos> wrong_world_reset_at() const { return wrong_world_reset_at_; }
    /// Number of bounces in the reference motion `ring` since the last reset or change of loop; 0 if the world was far
    /// behind the ring then.
    int ring_bounces() const
    {
        return judged_.began_late ? 0 : references_.ring.world.events().bounced - judged_.ring_bounces_before;
    }
    double start_energy() const { return start_energy_; } ///< world's energy in joules at the last reset

private:
    struct StepContext
    {
        const Settings& settings;
        const sim::Input& input;
        sim::Pc& pc;
    };

    timestep::StepPlan run_plan(timestep::StepPlan plan, const StepContext& context);
    timestep::StepPlan run_plan_in_budget(const timestep::StepPlan& plan, const StepContext& context);
    void advance_references(const timestep::FrameInput& in, const timestep::StepPlan& plan,
                            double simulated_and_carried, const StepContext& context);
    std::int64_t run_some_steps(std::int64_t steps_left, double h, const StepContext& context);
    void step(double h, const StepContext& context);
    /// Reads the user's input for the next step into last_input_.
    const sim::Input& read_input(const StepContext& context);
    /// Passes the presses and releases of the simulated user after the wall time `from`, up to the frame's start.
    void tap_jump_key(const TapSettings& taps, Nanos from);
    void apply_scene(const Settings& settings);
    void restart_world();
    /// True if the states own no heap memory, so that the history can keep several states for each frame.
    bool has_small_states() const { return states_.shown.heap_bytes() == 0; }
    void add_to_history();
    void reset_camera();
    /// Moves the camera to the frame whose state is states_.shown. No effect without a camera.
    void advance_camera(Nanos frame_time, const timestep::StepPlan& plan);
    double compute_exact_x();
    bool is_world_wrong() const;
    void begin_judgement();
    void advance_clocks(Nanos frame_time, const timestep::StepPlan& plan);
    const telemetry::FrameSample& record_sample(Nanos frame_time, const timestep::StepPlan& plan, std::uint32_t events,
                                                bool replaces_newest = false);

    struct States
    {
        scenes::AnyState shown{};  ///< state that the newest frame shows
        scenes::AnyState before{}; ///< before the newest step; empty if states own heap memory
        scenes::AnyState newest{}; ///< after the newest step; empty if states own heap memory
        scenes::AnyState exact{};  ///< exact state by the scene's formula, at the simulated time that the frame shows
    };

    ChosenLoop chosen_loop_;
    telemetry::RingBuffer<Decision> decisions_;
    scenes::World world_;
    LaneReferences references_;
    States states_{};
    scenes::FollowCamera camera_{};
    Keyboard keyboard_{};
    sim::Input last_input_{};       ///< user's input in the last step
    telemetry::FrameSample next_{}; ///< record of the next frame; its clocks continue from those of the newest frame
    telemetry::RingBuffer<telemetry::FrameSample> samples_;
    std::size_t new_frame_count_ = 0; ///< number of frames recorded since the last call of take_new_frame_count()
    LaneHistory history_;
    Totals totals_{};
    JudgedPart judged_{};
    std::optional<Nanos> frame_delay_; ///< frame delay in the last frame; empty before the first frame
    std::optional<Nanos> wrong_world_reset_at_{};
    double start_energy_ = 0.0;
    /// True if the user has changed the world's energy since the last reset, by dragging a body or changing the scene.
    bool user_changed_energy_     = false;
    StepInterceptor* interceptor_ = nullptr;
};

/// A lane that behaves as a user's wrong answer to a lesson predicts, and its frame at the displayed time.
struct PredictedLane
{
    const Lane& lane;
    scenes::Moment moment;
};

} // namespace lab
