// lab/settings/control_reasons.hpp -- functions that return the reason why a control has no effect with the present
// settings
//
// Each function returns one sentence, or nullptr if the control has an effect.
#pragma once

#include "base/abilities.hpp"
#include "lab/settings/control_kinds.hpp"
#include "timestep/presets.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace lab::detail
{

inline const char* no_lag(const Settings& s) { return s.machine.lag.on ? nullptr : "The lag is switched off (L)."; }

inline const char* no_choice_of_waiting(const Settings& s)
{
    if (const char* off = no_lag(s)) return off;
    return base::missing.sleep;
}

/// The display of a virtual PC has VSYNC modes on every system.
inline const char* no_choice_of_vsync(const Settings& s)
{
    return s.mode == Mode::live ? base::missing.vsync : nullptr;
}

inline const char* no_sleep(const Settings& s, std::size_t pacer)
{
    constexpr std::array<std::string_view, 3> sleepless{"free-running", "vsync", "busy-wait"};
    const bool sleeps = std::ranges::find(sleepless, kinds_of(LoopAxis::pacer)[pacer]) == sleepless.end();
    return sleeps && s.mode == Mode::live ? base::missing.sleep : nullptr;
}

inline const char* no_spikes(const Settings& s)
{
    if (const char* off = no_lag(s)) return off;
    return s.machine.lag.spike_every == 0 ? "There are no spikes: set how many frames apart they are." : nullptr;
}

inline const char* no_buffers(const Settings& s)
{
    return s.machine.vsync == sim::VsyncMode::on ? nullptr : "Pictures wait in buffers only with VSYNC on.";
}

inline const char* no_vrr(const Settings& s)
{
    return s.machine.vsync == sim::VsyncMode::vrr ? nullptr : "The display waits for frames only with VSYNC at vrr.";
}

inline const char* no_housekeeping(const Settings& s)
{
    return s.machine.housekeeping.piece > sim::Nanos::zero() ? nullptr
                                                             : "Nothing is done in the wait: set how long a piece is.";
}

inline const char* no_clear(const Settings& s)
{
    return s.machine.clear_cost > sim::Nanos::zero() ? nullptr : "Clearing the screen costs nothing.";
}

inline const char* no_rate(const Settings& s)
{
    const bool rated = has_several_loops(s) || timestep::all_presets[s.loop.preset].has_rate;
    return rated ? nullptr : "This loop has no step rate: a step is a frame.";
}

inline const char* no_thread(const Settings& s)
{
    return has_several_loops(s) || can_have_thread(s.loop)
               ? nullptr
               : "This loop's steps follow the frames: it cannot run on a thread of its own.";
}

inline const char* no_integrator(const Settings& s)
{
    const bool integrates = type_of(s.scene).uses_integrator;
    return integrates ? nullptr : "Nothing is integrated in this scene.";
}

inline const char* no_guesses(const Settings& s)
{
    return s.network.kind == scenes::NetworkKind::rollback ? nullptr : "Only rollback guesses inputs.";
}

inline const char* no_input_delay(const Settings& s)
{
    const bool waits =
        s.network.kind == scenes::NetworkKind::lockstep || s.network.kind == scenes::NetworkKind::slow_pc;
    return waits ? nullptr : "Only lockstep waits for inputs.";
}

} // namespace lab::detail
