// SPDX-License-Identifier: MIT
// timestep/speed.hpp -- the speed of a game clock as an exact fraction
#pragma once

#include "timestep/time.hpp"

#include <concepts>
#include <optional>

namespace timestep
{

/// Game seconds per wall second, as an exact fraction in lowest terms: 0 to 10,000, with a denominator of at most
/// 1,000,000. `Speed{1, 10}` is slow motion at a tenth of the speed.
class Speed
{
public:
    /// Makes the speed 1: game time passes as fast as wall time.
    constexpr Speed() = default;
    /// Makes the speed num/den. The arguments must be known at compile time, and a speed out of range does not compile.
    /// For other numbers, use make().
    template <std::integral Num, std::integral Den = int>
    consteval Speed(Num num, Den den = 1)
    {
        const auto speed = make(num, den);
        // Calls a function that is not constexpr, so that the compiler reports an error here.
        if (!speed) detail::the_value_is_out_of_its_range();
        *this = *speed;
    }

    /// Returns the speed num/den, or std::nullopt if it is out of range.
    static constexpr std::optional<Speed> make(std::int64_t num, std::int64_t den = 1)
    {
        if (num < 0 || den < 1 || den > most_den || num / den > most || (num / den == most && num % den != 0))
            return std::nullopt;
        const std::int64_t common = detail::gcd(num, den);
        Speed speed;
        speed.num_ = num / common;
        speed.den_ = den / common;
        return speed;
    }
    /// Returns `value`, rounded to three decimals, as a speed; std::nullopt if `value` is out of range or NaN.
    static constexpr std::optional<Speed> nearest(double value)
    {
        if (!(value >= 0.0 && value <= static_cast<double>(most))) return std::nullopt;
        return make(static_cast<std::int64_t>(value * 1000.0 + 0.5), 1000);
    }

    constexpr std::int64_t num() const { return num_; }
    constexpr std::int64_t den() const { return den_; }
    constexpr double value() const { return static_cast<double>(num_) / static_cast<double>(den_); }

    friend constexpr bool operator==(Speed, Speed) = default;

private:
    static constexpr std::int64_t most = 10'000, most_den = 1'000'000;

    std::int64_t num_ = 1, den_ = 1;
};

} // namespace timestep
