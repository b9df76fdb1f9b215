#include "lab/lane/chosen_loop.hpp"

#include "telemetry/frames.hpp"
#include "timestep/build.hpp"
#include "timestep/snapshots.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace lab
{

namespace
{

template <class... Alternatives>
void copy_type_and_parameters(const timestep::LoopPart<Alternatives...>& from, timestep::LoopPart<Alternatives...>& to)
{
    if (from.index() != to.index()) to = from;
    const auto copy = [&]<class Component>(const Component& source)
    {
        auto& target = std::get<Component>(to);
        for (const auto& knob : timestep::knobs_of<Component>)
            if (const double value = knob.get(source); knob.get(target) != value && knob.is_in_range(value))
                knob.set(target, value);
    };
    std::visit(copy, static_cast<const std::variant<Alternatives...>&>(from));
}

} // namespace

timestep::StepPlan SimulatedThread::advance_and_plan_finished_steps(timestep::Loop& loop,
                                                                    const timestep::FrameInput& in, Nanos step_cost,
                                                                    Nanos step_budget)
{
    const Nanos non_negative_frame_time = std::max(in.frame_time, Nanos::zero());
    frame_start_time_ += non_negative_frame_time;
    timestep::StepPlan finished_steps_plan{.dropped = in.frame_time - non_negative_frame_time};
    while (next_event_time_ <= frame_start_time_)
        if (steps_left_ == 0)
            plan_due_steps_and_add_dropped_time(loop, in, step_cost, finished_steps_plan);
        else
            finish_step_and_cancel_late_steps(loop, step_cost, step_budget, finished_steps_plan);

    finished_steps_plan.dt                  = newest_plan_.dt;
    finished_steps_plan.dt_seconds          = newest_plan_.dt_seconds;
    finished_steps_plan.carried             = carried_time(loop);
    finished_steps_plan.filtered_frame_time = in.frame_time - finished_steps_plan.filter_error;
    finished_steps_plan.presentation        = timestep::Presentation::interpolate;
    last_shown_time_          = timestep::clamped_display_time(frame_start_time_ - newest_plan_.dt, last_shown_time_,
                                                               previous_state_time_, newest_state_time_);
    finished_steps_plan.alpha = last_shown_time_ == newest_state_time_
                                    ? 1.0
                                    : static_cast<double>((last_shown_time_ - previous_state_time_).count()) /
                                          static_cast<double>((newest_state_time_ - previous_state_time_).count());
    return finished_steps_plan;
}

void SimulatedThread::plan_due_steps_and_add_dropped_time(timestep::Loop& loop, const timestep::FrameInput& in,
                                                          Nanos step_cost, timestep::StepPlan& finished_steps_plan)
{
    newest_plan_   = loop.plan({.frame_time = next_event_time_ - planned_until_, .refresh_period = in.refresh_period});
    planned_until_ = next_event_time_;
    steps_left_    = newest_plan_.steps;
    unfinished_step_time_ = newest_plan_.stepped;
    finished_steps_plan.dropped += newest_plan_.dropped;
    finished_steps_plan.filter_error += newest_plan_.filter_error;
    next_event_time_ += steps_left_ > 0 ? step_cost : newest_plan_.time_to_next_step();
}

void SimulatedThread::finish_step_and_cancel_late_steps(timestep::Loop& loop, Nanos step_cost, Nanos step_budget,
                                                        timestep::StepPlan& finished_steps_plan)
{
    const timestep::StepTimes times{planned_until_, newest_plan_};
    previous_state_time_ = std::exchange(newest_state_time_, times.end_time(newest_plan_.steps - steps_left_));
    --steps_left_;
    const Nanos step_time = steps_left_ > 0 ? std::min(newest_plan_.dt, unfinished_step_time_) : unfinished_step_time_;
    unfinished_step_time_ -= step_time;
    finished_steps_plan.stepped += step_time;
    ++finished_steps_plan.steps;
    if (steps_left_ > 0 && step_budget > Nanos::zero() && next_event_time_ - planned_until_ >= step_budget)
    {
        const UnsimulatedTime unsimulated = cancel_unfinished_steps(loop);
        finished_steps_plan.dropped += unsimulated.dropped_time;
        finished_steps_plan.filter_error += unsimulated.filter_error;
    }
    next_event_time_ = steps_left_ > 0 ? next_event_time_ + step_cost
                                       : std::max(next_event_time_, planned_until_ + newest_plan_.time_to_next_step());
}

// Cancels the steps that are not finished yet. The loop may simulate their time later.
UnsimulatedTime SimulatedThread::cancel_unfinished_steps(timestep::Loop& loop)
{
    const Nanos finished_time = newest_plan_.stepped - unfinished_step_time_;
    const timestep::StepPlan finished_plan =
        loop.give_back_unrun_steps(newest_plan_, {.steps = std::exchange(steps_left_, 0)});
    unfinished_step_time_ = Nanos::zero();
    const UnsimulatedTime unsimulated{.dropped_time = finished_plan.dropped - newest_plan_.dropped,
                                      .filter_error = finished_plan.filter_error - newest_plan_.filter_error +
                                                      (finished_plan.stepped - finished_time)};
    newest_plan_ = finished_plan;
    return unsimulated;
}

UnsimulatedTime SimulatedThread::cancel_steps_at_thread_end(timestep::Loop& loop)
{
    UnsimulatedTime unsimulated = cancel_unfinished_steps(loop);
    unsimulated.unplanned_time  = frame_start_time_ - planned_until_;
    return unsimulated;
}

Nanos SimulatedThread::carried_time(const timestep::Loop& loop) const
{
    return loop.carried() + unfinished_step_time_ + (frame_start_time_ - planned_until_);
}

ChosenLoop::ChosenLoop(const LoopChoice& choice)
    : newest_choice_{choice}
    , preset_{choice.preset}
    , previous_preset_{choice.preset}
    , requested_and_running_loops_(2, make_loop(choice))
    , loop_rejection_{timestep::check(requested_loop())}
{
    if (!loop_rejection_) store_thread_settings_and_end_stale_thread(choice);
}

ChosenLoop::ChosenLoop(const ChosenLoop& other)            = default;
ChosenLoop& ChosenLoop::operator=(const ChosenLoop& other) = default;
ChosenLoop::~ChosenLoop()                                  = default;

const timestep::Loop& ChosenLoop::requested_loop() const { return requested_and_running_loops_.front(); }
timestep::Loop& ChosenLoop::loop() { return requested_and_running_loops_.back(); }
const timestep::Loop& ChosenLoop::loop() const { return requested_and_running_loops_.back(); }

Nanos ChosenLoop::carried_time() const
{
    return thread_ ? thread_->carried_time(loop()) : loop().carried() + unsimulated_thread_time_.unplanned_time;
}

std::uint32_t ChosenLoop::apply(const LoopChoice& choice)
{
    if (newest_choice_ == choice) return 0;
    newest_choice_                       = choice;
    requested_and_running_loops_.front() = make_loop(choice);
    loop_rejection_                      = timestep::check(requested_loop());
    if (loop_rejection_) return 0;
    store_thread_settings_and_end_stale_thread(choice);
    std::uint32_t events = 0;
    if (preset_ != choice.preset)
    {
        previous_preset_ = std::exchange(preset_, choice.preset);
        lost_carried_time_ += loop().carried();
        requested_and_running_loops_.back() = requested_and_running_loops_.front();
        events                              = telemetry::loop_changed;
    }
    events |= apply_components_and_get_events();
    if (choice.rate == loop().rate()) return events;
    lost_carried_time_ += loop().carried();
    loop().set_rate(choice.rate);
    lost_carried_time_ -= loop().carried();
    return events | telemetry::knob_changed;
}

void ChosenLoop::store_thread_settings_and_end_stale_thread(const LoopChoice& choice)
{
    const bool keeps_thread = choice.preset == preset_ && requested_loop().stepper.index() == loop().stepper.index() &&
                              choice.rate == loop().rate();
    uses_thread_ = choice.wants_own_thread && can_simulate_on_own_thread(choice);
    step_budget_ = choice.step_budget;
    if (!thread_ || (uses_thread_ && keeps_thread)) return;
    unsimulated_thread_time_ = thread_->cancel_steps_at_thread_end(loop());
    thread_.reset();
}

timestep::StepPlan ChosenLoop::plan_frame_or_take_finished_steps(const timestep::FrameInput& in, Nanos thread_step_cost)
{
    const UnsimulatedTime unsimulated = std::exchange(unsimulated_thread_time_, {});
    if (uses_thread_ && !thread_) thread_.emplace(loop().carried(), unsimulated.unplanned_time);
    timestep::StepPlan plan = thread_
                                  ? thread_->advance_and_plan_finished_steps(loop(), in, thread_step_cost, step_budget_)
                                  : loop().plan({in.frame_time + unsimulated.unplanned_time, in.refresh_period});
    plan.dropped += unsimulated.dropped_time;
    plan.filter_error += unsimulated.filter_error;
    plan.filtered_frame_time = in.frame_time - plan.filter_error;
    return plan;
}

std::uint32_t ChosenLoop::apply_components_and_get_events()
{
    const bool replaces_stepper = requested_loop().stepper.index() != loop().stepper.index();
    if (replaces_stepper) lost_carried_time_ += loop().carried();
    copy_type_and_parameters(requested_loop().filter, loop().filter);
    copy_type_and_parameters(requested_loop().stepper, loop().stepper);
    copy_type_and_parameters(requested_loop().overload, loop().overload);
    copy_type_and_parameters(requested_loop().pacer, loop().pacer);
    loop().presentation = requested_loop().presentation;
    return replaces_stepper ? std::uint32_t{telemetry::loop_changed} : 0;
}

Nanos ChosenLoop::take_lost_carried_time() { return std::exchange(lost_carried_time_, Nanos{}); }

} // namespace lab
