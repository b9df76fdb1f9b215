// sim/machine/settings.hpp -- the settings of a PC as plain data: costs, lag, clock, sleep and display
#pragma once

#include "sim/machine/lag.hpp"

namespace sim
{

enum class VsyncMode : std::uint8_t
{
    off,
    on,
    adaptive, ///< as `on`; if the picture is late, it is shown at once, with tearing
    vrr,      ///< the display waits for the picture, within its shortest and longest period
};

/// The number of picture buffers. With two, presenting waits until the display shows the picture. With three, the next
/// frame can begin before that; its picture is shown one refresh later.
enum class Buffers : std::uint8_t
{
    two,
    three,
};

/// The counter behind the loop's clock.
enum class Counter : std::uint8_t
{
    wide,      ///< 64 bits of nanoseconds: never overflows
    bits32_ns, ///< 32 bits of nanoseconds: overflows after 4.3 s
    bits32_us, ///< 32 bits of microseconds: overflows after 72 minutes
    bits32_ms, ///< 32 bits of milliseconds: overflows after 50 days
};

/// The errors of the loop's clock readings.
struct ClockSettings
{
    Nanos noise{};      ///< largest random error of a reading, in either direction; 0 to 100 ms
    Nanos resolution{}; ///< readings are rounded down to whole multiples of this, 0 (exact) to 100 ms
    Counter counter = Counter::wide;
    Nanos full_at   = 5s; ///< wall time at which a 32-bit counter overflows to zero
    Nanos back_at{};      ///< wall time at which the clock is set back
    Nanos back{};         ///< time by which the clock is set back; zero if it is not
};

/// The lateness of a sleep of the virtual PC. A sleep ends at the next multiple of `tick`, plus a random part of
/// `late`:
/// 6.5 % to 100 % of it, mostly near 6.5 %.
struct SleepSettings
{
    Nanos late{}; ///< 0 to 20 ms; 1 ms on a typical Linux
    Nanos tick{}; ///< 0 to 20 ms; 15.625 ms on Windows unless a program requests a shorter tick
};

/// Work that a loop does while it waits for its next frame, such as messages and scripts. There is always more work, in
/// pieces of fixed length that cannot be interrupted.
struct HousekeepingSettings
{
    Nanos piece{};     ///< length of a piece, 0 (no work) to 100 ms
    bool asks = false; ///< true: no piece begins that would end after the frame is due
};

struct MachineSettings
{
    LagSettings lag{};
    Nanos step_cost{};               ///< time of every physics step, 0 to 100 ms; the live PC really spends it
    double limit_hz = 0.0;           ///< most frames a second; 0 for no limit
    VsyncMode vsync = VsyncMode::on; ///< live PC: a request to the driver; virtual PC: exact
    Buffers buffers = Buffers::two;  ///< virtual PC only, with VSYNC on
    timestep::Rate refresh{60, 1};   ///< rate of the virtual PC's display; with VRR the highest rate
    timestep::Rate vrr_floor{48, 1}; ///< lowest rate with VRR, not above `refresh`
    Nanos render_cost{2'000'000};    ///< drawing time of a frame on the virtual PC, 0 to 500 ms
    ClockSettings clock{};           ///< virtual PC only
    SleepSettings sleep{};           ///< virtual PC only
    HousekeepingSettings housekeeping{};
    Nanos clear_cost{};       ///< virtual PC only: time for clearing the screen, 0 to 100 ms
    bool clear_early = false; ///< true: clears after presenting, before the wait; false: after the wait
};

} // namespace sim
