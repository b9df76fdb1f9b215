// timestep/clock.hpp -- what a pacer asks of a clock: small enough to be faked
#pragma once

#include "timestep/time.hpp"

#include <concepts>

namespace timestep
{

/// A clock that can be waited on. `now` may start anywhere and may even run backwards; `sleep` may take longer than
/// asked, as real ones do; `spin` burns a moment, without giving the core away.
template <class C>
concept Clock = requires(C& clock, Nanos time)
{
    {
        clock.now()
        } -> std::same_as<Nanos>;
    clock.sleep(time);
    clock.spin();
};

/// Whether a pacer waits before the first frame, too: it paces a loop whose first update comes after one interval.
template <class Pacer>
constexpr bool waits_first(const Pacer& pacer)
{
    if constexpr (requires { pacer.waits_first(); })
        return pacer.waits_first();
    else
        return false;
}

} // namespace timestep
