// sim/machine/settings.hpp -- settings of a PC: costs, lag, errors of clock and sleeps, display; presets of virtual PCs
#pragma once

#include "sim/machine/lag.hpp"

#include <span>
#include <string_view>

namespace sim
{

enum class VsyncMode : std::uint8_t
{
    composed, ///< a compositor shows the newest finished frame at each refresh; presenting a frame never waits
    off,
    on,
    adaptive, ///< waits for the next refresh; but a frame that missed a refresh is shown immediately, with tearing
    vrr, ///< variable refresh rate: the display refreshes when a frame is ready, within its limits
};

/// Number of frame buffers with VSYNC.
enum class Buffers : std::uint8_t
{
    two, ///< presenting a frame waits until this frame is displayed
    three, ///< presenting a frame waits until the previous frame is displayed
};

enum class ClockCounter : std::uint8_t
{
    bits64_ns, ///< 64-bit counter of nanoseconds: never overflows
    bits32_ns, ///< 32-bit counter of nanoseconds: overflows after 4.3 s
    bits32_us, ///< 32-bit counter of microseconds: overflows after 72 minutes
    bits32_ms, ///< 32-bit counter of milliseconds: overflows after 50 days
};

/// Errors of the clock that a loop reads on a simulated PC.
struct ClockSettings
{
    Nanos noise{}; ///< largest random error of a clock reading, in either direction; 0 to 100 ms
    Nanos resolution{}; ///< a clock reading is rounded down to a multiple of this time; 0 (no rounding) to 100 ms
    ClockCounter counter = ClockCounter::bits64_ns;
    Nanos first_wrap_time = 5s; ///< wall time at which a 32-bit counter first wraps to zero
    Nanos set_back_time{}; ///< wall time at which the clock is set back once, by `set_back_by`
    Nanos set_back_by{}; ///< time by which the clock is set back at `set_back_time`; zero for never

    friend bool operator==(const ClockSettings&, const ClockSettings&) = default;
};

struct SleepSettings
{
    Nanos max_delay{}; ///< largest random delay of the end of a sleep, 0 to 20 ms; 1 ms on a typical Linux
    Nanos wake_interval{}; ///< a sleep ends at a multiple of this time, 0 to 20 ms; Windows' default is 15.625 ms

    friend bool operator==(const SleepSettings&, const SleepSettings&) = default;
};

/// Work that a loop does while it waits, such as scripts. Each piece of work runs to its end and can delay a frame.
struct HousekeepingSettings
{
    Nanos piece_length{}; ///< length of a piece of work; 0 (no work) to 100 ms
    bool ends_in_time = false; ///< true: a piece of work starts only if it ends before the next frame

    friend bool operator==(const HousekeepingSettings&, const HousekeepingSettings&) = default;
};

struct MachineSettings
{
    LagSettings lag{};
    /// Computing time of a physics step, 0 to 100 ms. The real machine (LivePc) spends it in a busy loop.
    Nanos step_cost{};
    double limit_hz = 0.0; ///< frame rate limit in frames a second, 0.001 or more; 0 for no limit
    VsyncMode vsync = VsyncMode::on; ///< VSYNC mode; on the live PC only a request to the graphics driver
    Buffers buffers = Buffers::two; ///< number of frame buffers; virtual PC with VSYNC only
    timestep::Rate refresh_rate{60, 1}; ///< refresh rate of the display, with VRR the highest; virtual PC only
    int display_ppm = 0; ///< parts per million, -200 to 200, by which the display is faster than `refresh_rate` says
    timestep::Rate vrr_min_refresh_rate{48, 1}; ///< lowest rate with VRR, not above `refresh_rate`; virtual PC only
    Nanos render_cost{2'000'000}; ///< time for drawing a frame, 0 to 500 ms; virtual PC only
    ClockSettings clock{}; ///< errors of the clock that the loop reads; virtual PC only
    SleepSettings sleep{}; ///< overshoot of sleeps; virtual PC only
    HousekeepingSettings housekeeping{};
    Nanos clear_cost{}; ///< time for clearing the screen, 0 to 100 ms; virtual PC only
    bool clears_before_wait =
        false; ///< true: the screen is cleared before the wait for the next frame; false: after the wait

    friend bool operator==(const MachineSettings&, const MachineSettings&) = default;
};

struct MachinePreset
{
    std::string_view name; ///< name on the command line, in kebab-case
    std::string_view label; ///< name in menus
    std::string_view description; ///< one sentence for the user about the PC's drawing time, lag and display
    MachineSettings settings{};
};

std::span<const MachinePreset> machine_presets();
/// The preset of a virtual PC named `name`; null if there is none.
const MachinePreset* find_machine_preset(std::string_view name);

} // namespace sim
