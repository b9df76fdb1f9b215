// SPDX-License-Identifier: MIT
// timestep/steppers/averaged.hpp -- steppers that average and round frame times before they add them up
// A Grant (overload.hpp) is the number of steps that a frame may run, and the time kept for later frames.
// give_back_unrun_steps() takes steps that did not run out of the plan again, and carries or drops their time.
// StepPlan::filter_error is the time that averaging and rounding add or lose.
#ifndef TIMESTEP_STEPPERS_AVERAGED_HPP
#define TIMESTEP_STEPPERS_AVERAGED_HPP

#include "timestep/overload.hpp"
#include "timestep/rounding.hpp"
#include "timestep/steppers/fixed_ticks.hpp"

namespace timestep
{

/// FrameTimingControl: rounds frame times to refresh periods, then averages the last four.
/// Source:  T. Glaiel, "How to make your game run at 60fps", 2019, and github.com/TylerGlaiel/FrameTimingControl.
/// Promise: on a display that runs at the step rate, exactly one step a frame, even with timer noise of up to 0.1 ms.
/// Price:   the time of a late frame is spread over four frames; the game clock drifts by rounding to refresh periods.
/// Breaks:  a frame time over 8 steps counts as 1 step, so the game loses most of the time of a pause.
///   frames  |---|-----|----|------|----|
///   steps   |----|----|----|----|----|~      ~ is carried to the next frame
class Glaiel : public FixedTicks
{
public:
    static constexpr std::string_view name = "glaiel";
    static constexpr OverloadActions accepted_actions = OverloadActions::none;

    /// A frame time is rounded to 1, 2, ... 8 refresh periods if it differs from them by less than this.
    Nanos snap_tolerance = 200us;
    /// 1 to 100. If more steps are due, time is dropped.
    std::int64_t max_due_steps = 8;

    constexpr explicit Glaiel(Rate r = hz(60))
        : FixedTicks{r, 100ns, StepRounding::down}
    {
        last_frame_ticks_.fill(step_ticks());
    }

    constexpr void set_rate(Rate r)
    {
        FixedTicks::set_rate(r);
        last_frame_ticks_.fill(step_ticks());
        mean_remainder_ = 0;
        drops_due_time_ = true;
    }

    /// The first frame and the first one after set_rate() run no step: all time that is due in these frames is dropped.
    constexpr StepPlan plan(const FrameInput& in, const auto&)
    {
        const std::int64_t max_ticks = detail::checked_clamp(max_due_steps, 1, 100) * step_ticks();
        const std::int64_t measured_ticks = take_ticks(in.frame_time);
        const std::int64_t counted_ticks = measured_ticks > max_ticks ? step_ticks() : measured_ticks;
        const DueTime due = due_time(add_to_moving_average(snapped_to_refresh(counted_ticks, in.refresh_period)));

        drops_due_time_ = drops_due_time_ || due.total_time() > max_ticks;
        const Grant grant = drops_due_time_ ? Grant{} : grant_all(due.total_time(), due.step_length);
        drops_due_time_ = false;
        return apply_grant(in.frame_time, due, grant, measured_ticks - counted_ticks);
    }

    static constexpr auto knobs()
    {
        using G = Glaiel;
        return std::array{
            knob<G, &G::snap_tolerance>("snap", "us", 0.0, 5000.0,
                                        "A frame time that differs by less than this from a whole number of refresh "
                                        "periods is rounded to that number."),
            knob<G, &G::max_due_steps>("patience", "steps", 1, 100,
                                       "When more steps than this limit are due, all due time is dropped."),
        };
    }

private:
    constexpr std::int64_t snapped_to_refresh(std::int64_t ticks, Nanos refresh_period) const
    {
        // An unknown refresh period counts as 1/60 s.
        const std::int64_t period = refresh_period > Nanos::zero() ? refresh_period / tick_length() : 10'000'000 / 60;
        for (std::int64_t periods = 1; periods <= 8; ++periods)
        {
            const std::int64_t difference = ticks - periods * period;
            if (detail::max(difference, -difference) < snap_tolerance / tick_length()) return periods * period;
        }
        return ticks;
    }

    constexpr std::int64_t add_to_moving_average(std::int64_t ticks)
    {
        std::int64_t tick_sum = ticks;
        for (std::size_t i = 0; i + 1 < last_frame_ticks_.size(); ++i)
        {
            last_frame_ticks_[i] = last_frame_ticks_[i + 1];
            tick_sum += last_frame_ticks_[i];
        }
        last_frame_ticks_.back() = ticks;

        constexpr std::int64_t frame_count = 4;
        mean_remainder_ += tick_sum % frame_count;
        const std::int64_t mean_ticks = tick_sum / frame_count + mean_remainder_ / frame_count;
        mean_remainder_ %= frame_count;
        return mean_ticks;
    }

    std::array<std::int64_t, 4> last_frame_ticks_{};
    std::int64_t mean_remainder_ = 0;
    bool drops_due_time_ = true;
};

/// The Runner of matter-js: averages the last 100 frame times without the newest 10 and the oldest 10.
/// Source:  matter-js 0.20.0, src/core/Runner.js, Runner.tick: the mean is rounded to 1000 / round(fps) ms.
/// Promise: on a display with a whole number of hertz, the step counts of the frames form a regular pattern.
/// Price:   a frame over 66.7 ms counts as a frame of average length; the rest of its time is lost.
/// Breaks:  after a change of the frame rate, the mean is right only after 90 frames.
///   time    |----------|----------|-----|      steps run while 1.5 steps or more are due
/// As in matter-js, the accumulated time starts at 1/60 s. carried(), the time left over, can be negative.
class Matter
{
public:
    static constexpr std::string_view name = "matter";
    static constexpr ClockRelation clock_relation = ClockRelation::lags;
    static constexpr OverloadActions accepted_actions = OverloadActions::none;

