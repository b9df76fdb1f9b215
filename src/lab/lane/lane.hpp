// lab/lane/lane.hpp -- a lane: one loop that drives one simulated world on one machine, and the records of its frames
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
    /// Frame time that the delta filter removed: measured minus filtered.
    Nanos filter_error{};
    std::int64_t steps  = 0;
    std::int64_t frames = 0;

    void add(Nanos frame, const timestep::StepPlan& plan)
    {
        given += frame;
        stepped += plan.stepped;
        dropped += plan.dropped;
        filter_error += plan.filter_error;
        steps += plan.steps;
        ++frames;
    }
};

/// Limits of the memory of a lane.
struct LaneLimits
{
    bool fine_reference = true; ///< also simulate the world in very small steps, for comparison (costs more time)
    std::size_t samples = 2400; ///< number of frame records to keep; the default is 10 s at 240 frames a second
    /// Bytes for LaneHistory; 0 for none. A history needs `fine_reference`.
    std::size_t history = 0;
};

/// Limits of a lane that the window shows. Seven lanes, six in a race and the live one, use up to 48 MiB for frame
/// records (nine minutes at 60 frames a second, 10 s at 3,200) and up to 64 MiB for histories.
inline constexpr LaneLimits shown_lane_limits{
    .fine_reference = true, .samples = 32'768, .history = (std::size_t{64} << 20U) / 7};
/// Percentiles over more frames have a relative error of at most 1/8192: the window computes them four times a second.
inline constexpr std::size_t exact_percentile_limit = 65'536;

/// The circumstances of one failure. The "frame of the failure" is the frame in whose steps it happened.
struct Failure
{
    Nanos wall{};          ///< wall time at the start of the frame of the failure
    Nanos game{};          ///< game clock at the end of the frame's steps
    Nanos step{};          ///< longest step in the frame of the failure
    Nanos shortest{};      ///< shortest step in the frame of the failure and the second before it
    Nanos longest{};       ///< longest step in the second before the frame of the failure; zero if none
    double energy = 1.0;   ///< energy of the world after the frame of the failure / at the last reset
    bool hiccup   = false; ///< true if a hiccup of this PC made the frame of the failure long
};

/// The first and the newest failure of one kind.
struct Failures
{
    Failure first{};
    Failure newest{};
};
/// The failures of each kind in sim::event_kinds, in its order; empty for a kind that has not happened.
using FailuresByKind = std::array<std::optional<Failures>, sim::event_kinds.size()>;

/// Null if no failure of this kind has happened.
const Failures* find_failures(const FailuresByKind& failures, const sim::EventKind& kind);

/// The part of a lane's run that its verdict is about: since the last reset or change of loop.
struct JudgedPart
{
    Nanos began{};                 ///< game clock at its start
    Nanos delay_unchanged_since{}; ///< game clock at its start, or at the last change of the frame delay since then
    sim::Events events_before{};   ///< counts of the world's events, such as bounces, at its start
    int ring_bounces_before = 0;
    double longest_step     = 0.0; ///< longest step in s, also since the last change of a knob; 0 before the first
    FailuresByKind failures{};
};

/// The input and the state of a loop in one frame, so that its decision can be computed again.
struct Decision
{
    std::int64_t frame = 0;    ///< number of the frame, as in FrameSample::frame
    timestep::Loop before{};   ///< copy of the loop before it planned this frame
    timestep::FrameInput in{}; ///< input of the loop in this frame, such as the frame time
};

/// Observes the steps of a lane, and can change the user's input.
class StepInterceptor
{
public:
    virtual ~StepInterceptor() = default;

    /// Called before Lane::apply() applies `settings`.
    virtual void observe_settings(const Settings& /*settings*/) {}
    /// Called before the first step of a frame, when its frame time is measured and its steps are decided.
    virtual void begin_frame(const timestep::FrameInput& /*in*/, const timestep::StepPlan& /*plan*/) {}
    /// Called before each step of `h` seconds. May change `input`, the user's input in this step.
    virtual void before_step(double /*h*/, sim::Input& /*input*/) {}
    virtual void after_step(const scenes::World& /*world*/) {}
    /// Called when the user has put the world back to its start. Not called when a change of the scene does this.
    virtual void reset() {}
};

class Lane
{
public:
    explicit Lane(const Settings& settings, const LaneLimits& limits = {});

    /// Applies changed settings. If another loop is chosen, the time that the old loop carried becomes dropped time.
    /// Returns true if the old loop has left a world that is already wrong, so that the new loop must not continue with
    /// it: the caller then calls reset_wrong_world().
    bool apply(const Settings& settings);
    /// Resets the lane, and remembers that the cause was a change of loop in a world that was already wrong.
    void reset_wrong_world();
    /// Waits before the first frame if the loop's pacer requires it.
    void wait_first(const Settings& settings, sim::VirtualPc& pc);
    /// Begins a frame: the loop plans its steps, and this function runs the steps and records the frame. Every step
    /// spends the step cost of the settings on `pc`.
    const telemetry::FrameSample& begin_frame(const timestep::FrameInput& frame, const Settings& settings,
                                              const sim::Input& input, sim::Pc& pc);
    /// Records a frame that the caller has planned and run: `wall` is the wall time at its start, `measured` its frame
    /// time, `world` the world after the steps, `stepping` the computing time of the steps.
    const telemetry::FrameSample& record_computed_frame(Nanos wall, Nanos measured, const timestep::StepPlan& plan,
                                                        Nanos stepping, const scenes::World& world);
    /// Records a frame in which the game is paused: the game clock does not advance. If `excluded` is not zero, the
    /// reason is that the program itself took this frame time, and the record gets the event `excluded`.
    const telemetry::FrameSample& record_pause(sim::Pc& pc, Nanos excluded = {});
    /// Copies the failures of `other`, whose frames this lane shows, and the start of their count.
    void copy_failures(const Lane& other)
    {
        judged_.events_before = other.judged_.events_before;
        judged_.failures      = other.judged_.failures;
    }
    /// Ends the frame: spends the machine's lag and drawing time, presents the picture, and waits with the loop's
    /// pacer. If the frame times come from a recording, `next` is the next of them, and the pacer does not wait.
    const telemetry::FrameSample& end_frame(const Settings& settings, sim::Pc& pc, std::optional<Nanos> next = {});
    /// Ends the frame with the display time of `other`, a frame of another lane: this PC has shown both in one picture.
    void copy_display_time(const telemetry::FrameSample& other);
    /// Puts the world and the reference motions back to their start, and the totals() to 0. The loop keeps its carried
    /// time.
    void reset();
    /// Passes a press or release of a key to the world, at the wall time `at`.
    void press(Nanos at, Button button, bool down);
    /// Adds event bits (telemetry::Event) to the record of the next frame.
    void add_events(std::uint32_t events) { next_.events |= events; }
    /// Sets the object that observes each step; null removes it. It must live as long as this lane computes frames. A
    /// copy of the lane calls the same object.
    void intercept_steps(StepInterceptor* interceptor) { interceptor_ = interceptor; }

    /// True if the newest frame must be drawn. Some loops skip the drawing of frames.
    bool renders() const;

    const timestep::Loop& loop() const { return chosen_.loop(); }
    /// The newest stored decision up to the frame number `frame`; null if there is none. Only a lane that the window
    /// shows stores decisions, those of its last 600 frames.
    const Decision* decision(std::int64_t frame) const;
    /// The reason why the settings are not a valid loop; empty if they are. Until they are, the previous loop runs.
    const timestep::Refusal& refusal() const { return chosen_.refusal(); }
    const scenes::World& world() const { return world_; }
    const References& references() const { return references_; }
    /// The state in the newest frame's picture. It can lie between two simulated states, or after the newest.
    const scenes::AnyState& presented() const { return states_.shown; }
    scenes::Probe presented_probe() const { return world_.probe(states_.shown); }
    /// Only valid with LaneLimits::fine_reference, and after the first frame.
    scenes::Moment newest() const
    {
        return {samples_.back(),
                states_.shown,
                references_.ring.state(),
                has_small_states() ? references_.at_shown.state() : states_.newest,
                references_.fine_reference->state(),
                world_.events(),
                ring_bounces(),
                states_.before,
                states_.newest};
    }
    /// The newest kept frame that began at wall time `wall` or earlier; if there is none, the oldest. Only valid if
    /// this lane keeps a history.
    scenes::Moment moment_at(Nanos wall) const;
    const LaneHistory& history() const { return history_; }
    const telemetry::Ring<telemetry::FrameSample>& samples() const { return samples_; }
    /// Returns the number of frame records added since the last call. They are the last elements of samples().
    std::size_t take_new_frame_count() { return std::min(std::exchange(new_frame_count_, 0), samples_.size()); }
    const Totals& totals() const { return totals_; }
    const JudgedPart& judged() const { return judged_; }
    /// The wall time of the newest change of loop that restarted a world whose state was already wrong; empty if there
    /// was none since the last reset.
    std::optional<Nanos> wrong_world_reset_at() const { return wrong_world_reset_at_; }
    /// Bounces of the body in the ring since the last reset or change of loop.
    int ring_bounces() const { return references_.ring.world.events().bounced - judged_.ring_bounces_before; }
    double start_energy() const { return start_energy_; } ///< in joules, at the last reset

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
    void apply_scene(const Settings& settings);
    void restart();
    /// True if the states own no heap memory, so that the history can keep several states for each frame.
    bool has_small_states() const { return states_.shown.heap_bytes() == 0; }
    void record_moment();
    double compute_exact_x();
    bool is_world_wrong() const;
    void begin_judgement();
    void advance_clocks(Nanos frame, const timestep::StepPlan& plan);
    const telemetry::FrameSample& record(Nanos frame, const timestep::StepPlan& plan, std::uint32_t events,
                                         bool replaces_newest = false);

    struct States
    {
        scenes::AnyState shown{};  ///< in the newest frame's picture
        scenes::AnyState before{}; ///< before the newest step; empty if states own heap memory
        scenes::AnyState newest{}; ///< after the newest step; empty if states own heap memory
        scenes::AnyState exact{};  ///< by the scene's formula, at the simulated time of the picture
    };

    ChosenLoop chosen_;
    telemetry::Ring<Decision> decisions_;
    scenes::World world_;
    References references_;
    States states_{};
    Keyboard keyboard_{};
    sim::Input last_input_{};       ///< user's input in the last step
    telemetry::FrameSample next_{}; ///< record of the next frame; its clocks go on from those of the newest frame
    telemetry::Ring<telemetry::FrameSample> samples_;
    std::size_t new_frame_count_ = 0; ///< number of frames recorded since the last call of take_new_frame_count()
    LaneHistory history_;
    Totals totals_{};
    JudgedPart judged_{};
    std::optional<Nanos> delay_; ///< frame delay in the last frame; empty before the first frame
    std::optional<Nanos> wrong_world_reset_at_{};
    double start_energy_ = 0.0;
    /// True if the user has changed the world's energy since the last reset: has grabbed a body or changed the scene.
    bool user_changed_energy_     = false;
    StepInterceptor* interceptor_ = nullptr;
};

/// A lane that behaves as a user's wrong answer to a lesson predicts, and its picture.
struct PredictedLane
{
    const Lane& lane;
    scenes::Moment moment;
};

} // namespace lab
