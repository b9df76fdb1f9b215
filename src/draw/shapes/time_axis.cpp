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
// Largest distance in pixels from an end of the axis to a drawn time outside of the axis.
constexpr float max_overhang = 8.0F;
// If ticks are closer than this, the labels are times since a base time, because complete times are too long.
constexpr Nanos offset_label_limit{1'000'000};

struct TickStep
{
    std::int64_t labelled_step; // time in nanoseconds between two labelled ticks
    std::int64_t tick_step;     // time in nanoseconds between two neighbouring ticks
};

// The smallest round step of at least `min_ns` nanoseconds: 1, 2 or 5 times a power of ten below a second, above it a
// division of the clock. In {2, 4}, 2 is the labelled step and 4 the number of ticks in it.
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
    for (std::int64_t power = 1; power < second_ns; power *= 10)
        for (const TickStep s : {TickStep{1, 5}, TickStep{2, 4}, TickStep{5, 5}})
            if (s.labelled_step * power >= min_ns)
                return {s.labelled_step * power, std::max<std::int64_t>(s.labelled_step * power / s.tick_step, 1)};
    for (const TickStep s : clock_steps)
        if (s.labelled_step >= min_ns) return s;
    return {24 * hour_ns, 6 * hour_ns};
}

// Smallest number of decimals that distinguishes neighbouring labels. `step` and `unit` are in nanoseconds.
int decimals_of(std::int64_t step, std::int64_t unit)
{
    int decimals = 0;
    for (; step % unit != 0 && unit > 1; unit /= 10) ++decimals;
    return decimals;
}

std::string clock_text(std::int64_t t)
{
    const std::int64_t s = t / second_ns % 60;
    if (t < hour_ns) return fmt::format("{}:{:02}", t / minute_ns, s);
    return fmt::format("{}:{:02}:{:02}", t / hour_ns, t / minute_ns % 60, s);
}

std::string seconds_text(std::int64_t t, std::int64_t step)
{
    if (t >= minute_ns && step >= second_ns) return fmt::format("{} {}", clock_text(t), t < hour_ns ? "min" : "h");
    if (step < second_ns && t < second_ns && step >= second_ns / 1000)
        return t == 0 ? "0" : fmt::format("{:.0f} ms", static_cast<double>(t) / 1e6);
    return fmt::format("{:.{}f} s", static_cast<double>(t) / 1e9, decimals_of(step, second_ns));
}

std::string offset_text(std::int64_t t, std::int64_t step)
{
    return fmt::format("+{:.{}f} µs", static_cast<double>(t) / 1e3, decimals_of(step, 1'000));
}

std::int64_t round_up_to_multiple(std::int64_t t, std::int64_t step) { return (t + step - 1) / step * step; }

} // namespace

TimeSpan scaled_span(TimeSpan span, double factor, Nanos fixed_time)
{
    const auto length         = static_cast<double>(std::max(span.length(), Nanos{1}).count());
    const double new_length   = std::clamp(length * factor, static_cast<double>(shortest_span.count()),
                                           static_cast<double>(longest_span.count()));
    const double share_before = static_cast<double>((fixed_time - span.from).count()) / length;
    const Nanos from          = fixed_time - Nanos{std::llround(share_before * new_length)};
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

float TimeAxis::x(Nanos time) const
{
    const double offset = static_cast<double>((time - span_.from).count()) * pixels_per_ns_;
    return left_ + static_cast<float>(std::clamp(offset, -double{max_overhang}, double{width() + max_overhang}));
}

Nanos TimeAxis::time(float x) const
{
    return span_.from + Nanos{std::llround(static_cast<double>(x - left_) / pixels_per_ns_)};
}

Nanos TimeAxis::length(float pixels) const
{
    return Nanos{std::max<std::int64_t>(std::llround(static_cast<double>(pixels) / pixels_per_ns_), 1)};
}

Ticks ticks_of(const TimeAxis& axis, float min_label_distance)
{
    const TickStep step = tick_step_of_at_least(axis.length(min_label_distance).count());
    Ticks ticks;
    std::int64_t base = 0;
    if (step.labelled_step < offset_label_limit.count())
    {
        base = std::max<std::int64_t>(axis.span().from.count(), 0) / offset_label_limit.count() *
               offset_label_limit.count();
        ticks.base = fmt::format("{:.3f} s", static_cast<double>(base) / 1e9);
    }
    const std::int64_t first =
        round_up_to_multiple(std::max<std::int64_t>(axis.span().from.count() - base, 0), step.tick_step);
    for (std::int64_t t = first; base + t <= axis.span().to.count(); t += step.tick_step)
    {
        std::string text;
        if (t % step.labelled_step == 0)
            text = ticks.base.empty() ? seconds_text(t, step.labelled_step) : offset_text(t, step.labelled_step);
        ticks.ticks.push_back({Nanos{base + t}, std::move(text)});
    }
    return ticks;
}

} // namespace draw
