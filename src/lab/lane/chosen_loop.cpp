#include "lab/lane/chosen_loop.hpp"

#include "lab/settings/realised_loop.hpp"
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

// Copies the parameters of one loop component. `to` keeps its state, such as its carried time.
template <class... Alternatives>
void copy_knobs(const timestep::Axis<Alternatives...>& from, timestep::Axis<Alternatives...>& to)
{
    const auto copy = [&]<class Component>(const Component& source)
    {
        auto& target = std::get<Component>(to);
        for (const auto& knob : timestep::knobs_of<Component>)
            if (const double value = knob.get(source); knob.get(target) != value && knob.is_in_range(value))
                knob.set(target, value);
    };
    std::visit(copy, static_cast<const std::variant<Alternatives...>&>(from));
}

// Copies the type and the parameters of one loop component. If the type does not change, `to` keeps its state.
template <class Axis>
void copy_type_and_knobs(const Axis& from, Axis& to)
{
    if (from.index() != to.index()) to = from;
    copy_knobs(from, to);
}

} // namespace

timestep::StepPlan SimulatedThread::advance_and_plan(timestep::Loop& loop, const timestep::FrameInput& in,
                                                     Nanos step_cost, Nanos step_budget)
{
    const Nanos non_negative_frame = std::max(in.frame, Nanos::zero());
    now_ += non_negative_frame;
    timestep::StepPlan sum{.dropped = in.frame - non_negative_frame};
    while (next_ <= now_)
        if (steps_left_ == 0)
            plan_due_steps(loop, in, step_cost, sum);
        else
            finish_step(loop, step_cost, step_budget, sum);

    sum.dt           = newest_plan_.dt;
    sum.dt_seconds   = newest_plan_.dt_seconds;
    sum.carried      = carried(loop);
    sum.filtered     = in.frame - sum.filter_error;
    sum.presentation = timestep::Presentation::interpolate;
    last_shown_time_ =
        timestep::displayed_time(now_ - newest_plan_.dt, last_shown_time_, previous_state_time_, newest_state_time_);
    sum.alpha = last_shown_time_ == newest_state_time_
                    ? 1.0
                    : static_cast<double>((last_shown_time_ - previous_state_time_).count()) /
                          static_cast<double>((newest_state_time_ - previous_state_time_).count());
    return sum;
}

void SimulatedThread::plan_due_steps(timestep::Loop& loop, const timestep::FrameInput& in, Nanos step_cost,
                                     timestep::StepPlan& sum)
{
    newest_plan_ = loop.plan({.frame = next_ - planned_, .refresh_period = in.refresh_period});
    planned_     = next_;
    steps_left_  = newest_plan_.steps;
    unfinished_  = newest_plan_.stepped;
    sum.dropped += newest_plan_.dropped;
    sum.filter_error += newest_plan_.filter_error;
    next_ += steps_left_ > 0 ? step_cost : newest_plan_.next_step_in();
}

void SimulatedThread::finish_step(timestep::Loop& loop, Nanos step_cost, Nanos step_budget, timestep::StepPlan& sum)
{
    const timestep::StepTimes times{planned_, newest_plan_};
    previous_state_time_ = std::exchange(newest_state_time_, times.end_time(newest_plan_.steps - steps_left_));
    --steps_left_;
    const Nanos time = steps_left_ > 0 ? std::min(newest_plan_.dt, unfinished_) : unfinished_;
    unfinished_ -= time;
    sum.stepped += time;
    ++sum.steps;
    if (steps_left_ > 0 && step_budget > Nanos::zero() && next_ - planned_ >= step_budget)
    {
        const UnfinishedTime unfinished = give_back_unfinished(loop);
        sum.dropped += unfinished.dropped;
        sum.filter_error += unfinished.filter_error;
    }
    next_ = steps_left_ > 0 ? next_ + step_cost : std::max(next_, planned_ + newest_plan_.next_step_in());
}

// Gives the time of unfinished steps back to the loop, whose overload policy carries or drops it. The finished steps
// have rounding errors, because dt is in whole ns; their sum is added to StepPlan::filter_error.
UnfinishedTime SimulatedThread::give_back_unfinished(timestep::Loop& loop)
{
    const Nanos finished                   = newest_plan_.stepped - unfinished_;
    const timestep::StepPlan finished_plan = loop.give_back(newest_plan_, {.steps = std::exchange(steps_left_, 0)});
    unfinished_                            = Nanos::zero();
    const UnfinishedTime unfinished{.dropped      = finished_plan.dropped - newest_plan_.dropped,
                                    .filter_error = finished_plan.filter_error - newest_plan_.filter_error +
                                                    (finished_plan.stepped - finished)};
    newest_plan_ = finished_plan;
    return unfinished;
}

