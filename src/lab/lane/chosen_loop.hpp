// lab/lane/chosen_loop.hpp -- ChosenLoop: a running game loop that the user can change or replace between frames
#pragma once

#include "lab/foreign/foreign_loop.hpp"
#include "lab/lane/simulated_thread.hpp"
#include "lab/settings/loop_choice.hpp"
#include "sim/machine/pc.hpp"
#include "telemetry/frames.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace lab
{

/// A running game loop that the user can replace. While the user's choice is invalid, the old loop keeps running.
class ChosenLoop
{
public:
    explicit ChosenLoop(const LoopChoice& choice);
    ChosenLoop(const ChosenLoop& other);
    ChosenLoop& operator=(const ChosenLoop& other);
    ~ChosenLoop();

    /// Keeps the running loop if `choice` is invalid. Returns bits of telemetry::Event for what has changed.
    telemetry::EventBits apply(const LoopChoice& choice);
    /// True if `choice` is a valid loop with another preset or another kind of stepper than the running one.
    bool would_change(const LoopChoice& choice) const;

    /// False while a loop in another program has not planned the frame yet: call it again. Waits at most for `timeout`.
    bool poll_plan(const timestep::FrameInput& frame_input, Nanos timeout)
    {
        return !foreign_loop_ || foreign_loop_->poll_plan(frame_input, newest_choice_.rate, timeout);
    }
    /// The steps of one frame. If the loop steps on its own thread: the steps finished there since the previous frame.
    timestep::StepPlan plan_frame(const timestep::FrameInput& frame_input, Nanos thread_step_cost);
    /// Takes the steps `left`, which did not run, out of the newest plan, which must have been `plan`.
    timestep::StepPlan give_back_unrun_steps(const timestep::StepPlan& plan, const timestep::StepsLeft& left);
    /// Waits with the running loop's pacer, or as long as the foreign loop says.
    sim::WaitTimes wait_for_next_frame(sim::Pc& pc, const timestep::StepPlan& plan);
    /// True if the frame of the newest plan, which must be `plan`, is to be drawn.
    bool renders(const timestep::StepPlan& plan) const;
    /// From the next frame on, `loop` plans the frames, and the running loop only paces them. Copies share `loop`.
    void use_foreign_loop(std::shared_ptr<ForeignLoop> loop) { foreign_loop_ = std::move(loop); }
    /// Null if the running loop plans the frames.
    const std::shared_ptr<ForeignLoop>& foreign_loop() const { return foreign_loop_; }
    /// From the next frame on, recorded answers of a loop in another program plan the frames: `answer` the next one.
    void use_recorded_answer(const timestep::StepPlan& answer) { recorded_answer_ = answer; }
    /// True if the steps run on their own thread, so that they do not make frames longer.
    bool uses_thread() const { return uses_thread_ && !foreign_loop_ && !recorded_answer_; }
    /// Frame time that is not simulated yet; negative while the simulation is ahead of the clock.
    Nanos carried_time_including_thread() const;

    Nanos take_lost_carried_time();
    /// Why the settings are not a valid loop; empty if they are valid. While they are invalid, the previous loop runs.
    const timestep::LoopRejection& loop_rejection() const { return loop_rejection_; }
    /// The loop that the user has chosen last, in its initial state. It may be invalid.
    const timestep::Loop& requested_loop() const;
    timestep::Loop& running_loop();
    const timestep::Loop& running_loop() const;

private:
    enum LoopIndex : std::uint8_t
    {
        requested,
        running
    };

    void store_scheduling(const LoopChoice& choice);

    LoopChoice newest_choice_; ///< also if it is not a valid loop
    timestep::PresetId preset_{};
    std::vector<timestep::Loop> loops_; ///< indexed by LoopIndex; a vector, because the type Loop is incomplete here
    bool uses_thread_ = false;
    /// Copy of LoopChoice::step_budget: wall time after which no further step of a frame begins; 0: no limit.
    Nanos step_budget_{};
    /// Empty if `uses_thread_` is false, and until plan_frame() starts the thread.
    std::optional<SimulatedThread> thread_;
    UncarriedTime unsimulated_thread_time_{}; ///< of a thread that has ended since the last plan_frame()
    timestep::LoopRejection loop_rejection_{};
    std::shared_ptr<ForeignLoop> foreign_loop_;
    std::optional<timestep::StepPlan> recorded_answer_{}; ///< of the next frame, or that of the newest one
    Nanos recorded_carried_{}; ///< of the newest frame
    Nanos lost_carried_time_{}; ///< carried time of replaced loops since the last take_lost_carried_time()
};

/// Removes all but the first `kept_steps` steps from `plan`, and adds the time of the removed steps to plan.dropped.
constexpr void drop_steps_after(std::int64_t kept_steps, timestep::StepPlan& plan)
{
    const timestep::Nanos dropped_time = (plan.steps - kept_steps) * plan.dt + plan.tail;
    plan.steps = kept_steps;
    plan.tail = timestep::Nanos::zero();
    plan.stepped -= dropped_time;
    plan.dropped += dropped_time;
}

} // namespace lab
