#include "lab/lane/own_thread.hpp"

#include "timestep/snapshots.hpp"

#include <algorithm>
#include <utility>

namespace lab
{

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
    shown_           = timestep::picture_time(now_ - current_.dt, shown_, from_, to_);
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
// to nanoseconds, the finished steps can be a little longer or shorter than the loop assumes. The difference is added
// to StepPlan::filter_error: frame time that the loop neither simulates nor carries nor drops.
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

} // namespace lab
