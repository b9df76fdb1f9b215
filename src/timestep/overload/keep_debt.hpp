// SPDX-License-Identifier: MIT
// timestep/overload/keep_debt.hpp -- runs at most `max_steps` steps in a frame; later frames run the other steps
// Source:  MainLoop.js by I. Sloan, 2015 (240 steps, then panic() is called); deWiTTERS, MAX_FRAMESKIP (5), 2007.
// Promise: the window still responds when the simulation is too slow. No time is lost unless more than
//          Scale::longest() waits to be simulated: 24 years at 60 Hz, less at some other rates.
// Price:   after an overload the game runs fast, at max_steps a frame, until it has caught up with the wall clock.
// Breaks:  alpha (carried time / dt) can be 1 or more; on a machine that is permanently too slow, the due time grows
//          without limit.
#pragma once

#include "timestep/knob.hpp"
#include "timestep/overload/grant.hpp"

namespace timestep
{

struct KeepDebt
{
    static constexpr std::string_view name = "keep-debt";
    static constexpr Acts acts             = Acts::on_debt;

    std::int64_t max_steps = 240; ///< largest number of steps in a frame, 1 or more

    constexpr Grant grant(const Due& due) const
    {
        const std::int64_t steps = detail::min(all_of(due.total(), due.step).steps, detail::at_least(max_steps, 1));
        return {steps, detail::min(due.total() - steps * due.step, due.most_kept())};
    }

    static constexpr auto knobs()
    {
        return std::array{knob<KeepDebt, &KeepDebt::max_steps>("max_steps", "steps", 1, 1000,
                                                               "More steps than this wait for the next frame.")};
    }
};

} // namespace timestep
