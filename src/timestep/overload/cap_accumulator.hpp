// timestep/overload/cap_accumulator.hpp -- no more than so much time may be due at once
// Source:  MonoGame, Game.cs, _maxElapsedTime (500 ms); cute_framework, cute_time.cpp, max_updates (5 steps).
// Promise: a bounded number of steps per frame, however the time piled up.
// Price:   what was carried is cut along with the frame, so the phase of the steps is lost as well.
// Breaks:  nothing, but the game falls behind.
#pragma once

#include "timestep/knob.hpp"
#include "timestep/overload/grant.hpp"

namespace timestep
{

struct CapAccumulator
{
    static constexpr std::string_view name = "cap-accumulator";
    static constexpr Acts acts             = Acts::on_debt;

    Nanos limit        = 500ms; ///< 1 ms or more; not used when `steps` is set
    std::int64_t steps = 0;     ///< the limit in steps; 0 to use `limit`

    constexpr Grant grant(const Due& due) const
    {
        const std::int64_t most = steps > 0 ? steps * due.step : due.units(limit);
        return all_of(std::min(due.total(), most), due.step);
    }

    static constexpr auto knobs()
    {
        using C = CapAccumulator;
        return std::array{
            knob<C, &C::limit>("limit", "ms", 1.0, 10000.0, "More time than this is never due at once."),
            knob<C, &C::steps>("steps", "steps", 0, 1000, "The limit in steps; 0 takes the limit in milliseconds."),
        };
    }
};

} // namespace timestep
