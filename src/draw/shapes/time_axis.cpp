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
constexpr std::int64_t hour_ns = 60 * minute_ns;
// A time outside of the axis is drawn up to this many pixels beyond its end.
constexpr float max_overhang_px = 8.0F;
// Labels closer together than this show an offset from a base time instead of the full time.
constexpr Nanos min_absolute_label_spacing{1'000'000};

struct AxisSpacing
{
    std::int64_t label_spacing_ns; // ns between two labelled ticks
    std::int64_t tick_spacing_ns; // ns between two neighbouring ticks
};

// Rounds the time between labels up to a round value, such as 5 ms or 2 min; at most 24 h.
AxisSpacing round_axis_spacing(std::int64_t min_label_spacing_ns)
{
    constexpr std::array clock_spacings{
        AxisSpacing{1 * second_ns, second_ns / 5},  AxisSpacing{2 * second_ns, second_ns / 2},
        AxisSpacing{5 * second_ns, second_ns},      AxisSpacing{10 * second_ns, 2 * second_ns},
        AxisSpacing{15 * second_ns, 5 * second_ns}, AxisSpacing{30 * second_ns, 5 * second_ns},
        AxisSpacing{1 * minute_ns, 10 * second_ns}, AxisSpacing{2 * minute_ns, 30 * second_ns},
        AxisSpacing{5 * minute_ns, 1 * minute_ns},  AxisSpacing{10 * minute_ns, 2 * minute_ns},
        AxisSpacing{15 * minute_ns, 5 * minute_ns}, AxisSpacing{30 * minute_ns, 5 * minute_ns},
        AxisSpacing{1 * hour_ns, 10 * minute_ns},   AxisSpacing{2 * hour_ns, 30 * minute_ns},
        AxisSpacing{5 * hour_ns, 1 * hour_ns},      AxisSpacing{12 * hour_ns, 2 * hour_ns}};
    constexpr std::array<std::int64_t, 3> factors{1, 2, 5}, ticks_per_label{5, 4, 5};
    for (std::int64_t power_of_ten = 1; power_of_ten < second_ns; power_of_ten *= 10)
        for (std::size_t i = 0; i < factors.size(); ++i)
            if (const std::int64_t label_spacing_ns = factors[i] * power_of_ten;
                label_spacing_ns >= min_label_spacing_ns)
                return {label_spacing_ns, std::max<std::int64_t>(label_spacing_ns / ticks_per_label[i], 1)};
    for (const AxisSpacing spacing : clock_spacings)
        if (spacing.label_spacing_ns >= min_label_spacing_ns) return spacing;
    return {24 * hour_ns, 6 * hour_ns};
}

// Returns the number of decimals that a label needs to differ from the next. Both arguments are in nanoseconds.
int decimal_count(std::int64_t label_spacing_ns, std::int64_t unit_ns)
{
    int decimals = 0;
    for (; label_spacing_ns % unit_ns != 0 && unit_ns > 1; unit_ns /= 10) ++decimals;
    return decimals;
}

std::string seconds_text(std::int64_t time_ns, std::int64_t label_spacing_ns)
{
    const std::int64_t minutes = time_ns / minute_ns, seconds = time_ns / second_ns % 60;
    if (time_ns >= hour_ns && label_spacing_ns >= second_ns)
        return fmt::format("{}:{:02}:{:02} h", time_ns / hour_ns, minutes % 60, seconds);
    if (time_ns >= minute_ns && label_spacing_ns >= second_ns) return fmt::format("{}:{:02} min", minutes, seconds);
    if (label_spacing_ns < second_ns && time_ns < second_ns && label_spacing_ns >= second_ns / 1000)
        return time_ns == 0 ? "0" : fmt::format("{:.0f} ms", static_cast<double>(time_ns) / 1e6);
    return fmt::format("{:.{}f} s", static_cast<double>(time_ns) / 1e9, decimal_count(label_spacing_ns, second_ns));
}

} // namespace

TimeSpan zoomed_span(TimeSpan span, double length_factor, Nanos fixed_time)
{
    const auto old_length_ns = static_cast<double>(std::max(span.length(), Nanos{1}).count());
    const double new_length_ns = std::clamp(old_length_ns * length_factor, static_cast<double>(min_span_length.count()),
                                            static_cast<double>(max_span_length.count()));
    const double share_before_fixed_time = static_cast<double>((fixed_time - span.from).count()) / old_length_ns;
    const Nanos from = fixed_time - Nanos{std::llround(share_before_fixed_time * new_length_ns)};
    return {from, from + Nanos{std::llround(new_length_ns)}};
}

TimeSpan shifted_into(TimeSpan span, TimeSpan limits)
{
    const Nanos length = span.length();
    if (span.to > limits.to) span = {limits.to - length, limits.to};
    if (span.from < limits.from) span = {limits.from, limits.from + length};
    return span;
}

TimeAxis::TimeAxis(TimeSpan span, float left, float right)
    : span_{span.from, std::max(span.to, span.from + min_span_length)}
    , left_{left}
    , right_{std::max(right, left + 1.0F)}
    , pixels_per_ns_{static_cast<double>(right_ - left_) / static_cast<double>(span_.length().count())}
{
}

float TimeAxis::x_clamped_with_overhang(Nanos time) const
{
    const double offset = static_cast<double>((time - span_.from).count()) * pixels_per_ns_;
    return left_ + static_cast<float>(std::clamp(offset, -double{max_overhang_px}, double{width() + max_overhang_px}));
}

Nanos TimeAxis::time_at(float x) const
{
    return span_.from + Nanos{std::llround(static_cast<double>(x - left_) / pixels_per_ns_)};
}

Nanos TimeAxis::duration_of_pixels(float pixels) const
{
    return Nanos{std::max<std::int64_t>(std::llround(static_cast<double>(pixels) / pixels_per_ns_), 1)};
}

AxisTicks axis_ticks(const TimeAxis& axis, float min_label_distance_px)
{
    const AxisSpacing spacing = round_axis_spacing(axis.duration_of_pixels(min_label_distance_px).count());
    AxisTicks ticks;
    std::int64_t base_time_ns = 0;
    if (spacing.label_spacing_ns < min_absolute_label_spacing.count())
    {
        base_time_ns = std::max<std::int64_t>(axis.span().from.count(), 0) / min_absolute_label_spacing.count() *
                       min_absolute_label_spacing.count();
        ticks.base_time_label = fmt::format("{:.3f} s", static_cast<double>(base_time_ns) / 1e9);
    }
    const auto span_offset_ns = std::max<std::int64_t>(axis.span().from.count() - base_time_ns, 0);
    const std::int64_t first_offset_ns = // rounded up to a tick
        (span_offset_ns + spacing.tick_spacing_ns - 1) / spacing.tick_spacing_ns * spacing.tick_spacing_ns;
    for (std::int64_t offset_ns = first_offset_ns; base_time_ns + offset_ns <= axis.span().to.count();
         offset_ns += spacing.tick_spacing_ns)
    {
        std::string label;
        if (offset_ns % spacing.label_spacing_ns == 0)
            label = ticks.base_time_label.empty() ? seconds_text(offset_ns, spacing.label_spacing_ns)
                                                  : fmt::format("+{:.{}f} µs", static_cast<double>(offset_ns) / 1e3,
                                                                decimal_count(spacing.label_spacing_ns, 1'000));
        ticks.ticks.push_back({Nanos{base_time_ns + offset_ns}, std::move(label)});
    }
    return ticks;
}

} // namespace draw
