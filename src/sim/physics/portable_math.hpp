// sim/physics/portable_math.hpp -- sine, cosine, exponential and bisection with bit-identical results on every machine
// The functions use only + - * /, because glibc's results can differ in the last bits between CPUs. Error: up to 3 ulp.
#pragma once

#include "timestep/smooth.hpp"

#include <bit>
#include <cstdint>
#include <numbers>

namespace sim
{

inline constexpr double tau = 2.0 * std::numbers::pi;

struct SinCos
{
    double sin;
    double cos;
};

namespace detail
{
template <int First, int Last>
constexpr double alternating_series(double squared_angle)
{
    if constexpr (First > Last)
        return 1.0;
    else
        return 1.0 - squared_angle * (1.0 / (First * (First + 1))) * alternating_series<First + 2, Last>(squared_angle);
}
} // namespace detail

/// Sine and cosine of `x` radians; NaN unless |x| < 1e8.
constexpr SinCos sin_cos(double x)
{
    // The sum of these constants is pi/2. The first two have 27 bits, so their products with q < 2^26 are exact.
    constexpr double half_pi_1 = 0x1.921fb54p+0;
    constexpr double half_pi_2 = 0x1.10b4610p-30;
    constexpr double half_pi_3 = 0x1.a62633145c06ep-58;

    if (!(x > -1e8 && x < 1e8)) return {std::bit_cast<double>(~0ULL), std::bit_cast<double>(~0ULL)};
    const double unrounded_quarter_turns = x * (2.0 / std::numbers::pi);
    const auto quarter_turns =
        static_cast<std::int64_t>(unrounded_quarter_turns + (unrounded_quarter_turns < 0.0 ? -0.5 : 0.5));
    const auto q = static_cast<double>(quarter_turns);
    const double angle = ((x - q * half_pi_1) - q * half_pi_2) - q * half_pi_3;
    const double squared_angle = angle * angle;
    const double sine =
        // `angle` is the first term of the series. Subtracting the other terms last keeps the rounding error small.
        angle - angle * (squared_angle * (1.0 / 6.0) * detail::alternating_series<4, 18>(squared_angle));
    const double cosine = detail::alternating_series<1, 17>(squared_angle);
    switch (quarter_turns & 3)
    {
    case 0: return {sine, cosine};
    case 1: return {cosine, -sine};
    case 2: return {-sine, -cosine};
    default: return {-cosine, sine};
    }
}

using timestep::exponential;

/// Halves the interval from `low` to `high` several times: its middle replaces `low` if is_low(middle), else `high`.
constexpr void bisect(double& low, double& high, int iterations, auto&& is_low)
{
    for (int i = 0; i < iterations; ++i)
    {
        const double middle = 0.5 * (low + high);
        (is_low(middle) ? low : high) = middle;
    }
}

} // namespace sim
