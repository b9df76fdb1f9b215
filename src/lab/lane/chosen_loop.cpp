#include "lab/lane/chosen_loop.hpp"

#include "telemetry/frames.hpp"
#include "timestep/build.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace lab
{

namespace
{

// Keeps the state of a component that does not change its type.
template <class... Alternatives>
void copy_component(const timestep::LoopPart<Alternatives...>& from, timestep::LoopPart<Alternatives...>& to)
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

ChosenLoop::ChosenLoop(const LoopChoice& choice)
    : newest_choice_{choice}
    , preset_{choice.preset}
    , loops_(2, make_loop(choice))
    , loop_rejection_{timestep::check(requested_loop())}
{
    if (!loop_rejection_) store_scheduling(choice);
}

ChosenLoop::ChosenLoop(const ChosenLoop& other) = default;
ChosenLoop& ChosenLoop::operator=(const ChosenLoop& other) = default;
ChosenLoop::~ChosenLoop() = default;

const timestep::Loop& ChosenLoop::requested_loop() const { return loops_[requested]; }
timestep::Loop& ChosenLoop::running_loop() { return loops_[running]; }
const timestep::Loop& ChosenLoop::running_loop() const { return loops_[running]; }

Nanos ChosenLoop::carried_time_including_thread() const
{
    if (foreign_loop_) return foreign_loop_->carried();
    if (recorded_answer_) return recorded_carried_;
    return thread_ ? thread_->carried_time(running_loop())
                   : running_loop().carried() + unsimulated_thread_time_.unplanned_time;
}

bool ChosenLoop::would_change(const LoopChoice& choice) const
{
    if (newest_choice_ == choice) return false;
    const timestep::Loop loop = make_loop(choice);
    return !timestep::check(loop) &&
           (preset_ != choice.preset || loop.stepper.index() != running_loop().stepper.index());
}

telemetry::EventBits ChosenLoop::apply(const LoopChoice& choice)
{
    if (newest_choice_ == choice) return 0;
    newest_choice_ = choice;
    loops_[requested] = make_loop(choice);
    loop_rejection_ = timestep::check(requested_loop());
    if (loop_rejection_) return 0;
    store_scheduling(choice);

    // Only a thread with the same stepper and rate can continue. The next plan gets the time that it has not simulated.
    const timestep::Loop& chosen = requested_loop();
    const bool can_thread_continue = uses_thread_ && choice.preset == preset_ &&
                                     chosen.stepper.index() == running_loop().stepper.index() &&
                                     choice.rate == running_loop().rate();
    if (thread_ && !can_thread_continue)
    {
        unsimulated_thread_time_ = thread_->finish(running_loop());
        thread_.reset();
    }

    telemetry::EventBits change_events = 0;
    if (preset_ != choice.preset)
    {
        preset_ = choice.preset;
        lost_carried_time_ += running_loop().carried();
        loops_[running] = chosen;
        change_events = telemetry::loop_changed;
    }
    if (chosen.stepper.index() != running_loop().stepper.index())
    {
        lost_carried_time_ += running_loop().carried();
        change_events |= telemetry::loop_changed;
    }

    copy_component(chosen.filter, running_loop().filter);
    copy_component(chosen.stepper, running_loop().stepper);
    copy_component(chosen.overload, running_loop().overload);
    copy_component(chosen.pacer, running_loop().pacer);
    running_loop().presentation = chosen.presentation;
    if (choice.rate == running_loop().rate()) return change_events;
    lost_carried_time_ += running_loop().carried();
    running_loop().set_rate(choice.rate);
    lost_carried_time_ -= running_loop().carried();
    return change_events | telemetry::knob_changed;
}

void ChosenLoop::store_scheduling(const LoopChoice& choice)
{
    uses_thread_ = choice.wants_own_thread && supports_own_thread(choice);
    step_budget_ = choice.step_budget;
}

timestep::StepPlan ChosenLoop::plan_frame(const timestep::FrameInput& frame_input, Nanos thread_step_cost)
{
    if (foreign_loop_) return foreign_loop_->plan(frame_input, newest_choice_.rate);
    if (recorded_answer_)
    {
        recorded_carried_ = recorded_answer_->carried;
        return *recorded_answer_;
    }
    const UncarriedTime not_carried = std::exchange(unsimulated_thread_time_, {});
    if (uses_thread_ && !thread_) thread_.emplace(running_loop().carried(), not_carried.unplanned_time);
    timestep::StepPlan plan =
        thread_
            ? thread_->simulate_frame(running_loop(), frame_input, thread_step_cost, step_budget_)
            : running_loop().plan({frame_input.frame_time + not_carried.unplanned_time, frame_input.refresh_period});
    plan.dropped += not_carried.dropped_time;
    plan.filter_error += not_carried.filter_error;
    plan.filtered_frame_time = frame_input.frame_time - plan.filter_error;
    return plan;
}

timestep::StepPlan ChosenLoop::give_back_unrun_steps(const timestep::StepPlan& plan, const timestep::StepsLeft& left)
{
    if (foreign_loop_) foreign_loop_->report_unrun_steps(left);
    if (!foreign_loop_ && !recorded_answer_) return running_loop().give_back_unrun_steps(plan, left);
    timestep::StepPlan cut_plan = plan;
    timestep::detail::drop_unrun_steps(cut_plan, left);
    return cut_plan;
}

sim::WaitTimes ChosenLoop::wait_for_next_frame(sim::Pc& pc, const timestep::StepPlan& plan)
{
    const auto wait = foreign_loop_ ? foreign_loop_->newest_answer().wait : std::nullopt;
    if (!wait) return pc.wait_for_next_frame(running_loop().pacer, plan);
    if (*wait == Nanos::zero()) return {};
    // The next step of this plan is due after `wait`, which may not stop a window on this PC for long.
    timestep::LoopPacer pacer{timestep::UntilStep{}};
    return pc.wait_for_next_frame(pacer, {.dt = std::min(*wait, pc.stepping_time_limit()) - Nanos{1}, .alpha = 0.0});
}

bool ChosenLoop::renders(const timestep::StepPlan& plan) const
{
    return (!foreign_loop_ || foreign_loop_->newest_answer().is_drawn) && running_loop().pacer.renders(plan);
}

Nanos ChosenLoop::take_lost_carried_time() { return std::exchange(lost_carried_time_, Nanos{}); }

} // namespace lab
