#include "lab/diagnosis/composed_loop.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lab
{

namespace
{

constexpr double max_steps = 1e6;

double whole_nanos(double seconds) { return std::round(seconds * 1e9); }
double to_float(double number) { return static_cast<double>(static_cast<float>(number)); }

} // namespace

void ComposedLoop::reset()
{
    step_ = parts_.step;
    due_step_ = parts_.due_step;
    carried_ = share_before_frame_ = doubted_time_ = clock_ = 0.0;
    frame_count_ = 0;
    memory_ = parts_.filter_start == FilterStart::step ? step_ : 0.0;
    if (parts_.filter == Filter::float_clock) clock_ = parts_.filter_number;
    if (parts_.filter == Filter::mean || parts_.filter == Filter::median) history_.fill(memory_);
}

double ComposedLoop::filtered(double time)
{
    const double number = parts_.filter_number;
    const bool is_first = frame_count_++ == 0;
    switch (parts_.filter)
    {
    case Filter::none: return time;
    case Filter::truncated:
    {
        const double units = whole_nanos(time) / whole_nanos(number);
        return (parts_.floors ? std::floor(units) : std::trunc(units)) * number;
    }
    case Filter::rounded: return std::round(whole_nanos(time) / whole_nanos(number)) * number;
    case Filter::truncated_clock: // counts in whole numbers: a limit of 1 s must not be exceeded by rounding
    {
        clock_ += time;
        const double reading = std::floor(whole_nanos(clock_) / whole_nanos(number));
        return (reading - std::exchange(memory_, reading)) * number;
    }
    case Filter::mean:
    case Filter::median:
    {
        const auto size = static_cast<std::int64_t>(number);
        history_[static_cast<std::size_t>((frame_count_ - 1) % size)] = time;
        const auto count = static_cast<std::ptrdiff_t>(
            parts_.filter_start == FilterStart::first_frame ? std::min(frame_count_, size) : size);
        if (parts_.filter == Filter::mean)
        {
            double sum = 0.0;
            for (std::ptrdiff_t i = 0; i < count; ++i) sum += history_[static_cast<std::size_t>(i)];
            return sum / static_cast<double>(count);
        }
        std::array<double, 64> sorted; // NOLINT: filled below
        std::copy_n(history_.begin(), count, sorted.begin());
        std::sort(sorted.begin(), sorted.begin() + count);
        const auto at = [&](std::ptrdiff_t i) { return sorted[static_cast<std::size_t>(i)]; };
        return count % 2 == 1 ? at(count / 2) : (at(count / 2 - 1) + at(count / 2)) / 2.0;
    }
    case Filter::exponential:
        if (is_first && parts_.filter_start == FilterStart::first_frame) memory_ = time;
        return memory_ += number * (time - memory_);
    case Filter::snapped: return std::abs(time - step_) <= number + 1e-10 ? step_ : time;
    case Filter::snapped_to_multiples:
    {
        const double multiple = std::max(std::round(time / step_), 1.0) * step_;
        return std::abs(time - multiple) <= number + 1e-10 ? multiple : time;
    }
    case Filter::float_frame_time: return to_float(time);
    case Filter::float_clock:
    {
        const double before = to_float(clock_);
        clock_ += time;
        return to_float(clock_) - before;
    }
    case Filter::frame_before:
        if (is_first && parts_.filter_start == FilterStart::first_frame) memory_ = time;
        return std::exchange(memory_, time);
    case Filter::scaled: return time * number;
    }
    return time;
}

std::int64_t ComposedLoop::due_steps(double counted_frame, std::int64_t observed_steps, double time_error) const
{
    double due = carried_ / due_step_;
    if (parts_.rest == Rest::other_step_subtracted || parts_.rest == Rest::frame_time_subtracted)
    {
        const double subtracted = parts_.rest == Rest::frame_time_subtracted ? counted_frame : parts_.subtracted;
        due = subtracted > 0.0 ? (carried_ - due_step_) / subtracted + 1.0 : carried_ >= due_step_ ? max_steps : 0.0;
    }
    if (parts_.count == Count::nearest) due += 0.5;
    double error = time_error / due_step_, least = std::floor(due - error), most = std::floor(due + error);
    if (parts_.count == Count::ahead) least = std::ceil(due - error), most = std::ceil(due + error);
    const double lowest = parts_.count == Count::do_while ? 1.0 : 0.0;
    least = std::clamp(least, lowest, max_steps);
    most = std::clamp(most, lowest, max_steps);
    if (parts_.due_limit >= DueLimit::steps_keep)
    {
        least = std::min(least, parts_.most + 1.0);
        most = std::min(most, parts_.most + 1.0);
    }
    return std::clamp(observed_steps, static_cast<std::int64_t>(least), static_cast<std::int64_t>(most));
}

double ComposedLoop::run_due_steps(PredictedFrame& predicted, double counted, std::int64_t observed_steps,
                                   double time_error)
{
    carried_ += counted;
    if (doubted_time_ != 0.0)
    {
        const auto steps_with = [&](double doubted)
        {
            carried_ += doubted;
            const std::int64_t steps = due_steps(counted, observed_steps, time_error);
            carried_ -= doubted;
            return std::min(steps, static_cast<std::int64_t>(parts_.most));
        };
        const bool is_left = steps_with(0.0) == observed_steps, is_added = steps_with(doubted_time_) == observed_steps;
        if (!is_left && is_added) carried_ += doubted_time_;
        if (is_left != is_added) doubted_time_ = 0.0;
    }
    if (parts_.is_float) carried_ = to_float(carried_);
    const bool is_cut = parts_.due_limit == DueLimit::time && carried_ > parts_.most;
    if (is_cut) carried_ = parts_.counted;
    const double due = carried_;
    const auto most = static_cast<std::int64_t>(parts_.most);
    // One step is exactly one step, but five steps may become four by rounding.
    const double error = is_cut && carried_ <= due_step_ ? 0.0 : time_error;
    std::int64_t steps = due_steps(counted, observed_steps, error);
    const bool is_limited = parts_.due_limit >= DueLimit::steps_keep && steps > most;
    if (is_limited) steps = most;
    const double taken = parts_.rest == Rest::other_step_subtracted   ? parts_.subtracted
                         : parts_.rest == Rest::frame_time_subtracted ? counted
                                                                      : due_step_;
    carried_ -= static_cast<double>(steps) * taken;
    predicted.is_ambiguous = std::abs(carried_ - std::round(carried_ / due_step_) * due_step_) < time_error;
    if (is_limited && parts_.due_limit == DueLimit::steps_drop)
        carried_ -= std::floor((carried_ + time_error) / due_step_) * due_step_;
    if (parts_.due_limit == DueLimit::steps_drop && steps >= most && predicted.is_ambiguous)
        doubted_time_ = carried_ < 0.5 * due_step_ ? due_step_ : -due_step_;
    if (parts_.due_limit == DueLimit::steps_zero && steps >= most) carried_ = 0.0;
    if (parts_.rest == Rest::thrown_away || (parts_.rest == Rest::zeroed_after_steps && steps > 0)) carried_ = 0.0;
    if (parts_.is_float) carried_ = to_float(carried_);
    predicted.steps = steps;
    return due;
}

void ComposedLoop::run_with_tail(PredictedFrame& predicted, double counted, std::int64_t observed_steps,
                                 double time_error)
{
    carried_ = std::max(counted, 0.0);
    if (parts_.due_limit >= DueLimit::steps_keep) carried_ = std::min(carried_, parts_.most * step_);
    const std::int64_t whole = due_steps(counted, observed_steps, time_error);
    const double tail = carried_ - static_cast<double>(whole) * step_;
    const bool has_tail = tail > time_error || (tail > -time_error && observed_steps > whole);
    predicted.steps = whole + (has_tail ? 1 : 0);
    predicted.simulated = std::max(carried_, 0.0);
    carried_ = 0.0;
}

PredictedFrame ComposedLoop::plan(const LoopFrame& frame, std::int64_t observed_steps, double time_error)
{
    if (frame.is_first) reset();
    if (frame.rate_step > 0.0 && parts_.rate_change != RateChange::not_followed && frame.rate_step != step_)
    {
        if (parts_.rate_change == RateChange::carried_dropped) carried_ = 0.0;
        if (parts_.rate_change == RateChange::carried_scaled) carried_ *= frame.rate_step / due_step_;
        step_ = due_step_ = frame.rate_step;
    }
    double raw = std::max(frame.frame_time, parts_.least_frame);
    std::int64_t extra_steps = 0;
    if (frame.is_after_pause)
    {
        if (parts_.after_pause == AfterPause::carried_dropped || parts_.after_pause == AfterPause::both) carried_ = 0.0;
        if (parts_.after_pause == AfterPause::frame_ignored || parts_.after_pause == AfterPause::both) raw = 0.0;
        if (parts_.after_pause == AfterPause::extra_steps) extra_steps = parts_.extra_steps;
    }
    if (parts_.limit_first) raw = limited(raw);
    double counted = filtered(raw);
    if (!parts_.limit_first) counted = limited(counted);

    PredictedFrame predicted;
    double due = 0.0;
    if (parts_.source == StepSource::constant)
    {
        predicted.steps = 1 + extra_steps;
        predicted.simulated = step_ * static_cast<double>(predicted.steps);
    }
    else if (parts_.source == StepSource::frame_time)
    {
        predicted.steps = counted > 0.0 || parts_.runs_empty_frame ? 1 : 0;
        predicted.simulated = predicted.steps > 0 ? counted : 0.0;
    }
    else if (parts_.source == StepSource::tail)
    {
        run_with_tail(predicted, counted, observed_steps, time_error);
    }
    else
    {
        due = run_due_steps(predicted, counted, observed_steps - extra_steps, time_error);
        predicted.steps += extra_steps;
        const double simulated_step = parts_.source == StepSource::accumulator               ? step_
                                      : parts_.source == StepSource::frame_time_in_each_step ? frame.frame_time
                                                                                             : counted;
        predicted.simulated = static_cast<double>(predicted.steps) * simulated_step;
    }
    predicted.carried = carried_;
    const double fraction = counted / due_step_ - std::floor(counted / due_step_);
    const double share = carried_ / due_step_;
    predicted.alphas = {share,
                        1.0 + share,
                        std::clamp(share, 0.0, 1.0),
                        share_before_frame_,
                        due / due_step_,
                        1.0 - share,
                        fraction,
                        counted / due_step_,
                        carried_,
                        counted > 0.0 ? carried_ / counted : 0.0};
    share_before_frame_ = share;
    return predicted;
}

} // namespace lab
