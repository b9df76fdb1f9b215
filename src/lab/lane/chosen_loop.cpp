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

// Copies the knobs of a part of a loop. Keeps the running state of `to`, such as its carried time.
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

// Gives `to`, a part of a loop, the kind and the knobs of `from`. If the kind is the same, `to` keeps its running
// state.
template <class Axis>
void set_kind_and_knobs(const Axis& from, Axis& to)
{
    if (from.index() != to.index()) to = from;
    copy_knobs(from, to);
}

} // namespace

timestep::StepPlan OwnThread::plan(timestep::Loop& loop, const timestep::FrameInput& in, Nanos step_cost, Nanos budget)
{
    const Nanos forwards = std::max(in.frame, Nanos::zero());
    now_ += forwards;
    timestep::StepPlan sum{.dropped = in.frame - forwards};
    while (next_ <= now_)
        if (left_ == 0)
            wake(loop, in, step_cost, sum);
        else
            finish_step(loop, step_cost, budget, sum);

    sum.dt           = current_.dt;
    sum.dt_seconds   = current_.dt_seconds;
    sum.carried      = carried(loop);
    sum.filtered     = in.frame - sum.filter_error;
    sum.presentation = timestep::Presentation::interpolate;
    shown_           = timestep::displayed_time(now_ - current_.dt, shown_, from_, to_);
    sum.alpha        = shown_ == to_
                           ? 1.0
                           : static_cast<double>((shown_ - from_).count()) / static_cast<double>((to_ - from_).count());
    return sum;
}

void OwnThread::wake(timestep::Loop& loop, const timestep::FrameInput& in, Nanos step_cost, timestep::StepPlan& sum)
{
    current_    = loop.plan({.frame = next_ - planned_, .refresh_period = in.refresh_period});
    planned_    = next_;
    left_       = current_.steps;
    unfinished_ = current_.stepped;
    sum.dropped += current_.dropped;
    sum.filter_error += current_.filter_error;
    next_ += left_ > 0 ? step_cost : current_.next_step_in();
}

void OwnThread::finish_step(timestep::Loop& loop, Nanos step_cost, Nanos budget, timestep::StepPlan& sum)
{
    const timestep::StepTimes times{planned_, current_};
    from_ = std::exchange(to_, times.end(current_.steps - left_));
    --left_;
    const Nanos time = left_ > 0 ? std::min(current_.dt, unfinished_) : unfinished_;
    unfinished_ -= time;
    sum.stepped += time;
    ++sum.steps;
    if (left_ > 0 && budget > Nanos::zero() && next_ - planned_ >= budget)
    {
        const Unfinished rest = give_back(loop);
        sum.dropped += rest.dropped;
        sum.filter_error += rest.filter_error;
    }
    next_ = left_ > 0 ? next_ + step_cost : std::max(next_, planned_ + current_.next_step_in());
}

// Gives the time of unfinished steps back to the loop, whose overload policy carries or drops it. Because dt is rounded
// to nanoseconds, the finished steps can be a little longer or shorter than the loop assumes; StepPlan::filter_error
// gets the difference.
Unfinished OwnThread::give_back(timestep::Loop& loop)
{
    const Nanos finished          = current_.stepped - unfinished_;
    const timestep::StepPlan done = loop.give_back(current_, {.steps = std::exchange(left_, 0)});
    unfinished_                   = Nanos::zero();
    const Unfinished rest{.dropped      = done.dropped - current_.dropped,
                          .filter_error = done.filter_error - current_.filter_error + (done.stepped - finished)};
    current_ = done;
    return rest;
}

Unfinished OwnThread::end(timestep::Loop& loop)
{
    Unfinished rest = give_back(loop);
    rest.unplanned  = now_ - planned_;
    return rest;
}

ChosenLoop::ChosenLoop(const LoopChoice& choice)
    : applied_{choice}
    , wanted_{realised(choice)}
    , preset_{choice.preset}
    , loop_{wanted_}
    , refusal_{timestep::check(wanted_)}
{
    if (!refusal_) choose_thread(choice);
}

std::uint32_t ChosenLoop::apply(const LoopChoice& choice)
{
    if (applied_ == choice) return 0;
    applied_ = choice;
    wanted_  = realised(choice);
    refusal_ = timestep::check(wanted_);
    if (refusal_) return 0;
    choose_thread(choice);
    std::uint32_t events = 0;
    if (std::exchange(preset_, choice.preset) != choice.preset)
    {
        left_ += loop_.carried();
        loop_  = wanted_;
        events = telemetry::loop_changed;
    }
    events |= choose_axes();
    if (choice.rate == loop_.rate()) return events;
    left_ += loop_.carried();
    loop_.set_rate(choice.rate);
    // The loop keeps its carried time at the new rate. Some loops store it as a float and round it here, such as the
    // loop of Minecraft. Only the rounding error counts as dropped time.
    left_ -= loop_.carried();
    return events | telemetry::knob_changed;
}

// Ends the loop's thread if the settings change the loop, its stepper or its rate, or give it no thread.
void ChosenLoop::choose_thread(const LoopChoice& choice)
{
    const bool stays =
        choice.preset == preset_ && wanted_.stepper.index() == loop_.stepper.index() && choice.rate == loop_.rate();
    async_  = choice.async && can_have_thread(choice);
    budget_ = choice.budget;
    if (!thread_ || (async_ && stays)) return;
    unfinished_ = thread_->end(loop_);
    thread_.reset();
}

timestep::StepPlan ChosenLoop::plan(const timestep::FrameInput& in, Nanos step_cost)
{
    const Unfinished rest = std::exchange(unfinished_, {});
    if (async_ && !thread_) thread_.emplace(loop_.carried(), rest.unplanned);
    timestep::StepPlan plan = thread_ ? thread_->plan(loop_, in, step_cost, budget_)
                                      : loop_.plan({in.frame + rest.unplanned, in.refresh_period});
    plan.dropped += rest.dropped;
    plan.filter_error += rest.filter_error;
    plan.filtered = in.frame - plan.filter_error;
    return plan;
}

std::uint32_t ChosenLoop::choose_axes()
{
    const bool other = wanted_.stepper.index() != loop_.stepper.index();
    if (other) left_ += loop_.carried();
    set_kind_and_knobs(wanted_.filter, loop_.filter);
    set_kind_and_knobs(wanted_.stepper, loop_.stepper);
    set_kind_and_knobs(wanted_.overload, loop_.overload);
    set_kind_and_knobs(wanted_.pacer, loop_.pacer);
    loop_.presentation = wanted_.presentation;
    return other ? std::uint32_t{telemetry::loop_changed} : 0;
}

Nanos ChosenLoop::take_left() { return std::exchange(left_, Nanos{}); }

} // namespace lab
