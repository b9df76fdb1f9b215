#include "draw/shapes/time_axis.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace draw
{

namespace
{

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t minute = 60 * second;
constexpr std::int64_t hour   = 60 * minute;
// Times outside of the axis are drawn at most this many pixels beyond the ends of the axis.
constexpr float beyond = 8.0F;
// If two ticks are closer than this, labels show the time since a base time, because complete times are too long.
constexpr Nanos relative{1'000'000};

struct TickStep
{
    std::int64_t labelled; // time in nanoseconds between two ticks that have a text
    std::int64_t plain;    // time in nanoseconds between two neighbouring ticks, with or without text
};

// The smallest round step of at least `least` nanoseconds: 1, 2 or 5 times a power of ten below a second, then the
// divisions of a clock. {1, 5}, {2, 4} and {5, 5} are the labelled step and the number of ticks in it.
TickStep round_step(std::int64_t least)
{
    constexpr std::array clock{
        TickStep{1 * second, second / 5},  TickStep{2 * second, second / 2},  TickStep{5 * second, second},
        TickStep{10 * second, 2 * second}, TickStep{15 * second, 5 * second}, TickStep{30 * second, 5 * second},
        TickStep{1 * minute, 10 * second}, TickStep{2 * minute, 30 * second}, TickStep{5 * minute, 1 * minute},
        TickStep{10 * minute, 2 * minute}, TickStep{15 * minute, 5 * minute}, TickStep{30 * minute, 5 * minute},
        TickStep{1 * hour, 10 * minute},   TickStep{2 * hour, 30 * minute},   TickStep{5 * hour, 1 * hour},
        TickStep{12 * hour, 2 * hour}};
    for (std::int64_t power = 1; power < second; power *= 10)
        for (const TickStep s : {TickStep{1, 5}, TickStep{2, 4}, TickStep{5, 5}})
            if (s.labelled * power >= least)
                return {s.labelled * power, std::max<std::int64_t>(s.labelled * power / s.plain, 1)};
    for (const TickStep s : clock)
        if (s.labelled >= least) return s;
    return {24 * hour, 6 * hour};
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
    const std::int64_t s = t / second % 60;
    if (t < hour) return fmt::format("{}:{:02}", t / minute, s);
    return fmt::format("{}:{:02}:{:02}", t / hour, t / minute % 60, s);
}

std::string seconds_text(std::int64_t t, std::int64_t step)
{
    if (t >= minute && step >= second) return fmt::format("{} {}", clock_text(t), t < hour ? "min" : "h");
    if (step < second && t < second && step >= second / 1000)
        return t == 0 ? "0" : fmt::format("{:.0f} ms", static_cast<double>(t) / 1e6);
    return fmt::format("{:.{}f} s", static_cast<double>(t) / 1e9, decimals_of(step, second));
}

std::string offset_text(std::int64_t t, std::int64_t step)
{
    return fmt::format("+{:.{}f} µs", static_cast<double>(t) / 1e3, decimals_of(step, 1'000));
}

std::int64_t round_up(std::int64_t t, std::int64_t step) { return (t + step - 1) / step * step; }

} // namespace

TimeSpan zoomed(TimeSpan span, double factor, Nanos around)
{
    const auto length = static_cast<double>(std::max(span.length(), Nanos{1}).count());
    const double wish = std::clamp(length * factor, static_cast<double>(shortest_span.count()),
                                   static_cast<double>(longest_span.count()));
    const double part = static_cast<double>((around - span.from).count()) / length;
    const Nanos from  = around - Nanos{std::llround(part * wish)};
    return {from, from + Nanos{std::llround(wish)}};
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
    const double from_left = static_cast<double>((time - span_.from).count()) * pixels_per_ns_;
    return left_ + static_cast<float>(std::clamp(from_left, -double{beyond}, double{width() + beyond}));
}

Nanos TimeAxis::time(float x) const
{
    return span_.from + Nanos{std::llround(static_cast<double>(x - left_) / pixels_per_ns_)};
}

Nanos TimeAxis::length(float pixels) const
{
    return Nanos{std::max<std::int64_t>(std::llround(static_cast<double>(pixels) / pixels_per_ns_), 1)};
}

Ticks ticks_of(const TimeAxis& axis, float apart)
{
    const TickStep step = round_step(axis.length(apart).count());
    Ticks found;
    std::int64_t base = 0;
    if (step.labelled < relative.count())
    {
        base       = std::max<std::int64_t>(axis.span().from.count(), 0) / relative.count() * relative.count();
        found.base = fmt::format("{:.3f} s", static_cast<double>(base) / 1e9);
    }
    const std::int64_t first = round_up(std::max<std::int64_t>(axis.span().from.count() - base, 0), step.plain);
    for (std::int64_t t = first; base + t <= axis.span().to.count(); t += step.plain)
    {
        std::string text;
        if (t % step.labelled == 0)
            text = found.base.empty() ? seconds_text(t, step.labelled) : offset_text(t, step.labelled);
        found.ticks.push_back({Nanos{base + t}, std::move(text)});
    }
    return found;
}

} // namespace draw
