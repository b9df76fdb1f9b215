#include "lab/lane/chosen_loop.hpp"

#include "telemetry/frame_sample.hpp"

#include <utility>
#include <variant>

namespace lab
{

namespace
{

// Copies the parameters (knobs) of a part of a loop, such as its stepper, from `from` to `to`. Keeps the running state
// of `to`, such as its carried time.
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

// `from` and `to` are the same part of two loops, such as the stepper. Gives `to` the kind (such as fixed or variable)
// and the parameters of `from`. If `to` already has this kind, it keeps its running state, such as carried time.
template <class Axis>
void take_over(const Axis& from, Axis& to)
{
    if (from.index() != to.index()) to = from;
    copy_knobs(from, to);
}

} // namespace

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

// Ends the simulated thread on which the loop steps, if the settings change the loop, its stepper or its rate, or give
// it no thread of its own. The time of the steps that the thread has not finished then returns to the old loop, which
// carries or drops it.
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
    take_over(wanted_.filter, loop_.filter);
    take_over(wanted_.stepper, loop_.stepper);
    take_over(wanted_.overload, loop_.overload);
    take_over(wanted_.pacer, loop_.pacer);
    loop_.presentation = wanted_.presentation;
    return other ? std::uint32_t{telemetry::loop_changed} : 0;
}

Nanos ChosenLoop::take_left() { return std::exchange(left_, Nanos{}); }

} // namespace lab
