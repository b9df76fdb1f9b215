// timestep/whole_nanos.hpp -- seconds in floating point, booked as whole nanoseconds without losing any
#pragma once

#include "timestep/time.hpp"

namespace timestep
{

/// Rounds to nanoseconds and hands what was rounded off to the next amount.
class WholeNanos
{
public:
    /// `seconds` and what earlier calls left, in whole nanoseconds; |seconds| < 9e9.
    constexpr Nanos take(double seconds)
    {
        const double exact = seconds * 1e9 + rest_;
        const auto whole   = static_cast<std::int64_t>(exact);
        rest_              = exact - static_cast<double>(whole);
        return Nanos{whole};
    }

private:
    double rest_ = 0.0;
};

} // namespace timestep
