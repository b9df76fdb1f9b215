// SPDX-License-Identifier: MIT
// timestep/overload/grant.hpp -- the interface of an overload policy, which decides how many steps of a frame run
//
//     Grant grant(const Due& due)      decides how many steps of the due time run now, and how much time is kept
//
// The due time is the time that waits to be simulated. The part that is neither run nor kept is dropped, and the plan
// reports it. Each stepper counts due time in its own unit, so that a step is a whole number of units: for example 1/3
// ns, because 1/60 s is 50,000,000 thirds of a nanosecond; 100 ns ticks of a performance counter; or milliseconds.
#pragma once

#include "timestep/step_plan.hpp"

namespace timestep
{

/// The time that waits to be simulated in one frame (due time). `frame`, `carried` and `step` are in the stepper's unit
/// of time; total() must not be negative.
struct Due
{
    std::int64_t frame = 0; ///< frame time of this frame in the stepper's unit, after the delta filter changed it
    /// Time left over from earlier frames, in the stepper's unit; negative while the simulation leads the clock.
    std::int64_t carried = 0;
    std::int64_t step    = 1; ///< length of a full step, in the stepper's unit of time
    /// Number of the stepper's units in a nanosecond; 1 if a unit is longer than a nanosecond.
    std::int64_t per_ns = 1;
    std::int64_t ns_per = 1;       ///< nanoseconds in a unit of the stepper; 1 if a unit is shorter than a nanosecond
    Nanos longest{INT64_MAX / 4};  ///< longest time that units() converts; a longer one counts as this
    bool rest_is_step_too = false; ///< true if the stepper simulates the kept time in this frame, as one shorter step

    constexpr std::int64_t total() const { return frame + carried; }
    /// If `carried` is negative (the simulation leads the clock), adds it to `frame` and sets it to zero.
    constexpr void subtract_lead()
    {
        if (carried >= 0) return;
        frame += carried;
        carried = 0;
    }
    /// Converts `t`, 0 or more, to the stepper's unit. A time longer than the field `longest` counts as `longest`.
    constexpr std::int64_t units(Nanos t) const
    {
        const std::int64_t exact = detail::min(t, longest).count() * per_ns;
        return ns_per == 1 ? exact : exact / ns_per;
    }
    /// Returns the largest time that a policy may keep: a quarter of the 64-bit range, so that total() does not
    /// overflow.
    constexpr std::int64_t most_kept() const { return ns_per == 1 ? INT64_MAX / 4 : INT64_MAX / 4 / ns_per; }
};

struct Grant
{
    std::int64_t steps = 0; ///< number of full steps to run now
    std::int64_t kept  = 0; ///< due time to keep for later frames, in the stepper's unit
};

/// Returns the decision to run all whole steps in `time` and to keep the rest for later frames. `time` is 0 or more.
constexpr Grant all_of(std::int64_t time, std::int64_t step)
{
    // Unsigned division is faster than signed division.
    const auto t = static_cast<std::uint64_t>(time), s = static_cast<std::uint64_t>(step);
    return {static_cast<std::int64_t>(t / s), static_cast<std::int64_t>(t % s)};
}

/// The way in which an overload policy reduces the time or the steps that are due. Each stepper (it decides the steps
/// of a frame) states the ways that it supports.
enum class Acts : std::uint8_t
{
    never      = 0,
    on_frame   = 1, ///< the overload policy shortens a long frame time
    on_restart = 2, ///< the overload policy counts a long frame as one step
    on_steps   = 4, ///< the overload policy limits the steps of a frame and drops the other due steps
    on_debt    = 8, ///< the overload policy limits, keeps or clears the due time of several frames
};

constexpr Acts operator|(Acts a, Acts b)
{
    return static_cast<Acts>(static_cast<std::uint8_t>(a) | static_cast<std::uint8_t>(b));
}
constexpr bool includes(Acts all, Acts one)
{
    return (static_cast<std::uint8_t>(all) & static_cast<std::uint8_t>(one)) == static_cast<std::uint8_t>(one);
}
inline constexpr Acts on_anything = Acts::on_frame | Acts::on_restart | Acts::on_steps | Acts::on_debt;

} // namespace timestep
