// lab/lane/lane.hpp -- Lane: one game loop with its own simulated world and the records of the loop's frames
#pragma once

#include "lab/lane/chosen_loop.hpp"
#include "lab/lane/frame_history.hpp"
#include "lab/lane/input_track.hpp"
#include "lab/lane/reference.hpp"
#include "lab/lane/verdict.hpp"
#include "lab/settings/settings.hpp"
#include "scenes/world.hpp"
#include "sim/machine/virtual_pc.hpp"
#include "sim/physics/events.hpp"
#include "telemetry/frames.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lab
{

/// Sums of times, and numbers of steps and frames, over all frames of one loop since the last reset.
struct LaneTotals
{
    Nanos frame_time{}; ///< sum of the measured frame times
    Nanos stepped_time{}; ///< part of `frame_time` that was simulated
    Nanos dropped_time{}; ///< part of `frame_time` that is never simulated
    /// Sum of the measured frame times minus sum of the filtered (smoothed) frame times.
    Nanos filter_error{};
    std::int64_t full_step_count = 0; ///< without the shorter last step (tail) of a frame
    std::int64_t frame_count = 0;

    void add_frame(Nanos measured_frame_time, const timestep::StepPlan& plan)
    {
        frame_time += measured_frame_time;
        stepped_time += plan.stepped;
        dropped_time += plan.dropped;
        filter_error += plan.filter_error;
        full_step_count += plan.steps;
        ++frame_count;
    }
};

struct LaneFeatures
{
    /// True: also simulates the scene in steps of 1/4800 s (slow).
    bool has_fine_step_reference = true;
    std::size_t max_samples = 2400; ///< largest number of stored frame records; the default is 10 s at 240 fps
    std::size_t max_history_bytes = 0; ///< memory limit of FrameHistory; 0: keeps no past frames
};

inline constexpr LaneFeatures shown_lane_features{
    .has_fine_step_reference = true, .max_samples = 32'768, .max_history_bytes = (std::size_t{64} << 20U) / 7};

/// A failure, such as a body that passed through a wall. "This frame" below is the frame whose steps caused it.
struct Failure
{
    Nanos wall_time{}; ///< wall time at the start of this frame
    Nanos game_time{}; ///< game clock at the end of this frame's steps
    Nanos failing_step{}; ///< length of the longest step in this frame
    Nanos shortest_step{}; ///< length of the shortest step in this frame and the second before it
    Nanos longest_earlier_step{}; ///< longest step of earlier frames; over 1 s before, only if much longer; 0 if none
    Nanos longest_earlier_step_wall_time{}; ///< wall time at the start of the frame of `longest_earlier_step`
    double energy_ratio = 1.0; ///< energy after this frame / energy at the last reset
    telemetry::EventBits failing_step_events = 0; ///< telemetry::frame_time_lag_events() of this frame
    telemetry::EventBits longest_earlier_step_events = 0; ///< the same, of the frame of `longest_earlier_step`
};

/// A failure in the last one of `frames`. `start_energy` is that of the world in joules at the last reset.
Failure describe_failure(const telemetry::Frames& frames, double start_energy);

/// The failures of one kind in a judged period.
struct FailureHistory
{
    Failure first{};
    Failure newest{};
};
using FailuresByKind = std::array<std::optional<FailureHistory>, sim::event_kinds.size()>;

/// Null if there is none.
const FailureHistory* find_failures(const FailuresByKind& failures, int sim::EventCounts::*counter);

/// The time from a start, a reset, a change of the loop or a release of the body to the next one. A verdict such as OK
/// or SLOW uses no frames of other periods.
struct JudgedPeriod
{
    Nanos start_wall_time{}; ///< start of the period's first frame; zero for the first period of a lane
    Nanos start_game_time{}; ///< game clock at the start of the period
    sim::EventCounts events_at_start{}; ///< event counts, such as bounces, at the start of the period
    int reference_bounces_at_start = 0;
    sim::EventCounts reference_events{}; ///< of the reference in the period's last frame
    bool began_with_throw = false; ///< true: it began with a release of the body
    double start_energy = 0.0; ///< of the world in joules at the last reset or release of the body
    double reference_step_seconds = 0.0; ///< LaneReferences::step_seconds() in the period's last frame
    Nanos refresh_period{}; ///< LaneReferences::refresh_period() in the period's last frame
    FailuresByKind failures{};

    /// Failures of the reference since the throw with which the period began. Requires `began_with_throw`.
    int reference_failures(int sim::EventCounts::*counter) const
    {
        return reference_events.*counter - events_at_start.*counter;
    }
};

/// A copy of a loop and its input at the start of a frame, to compute again how many steps the loop runs in the frame.
struct PlanInputs
{
    std::int64_t frame_number = 0; ///< number of the frame, from 0
    std::shared_ptr<const timestep::Loop> loop_before{}; ///< copy of the loop before it planned the frame
    timestep::FrameInput input{};
};

/// Observes the physics steps, and can change the user's input.
class StepInterceptor
{
public:
    virtual ~StepInterceptor() = default;

    /// Called when this object begins to observe a new lane, before its first frame.
    virtual void after_start(const LaneConfig& config) { before_apply(config); }
    virtual void before_apply(const LaneConfig& /*config*/) {}
    /// Called before the first step of a frame, after its steps are planned.
    virtual void after_plan(const timestep::FrameInput& /*frame_input*/, const timestep::StepPlan& /*plan*/) {}
    /// Called after after_plan() if `answer`, the plan, is that of a loop in another program.
    virtual void after_answer(const timestep::StepPlan& /*answer*/) {}
    /// Called before each step of `h` seconds. May change `input`, the user's input in this step.
    virtual void before_step(double /*h*/, sim::Input& /*input*/) {}
    virtual void after_step(const scenes::World& /*world*/) {}
    /// Called after the lane has been replaced by a restarted one, which this object now observes.
    virtual void after_reset() {}
    /// Called when the lane is no longer simulated. `world` is its last state.
    virtual void after_end(const scenes::World& /*world*/) {}
};

class Lane
{
public:
    explicit Lane(const LaneConfig& config, const LaneFeatures& features = {});

    void apply(const LaneConfig& config);
    /// Rates such as UNEVEN are judged from the next frame on. apply() calls it. Call it also when a control that the
    /// user has moved comes to rest.
    void begin_evidence();
    /// From the next frame on, `loop` plans the frames. Copies of this lane share it.
    void use_foreign_loop(std::shared_ptr<ForeignLoop> loop) { chosen_loop_.use_foreign_loop(std::move(loop)); }
    /// Null if the lane's own loop plans the frames.
    const std::shared_ptr<ForeignLoop>& foreign_loop() const { return chosen_loop_.foreign_loop(); }
    /// The next frame has the plan `answer`, which a loop in another program has once given to it.
    void use_recorded_answer(const timestep::StepPlan& answer) { chosen_loop_.use_recorded_answer(answer); }
    /// False while a loop in another program has not planned the next frame yet, or has stopped. Waits at most for
    /// `timeout`.
    bool poll_plan(const timestep::FrameInput& frame_input, Nanos timeout)
    {
        return chosen_loop_.poll_plan(frame_input, timeout);
    }
    /// True if apply() would replace the running loop by another one.
    bool would_change_loop(const LoopChoice& choice) const { return chosen_loop_.would_change(choice); }
    /// Must be called before the first frame. The first frame has the event `world_reset`, and the number after the
    /// last one of `earlier`, the lane that this one replaces after a reset.
    void continue_frame_numbers_of(const Lane& earlier);
    /// Must be called before the first frame if the wall clock of the lane's PC does not begin at zero.
    void start_at(Nanos wall_time) { next_sample_.start_wall_time = start_wall_time_ = wall_time; }
    /// Waits before the first frame if the loop's pacer does so.
    void wait_for_first_frame(const LaneConfig& config, sim::VirtualPc& pc);
    /// Plans and runs the steps of the frame, and records it.
    const telemetry::FrameSample& begin_frame(const timestep::FrameInput& frame_input, const LaneConfig& config,
                                              const InputTrack& input, sim::Pc& pc);
    /// Records a frame that another object has simulated, and takes over its world.
    const telemetry::FrameSample& copy_frame(Nanos wall_time, Nanos frame_time, const timestep::StepPlan& plan,
                                             Nanos stepping_time, const scenes::World& world);
    /// Records a frame of a paused game. `excluded_time` is time spent on other work, such as a window resize.
    const telemetry::FrameSample& record_pause(sim::Pc& pc, Nanos excluded_time = {});
    void copy_failures(const Lane& other)
    {
        periods_.back().events_at_start = other.judged_period().events_at_start;
        periods_.back().failures = other.judged_period().failures;
    }
    /// Draws and presents the newest frame, then waits with the loop's pacer.
    const telemetry::FrameSample& end_frame(const LaneConfig& config, sim::Pc& pc,
                                            std::optional<Nanos> next_recorded_frame_time = {});
    /// Copies when and how `other` was displayed to the newest frame, which must exist.
    void copy_display_result(const telemetry::FrameSample& other, const LaneConfig& config);
    /// True if the newest frame has replaced the displayed frame before it: a compositor never shows that one.
    bool has_replaced_frame() const { return has_replaced_frame_; }
    /// Number of the newest frames that wait for their refresh, as a later frame can still replace the first of them.
    std::size_t unsettled_frame_count() const;
    void set_button(Nanos wall_time, Button button, bool is_down);
    /// Adds bits of telemetry::Event to the record of the next frame.
    void add_events(telemetry::EventBits events) { next_sample_.events |= events; }
    /// True if the next frame is the first one after a reset or a change of the loop.
    bool is_restart_pending() const
    {
        return (next_sample_.events & (telemetry::world_reset | telemetry::loop_changed)) != 0;
    }
    /// `interceptor` may be null. It must outlive this object and its copies.
    void set_step_interceptor(StepInterceptor* interceptor) { step_interceptor_ = interceptor; }

    /// True if the pacer does not render the newest frame.
    bool is_rendering_skipped() const;

    const timestep::Loop& loop() const { return chosen_loop_.running_loop(); }
    /// The newest ones up to this frame; null if there are none.
    const PlanInputs* plan_inputs_at(std::int64_t frame_number) const;
    /// Why the settings are not a valid loop; empty if they are valid. While they are invalid, the previous loop runs.
    const timestep::LoopRejection& loop_rejection() const { return chosen_loop_.loop_rejection(); }
    const scenes::World& world() const { return world_; }
    const LaneReferences& references() const { return references_; }
    /// The state of the world that the newest frame shows: simulated, interpolated or extrapolated.
    const scenes::AnyState& shown_state() const { return states_.shown; }
    /// The newest frame as it is drawn. Requires a lane with a fine step reference.
    scenes::Moment newest_moment() const
    {
        return {.sample = samples_.back(),
                .shown_state = states_.shown,
                .reference_at_frame_start = references_.frame_start_reference.state(),
                .reference_at_shown_time =
                    has_heap_free_states() ? references_.shown_time_reference.state() : states_.newest,
                .fine_step_state = references_.fine_step_reference->state(),
                .event_counts = world_.events(),
                .reference_bounce_count = tallied_reference_bounces(),
                .previous_state = states_.before_newest_step,
                .newest_state = states_.newest};
    }
    /// The stored frame that began at `wall_time` or before it; the oldest one if there is none.
    scenes::Moment moment_at(Nanos wall_time) const;
    const telemetry::RingBuffer<telemetry::FrameSample>& samples() const { return samples_; }
    /// Returns how many frames were recorded since the last call. These frames are the last elements of samples().
    std::size_t take_new_frame_count() { return std::min(std::exchange(new_frame_count_, 0), samples_.size()); }
    /// Of a stored frame. It is judged when it is first read, and never again.
    const Judgement& judgement(const scenes::Moment& moment) const
    {
        return judgement(moment.sample, moment.event_counts);
    }
    /// Of the newest frame, which must exist.
    const Judgement& judgement() const { return judgement(samples_.back(), world_.events()); }
    /// What the pictures before a stored frame say. Computed frame by frame, whichever frames are judged.
    const telemetry::ScreenMotion& screen_motion(const telemetry::FrameSample& sample) const;
    /// Of the newest frame, with the pictures of the whole run, `pictures`. It is not stored.
    Judgement judgement_of_run(const telemetry::PictureCounts& pictures) const;
    const LaneTotals& totals() const { return totals_; }
    const JudgedPeriod& judged_period() const { return periods_.back(); }
    /// The period of a frame that began at `wall_time`.
    const JudgedPeriod& judged_period_at(Nanos wall_time) const;
    /// Start of the first frame on the wall clock of the lane's PC; zero on a virtual PC.
    Nanos start_wall_time() const { return start_wall_time_; }
    std::int64_t first_frame_number() const { return first_frame_number_; }
    int bounces() const { return world_.events().bounced - judged_period().events_at_start.bounced; }
    int reference_bounces() const
    {
        return references_.frame_start_reference.world.events().bounced - judged_period().reference_bounces_at_start;
    }
    /// reference_bounces() - bounces() if it is one, for no longer than a frame or a late game explains; else 0. A new
    /// loop takes it over.
    int pending_reference_bounces() const;
    int tallied_reference_bounces() const { return reference_bounces() - pending_reference_bounces(); }
    /// Energy of the world in joules at the last reset or release of the body.
    double start_energy() const { return start_energy_; }
    /// True if the user has changed the world's energy since the last reset or release, by holding a body or changing
    /// the scene.
    bool user_changed_energy() const { return user_changed_energy_; }

private:
    struct StepContext
    {
        const LaneConfig& config;
        const InputTrack& input;
        sim::Pc& pc;
    };

    const Judgement& judgement(const telemetry::FrameSample& sample, const sim::EventCounts& events) const;
    timestep::StepPlan run_planned_steps(timestep::StepPlan plan, const StepContext& context);
    /// Also records how late the frame shows the simulation.
    void advance_references(const timestep::FrameInput& frame_input, const timestep::StepPlan& plan,
                            double simulated_plus_carried_before_s, const StepContext& context);
    void begin_period_of_release(const timestep::StepPlan& plan);
    std::int64_t run_batch(std::int64_t steps_left, double h, const StepContext& context);
    void run_step(double h, const StepContext& context);
    const sim::Input& take_next_step_input(const StepContext& context);
    void count_presses(Nanos step_end, KeyReading reading);
    /// Passes the jump key events of the simulated user since `last_frame_start` to the world.
    void tap_jump_key_since(const TapSettings& taps, Nanos last_frame_start);
    /// Also resets the references, the camera and the totals, and begins a judged period.
    void reset_world();
    /// True if states need no heap memory, so that storing them is cheap.
    bool has_heap_free_states() const { return states_.shown.heap_bytes() == 0; }
    /// Stores the states of the newest step, and the frame in the history.
    void record_states();
    void remove_replaced_frame_from_display();
    void reset_camera();
    void advance_camera(Nanos frame_time, const timestep::StepPlan& plan);
    void begin_judged_period();
    /// Game clock, simulated time and shown time.
    void advance_clocks(Nanos frame_time, const timestep::StepPlan& plan);
    /// Also records the failures in `event_mask`.
    const telemetry::FrameSample& record_sample(Nanos frame_time, const timestep::StepPlan& plan,
                                                telemetry::EventBits event_mask, bool replaces_newest = false);

    struct States
    {
        scenes::AnyState shown{};
        scenes::AnyState before_newest_step{}; ///< before the newest step; empty if states own heap memory
        scenes::AnyState newest{}; ///< after the newest step; empty if states own heap memory
        scenes::AnyState exact{}; ///< exact state by the scene's formula, at the simulated time that the frame shows
    };

    ChosenLoop chosen_loop_;
    telemetry::RingBuffer<PlanInputs> plan_inputs_; ///< of the newest 600 frames, if the window shows this lane
    scenes::World world_;
    LaneReferences references_;
    States states_{};
    scenes::FollowCamera camera_{};
    Keyboard keyboard_{};
    std::vector<Nanos> waiting_presses_; ///< wall times of the jump key's presses for which the step has not run yet
    bool is_jump_down_ = false;
    sim::Input last_input_{};
    telemetry::FrameSample next_sample_{}; ///< record of the next frame; its clocks continue those of the newest frame
    telemetry::RingBuffer<telemetry::FrameSample> samples_;
    std::size_t new_frame_count_ = 0; ///< frames recorded since the last take_new_frame_count()
    FrameHistory history_;
    mutable std::map<std::int64_t, Judgement> judgements_; ///< by frame number, of the judged frames in `samples_`
    mutable telemetry::ScreenMotionMeter motion_meter_;
    mutable std::deque<std::pair<std::int64_t, telemetry::ScreenMotion>> motions_; ///< by frame number, of `samples_`
    LaneTotals totals_{};
    std::vector<JudgedPeriod> periods_{1}; ///< of the frames in `samples_`, oldest first; never empty
    Nanos start_wall_time_{};
    Nanos bounces_agreed_at_{}; ///< wall time of the newest frame in which body and reference had bounced equally often
    std::int64_t first_frame_number_ = 0;
    double start_energy_ = 0.0;
    bool is_composed_ = false; ///< true: the newest frame was presented to a compositor
    bool has_replaced_frame_ = false;
    bool user_changed_energy_ = false;
    bool is_body_held_ = false; ///< in the newest step
    std::optional<scenes::World> released_world_; ///< the last held state, if the body was released in this frame
    double release_time_s_ = 0.0; ///< simulated time of the last release; 0 if none
    StepInterceptor* step_interceptor_ = nullptr;
};

struct MisconceptionLane
{
    const Lane& lane;
    scenes::Moment moment;
};

} // namespace lab
