#include "lab/lane/simulated_thread.hpp"

#include "timestep/loop.hpp"
#include "timestep/snapshots.hpp"

#include <algorithm>

namespace lab
{

timestep::StepPlan SimulatedThread::simulate_frame(timestep::Loop& loop, const timestep::FrameInput& frame_input,
                                                   Nanos step_cost, Nanos step_budget)
{
    const Nanos non_negative_frame_time = std::max(frame_input.frame_time, Nanos::zero());
    frame_start_time_ += non_negative_frame_time;
    timestep::StepPlan finished_steps_plan{.dropped = frame_input.frame_time - non_negative_frame_time};
    while (next_event_time_ <= frame_start_time_)
    {
        UncarriedTime not_carried;
        if (steps_left_ == 0)
        {
            newest_plan_ = loop.plan(
                {.frame_time = next_event_time_ - planned_until_, .refresh_period = frame_input.refresh_period});
            planned_until_ = next_event_time_;
            steps_left_ = newest_plan_.steps;
            unfinished_step_time_ = newest_plan_.stepped;
            not_carried = {.dropped_time = newest_plan_.dropped, .filter_error = newest_plan_.filter_error};
        }
        else
        {
            finish_step(finished_steps_plan);
            const bool is_budget_used = step_budget > Nanos::zero() && next_event_time_ - planned_until_ >= step_budget;
            if (steps_left_ > 0 && is_budget_used) not_carried = give_back_unfinished_steps(loop);
        }
        finished_steps_plan.dropped += not_carried.dropped_time;
        finished_steps_plan.filter_error += not_carried.filter_error;
        next_event_time_ = steps_left_ > 0
                               ? next_event_time_ + step_cost
                               : std::max(next_event_time_, planned_until_ + newest_plan_.time_to_next_step());
    }

    last_shown_time_ = timestep::clamped_display_time(frame_start_time_ - newest_plan_.dt, last_shown_time_,
                                                      previous_state_time_, newest_state_time_);
    finished_steps_plan.alpha = last_shown_time_ == newest_state_time_
                                    ? 1.0
                                    : static_cast<double>((last_shown_time_ - previous_state_time_).count()) /
                                          static_cast<double>((newest_state_time_ - previous_state_time_).count());

    finished_steps_plan.dt = newest_plan_.dt;
    finished_steps_plan.dt_seconds = newest_plan_.dt_seconds;
    finished_steps_plan.carried = carried_time(loop);
    finished_steps_plan.filtered_frame_time = frame_input.frame_time - finished_steps_plan.filter_error;
    finished_steps_plan.presentation = timestep::Presentation::interpolate;
    return finished_steps_plan;
}

void SimulatedThread::finish_step(timestep::StepPlan& finished_steps_plan)
{
    const timestep::StepTimes step_times{planned_until_, newest_plan_};
    previous_state_time_ = newest_state_time_;
    newest_state_time_ = step_times.end_time(newest_plan_.steps - steps_left_);
    --steps_left_;
    const Nanos step_time = steps_left_ > 0 ? std::min(newest_plan_.dt, unfinished_step_time_) : unfinished_step_time_;
    unfinished_step_time_ -= step_time;
    finished_steps_plan.stepped += step_time;
    ++finished_steps_plan.steps;
}

// The loop may simulate the time of these steps later.
UncarriedTime SimulatedThread::give_back_unfinished_steps(timestep::Loop& loop)
{
    const Nanos finished_time = newest_plan_.stepped - unfinished_step_time_;
    const timestep::StepPlan finished_plan = loop.give_back_unrun_steps(newest_plan_, {.steps = steps_left_});
    steps_left_ = 0;
    unfinished_step_time_ = Nanos::zero();
    const UncarriedTime not_carried{.dropped_time = finished_plan.dropped - newest_plan_.dropped,
                                    .filter_error = finished_plan.filter_error - newest_plan_.filter_error +
                                                    (finished_plan.stepped - finished_time)};
    newest_plan_ = finished_plan;
    return not_carried;
}

UncarriedTime SimulatedThread::finish(timestep::Loop& loop)
{
    UncarriedTime not_carried = give_back_unfinished_steps(loop);
    not_carried.unplanned_time = frame_start_time_ - planned_until_;
    return not_carried;
}

Nanos SimulatedThread::carried_time(const timestep::Loop& loop) const
{
    return loop.carried() + unfinished_step_time_ + (frame_start_time_ - planned_until_);
}

} // namespace lab