    constexpr explicit Matter(Rate r = {})
        : rate_{r}
    {
        history_[0] = initial_frame_ms;
    }

    constexpr Rate rate() const { return rate_; }
    constexpr void set_rate(Rate r) { rate_ = r; }
    constexpr Nanos carried() const { return from_seconds((carried_ms_ - initial_frame_ms) / 1e3); }
    constexpr void discard_carried() { carried_ms_ = initial_frame_ms; }

    constexpr StepPlan plan(const FrameInput& in, const auto&)
    {
        const Nanos carried_before = carried();
        const double step_ms = step_length_ms();
        const double step_threshold_ms = step_ms + step_ms / 2.0; // steps run while at least this time is kept
        const double frame_ms = snapped_to_whole_fps(add_to_middle_mean(accepted_frame_ms(in.frame_time)));
        last_frame_ms_ = frame_ms;

        const double capped_ms = detail::min(carried_ms_ + frame_ms, frame_ms + step_threshold_ms);
        const double dropped_ms = carried_ms_ + frame_ms - capped_ms;
        carried_ms_ = capped_ms;
        std::int64_t steps = 0;
        while (carried_ms_ >= step_threshold_ms && steps < max_steps(step_ms))
        {
            carried_ms_ -= step_ms;
            ++steps;
        }

        const Nanos stepped = stepped_truncator_.truncate(static_cast<double>(steps) * step_seconds(rate_));
        const Nanos dropped = dropped_truncator_.truncate(dropped_ms / 1e3);
        return {.steps = steps,
                .dt = step_ns(rate_),
                .dt_seconds = step_seconds(rate_),
                .stepped = stepped,
                .carried = carried(),
                .dropped = dropped,
                .filter_error = in.frame_time - stepped - (carried() - carried_before) - dropped,
                .alpha = (carried_ms_ - initial_frame_ms) / step_ms};
    }

    constexpr void give_back_unrun_steps(StepPlan& plan, const StepsLeft& left, const auto&)
    {
        const double step_ms = step_length_ms();
        carried_ms_ += detail::unfused_product(static_cast<double>(left.steps), step_ms);
        detail::carry_unrun_steps(plan, left.steps, carried() - plan.carried);
        plan.alpha = (carried_ms_ - initial_frame_ms) / step_ms;
    }

private:
    static constexpr double initial_frame_ms = 1000.0 / 60.0; // frame time in milliseconds before the first measurement
    static constexpr double max_frame_ms = 1000.0 / 15.0;
    static constexpr double max_stepped_ms = 1000.0 / 30.0;
    static constexpr std::int64_t max_history = 100;

    constexpr double step_length_ms() const
    {
        return 1e3 * static_cast<double>(rate_.den) / static_cast<double>(rate_.num);
    }

    constexpr double accepted_frame_ms(Nanos frame_time) const
    {
        const double frame_ms = static_cast<double>(frame_time.count()) / 1e6;
        return frame_time == Nanos::zero() || frame_ms > max_frame_ms ? last_frame_ms_ : frame_ms;
    }

    constexpr double add_to_middle_mean(double frame_ms)
    {
        history_[static_cast<std::size_t>(next_index_)] = frame_ms;
        next_index_ = (next_index_ + 1) % max_history;
        history_size_ = detail::min(history_size_ + 1, max_history);
        const auto from = static_cast<std::int64_t>(static_cast<double>(history_size_) * 0.1);
        const auto to = static_cast<std::int64_t>(static_cast<double>(history_size_) * 0.9);
        if (from >= to) return frame_ms;
        double sum_ms = 0.0;
        for (std::int64_t i = from; i < to; ++i)
            sum_ms += history_[static_cast<std::size_t>((next_index_ - history_size_ + i + max_history) % max_history)];
        return sum_ms / static_cast<double>(to - from);
    }

    // Rounds the frame rate of `frame_ms` to an integer, and returns the frame time in ms at the rounded rate.
    static constexpr double snapped_to_whole_fps(double frame_ms)
    {
        return 1000.0 / static_cast<double>(static_cast<std::int64_t>(1000.0 / frame_ms + 0.5));
    }

    static constexpr std::int64_t max_steps(double step_ms)
    {
        const double steps = max_stepped_ms / step_ms;
        const auto whole = static_cast<std::int64_t>(steps);
        return whole + (static_cast<double>(whole) < steps ? 1 : 0);
    }

    Rate rate_;
    std::array<double, max_history> history_{}; // last frame times in milliseconds; a ring buffer
    std::int64_t next_index_ = 1, history_size_ = 1;
    double last_frame_ms_ = initial_frame_ms; // last frame time in milliseconds, after averaging and rounding
    double carried_ms_ = initial_frame_ms; // time kept for steps, in milliseconds; starts at 1/60 s, as in matter-js
    NanosTruncator stepped_truncator_{}, dropped_truncator_{};
};

} // namespace timestep
#endif
