// SPDX-License-Identifier: MIT
// timestep/min_max.hpp -- min, max and clamp without the header <algorithm>, whose 9,400 lines are slow to compile
#pragma once

#include "timestep/floating_point.hpp"

namespace timestep::detail
{

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

/// Returns the number from `least` to `most` that is nearest to `value`.
template <class T>
constexpr T clamp(T value, T least, T most)
{
    return value < least ? least : most < value ? most : value;
}

} // namespace timestep::detail
