// sim/machine/settings.hpp -- the settings of a PC as plain data: costs, lag, clock, sleep and display
#pragma once

#include "sim/machine/lag.hpp"

namespace sim
{

enum class VsyncMode : std::uint8_t
{
    off,
    on,
    adaptive, ///< as `on`, but a picture that missed a refresh is shown at once, with tearing
    vrr,      ///< variable refresh rate: the display waits for the picture, within limits
};

/// The number of picture buffers. With two, presenting waits until the display shows the picture. With three, the next
/// frame can begin before that; its picture is shown one refresh later.
enum class Buffers : std::uint8_t
{
    two,
    three,
};

/// The type of counter on which the loop's clock is based.
enum class Counter : std::uint8_t
{
    wide,      ///< 64 bits, counts nanoseconds: never overflows
    bits32_ns, ///< 32 bits, counts nanoseconds: overflows after 4.3 s
    bits32_us, ///< 32 bits, counts microseconds: overflows after 72 minutes
    bits32_ms, ///< 32 bits, counts milliseconds: overflows after 50 days
};

/// The errors of the loop's clock readings.
struct ClockSettings
{
    Nanos noise{};      ///< largest random error of a reading, in either direction; 0 to 100 ms
    Nanos resolution{}; ///< readings are rounded down to whole multiples of this, 0 (exact) to 100 ms
    Counter counter = Counter::wide;
    Nanos full_at   = 5s; ///< wall time at which a 32-bit counter overflows to zero
    Nanos back_at{};      ///< wall time at which the clock is set back
    Nanos back{};         ///< time by which the clock is set back; zero if the clock is not set back
};

/// The lateness of a sleep of the virtual PC. A sleep ends at the next multiple of `tick`, plus a random share of
/// `late`. The share is 6.5 % to 100 %, mostly near 6.5 %.
struct SleepSettings
{
    Nanos late{}; ///< largest random lateness of a sleep, 0 to 20 ms; 1 ms on a typical Linux
    Nanos tick{}; ///< sleeps end at multiples of this, 0 to 20 ms; by default 15.625 ms on Windows
};

/// Work that a loop does while it waits for its next frame, such as messages and scripts. There is always more work, in
/// pieces of fixed length that cannot be interrupted.
struct HousekeepingSettings
{
    Nanos piece{};     ///< length of a piece of work, 0 (no work) to 100 ms
    bool asks = false; ///< true: a piece of work begins only if it ends before the next frame is due
};

struct MachineSettings
{
    LagSettings lag{};
    Nanos step_cost{};               ///< computing time of every physics step, 0 to 100 ms; real on the live PC
    double limit_hz = 0.0;           ///< most frames a second; 0 for no limit
    VsyncMode vsync = VsyncMode::on; ///< VSYNC mode; on the live PC only a request to the driver
    Buffers buffers = Buffers::two;  ///< number of picture buffers; only for the virtual PC with VSYNC on
    timestep::Rate refresh{60, 1};   ///< refresh rate of the virtual PC's display; with VRR its highest rate
    timestep::Rate vrr_floor{48, 1}; ///< lowest refresh rate with VRR; not above `refresh`
    Nanos render_cost{2'000'000};    ///< drawing time of a frame on the virtual PC, 0 to 500 ms
    ClockSettings clock{};           ///< errors of the loop's clock; virtual PC only
    SleepSettings sleep{};           ///< lateness of sleeps; virtual PC only
    HousekeepingSettings housekeeping{};
    Nanos clear_cost{};       ///< time for clearing the screen, 0 to 100 ms; virtual PC only
    bool clear_early = false; ///< true: clears the screen before the wait; false: after the wait
};

} // namespace sim
