// SPDX-License-Identifier: MIT
// timestep/time.hpp -- times in nanoseconds, rates and speeds as fractions, and a unit without rounding errors
#ifndef TIMESTEP_TIME_HPP
#define TIMESTEP_TIME_HPP

#include "timestep/arithmetic.hpp"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace timestep
{

/// The type of all times in this library: a signed 64-bit count of nanoseconds, up to 292 years in either direction.
using Nanos = std::chrono::nanoseconds;
using namespace std::chrono_literals;

/// `time` in seconds, for display and for physics. Do not add up the results: they are rounded.
constexpr double to_seconds(Nanos time) { return static_cast<double>(time.count()) / 1e9; }
/// `time` in milliseconds, for display only: the result is not exact.
constexpr double to_millis(Nanos time) { return static_cast<double>(time.count()) / 1e6; }
/// The whole number of nanoseconds nearest to `seconds`, or 1 ns off above 52 days; at most 292 years. NaN becomes 0.
constexpr Nanos from_seconds(double seconds)
{
    return Nanos{detail::truncated(detail::unfused_product(seconds, 1e9) + (seconds < 0 ? -0.5 : 0.5))};
}

namespace detail
{
// An integer parameter. A floating-point argument does not compile: without this type, hz(59.94) would be hz(59).
struct Integer
{
    std::int64_t value = 0;

    template <class Number>
    requires std::is_arithmetic_v<Number>
    constexpr Integer(Number number)
        : value{static_cast<std::int64_t>(number)}
    {
        static_assert(std::integral<Number>,
                      "rates and speeds are made of integers: hz(60), Rate{60000, 1001}, Speed::make(1, 2). "
                      "nearest_rate(59.94) and Speed::nearest(0.5) round a floating-point number");
    }
};

// Not constexpr, so that a constant expression with a rate out of range does not compile.
[[noreturn]] inline void rate_out_of_range()
{
#ifdef __cpp_exceptions
    throw std::invalid_argument("timestep::Rate: numerator and denominator must be from 1 to 1,000,000,000");
#else
    std::fputs("timestep::Rate: numerator and denominator must be from 1 to 1,000,000,000\n", stderr);
    std::abort();
#endif
}
} // namespace detail

/// Steps (or frames) per second as an exact fraction num/den. 60 Hz is 60/1; the 59.94 Hz of television is 60000/1001.
struct Rate
{
    static constexpr std::int64_t max_term = 1'000'000'000;

    std::int64_t num = 60; ///< numerator of the rate, 1 to 1,000,000,000
    std::int64_t den = 1; ///< denominator of the rate, 1 to 1,000,000,000

    constexpr Rate() = default;
    /// Values out of range do not compile; at run time they throw std::invalid_argument or, without exceptions, abort.
    constexpr Rate(detail::Integer numerator, detail::Integer denominator)
        : num{numerator.value}
        , den{denominator.value}
    {
        if (num < 1 || num > max_term || den < 1 || den > max_term) detail::rate_out_of_range();
    }
    /// Returns std::nullopt if an argument is out of range.
    static constexpr std::optional<Rate> make(detail::Integer numerator, detail::Integer denominator = 1)
    {
        if (numerator.value < 1 || numerator.value > max_term || denominator.value < 1 || denominator.value > max_term)
            return std::nullopt;
        return Rate{numerator, denominator};
    }

    friend constexpr bool operator==(Rate a, Rate b) { return a.num * b.den == b.num * a.den; }
};

constexpr Rate hz(detail::Integer steps_per_second) { return {steps_per_second, 1}; }
/// One step every `period`. Exact for periods of 1 ns to 1 s, of whole us up to 1000 s, and of whole ms up to 11 days.
/// At run time, a period without an exact Rate throws std::invalid_argument or, without exceptions, aborts.
constexpr Rate every(Nanos period)
{
    const std::int64_t divisor = detail::gcd(period.count(), 1'000'000'000);
    return {1'000'000'000 / divisor, period.count() / divisor};
}

constexpr double to_hertz(Rate r) { return static_cast<double>(r.num) / static_cast<double>(r.den); }
/// The length of a step at rate `r` in seconds, correctly rounded. Integrators should use this value.
constexpr double step_seconds(Rate r) { return static_cast<double>(r.den) / static_cast<double>(r.num); }

/// Game seconds per wall second: an exact fraction, 0 to 10,000, denominator at most 1,000,000. Speed{1, 10} is 0.1x.
class Speed
{
public:
    constexpr Speed() = default;
    /// Makes the speed num/den from constants; a speed out of range does not compile. At run time, use make().
    template <std::integral Num, std::integral Den = int>
    consteval Speed(Num num, Den den = 1)
    {
        const auto speed = make(num, den);
        // This call is not a constant expression, so the compiler reports an error here if the speed is out of range.
        if (!speed) detail::value_out_of_range();
        *this = *speed;
    }

    /// Returns std::nullopt if the speed is out of range.
    static constexpr std::optional<Speed> make(detail::Integer numerator, detail::Integer denominator = 1)
    {
        const std::int64_t num = numerator.value, den = denominator.value;
        if (num < 0 || den < 1 || den > max_den || num / den > max_value || (num / den == max_value && num % den != 0))
            return std::nullopt;
        const std::int64_t divisor = detail::gcd(num, den);
        Speed speed;
        speed.num_ = num / divisor;
        speed.den_ = den / divisor;
        return speed;
    }
    /// `value`, rounded to three decimals, as a speed; std::nullopt if `value` is out of range or NaN.
    static constexpr std::optional<Speed> nearest(double value)
    {
        if (!(value >= 0.0 && value <= static_cast<double>(max_value))) return std::nullopt;
        return make(static_cast<std::int64_t>(value * 1000.0 + 0.5), 1000);
    }

    constexpr std::int64_t num() const { return num_; }
    constexpr std::int64_t den() const { return den_; }
    constexpr double value() const { return static_cast<double>(num_) / static_cast<double>(den_); }

    friend constexpr bool operator==(Speed, Speed) = default;

private:
    static constexpr std::int64_t max_value = 10'000, max_den = 1'000'000;

    std::int64_t num_ = 1, den_ = 1;
};

/// A unit of time: nanoseconds and steps are integer multiples of it, so that sums have no rounding errors.
struct ExactTimeUnit
{
    std::int64_t units_per_ns = 3;
    std::int64_t units_per_step = 50'000'000;
    std::int64_t max_time_ns = INT64_MAX / 4 / 3; ///< max_time() in nanoseconds; stored to avoid a slow division

    constexpr ExactTimeUnit() = default;
    constexpr explicit ExactTimeUnit(Rate r)
    {
        const std::int64_t ns_in_num_steps = r.den * 1'000'000'000;
        const std::int64_t divisor = detail::gcd(r.num, ns_in_num_steps);
        units_per_ns = r.num / divisor;
        units_per_step = ns_in_num_steps / divisor;
        max_time_ns = INT64_MAX / 4 / units_per_ns;
    }

    /// Converts `time` to units of 1/units_per_ns nanosecond; |time| must be at most max_time().
    constexpr std::int64_t to_units(Nanos time) const { return time.count() * units_per_ns; }
    /// Converts a number of units, each 1/units_per_ns nanosecond, to whole nanoseconds, rounded towards zero.
    constexpr Nanos to_nanos(std::int64_t unit_count) const { return Nanos{unit_count / units_per_ns}; }
    /// The length of a step, rounded to the nearest nanosecond.
    constexpr Nanos step_ns() const { return Nanos{(units_per_step + units_per_ns / 2) / units_per_ns}; }
    /// The longest frame time that a loop accepts.
    constexpr Nanos max_time() const { return Nanos{max_time_ns}; }
};

/// The length of a step, rounded to the nearest nanosecond; for display, and for loops without an accumulator.
constexpr Nanos step_ns(Rate r) { return Nanos{(r.den * 1'000'000'000 + r.num / 2) / r.num}; }

namespace detail
{
constexpr std::optional<std::int64_t> parse_digits(std::string_view text)
{
    if (text.empty() || text.size() > 9) return std::nullopt;
    std::int64_t value = 0;
    for (const char c : text)
    {
        if (c < '0' || c > '9') return std::nullopt;
        value = value * 10 + (c - '0');
    }
    return value;
}

constexpr Rate reduced_rate(std::int64_t num, std::int64_t den)
{
    const std::int64_t divisor = gcd(num, den);
    return {num / divisor, den / divisor};
}

// Converts millihertz to a rate: exactly, or to a television rate such as 60000/1001 for 59940 (SMPTE ST 12-1).
constexpr Rate rate_from_millihertz(std::int64_t millihertz)
{
    for (const std::int64_t nominal_hz : {24, 30, 48, 60, 120, 240})
    {
        const std::int64_t exact_millihertz = nominal_hz * 1'000'000 / 1001; // a television rate: 59940 for 60
        // Accepts a television rate with two decimals (59.94 Hz), or with three, rounded down (23.976) or up (23.977).
        const bool has_two_decimals = millihertz / 10 == exact_millihertz / 10 && millihertz % 10 == 0;
        const bool has_three_decimals = millihertz == exact_millihertz || millihertz == exact_millihertz + 1;
        if (has_two_decimals || has_three_decimals) return reduced_rate(nominal_hz * 1000, 1001);
    }
    return reduced_rate(millihertz, 1000);
}
} // namespace detail

/// Parses a rate such as "60", "62.5" or "60000/1001", with up to three decimals; empty if it is invalid or zero. The
/// television rates 23.976, 29.97, 47.952, 59.94, 119.88 and 239.76 are exact: 59.94 is 60000/1001.
constexpr std::optional<Rate> parse_rate(std::string_view text)
{
    if (const auto slash = text.find('/'); slash != text.npos)
    {
        const auto num = detail::parse_digits(text.substr(0, slash));
        const auto den = detail::parse_digits(text.substr(slash + 1));
        if (!num || !den || *num == 0 || *den == 0 || *den > 1'000'000) return std::nullopt;
        return detail::reduced_rate(*num, *den);
    }
    const auto dot = text.find('.');
    const auto whole_hertz = detail::parse_digits(text.substr(0, dot));
    if (!whole_hertz || *whole_hertz > 999'999) return std::nullopt;
    std::int64_t millihertz = *whole_hertz * 1000;
    if (dot != text.npos)
    {
        const std::string_view decimals = text.substr(dot + 1);
        const auto fraction = detail::parse_digits(decimals);
        if (!fraction || decimals.size() > 3) return std::nullopt;
        constexpr int millihertz_per_last_digit[]{1000, 100, 10, 1}; // for 0 to 3 decimals
        millihertz += *fraction * millihertz_per_last_digit[decimals.size()];
    }
    if (millihertz == 0) return std::nullopt;
    return detail::rate_from_millihertz(millihertz);
}

/// Rounds `hertz` (0.001 to 1,000,000) to three decimals; for sliders. Television rates are exact: 59.94 is 60000/1001.
constexpr Rate nearest_rate(double hertz)
{
    hertz = detail::checked_clamp(hertz, 0.001, 1'000'000.0);
    return detail::rate_from_millihertz(static_cast<std::int64_t>(detail::unfused_product(hertz, 1000.0) + 0.5));
}

} // namespace timestep
#endif
