// SPDX-License-Identifier: MIT
// timestep/floating_point.hpp -- refuses compiler options that change the rounding of floating-point numbers, and
// multiplies so that the compiler cannot fuse the product with an addition
//
// Some steppers count seconds in floating point, like the engines whose loops they copy. They take the same steps with
// every compiler and on every processor only if each operation is rounded once, to its own type.
#pragma once

#if __cplusplus < 202002L && (!defined(_MSVC_LANG) || _MSVC_LANG < 202002L)
// This file does not exist, on purpose. A missing file stops the compiler with a single error, whose text says which
// option to add. After an #error the compiler would continue and report hundreds of further errors.
#include "timestep/needs C++20: add -std=c++20"
#endif

#include <cfloat>
#include <concepts>

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) ||                         \
    defined(__NO_SIGNED_ZEROS__) || defined(_M_FP_FAST)
#error "timestep: -ffast-math (also as a part of -Ofast) changes how times are rounded: add -fno-fast-math"
#elif FLT_EVAL_METHOD != 0
#error "timestep: FLT_EVAL_METHOD is not 0: x87 registers round times differently: add -msse2 -mfpmath=sse"
#endif

namespace timestep::detail
{

/// Returns `a * b`, rounded once. Use it for a product that is then added to or subtracted from a number: in `a * b +
/// c` a compiler may fuse both operations to one with a single rounding, and does so by default for aarch64 and
/// x86-64-v3. This function adds zero to the product. The compiler can then fuse the product only with this zero, which
/// changes at most the sign of a result that is zero.
template <std::floating_point Real>
constexpr Real product(Real a, Real b)
{
    return a * b + Real{0};
}

} // namespace timestep::detail
