#include "draw/shapes/time_axis.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace draw
{

namespace
{

constexpr std::int64_t second_ns = 1'000'000'000;
constexpr std::int64_t minute_ns = 60 * second_ns;
constexpr std::int64_t hour_ns   = 60 * minute_ns;
// A time outside of the axis is drawn up to this many pixels beyond its end.
constexpr float max_overhang_px = 8.0F;
// If the time between labels is shorter than this, a label such as "12.3456 s" would be too long. The axis then has one
// base time (AxisTicks::base), and each label is the time since the base time.
constexpr Nanos min_complete_label_step{1'000'000};

struct TickStep
{
    std::int64_t labelled_step; // ns between two labelled ticks
    std::int64_t tick_step;     // ns between two neighbouring ticks
};

// Returns the smallest step between labels that is at least `min_ns`: 1, 2 or 5 times a power of ten below a second,
// one of `clock_steps` above. In the loop, TickStep{2, 4} means a labelled step of 2 with 4 ticks.
TickStep tick_step_of_at_least(std::int64_t min_ns)
{
    constexpr std::array clock_steps{TickStep{1 * second_ns, second_ns / 5},  TickStep{2 * second_ns, second_ns / 2},
                                     TickStep{5 * second_ns, second_ns},      TickStep{10 * second_ns, 2 * second_ns},
                                     TickStep{15 * second_ns, 5 * second_ns}, TickStep{30 * second_ns, 5 * second_ns},
                                     TickStep{1 * minute_ns, 10 * second_ns}, TickStep{2 * minute_ns, 30 * second_ns},
                                     TickStep{5 * minute_ns, 1 * minute_ns},  TickStep{10 * minute_ns, 2 * minute_ns},
                                     TickStep{15 * minute_ns, 5 * minute_ns}, TickStep{30 * minute_ns, 5 * minute_ns},
                                     TickStep{1 * hour_ns, 10 * minute_ns},   TickStep{2 * hour_ns, 30 * minute_ns},
                                     TickStep{5 * hour_ns, 1 * hour_ns},      TickStep{12 * hour_ns, 2 * hour_ns}};
    for (std::int64_t power_of_ten = 1; power_of_ten < second_ns; power_of_ten *= 10)
        for (const TickStep step : {TickStep{1, 5}, TickStep{2, 4}, TickStep{5, 5}})
            if (step.labelled_step * power_of_ten >= min_ns)
                return {step.labelled_step * power_of_ten,
                        std::max<std::int64_t>(step.labelled_step * power_of_ten / step.tick_step, 1)};
    for (const TickStep step : clock_steps)
        if (step.labelled_step >= min_ns) return step;
    return {24 * hour_ns, 6 * hour_ns};
}

// Returns the number of decimals that a label needs to differ from the next. Both arguments are in nanoseconds.
int decimals_of(std::int64_t step_ns, std::int64_t unit_ns)
{
    int decimals = 0;
    for (; step_ns % unit_ns != 0 && unit_ns > 1; unit_ns /= 10) ++decimals;
    return decimals;
}

std::string clock_text(std::int64_t time_ns)
{
    const std::int64_t seconds = time_ns / second_ns % 60;
    if (time_ns < hour_ns) return fmt::format("{}:{:02}", time_ns / minute_ns, seconds);
    return fmt::format("{}:{:02}:{:02}", time_ns / hour_ns, time_ns / minute_ns % 60, seconds);
}

std::string seconds_text(std::int64_t time_ns, std::int64_t step_ns)
{
    if (time_ns >= minute_ns && step_ns >= second_ns)
        return fmt::format("{} {}", clock_text(time_ns), time_ns < hour_ns ? "min" : "h");
    if (step_ns < second_ns && time_ns < second_ns && step_ns >= second_ns / 1000)
        return time_ns == 0 ? "0" : fmt::format("{:.0f} ms", static_cast<double>(time_ns) / 1e6);
    return fmt::format("{:.{}f} s", static_cast<double>(time_ns) / 1e9, decimals_of(step_ns, second_ns));
}

std::string offset_text(std::int64_t offset_ns, std::int64_t step_ns)
{
    return fmt::format("+{:.{}f} µs", static_cast<double>(offset_ns) / 1e3, decimals_of(step_ns, 1'000));
}

std::int64_t round_up_to_multiple(std::int64_t time_ns, std::int64_t step_ns)
{
    return (time_ns + step_ns - 1) / step_ns * step_ns;
}

} // namespace

TimeSpan scaled_span(TimeSpan span, double factor, Nanos fixed_time)
{
    const auto old_length    = static_cast<double>(std::max(span.length(), Nanos{1}).count());
    const double new_length  = std::clamp(old_length * factor, static_cast<double>(shortest_span.count()),
                                          static_cast<double>(longest_span.count()));
    const double fixed_share = static_cast<double>((fixed_time - span.from).count()) / old_length;
    const Nanos from         = fixed_time - Nanos{std::llround(fixed_share * new_length)};
    return {from, from + Nanos{std::llround(new_length)}};
}

TimeSpan moved_into(TimeSpan span, TimeSpan limits)
{
    const Nanos length = span.length();
    if (span.to > limits.to) span = {limits.to - length, limits.to};
    if (span.from < limits.from) span = {limits.from, limits.from + length};
    return span;
}

TimeAxis::TimeAxis(TimeSpan span, float left, float right)
    : span_{span.from, std::max(span.to, span.from + shortest_span)}
    , left_{left}
    , right_{std::max(right, left + 1.0F)}
    , pixels_per_ns_{static_cast<double>(right_ - left_) / static_cast<double>(span_.length().count())}
{
}

float TimeAxis::clamped_x(Nanos time) const
{
    const double offset = static_cast<double>((time - span_.from).count()) * pixels_per_ns_;
    return left_ + static_cast<float>(std::clamp(offset, -double{max_overhang_px}, double{width() + max_overhang_px}));
}

Nanos TimeAxis::time(float x) const
{
    return span_.from + Nanos{std::llround(static_cast<double>(x - left_) / pixels_per_ns_)};
}

Nanos TimeAxis::duration(float pixels) const
{
    return Nanos{std::max<std::int64_t>(std::llround(static_cast<double>(pixels) / pixels_per_ns_), 1)};
}

AxisTicks axis_ticks(const TimeAxis& axis, float min_label_distance)
{
    const TickStep step = tick_step_of_at_least(axis.duration(min_label_distance).count());
    AxisTicks ticks;
    std::int64_t base_ns = 0;
    if (step.labelled_step < min_complete_label_step.count())
    {
        base_ns = std::max<std::int64_t>(axis.span().from.count(), 0) / min_complete_label_step.count() *
                  min_complete_label_step.count();
        ticks.base = fmt::format("{:.3f} s", static_cast<double>(base_ns) / 1e9);
    }
    const std::int64_t first_ns =
        round_up_to_multiple(std::max<std::int64_t>(axis.span().from.count() - base_ns, 0), step.tick_step);
    for (std::int64_t offset_ns = first_ns; base_ns + offset_ns <= axis.span().to.count(); offset_ns += step.tick_step)
    {
        std::string label;
        if (offset_ns % step.labelled_step == 0)
            label = ticks.base.empty() ? seconds_text(offset_ns, step.labelled_step)
                                       : offset_text(offset_ns, step.labelled_step);
        ticks.ticks.push_back({Nanos{base_ns + offset_ns}, std::move(label)});
    }
    return ticks;
}

} // namespace draw
