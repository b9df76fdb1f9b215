// SPDX-License-Identifier: MIT
// timestep/clock.hpp -- the concept Clock: the three functions (now, sleep, spin) that a pacer needs to wait between
// frames; a test can use a simulated clock
#pragma once

#include "timestep/time.hpp"

#include <concepts>

namespace timestep
{

/// A clock on which a pacer (the part of a loop that waits between frames) can wait. `now` may start at any value and
/// may run backwards. `sleep` releases the core and may take longer than requested, as in real systems. `spin` waits
/// for a very short time and keeps the core busy.
template <class C>
concept Clock = requires(C& clock, Nanos time)
{
    {
        clock.now()
        } -> std::same_as<Nanos>;
    clock.sleep(time);
    clock.spin();
};

/// Returns whether the pacer (the part of a loop that waits between frames) waits before the first frame, too. This is
/// true for loops whose first step comes one interval after the start.
template <class Pacer>
constexpr bool waits_first(const Pacer& pacer)
{
    if constexpr (requires { pacer.waits_first(); })
        return pacer.waits_first();
    else
        return false;
}

} // namespace timestep
