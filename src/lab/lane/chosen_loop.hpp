// lab/lane/chosen_loop.hpp -- the loop that runs now; the user can replace it or change its parameters between two
// frames
#pragma once

#include "lab/settings/realised_loop.hpp"
#include "timestep/build.hpp"
#include "timestep/loop.hpp"
#include "timestep/ticks.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace lab
{

using timestep::Nanos;

/// Frame time that a loop's own thread had not simulated when it ended.
struct UnfinishedTime
{
    /// Frame time that was not passed to the loop yet. The caller must add it to the loop's next frame time.
    Nanos unplanned{};
    Nanos dropped{};
    Nanos filter_error{};
};

/// A simulated second thread on which a loop makes its steps, so that steps do not delay frames.
///   thread  |==.....|===....|=......|      =: it computes a step, .: it sleeps until the next step is due
///   frames  |-----|-----|-----|-----|      each shows a blend of the newest two finished states, a step late
/// No real thread runs: a step takes exactly the step cost of the settings. So the same frame times give the same steps
/// on every PC. A picture shows the same simulated time as in a program with two real threads and timestep::Snapshots,
/// the class that passes states from the simulation thread to the drawing thread.
class OwnThread
{
public:
    /// Starts the simulated thread at the start of the previous frame; the first call of plan() advances it to the
    /// start of the newest frame. `carried` is the time that the loop carries at the start of the thread; `unplanned`
    /// is earlier frame time that was not passed to the loop yet.
    OwnThread(Nanos carried, Nanos unplanned)
        : planned_{-unplanned}
        , previous_state_time_{-unplanned - carried}
        , newest_state_time_{previous_state_time_}
    {
    }

    /// Advances the thread by one frame time. The plan has the steps that the thread has finished, and the blend of its
    /// newest two states. Each step takes `step_cost` of computing time; when a plan has taken `budget`, if that is not
    /// zero, its remaining steps are left out. The plan's carried time includes all unfinished steps.
    timestep::StepPlan plan(timestep::Loop& loop, const timestep::FrameInput& in, Nanos step_cost, Nanos budget);
    /// Frame time that no finished step has simulated yet.
    Nanos carried(const timestep::Loop& loop) const { return loop.carried() + unfinished_ + (now_ - planned_); }
    /// Ends the thread, and gives the time of its unfinished steps back to `loop`.
    UnfinishedTime end_and_give_back(timestep::Loop& loop);

private:
    void plan_due_steps(timestep::Loop& loop, const timestep::FrameInput& in, Nanos step_cost, timestep::StepPlan& sum);
    void finish_step(timestep::Loop& loop, Nanos step_cost, Nanos budget, timestep::StepPlan& sum);
    UnfinishedTime give_back_unfinished(timestep::Loop& loop);

    Nanos now_{};                  ///< start of the newest frame, on a clock that is 0 at the start of the thread
    Nanos planned_{};              ///< time at which the loop made its last plan
    Nanos next_{};                 ///< time at which the thread finishes a step, or wakes to make the next plan
    timestep::StepPlan current_{}; ///< the loop's last plan (its decision about steps)
    std::int64_t steps_left_ = 0;  ///< number of steps of `current_` that are not finished
    Nanos unfinished_{};           ///< simulated time of the steps in `steps_left_`
    Nanos previous_state_time_{}, newest_state_time_{}; ///< simulated times of the newest two states
    Nanos last_shown_time_ = Nanos::min();              ///< simulated time of the last picture
};

class ChosenLoop
{
public:
    explicit ChosenLoop(const LoopChoice& choice);

    /// Applies changed settings. Returns the changes as bits of telemetry::Event. If this replaces the loop or its
    /// stepper, take_abandoned_time() returns the time that the old one still carried. If the settings are not a valid
    /// loop, the old loop continues and refusal() has the reason.
    std::uint32_t apply(const LoopChoice& choice);

    /// Decides the steps of a frame. If the loop has a thread, these are the steps that the thread finishes before the
    /// frame begins; `thread_step_cost` is the computing time of a step on it.
    timestep::StepPlan plan_frame(const timestep::FrameInput& in, Nanos thread_step_cost);
    /// Steps on a thread of the loop's own do not make frames longer.
    bool has_thread() const { return async_; }
    /// Frame time that no step has simulated yet; negative while the simulation leads the clock.
    Nanos carried() const { return thread_ ? thread_->carried(loop_) : loop_.carried() + unfinished_.unplanned; }

    /// Returns the sum of the times that replaced loops and steppers had not simulated, since the last call. The caller
    /// must count it as dropped time.
    Nanos take_abandoned_time();
    /// The reason why the settings are not a valid loop; empty if they are. Until they are, the previous loop runs.
    const timestep::Refusal& refusal() const { return refusal_; }
    /// The loop of the applied choice, without carried time; it never runs.
    const timestep::Loop& applied_loop() const { return applied_loop_; }
    timestep::Loop& loop() { return loop_; }
    const timestep::Loop& loop() const { return loop_; }

private:
    std::uint32_t apply_parts();
    void apply_thread(const LoopChoice& choice);

    LoopChoice applied_;          ///< the last choice that apply() got, also if it is not a valid loop
    timestep::Loop applied_loop_; ///< the loop of applied_
    timestep::LoopId preset_;     ///< preset of the running loop
    timestep::Loop loop_;         ///< the running loop
    bool async_ = false;
    /// Copy of LoopChoice::budget: when the steps of one decision of the loop have taken this time, no further step
    /// of this decision begins; 0: no limit.
    Nanos budget_{};
    std::optional<OwnThread> thread_; ///< empty if the loop has no thread of its own, and before its first plan_frame()
    UnfinishedTime unfinished_{}; ///< frame time that an ended thread has not simulated; the next plan_frame() adds it
    timestep::Refusal refusal_{};
    Nanos abandoned_time_{}; ///< time that replaced loops and steppers still carried; take_abandoned_time() returns it
};

/// Changes the plan of a frame that was stopped after `done` steps: the time of its remaining steps becomes dropped
/// time.
constexpr void drop_steps_after(std::int64_t done, timestep::StepPlan& plan)
{
    const timestep::Nanos dropped = (plan.steps - done) * plan.dt + plan.tail;
    plan.steps                    = done;
    plan.tail                     = timestep::Nanos::zero();
    plan.stepped -= dropped;
    plan.dropped += dropped;
}

} // namespace lab
