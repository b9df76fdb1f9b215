// lab/replay/replay_run.hpp -- runs a replay with bit-identical states, seeks in it, or runs it with other settings
#pragma once

#include "lab/lane/lane.hpp"
#include "lab/lane/lane_run.hpp"
#include "lab/replay/recorder.hpp"
#include "lab/replay/replay.hpp"
#include "sim/machine/virtual_pc.hpp"

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lab
{

enum class FrameTimeSource : std::uint8_t
{
    recorded, ///< recorded frame times; if there are none, each frame has one step
    machine, ///< new frame times from a virtual PC with the replay's machine settings
};

/// Settings of a fork: a run that continues a replay from some time with other settings.
struct ForkSettings
{
    LaneConfig config{};
    FrameTimeSource frame_time_source = FrameTimeSource::recorded;
};

/// The body's coordinate, velocity and energy after a step.
struct StepResult : scenes::Observables
{
    double seconds = 0.0; ///< simulated time in s since the start; resets do not restart it
    std::uint32_t hash = 0; ///< short_state_hash() of the world's state

    friend bool operator==(const StepResult&, const StepResult&) = default;
};

/// The first difference between a run of a replay and what the replay file says about the recorded run.
struct DifferenceFromFile
{
    enum class Kind : std::uint8_t
    {
        state_hash, ///< the state, an input or a change of a setting differs
        not_comparable, ///< both states contain a NaN, so they cannot be compared
        more_ticks, ///< the run has more steps than the file; `tick` is the first extra step
        fewer_ticks, ///< the run has fewer steps than the file; `tick` is its last step
        end_hash, ///< the states at the end, an input or a change of a setting differs
        frame_times, ///< the states are equal, but a frame time or a frame that was stopped early differs
        answer, ///< the program of the loop answers differently; `tick` is the number of the frame, from 1
        text, ///< a line of the file is not what the recorder writes; `tick` is the number of the line, from 1
    };

    Kind kind = Kind::state_hash;
    std::int64_t tick = 0; ///< number of the physics step, from 1
    std::uint32_t recorded_hash = 0; ///< state hash in the replay file
    std::uint32_t run_hash = 0; ///< state hash in this run
};

/// Describes the difference in one clause of a sentence, such as "tick 60 differs: ...".
std::string difference_text(const DifferenceFromFile& difference);

/// A simulated PC that ends a frame after a given number of steps, so that a replay repeats the recorded frames.
class StepLimitedPc final : public sim::VirtualPc
{
public:
    using VirtualPc::VirtualPc;

    /// Sets how many more steps the present frame may run. If `steps` is 0, the frame stops after the present step.
    void set_remaining_steps(std::int64_t steps) { remaining_steps_ = steps; }

    Nanos begin_frame(const sim::MachineSettings& settings, std::optional<Nanos> recorded = {}) override
    {
        is_recorded_ = recorded.has_value();
        return VirtualPc::begin_frame(settings, recorded);
    }
    Nanos time_in_frame() const override { return VirtualPc::time_in_frame() + added_frame_time(); }
    Nanos time_for_step_budget() const override { return is_recorded_ ? added_frame_time() : time_in_frame(); }
    void spend_computing_time(Nanos cost) override
    {
        VirtualPc::spend_computing_time(cost);
        --remaining_steps_;
    }
    Nanos stepping_time_limit() const override { return std::chrono::hours{24}; }

private:
    Nanos added_frame_time() const { return remaining_steps_ > 0 ? Nanos::zero() : stepping_time_limit(); }

    std::int64_t remaining_steps_ = 0;
    bool is_recorded_ = false; ///< true: frame times come from a recording
};

/// One run of a replay, with snapshots of its state for seeking back.
class ReplayRun : private StepInterceptor
{
public:
    static constexpr std::size_t max_snapshot_bytes = std::size_t{32} << 20U;

    /// `program` plans the frames that a loop in another program has planned, in place of its recorded answers, which
    /// are compared; a seek back feeds it all frames again. Null: the recorded answers plan them.
    explicit ReplayRun(std::shared_ptr<const Replay> replay,
                       FrameTimeSource frame_time_source = FrameTimeSource::recorded,
                       std::shared_ptr<ForeignLoop> program = nullptr);
    /// Makes a run that continues `from` with other settings. It gets the replay's inputs at their recorded wall times;
    /// without recorded frame times, at the wall times of a run with one frame per step.
    ReplayRun(const ReplayRun& from, const ForkSettings& fork_settings);
    ReplayRun(const ReplayRun&) = delete;
    void operator=(const ReplayRun&) = delete;

    /// Records the run again, and compares the new file with `text`, the whole file of the replay. Call it before the
    /// first frame. Without frame times or an end, a file cannot be recorded again: then this does nothing.
    void compare_with_file(std::string text);
    /// Returns false if there is no next frame. Throws std::runtime_error if the virtual clock stands still.
    bool simulate_frame();
    /// True also if the continue check has stopped the run.
    bool has_ended() const;
    /// Returns early if the continue check stops the run.
    void run_to_end();
    /// Seeks to the newest frame that began at `wall_time` or earlier. Only for FrameTimeSource::recorded.
    void seek(Nanos wall_time);
    /// `observer` is called after each physics step. An empty function removes the observer.
    void set_step_observer(std::function<void(const StepResult&)> observer) { step_observer_ = std::move(observer); }
    /// The run calls `may_continue` after each step and before each recorded event, and ends if the result is false.
    void set_continue_check(std::function<bool()> may_continue) { continue_check_ = std::move(may_continue); }

    const Replay& replay() const { return *replay_; }
    const Lane& lane() const { return state_.lane; }
    const LaneConfig& config() const { return state_.config; }
    std::int64_t tick() const { return state_.tick; }
    std::int64_t frame_count() const { return state_.frame_count; }
    /// Wall time at the start of the newest frame; zero at the start of the replay.
    Nanos now() const { return state_.now; }
    /// Wall time at the start of the next frame, which must exist.
    Nanos next_frame_start() const
    {
        return state_.now +
               (frame_time_source_ == FrameTimeSource::recorded ? next_frame_time() : pc_->time_in_frame());
    }
    /// The body's coordinate in the newest frame, in metres or radians.
    double newest_shown_x() const
    {
        const Lane& newest = state_.lane;
        return newest.samples().empty() ? newest.world().observables().x : newest.samples().back().shown_x;
    }
    /// The first difference between this run and the replay file; empty if there is none, or the run is not compared.
    const std::optional<DifferenceFromFile>& first_difference() const { return first_difference_; }
    std::size_t snapshot_count() const { return snapshots_.size(); }
    std::size_t snapshot_bytes() const { return snapshot_bytes_; }

private:
    struct State
    {
        LaneConfig config;
        Lane lane;
        /// Frame time for exactly one step: the step size plus 1 ns, so that rounding cannot make it too short.
        Nanos one_step_frame_time;
        Nanos refresh_period{};
        Nanos now{};
        std::int64_t frame_count = 0;
        std::int64_t tick = 0;
        std::size_t next_input_index = 0; ///< index in Replay::inputs
        std::size_t next_event_index = 0; ///< index in Replay::events
        sim::Input input{};
        scenes::CompensatedSeconds game_clock{};
        ReplayDigest digest;
    };

    void before_apply(const LaneConfig& config) override;
    void after_plan(const timestep::FrameInput& frame_input, const timestep::StepPlan& plan_to_store) override;
    void after_answer(const timestep::StepPlan& answer) override;
    void before_step(double h, sim::Input& input) override;
    void after_step(const scenes::World& stepped_world) override;

    /// Without recorded frame times, that of a frame with one step.
    Nanos next_frame_time() const;
    bool uses_recorded_frame_times() const
    {
        return frame_time_source_ == FrameTimeSource::recorded && replay_->has_frame_times;
    }
    /// Calls `continue_check_`, and returns its result. Once the result is false, always returns false without a call.
    bool call_continue_check();
    /// Of Replay::events, not the inputs.
    void apply_due_events();
    bool is_due(const FrameBoundaryEvent& event) const;
    // True if the next step (end: `step_end`) gets this input. Compares times if applies_inputs_by_time_, else ticks.
    bool is_due(const InputChange& change, Nanos step_end) const;
    /// Stores a difference, also if both hashes stand for a NaN, as `first_difference_` if it is the first one.
    void compare_hashes(DifferenceFromFile::Kind kind, std::uint32_t recorded_hash, std::uint32_t run_hash);
    /// Applies the events after the last frame, and compares the end of the run with the file.
    void finish_run();
    void save_snapshot();
    /// Makes a new PC for `state_.lane`, whose steps this object then intercepts.
    void attach_pc();

    std::shared_ptr<const Replay> replay_;
    std::shared_ptr<ForeignLoop> program_;
    timestep::StepPlan recorded_answer_{}; ///< the newest one
    FrameTimeSource frame_time_source_;
    bool applies_inputs_by_time_; ///< true: inputs and events take effect at their recorded times, not step numbers
    std::vector<std::string> overridden_paths_;
    Nanos recorded_end_time_;
    State state_;
    std::optional<StepLimitedPc> pc_;
    ClockStandstillDetector standstill_detector_;
    std::int64_t truncated_frame_step_count_ = 0; ///< steps of the next frame, if recorded as truncated; else 0
    timestep::StepPlan plan_{};
    std::int64_t frame_step_count_ = 0;
    std::function<void(const StepResult&)> step_observer_;
    std::function<bool()> continue_check_;
    bool is_stopped_ = false; ///< true: continue_check_ has returned false
    std::optional<DifferenceFromFile> first_difference_;
    std::optional<ReplayRecorder> recorder_; ///< of compare_with_file()
    std::string file_text_;
    std::vector<State> snapshots_;
    std::size_t snapshot_bytes_ = 0;
    std::int64_t snapshot_interval_ = 600; ///< in frames
};

/// The distance between the bodies of two replays is measured this long (simulated s) after the first difference.
inline constexpr std::array times_after_divergence_s{1.0, 10.0, 60.0};

/// The first physics step whose result differs between two replays.
struct Divergence
{
    std::int64_t tick = 0; ///< number of the differing step, from 1
    double seconds = 0.0; ///< simulated time in s of the step in the first replay
    std::string_view quantity = ""; ///< first value that differs: "time", "x", "v", "energy" or "state"
    double value_a = 0.0; ///< value of `quantity` in the first replay; 0 for "state"
    double value_b = 0.0; ///< value of `quantity` in the second replay; 0 for "state"
    std::array<std::optional<double>, times_after_divergence_s.size()> distances{};
};

struct ReplayComparison
{
    std::optional<Divergence> divergence{}; ///< empty if no step differs
    std::int64_t equal_step_count = 0; ///< number of compared steps with equal results
    std::int64_t extra_step_count_a = 0;
    std::int64_t extra_step_count_b = 0;
};

/// Runs both. They must be at the same step number.
ReplayComparison compare_replays(ReplayRun& a, ReplayRun& b);

} // namespace lab
