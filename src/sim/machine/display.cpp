#include "sim/machine/display.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sim
{

void RefreshSchedule::set_rate(timestep::Rate new_rate)
{
    rate = new_rate;
    time_unit = timestep::ExactTimeUnit{new_rate};
    refresh_time += Nanos{sub_nanosecond_remainder > 0 ? 1 : 0};
    sub_nanosecond_remainder = 0;
}

void RefreshSchedule::skip_refreshes(std::int64_t refresh_count)
{
    const std::int64_t elapsed_units = sub_nanosecond_remainder + refresh_count * time_unit.units_per_step;
    refresh_time += Nanos{elapsed_units / time_unit.units_per_ns};
    sub_nanosecond_remainder = elapsed_units % time_unit.units_per_ns;
}

Nanos RefreshSchedule::advance_to_refresh(Nanos time)
{
    const Nanos just_before = time - Nanos{1};
    while (just_before - refresh_time > time_unit.max_time())
        skip_refreshes(time_unit.to_units(time_unit.max_time()) / time_unit.units_per_step);
    const std::int64_t units_ahead = time_unit.to_units(just_before - refresh_time) - sub_nanosecond_remainder;
    if (units_ahead >= 0) skip_refreshes(units_ahead / time_unit.units_per_step + 1);
    return refresh_time + Nanos{sub_nanosecond_remainder > 0 ? 1 : 0};
}

timestep::Rate real_refresh_rate(timestep::Rate nominal, int ppm)
{
    if (ppm == 0) return nominal;
    constexpr std::int64_t million = 1'000'000;
    const std::int64_t num = nominal.num * (million + ppm);
    const std::int64_t den = nominal.den * million;
    const std::int64_t divisor = std::gcd(num, den);
    // Only a rate with long terms, such as 59.951 Hz, has no exact product.
    return timestep::Rate::make(num / divisor, den / divisor)
        .value_or(timestep::nearest_rate(timestep::to_hertz(nominal) * (1.0 + 1e-6 * ppm)));
}

PresentTimes Display::present(Nanos ready_time, const MachineSettings& settings)
{
    if (const timestep::Rate rate = real_refresh_rate(settings.refresh_rate, settings.display_ppm);
        !(rate == refresh_schedule_.rate))
        refresh_schedule_.set_rate(rate);
    switch (settings.vsync)
    {
    case VsyncMode::composed:
        last_screen_time_ = refresh_schedule_.advance_to_refresh(ready_time);
        return {.screen_time = last_screen_time_, .call_return_time = ready_time};
    case VsyncMode::off: return show_at_once(ready_time);
    case VsyncMode::vrr: return show_with_vrr(ready_time, settings);
    case VsyncMode::adaptive:
        if (refresh_schedule_.advance_to_refresh(last_screen_time_ + Nanos{1}) < ready_time)
            return show_at_once(ready_time);
        return show_at_refresh(ready_time, Buffers::two);
    case VsyncMode::on: break;
    }
    return show_at_refresh(ready_time, settings.buffers);
}

void Display::restart_refreshes()
{
    refresh_schedule_.set_rate(refresh_schedule_.rate);
    refresh_schedule_.refresh_time += restart_delay;
    last_screen_time_ += restart_delay;
}

PresentTimes Display::show_at_once(Nanos ready_time)
{
    last_screen_time_ = ready_time;
    return {.screen_time = ready_time, .call_return_time = ready_time, .is_torn = true};
}

PresentTimes Display::show_at_refresh(Nanos ready_time, Buffers buffers)
{
    const Nanos old_screen_time = last_screen_time_;
    last_screen_time_ = refresh_schedule_.advance_to_refresh(std::max(ready_time, old_screen_time + Nanos{1}));
    return {last_screen_time_, buffers == Buffers::three ? std::max(ready_time, old_screen_time) : last_screen_time_};
}

PresentTimes Display::show_with_vrr(Nanos ready_time, const MachineSettings& settings)
{
    const timestep::ExactTimeUnit refresh_unit{settings.refresh_rate};
    const Nanos shortest_period{(refresh_unit.units_per_step + refresh_unit.units_per_ns - 1) /
                                refresh_unit.units_per_ns};
    const Nanos longest_period =
        std::max(timestep::ExactTimeUnit{settings.vrr_min_refresh_rate}.step_ns(), shortest_period);
    if (ready_time > last_screen_time_ + longest_period)
        last_screen_time_ += longest_period * ((ready_time - last_screen_time_ - Nanos{1}) / longest_period);
    last_screen_time_ = std::max(ready_time, last_screen_time_ + shortest_period);
    return {last_screen_time_, last_screen_time_};
}

double tear_position(Nanos screen_time, timestep::Rate refresh_rate)
{
    const timestep::ExactTimeUnit time_unit{refresh_rate};
    const auto period_ns = static_cast<double>(time_unit.units_per_step) / static_cast<double>(time_unit.units_per_ns);
    const double ns_into_period = std::fmod(static_cast<double>(screen_time.count()), period_ns);
    // A time within 1 ns of a refresh counts as the time of the refresh, so that the frame has no tear line.
    return ns_into_period < 1.0 || period_ns - ns_into_period < 1.0 ? 0.0 : ns_into_period / period_ns;
}

} // namespace sim
