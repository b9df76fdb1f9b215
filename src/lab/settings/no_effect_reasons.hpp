// lab/settings/no_effect_reasons.hpp -- why a control has no effect now, as one sentence; null if it has an effect
#pragma once

#include "base/console.hpp"
#include "lab/settings/settings.hpp"
#include "timestep/presets.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace lab::no_effect_reason
{

inline const char* lag(const Settings& settings)
{
    return settings.machine().lag.is_enabled ? nullptr : "The lag is switched off; key L switches it on.";
}

inline const char* busy_core(const Settings& settings)
{
    if (const char* lag_reason = lag(settings)) return lag_reason;
    return base::unsupported_reasons.sleep;
}

inline const char* vsync(const Settings& settings)
{
    return settings.mode == Mode::live ? base::unsupported_reasons.vsync : nullptr;
}

inline const char* pacer(const Settings& settings, std::size_t pacer_type)
{
    constexpr std::array<std::string_view, 3> pacers_without_sleep{"free-running", "vsync", "busy-wait"};
    const bool uses_sleep =
        std::ranges::find(pacers_without_sleep, component_type_names(ComponentKind::pacer)[pacer_type]) ==
        pacers_without_sleep.end();
    return uses_sleep && settings.mode == Mode::live ? base::unsupported_reasons.sleep : nullptr;
}

inline const char* spike_length(const Settings& settings)
{
    if (const char* lag_reason = lag(settings)) return lag_reason;
    return settings.machine().lag.spike_interval_frames == 0 ? "There are no spikes: set \"spike every\" above 0 first."
                                                             : nullptr;
}

inline const char* tap_length(const Settings& settings)
{
    return settings.lane.taps.interval == Nanos::zero() ? "There are no taps: set \"tap every\" above 0 first."
                                                        : nullptr;
}

inline const char* buffers(const Settings& settings)
{
    return settings.machine().vsync == sim::VsyncMode::on ? nullptr : "Frames wait in buffers only with VSYNC on.";
}

inline const char* vrr_min_refresh_rate(const Settings& settings)
{
    return settings.machine().vsync == sim::VsyncMode::vrr ? nullptr
                                                           : "Only VSYNC \"vrr\" makes the refresh rate variable.";
}

inline const char* housekeeping_ends_in_time(const Settings& settings)
{
    return settings.machine().housekeeping.piece_length > sim::Nanos::zero()
               ? nullptr
               : "There are no background tasks: set \"housekeeping\" above 0 first.";
}

inline const char* clear_early(const Settings& settings)
{
    return settings.machine().clear_cost > sim::Nanos::zero()
               ? nullptr
               : "The \"clear cost\" is 0, so clearing the screen takes no time: set it above 0 first.";
}

inline const char* step_rate(const Settings& settings)
{
    const bool has_rate = has_several_loops(settings) || preset_of(settings.lane.loop.preset).has_rate;
    return has_rate ? nullptr : "This loop has no step rate: every frame is one step.";
}

inline const char* own_thread(const Settings& settings)
{
    return has_several_loops(settings) || supports_own_thread(settings.lane.loop)
               ? nullptr
               : "This loop ties its steps to its frames, so the steps cannot run on a thread of their own.";
}

inline const char* integrator(const Settings& settings)
{
    const bool uses_integrator = type_of(settings.lane.scene).uses_integrator;
    return uses_integrator ? nullptr : "This scene uses no integrator.";
}

inline const char* rollback_delay(const Settings& settings)
{
    return settings.network.sync_method == scenes::SyncMethod::rollback
               ? nullptr
               : "The rollback delay applies only to network games with rollback.";
}

inline const char* lockstep_delay(const Settings& settings)
{
    const bool delays_input = settings.network.sync_method == scenes::SyncMethod::lockstep ||
                              settings.network.sync_method == scenes::SyncMethod::lockstep_slow_pc;
    return delays_input ? nullptr : "The input delay applies only to network games in lockstep.";
}

} // namespace lab::no_effect_reason
