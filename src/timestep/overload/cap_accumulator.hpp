// SPDX-License-Identifier: MIT
// timestep/overload/cap_accumulator.hpp -- limits the time that one frame simulates, including time carried from before
// Source:  MonoGame, Game.cs, _maxElapsedTime (500 ms); cute_framework, cute_time.cpp, max_updates (5 steps).
// Promise: a limited number of steps per frame, however much time has accumulated.
// Price:   the carried time is cut, too, which shifts the times at which later steps are due.
// Breaks:  never; but under overload the game runs slower than the wall clock.
#pragma once

#include "timestep/knob.hpp"
#include "timestep/overload/grant.hpp"

namespace timestep
{

struct CapAccumulator
{
    static constexpr std::string_view name = "cap-accumulator";
    static constexpr Acts acts             = Acts::on_debt;

    Nanos limit        = 500ms; ///< longest time that one frame simulates, 1 ms or more; ignored if `steps` is not 0
    std::int64_t steps = 0;     ///< largest number of steps in a frame; 0 or less uses `limit` instead

    constexpr Grant grant(const Due& due) const
    {
        if (steps <= 0) return all_of(detail::min(due.total(), due.units(detail::at_least(limit, 1ms))), due.step);
        const Grant all = all_of(due.total(), due.step);
        return all.steps < steps ? all : Grant{steps, 0};
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
