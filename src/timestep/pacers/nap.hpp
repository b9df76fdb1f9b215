// SPDX-License-Identifier: MIT
// timestep/pacers/nap.hpp -- sleeps for a short, constant time after each frame, in addition to waiting for the display
// Source:  LOVE, src/modules/love/callbacks.lua, love.run: love.timer.sleep(0.001) after presenting.
// Promise: another program gets the core in every frame, even if the driver ignores VSYNC.
// Price:   without VSYNC the frame rate stays below 1,000 frames a second.
// Breaks:  when drawing takes nearly a refresh period: then the nap makes the picture miss its refresh.
//   frames  |---z|---z|---z|      z: nap
#pragma once

#include "timestep/clock.hpp"
#include "timestep/knob.hpp"
#include "timestep/step_plan.hpp"

namespace timestep
{

struct Nap
{
    static constexpr std::string_view name = "nap";
    static constexpr bool wants_vsync      = true;

    Nanos nap = 1ms; ///< length of the sleep, 0.1 ms or more

    /// Does nothing: this pacer (it waits between frames) has no frame rate.
    constexpr void set_rate(Rate) {}
    constexpr bool renders(const StepPlan&) const { return true; }

    template <Clock C>
    constexpr void wait(C& clock, Nanos, const StepPlan&) const
    {
        clock.sleep(nap);
    }

    static constexpr auto knobs()
    {
        return std::array{knob<Nap, &Nap::nap>("nap", "ms", 0.1, 20.0, "How long it sleeps after each frame.")};
    }
};

} // namespace timestep
