// SPDX-License-Identifier: MIT
// timestep/overload/cap_steps.hpp -- runs at most `max_steps` steps in a frame and drops the other whole steps
// Source:  Godot, physics/common/max_physics_steps_per_frame (8); Bullet's maxSubSteps; Quake III's pmove chop.
// Promise: a frame never runs more than `max_steps` steps, and the time until the next step is due does not change.
// Price:   slow motion while more than `max_steps` steps are due.
// Breaks:  never; but under overload the game runs slower than the wall clock.
#pragma once

#include "timestep/knob.hpp"
#include "timestep/overload/grant.hpp"

namespace timestep
{

struct CapSteps
{
    static constexpr std::string_view name = "cap-steps";
    static constexpr Acts acts             = Acts::on_steps;

    std::int64_t max_steps = 8; ///< largest number of steps in a frame, 1 or more

    constexpr Grant grant(const Due& due) const
    {
        const std::int64_t most  = detail::at_least(max_steps, 1);
        const auto [steps, rest] = all_of(due.total(), due.step);
        if (due.rest_is_step_too && steps >= most) return {most, 0};
        return {detail::min(steps, most), rest};
    }

    static constexpr auto knobs()
    {
        return std::array{knob<CapSteps, &CapSteps::max_steps>("max_steps", "steps", 1, 1000,
                                                               "More steps than this in one frame are dropped.")};
    }
};

} // namespace timestep
