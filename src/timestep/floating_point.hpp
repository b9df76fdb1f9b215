// timestep/floating_point.hpp -- refuses compiler options that do not suit the library, and multiplies without fusing
//
// Some steppers count seconds in floating point, as their engines do. They take the same steps with every compiler and
// on every processor only if each operation is rounded once, to its own type.
#pragma once

#if __cplusplus < 202002L && (!defined(_MSVC_LANG) || _MSVC_LANG < 202002L)
// This file does not exist. The compiler stops at a missing file with one error, whose text is the option to add; after
// an #error it would continue and report hundreds.
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

/// Returns `a * b`, rounded once. Use it if the product is added to or subtracted from a number: a compiler may fuse `a
/// * b + c` to one operation with one rounding, and does so by default for aarch64 and x86-64-v3. The result of this
/// function is a sum, which cannot be fused with a sum that follows. Fusing the zero that is added here can only change
/// the sign of a result that is zero.
template <std::floating_point Real>
constexpr Real product(Real a, Real b)
{
    return a * b + Real{0};
}

} // namespace timestep::detail
