// SPDX-License-Identifier: MIT
// timestep/rounding.hpp -- conversions of times that carry their rounding remainder to the next conversion
#ifndef TIMESTEP_ROUNDING_HPP
#define TIMESTEP_ROUNDING_HPP

#include "timestep/time.hpp"

namespace timestep
{

/// Rounds times towards zero to whole nanoseconds; carries the remaining fraction to the next time.
class NanosTruncator
{
public:
    /// Adds `seconds` to the carried fraction; returns the whole nanoseconds of the sum, at most 292 years. NaN
    /// counts as 0.
    constexpr Nanos truncate(double seconds)
    {
        const double exact_ns = detail::unfused_product(seconds, 1e9) + fraction_ns_;
        const auto whole_ns = detail::truncated(exact_ns);
        const double fraction = exact_ns - static_cast<double>(whole_ns);
        fraction_ns_ = fraction > -1.0 && fraction < 1.0 ? fraction : 0.0;
        return Nanos{whole_ns};
    }

private:
    double fraction_ns_ = 0.0;
};

/// Rounds times down to whole ticks of a fixed length, like a hardware counter; carries the remainder to the next time.
class ClockTickCounter
{
public:
    constexpr explicit ClockTickCounter(Nanos tick_length)
        : tick_length_{tick_length}
    {
    }

    constexpr Nanos tick_length() const { return tick_length_; }

    /// Adds `time`, 0 or more, to the carried remainder; returns the number of whole ticks in the sum.
    constexpr std::int64_t count_ticks(Nanos time)
    {
        const std::int64_t ticks = time / tick_length_;
        const Nanos remainder = remainder_ + (time - ticks * tick_length_);
        const bool has_one_more = remainder >= tick_length_;
        remainder_ = has_one_more ? remainder - tick_length_ : remainder;
        return ticks + (has_one_more ? 1 : 0);
    }

private:
    Nanos tick_length_;
    Nanos remainder_{};
};

} // namespace timestep
#endif
