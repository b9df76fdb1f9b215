// lab/lane/chosen_loop.hpp -- ChosenLoop: a running game loop that the user can change or replace between frames
#pragma once

#include "lab/settings/loop_choice.hpp"
#include "timestep/basic_loop.hpp"
#include "timestep/ticks.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace lab
{

using timestep::Nanos;

/// Frame time that a loop's simulation thread had not simulated when the thread ended.
struct UnsimulatedTime
{
    /// Frame time that was not passed to the loop's plan(). The caller must add it to the next frame time of the loop.
    Nanos unplanned_time{};
    Nanos dropped_time{};
    Nanos filter_error{};
};

/// Models a thread for a loop's steps, which then delay no frames. No real thread runs, so that runs are reproducible.
///   thread  |==.....|===....|=......|      =: a step is being computed, .: sleep until the next step is due
///   frames  |-----|-----|-----|-----|      each is interpolated between the newest two finished states
class SimulatedThread
{
public:
    SimulatedThread(Nanos carried_time, Nanos unplanned_time)
        : planned_until_{-unplanned_time}
        , previous_state_time_{-unplanned_time - carried_time}
        , newest_state_time_{previous_state_time_}
    {
    }

    /// A `step_budget` of 0 means no limit.
    timestep::StepPlan advance_and_plan_finished_steps(timestep::Loop& loop, const timestep::FrameInput& in,
                                                       Nanos step_cost, Nanos step_budget);
    /// The frame time that no finished step has simulated yet.
    Nanos carried_time(const timestep::Loop& loop) const;
    /// Gives the time of all unfinished steps back to the loop. Must be called once, before this object is destroyed.
    UnsimulatedTime cancel_steps_at_thread_end(timestep::Loop& loop);

private:
    void plan_due_steps_and_add_dropped_time(timestep::Loop& loop, const timestep::FrameInput& in, Nanos step_cost,
                                             timestep::StepPlan& finished_steps_plan);
    void finish_step_and_cancel_late_steps(timestep::Loop& loop, Nanos step_cost, Nanos step_budget,
                                           timestep::StepPlan& finished_steps_plan);
    UnsimulatedTime cancel_unfinished_steps(timestep::Loop& loop);

    // All times in this class count from the start of the thread.
    Nanos frame_start_time_{}; ///< start of the newest frame
    Nanos planned_until_{};    ///< time at which the loop last planned steps; at most 0 before the first plan
    Nanos next_event_time_{};  ///< time at which the current step ends, or at which the loop plans again
    timestep::StepPlan newest_plan_{};
    std::int64_t steps_left_ = 0;                       ///< steps of `newest_plan_` that are not finished
    Nanos unfinished_step_time_{};                      ///< simulated time of all unfinished steps
    Nanos previous_state_time_{}, newest_state_time_{}; ///< simulated times of the newest two finished states
    Nanos last_shown_time_ = Nanos::min();              ///< simulated time that the previous frame has shown
};

/// A running game loop that the user can replace. While the user's choice is invalid, the old loop keeps running.
class ChosenLoop
{
public:
    explicit ChosenLoop(const LoopChoice& choice);
    ChosenLoop(const ChosenLoop& other);
    ChosenLoop& operator=(const ChosenLoop& other);
    ~ChosenLoop();

    /// Applies the settings. Returns the changes as bits of telemetry::Event; 0 if the settings are not a valid loop.
    std::uint32_t apply(const LoopChoice& choice);

    /// The steps of one frame. If the loop steps on its own thread: the steps finished there since the previous frame.
    timestep::StepPlan plan_frame_or_take_finished_steps(const timestep::FrameInput& in, Nanos thread_step_cost);
    /// True if the steps run on their own thread, so that they do not make frames longer.
    bool uses_thread() const { return uses_thread_; }
    /// Frame time that is not simulated yet; negative while the simulation is ahead of the clock.
    Nanos carried_time() const;

    /// Must be added to StepPlan::dropped.
    Nanos take_lost_carried_time();
    timestep::PresetId previous_preset() const { return previous_preset_; }
    /// Why the settings are not a valid loop; empty if they are valid. While they are invalid, the previous loop runs.
    const timestep::LoopRejection& loop_rejection() const { return loop_rejection_; }
    /// The loop that the user has chosen last, in its initial state. It may be invalid.
    const timestep::Loop& requested_loop() const;
    /// The running loop. While the settings are invalid, this is an older loop than requested_loop().
    timestep::Loop& loop();
    const timestep::Loop& loop() const;

private:
    std::uint32_t apply_components_and_get_events();
    void store_thread_settings_and_end_stale_thread(const LoopChoice& choice);

    LoopChoice newest_choice_; ///< argument of the newest apply(), also if it was not a valid loop
    timestep::PresetId preset_{};
    /// Preset of the loop that was replaced last; equal to `preset_` if no loop was replaced.
    timestep::PresetId previous_preset_{};
    /// Two elements: the loop that the user has chosen last, and the running loop.
    std::vector<timestep::Loop> requested_and_running_loops_;
    bool uses_thread_ = false;
    /// Copy of LoopChoice::step_budget: wall time after which no further step of a frame begins; 0: no limit.
    Nanos step_budget_{};
    /// Empty if `uses_thread_` is false, and until plan_frame_or_take_finished_steps() starts the thread.
    std::optional<SimulatedThread> thread_;
    UnsimulatedTime unsimulated_thread_time_{};
    timestep::LoopRejection loop_rejection_{};
    Nanos lost_carried_time_{}; ///< carried time of replaced loops since the last take_lost_carried_time()
};

/// Removes all but the first `kept_steps` steps from `plan`, and adds the time of the removed steps to plan.dropped.
constexpr void drop_steps_after(std::int64_t kept_steps, timestep::StepPlan& plan)
{
    const timestep::Nanos dropped_time = (plan.steps - kept_steps) * plan.dt + plan.tail;
    plan.steps                         = kept_steps;
    plan.tail                          = timestep::Nanos::zero();
    plan.stepped -= dropped_time;
    plan.dropped += dropped_time;
}

} // namespace lab
