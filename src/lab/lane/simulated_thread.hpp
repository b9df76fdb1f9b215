// lab/lane/simulated_thread.hpp -- SimulatedThread: a model of a thread that runs the steps of a game loop
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/ticks.hpp"

#include <cstdint>

namespace lab
{

using timestep::Nanos;

struct UncarriedTime
{
    Nanos unplanned_time{};
    Nanos dropped_time{}; ///< never simulated, as StepPlan::dropped
    Nanos filter_error{}; ///< never simulated, as StepPlan::filter_error
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

    /// Returns the steps that the thread finishes until the frame. A `step_budget` of 0 means no limit.
    timestep::StepPlan simulate_frame(timestep::Loop& loop, const timestep::FrameInput& frame_input, Nanos step_cost,
                                      Nanos step_budget);
    /// The frame time that no finished step has simulated yet.
    Nanos carried_time(const timestep::Loop& loop) const;
    /// Gives the unfinished steps back to the loop. Must be called once, before this object is destroyed.
    UncarriedTime finish(timestep::Loop& loop);

private:
    void finish_step(timestep::StepPlan& finished_steps_plan);
    UncarriedTime give_back_unfinished_steps(timestep::Loop& loop);

    // All times in this class count from the start of the thread.
    Nanos frame_start_time_{}; ///< start of the newest frame
    Nanos planned_until_{}; ///< time at which the loop last planned steps; at most 0 before the first plan
    Nanos next_event_time_{}; ///< time at which the current step ends, or at which the loop plans again
    timestep::StepPlan newest_plan_{};
    std::int64_t steps_left_ = 0; ///< steps of `newest_plan_` that are not finished
    Nanos unfinished_step_time_{}; ///< simulated time of all unfinished steps
    Nanos previous_state_time_{}, newest_state_time_{}; ///< simulated times of the newest two finished states
    Nanos last_shown_time_ = Nanos::min(); ///< simulated time that the previous frame has shown
};

} // namespace lab
