#include "lab/lane/chosen_loop.hpp"

#include "telemetry/frames.hpp"
#include "timestep/snapshots.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace lab
{

namespace
{

// Copies the parameters of one loop component. `to` keeps its state, such as its carried time.
template <class... Alternatives>
void copy_knobs(const timestep::Axis<Alternatives...>& from, timestep::Axis<Alternatives...>& to)
{
    const auto copy = [&]<class Chosen>(const Chosen& wanted)
    {
        auto& chosen = std::get<Chosen>(to);
        for (const auto& knob : timestep::knobs_of<Chosen>)
            if (const double value = knob.get(wanted); knob.get(chosen) != value && knob.in_range(value))
                knob.set(chosen, value);
    };
    std::visit(copy, static_cast<const std::variant<Alternatives...>&>(from));
}

// Sets the type and the parameters of one loop component. If the type does not change, `to` keeps its state.
template <class Axis>
void set_kind_and_knobs(const Axis& from, Axis& to)
{
    if (from.index() != to.index()) to = from;
    copy_knobs(from, to);
}

} // namespace

timestep::StepPlan OwnThread::plan(timestep::Loop& loop, const timestep::FrameInput& in, Nanos step_cost, Nanos budget)
{
    const Nanos non_negative_frame = std::max(in.frame, Nanos::zero());
    now_ += non_negative_frame;
    timestep::StepPlan sum{.dropped = in.frame - non_negative_frame};
    while (next_ <= now_)
        if (steps_left_ == 0)
            plan_due_steps(loop, in, step_cost, sum);
        else
            finish_step(loop, step_cost, budget, sum);

    sum.dt           = current_.dt;
    sum.dt_seconds   = current_.dt_seconds;
    sum.carried      = carried(loop);
    sum.filtered     = in.frame - sum.filter_error;
    sum.presentation = timestep::Presentation::interpolate;
    last_shown_time_ =
        timestep::displayed_time(now_ - current_.dt, last_shown_time_, previous_state_time_, newest_state_time_);
    sum.alpha = last_shown_time_ == newest_state_time_
                    ? 1.0
                    : static_cast<double>((last_shown_time_ - previous_state_time_).count()) /
                          static_cast<double>((newest_state_time_ - previous_state_time_).count());
    return sum;
}

void OwnThread::plan_due_steps(timestep::Loop& loop, const timestep::FrameInput& in, Nanos step_cost,
                               timestep::StepPlan& sum)
{
    current_    = loop.plan({.frame = next_ - planned_, .refresh_period = in.refresh_period});
    planned_    = next_;
    steps_left_ = current_.steps;
    unfinished_ = current_.stepped;
    sum.dropped += current_.dropped;
    sum.filter_error += current_.filter_error;
    next_ += steps_left_ > 0 ? step_cost : current_.next_step_in();
}

void OwnThread::finish_step(timestep::Loop& loop, Nanos step_cost, Nanos budget, timestep::StepPlan& sum)
{
    const timestep::StepTimes times{planned_, current_};
    previous_state_time_ = std::exchange(newest_state_time_, times.end(current_.steps - steps_left_));
    --steps_left_;
    const Nanos time = steps_left_ > 0 ? std::min(current_.dt, unfinished_) : unfinished_;
    unfinished_ -= time;
    sum.stepped += time;
    ++sum.steps;
    if (steps_left_ > 0 && budget > Nanos::zero() && next_ - planned_ >= budget)
    {
        const UnfinishedTime unfinished = give_back_unfinished(loop);
        sum.dropped += unfinished.dropped;
        sum.filter_error += unfinished.filter_error;
    }
    next_ = steps_left_ > 0 ? next_ + step_cost : std::max(next_, planned_ + current_.next_step_in());
}

// Gives the time of unfinished steps back to the loop, whose overload policy carries or drops it. Adds to
// StepPlan::filter_error by how much the finished steps differ from the loop's exact step times (dt is in whole ns).
UnfinishedTime OwnThread::give_back_unfinished(timestep::Loop& loop)
{
    const Nanos finished          = current_.stepped - unfinished_;
    const timestep::StepPlan done = loop.give_back(current_, {.steps = std::exchange(steps_left_, 0)});
    unfinished_                   = Nanos::zero();
    const UnfinishedTime unfinished{.dropped = done.dropped - current_.dropped,
                                    .filter_error =
                                        done.filter_error - current_.filter_error + (done.stepped - finished)};
    current_ = done;
    return unfinished;
}

UnfinishedTime OwnThread::end_and_give_back(timestep::Loop& loop)
{
    UnfinishedTime unfinished = give_back_unfinished(loop);
    unfinished.unplanned      = now_ - planned_;
    return unfinished;
}

ChosenLoop::ChosenLoop(const LoopChoice& choice)
    : applied_{choice}
    , applied_loop_{realised(choice)}
    , preset_{choice.preset}
    , loop_{applied_loop_}
    , refusal_{timestep::check(applied_loop_)}
{
    if (!refusal_) apply_thread(choice);
}

std::uint32_t ChosenLoop::apply(const LoopChoice& choice)
{
    if (applied_ == choice) return 0;
    applied_      = choice;
    applied_loop_ = realised(choice);
    refusal_      = timestep::check(applied_loop_);
    if (refusal_) return 0;
    apply_thread(choice);
    std::uint32_t events = 0;
    if (std::exchange(preset_, choice.preset) != choice.preset)
    {
        abandoned_time_ += loop_.carried();
        loop_  = applied_loop_;
        events = telemetry::loop_changed;
    }
    events |= apply_parts();
    if (choice.rate == loop_.rate()) return events;
    abandoned_time_ += loop_.carried();
    loop_.set_rate(choice.rate);
    // The loop keeps its carried time at the new rate. Some loops, such as Minecraft's, store it as a float, so the new
    // rate rounds it. Only this rounding error counts as dropped time.
    abandoned_time_ -= loop_.carried();
    return events | telemetry::knob_changed;
}

// Ends the loop's thread if the preset, the stepper or the step rate changes, or if the new loop has no thread.
void ChosenLoop::apply_thread(const LoopChoice& choice)
{
    const bool keeps_thread = choice.preset == preset_ && applied_loop_.stepper.index() == loop_.stepper.index() &&
                              choice.rate == loop_.rate();
    async_  = choice.async && can_have_thread(choice);
    budget_ = choice.budget;
    if (!thread_ || (async_ && keeps_thread)) return;
    unfinished_ = thread_->end_and_give_back(loop_);
    thread_.reset();
}

timestep::StepPlan ChosenLoop::plan_frame(const timestep::FrameInput& in, Nanos thread_step_cost)
{
    const UnfinishedTime unfinished = std::exchange(unfinished_, {});
    if (async_ && !thread_) thread_.emplace(loop_.carried(), unfinished.unplanned);
    timestep::StepPlan plan = thread_ ? thread_->plan(loop_, in, thread_step_cost, budget_)
                                      : loop_.plan({in.frame + unfinished.unplanned, in.refresh_period});
    plan.dropped += unfinished.dropped;
    plan.filter_error += unfinished.filter_error;
    plan.filtered = in.frame - plan.filter_error;
    return plan;
}

std::uint32_t ChosenLoop::apply_parts()
{
    const bool is_other_stepper = applied_loop_.stepper.index() != loop_.stepper.index();
    if (is_other_stepper) abandoned_time_ += loop_.carried();
    set_kind_and_knobs(applied_loop_.filter, loop_.filter);
    set_kind_and_knobs(applied_loop_.stepper, loop_.stepper);
    set_kind_and_knobs(applied_loop_.overload, loop_.overload);
    set_kind_and_knobs(applied_loop_.pacer, loop_.pacer);
    loop_.presentation = applied_loop_.presentation;
    return is_other_stepper ? std::uint32_t{telemetry::loop_changed} : 0;
}

Nanos ChosenLoop::take_abandoned_time() { return std::exchange(abandoned_time_, Nanos{}); }

} // namespace lab
