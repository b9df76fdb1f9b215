// SPDX-License-Identifier: MIT
// timestep/arithmetic.hpp -- arithmetic with the same results on every compiler, without the 9,400 lines of <algorithm>
// Rejects compiler options that change floating-point rounding: the steps of some steppers depend on it.
#ifndef TIMESTEP_ARITHMETIC_HPP
#define TIMESTEP_ARITHMETIC_HPP

#if __cplusplus < 202002L && (!defined(_MSVC_LANG) || _MSVC_LANG < 202002L)
// This file does not exist, on purpose: a missing file stops the compiler, but after an #error it would continue.
#include "timestep/needs C++20: add -std=c++20"
#endif

#include <cfloat>
#include <concepts>
#include <cstdint>
#include <type_traits>

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) ||                         \
    defined(__NO_SIGNED_ZEROS__) || defined(_M_FP_FAST)
#error "timestep: -ffast-math (also as a part of -Ofast) changes how times are rounded: add -fno-fast-math"
#elif FLT_EVAL_METHOD != 0
#error "timestep: FLT_EVAL_METHOD is not 0: x87 registers round times differently: add -msse2 -mfpmath=sse"
#endif

namespace timestep::detail
{

/// `a * b`, always rounded. In `a * b + c`, compilers may use one instruction (FMA), which does not round the product.
template <std::floating_point Real>
constexpr Real unfused_product(Real a, Real b)
{
    // Adding 0 prevents an FMA of this product and the caller's sum.
    return a * b + Real{0};
}

template <class T>
constexpr T min(T a, T b)
{
    return b < a ? b : a;
}

template <class T>
constexpr T max(T a, T b)
{
    return a < b ? b : a;
}

template <class T>
constexpr T clamp(T value, T low, T high)
{
    if (value < low) return low;
    return high < value ? high : value;
}

// Euclid's algorithm. For constant arguments, compilers compute it at compile time; with std::gcd they often do not.
constexpr std::int64_t gcd(std::int64_t a, std::int64_t b)
{
    while (b != 0)
    {
        const std::int64_t remainder = a % b;
        a = b;
        b = remainder;
    }
    return a;
}

// Rounds down; `b` must be positive.
constexpr std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

// `value` rounded towards zero; NaN becomes 0, and numbers outside of 64 bits become the nearest double within them.
constexpr std::int64_t truncated(double value)
{
    constexpr double max = 9223372036854774784.0; // 2^63 - 1024
    return value != value ? 0 : static_cast<std::int64_t>(clamp(value, -max, max));
}

// checked_clamp() and checked_at_least() clamp a number to its documented range; NaN becomes the minimum.
// In a constant expression, a number out of range does not compile.

// Not constexpr on purpose: if a constant expression calls this function, the compiler's error shows its name.
inline void value_out_of_range() {}

template <class T>
constexpr T checked_clamp(T value, std::type_identity_t<T> min, std::type_identity_t<T> max)
{
    if (value >= min && value <= max) return value;
    if (std::is_constant_evaluated()) value_out_of_range();
    return value > max ? max : min;
}

template <class T>
constexpr T checked_at_least(T value, std::type_identity_t<T> min)
{
    if (value >= min) return value;
    if (std::is_constant_evaluated()) value_out_of_range();
    return min;
}

} // namespace timestep::detail
#endif
