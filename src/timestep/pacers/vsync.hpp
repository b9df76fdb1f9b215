// SPDX-License-Identifier: MIT
// timestep/pacers/vsync.hpp -- pacers that leave the frame rate to the display or to the speed of the machine
#ifndef TIMESTEP_PACERS_VSYNC_HPP
#define TIMESTEP_PACERS_VSYNC_HPP

#include "timestep/clock.hpp"
#include "timestep/knob.hpp"
#include "timestep/step_plan.hpp"

namespace timestep
{

/// Leaves the pacing to the display. The code that presents frames must request VSYNC if `wants_vsync` is true.
/// Source:  every console, and every game with VSYNC on.
/// Promise: no tearing, and frames as regular as the display's refreshes.
/// Price:   up to a refresh period of latency; a frame that misses a refresh by a microsecond waits a whole period.
/// Breaks:  if the driver ignores the request for VSYNC, frames are not paced at all.
struct Vsync
{
    static constexpr std::string_view name = "vsync";
    static constexpr bool wants_vsync = true;

    constexpr void set_rate(Rate) {}
    constexpr bool renders(const StepPlan&) const { return true; }
    constexpr void wait(Clock auto&, Nanos, const StepPlan&) const {}
};

/// Sleeps for a short, constant time after each frame, in addition to waiting for the display.
/// Source:  LOVE, src/modules/love/callbacks.lua, love.run: love.timer.sleep(0.001) after presenting.
/// Promise: another program gets the core in every frame, even if the driver ignores VSYNC.
/// Price:   without VSYNC the frame rate stays below 1,000 frames a second.
/// Breaks:  when drawing takes nearly a refresh period, the nap makes the frame miss its refresh.
///   frames  |---z|---z|---z|      z: nap
struct Nap
{
    static constexpr std::string_view name = "nap";
    static constexpr bool wants_vsync = true;

    Nanos nap_length = 1ms; ///< length of the sleep, 0.1 ms or more

    constexpr void set_rate(Rate) {}
    constexpr bool renders(const StepPlan&) const { return true; }

    constexpr void wait(Clock auto& clock, Nanos, const StepPlan&) const { clock.sleep(nap_length); }

    static constexpr auto knobs()
    {
        return std::array{knob<Nap, &Nap::nap_length>("nap", "ms", 0.1, 20.0, "Length of the sleep after each frame.")};
    }
};

/// Never waits: renders as many frames as the machine can.
/// Source:  the first loop of every tutorial: clear, update, draw, flip.
/// Promise: each frame begins as soon as the frame before it has ended.
/// Price:   a whole core is busy, mostly with frames that the display never shows.
/// Breaks:  if a loop's game speed depends on the frame rate, the game runs much too fast.
struct FreeRunning
{
    static constexpr std::string_view name = "free-running";
    static constexpr bool wants_vsync = false;

    constexpr void set_rate(Rate) {}
    constexpr bool renders(const StepPlan&) const { return true; }
    constexpr void wait(Clock auto&, Nanos, const StepPlan&) const {}
};

} // namespace timestep
#endif
