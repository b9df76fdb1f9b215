// SPDX-License-Identifier: MIT
// timestep/whole_nanos.hpp -- converts floating-point seconds to whole nanoseconds without losing the fractions
#pragma once

#include "timestep/time.hpp"

namespace timestep
{

/// Rounds each amount of time towards zero to whole nanoseconds and adds the rounded-off fraction to the next amount.
class WholeNanos
{
public:
    /// Adds `seconds` to the fraction of a nanosecond that earlier calls left, and returns the whole nanoseconds of the
    /// sum. |seconds| must be less than 9e9.
    constexpr Nanos take(double seconds)
    {
        const double exact = detail::product(seconds, 1e9) + rest_;
        const auto whole   = static_cast<std::int64_t>(exact);
        rest_              = exact - static_cast<double>(whole);
        return Nanos{whole};
    }

private:
    double rest_ = 0.0;
};

} // namespace timestep
