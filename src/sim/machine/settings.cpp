#include "sim/machine/settings.hpp"

#include "base/text.hpp"

#include <array>

namespace sim
{

using timestep::hz;

std::span<const MachinePreset> machine_presets()
{
    static const std::array presets{
        MachinePreset{"gaming-pc-144",
                      "gaming PC 144 Hz",
                      "A PC that draws a frame in 3 ms, with 0.5 ms of jitter, on a 144 Hz display with VSYNC.",
                      {.lag = {.jitter = 500us}, .step_cost = 100us, .refresh_rate = hz(144), .render_cost = 3ms}},
        MachinePreset{"office-laptop-60",
                      "office laptop 60 Hz",
                      "A PC that draws a frame in 7 ms, with 4 ms of jitter, on a 60 Hz display with VSYNC, and pauses "
                      "for some 20 ms every 2 s.",
                      {.lag = {.jitter = 4ms, .added_lags = {lag::Pauses{.mean_interval = 2s, .length = 20ms}}},
                       .step_cost = 500us,
                       .refresh_rate = hz(60),
                       .render_cost = 7ms}},
        MachinePreset{"television-59.94",
                      "television 59.94 Hz",
                      "A console that draws a frame in 9 ms, with 5 ms of jitter, on a television of 59.94 Hz.",
                      {.lag = {.jitter = 5ms}, .step_cost = 300us, .refresh_rate = {60000, 1001}, .render_cost = 9ms}},
        MachinePreset{"steam-deck-90",
                      "Steam Deck 90 Hz",
                      "A console that draws a frame in 8 ms, with 2 ms of jitter, on a 90 Hz display with VSYNC.",
                      {.lag = {.jitter = 2ms}, .step_cost = 300us, .refresh_rate = hz(90), .render_cost = 8ms}},
        MachinePreset{"old-pc-25",
                      "old PC 25 fps",
                      "A PC that draws a frame in 40 ms, without VSYNC: 25 fps, and every frame is torn.",
                      {.vsync = VsyncMode::off, .refresh_rate = hz(60), .render_cost = 40ms}},
        MachinePreset{"vrr-48-144",
                      "VRR 48-144 Hz",
                      "A PC that draws a frame in 9 ms, with 6 ms of jitter, on a VRR display of 48 to 144 Hz.",
                      {.lag = {.jitter = 6ms},
                       .step_cost = 100us,
                       .vsync = VsyncMode::vrr,
                       .refresh_rate = hz(144),
                       .vrr_min_refresh_rate = hz(48),
                       .render_cost = 9ms}},
        MachinePreset{
            "stutters-every-second",
            "stutters every second",
            "A PC that draws a frame in 4 ms on a 60 Hz display with VSYNC, and stops for 120 ms once a second.",
            {.lag = {.added_lags = {lag::Pauses{.mean_interval = 1s, .length = 120ms, .variation = 0.0}}},
             .refresh_rate = hz(60),
             .render_cost = 4ms}},
        MachinePreset{"spiral",
                      "spiral",
                      "A PC that draws a frame in 6 ms, without VSYNC, but needs 20 ms to compute a step of 16.7 ms.",
                      {.step_cost = 20ms, .vsync = VsyncMode::off, .refresh_rate = hz(60), .render_cost = 6ms}},
    };
    return presets;
}

const MachinePreset* find_machine_preset(std::string_view name)
{
    return base::find_row_by_name(machine_presets(), name, &MachinePreset::name);
}

} // namespace sim