UnfinishedTime SimulatedThread::end_and_give_back_steps(timestep::Loop& loop)
{
    UnfinishedTime unfinished = give_back_unfinished(loop);
    unfinished.unplanned      = now_ - planned_;
    return unfinished;
}

Nanos SimulatedThread::carried(const timestep::Loop& loop) const
{
    return loop.carried() + unfinished_ + (now_ - planned_);
}

struct LoopPair::Loops
{
    timestep::Loop applied;
    timestep::Loop running;
};

LoopPair::LoopPair(const LoopChoice& choice)
    : loops_{std::make_unique<Loops>(make_loop(choice), make_loop(choice))}
{
}
LoopPair::LoopPair(const LoopPair& other)
    : loops_{std::make_unique<Loops>(*other.loops_)}
{
}
LoopPair& LoopPair::operator=(const LoopPair& other)
{
    *loops_ = *other.loops_;
    return *this;
}
LoopPair::~LoopPair() = default;

timestep::Loop& LoopPair::applied() const { return loops_->applied; }
timestep::Loop& LoopPair::running() const { return loops_->running; }

ChosenLoop::ChosenLoop(const LoopChoice& choice)
    : applied_{choice}
    , preset_{choice.preset}
    , previous_preset_{choice.preset}
    , loops_{choice}
    , refusal_{timestep::check(loops_.applied())}
{
    if (!refusal_) apply_thread(choice);
}

Nanos ChosenLoop::carried() const
{
    return thread_ ? thread_->carried(loop()) : loop().carried() + unfinished_.unplanned;
}

std::uint32_t ChosenLoop::apply(const LoopChoice& choice)
{
    if (applied_ == choice) return 0;
    applied_         = choice;
    loops_.applied() = make_loop(choice);
    refusal_         = timestep::check(loops_.applied());
    if (refusal_) return 0;
    apply_thread(choice);
    std::uint32_t events = 0;
    if (preset_ != choice.preset)
    {
        previous_preset_ = std::exchange(preset_, choice.preset);
        abandoned_time_ += loops_.running().carried();
        loops_.running() = loops_.applied();
        events           = telemetry::loop_changed;
    }
    events |= apply_components();
    if (choice.rate == loops_.running().rate()) return events;
    abandoned_time_ += loops_.running().carried();
    loops_.running().set_rate(choice.rate);
    // The loop keeps its carried time. Some loops, such as Minecraft's, store it as a float, so that the new rate
    // rounds it: only this rounding error counts as dropped time.
    abandoned_time_ -= loops_.running().carried();
    return events | telemetry::knob_changed;
}

// Ends the loop's thread if the preset, the stepper or the step rate changes, or if the new loop has no thread.
void ChosenLoop::apply_thread(const LoopChoice& choice)
{
    const bool keeps_thread = choice.preset == preset_ &&
                              loops_.applied().stepper.index() == loops_.running().stepper.index() &&
                              choice.rate == loops_.running().rate();
    has_thread_  = choice.has_own_thread && can_have_own_thread(choice);
    step_budget_ = choice.step_budget;
    if (!thread_ || (has_thread_ && keeps_thread)) return;
    unfinished_ = thread_->end_and_give_back_steps(loops_.running());
    thread_.reset();
}

timestep::StepPlan ChosenLoop::plan_frame(const timestep::FrameInput& in, Nanos thread_step_cost)
{
    const UnfinishedTime unfinished = std::exchange(unfinished_, {});
    if (has_thread_ && !thread_) thread_.emplace(loops_.running().carried(), unfinished.unplanned);
    timestep::StepPlan plan = thread_ ? thread_->advance_and_plan(loops_.running(), in, thread_step_cost, step_budget_)
                                      : loops_.running().plan({in.frame + unfinished.unplanned, in.refresh_period});
    plan.dropped += unfinished.dropped;
    plan.filter_error += unfinished.filter_error;
    plan.filtered = in.frame - plan.filter_error;
    return plan;
}

std::uint32_t ChosenLoop::apply_components()
{
    const bool is_other_stepper = loops_.applied().stepper.index() != loops_.running().stepper.index();
    if (is_other_stepper) abandoned_time_ += loops_.running().carried();
    copy_type_and_knobs(loops_.applied().filter, loops_.running().filter);
    copy_type_and_knobs(loops_.applied().stepper, loops_.running().stepper);
    copy_type_and_knobs(loops_.applied().overload, loops_.running().overload);
    copy_type_and_knobs(loops_.applied().pacer, loops_.running().pacer);
    loops_.running().presentation = loops_.applied().presentation;
    return is_other_stepper ? std::uint32_t{telemetry::loop_changed} : 0;
}

Nanos ChosenLoop::take_abandoned_time() { return std::exchange(abandoned_time_, Nanos{}); }

} // namespace lab
