// sim/machine/settings.hpp -- a PC as plain data: what its frames cost, what they lose, its clock and its display
#pragma once

#include "sim/machine/lag.hpp"

namespace sim
{

enum class VsyncMode : std::uint8_t
{
    off,
    on,
    adaptive, ///< on, unless the frame is late
    vrr,      ///< the display waits for the frame, between its longest and its shortest period
};

/// Pictures that can wait: with two buffers presenting blocks until the display takes the picture, with three the next
/// one is begun meanwhile, and shown one refresh later.
enum class Buffers : std::uint8_t
{
    two,
    three,
};

/// What the loop's clock counts in.
enum class Counter : std::uint8_t
{
    wide,      ///< 64 bits of nanoseconds: never full
    bits32_ns, ///< full after 4.3 s
    bits32_us, ///< full after 72 minutes
    bits32_ms, ///< full after 50 days
};

/// How the readings of the loop's clock differ from the time that passes.
struct ClockSettings
{
    Nanos noise{};      ///< each reading is off by up to this, either way, 0 to 100 ms
    Nanos resolution{}; ///< readings are rounded down to whole multiples of this, 0 (exact) to 100 ms
    Counter counter = Counter::wide;
    Nanos full_at   = 5s; ///< a wall time at which a counter of 32 bits starts again from zero
    Nanos back_at{};      ///< wall time at which ...
    Nanos back{};         ///< ... somebody sets the clock back by this much; zero for never
};

/// How late a sleep of the virtual PC ends: at a multiple of `tick`, and then by 6.5 % of `late` at best, by all of it
/// at worst, mostly near the best.
struct SleepSettings
{
    Nanos late{}; ///< 0 to 20 ms; 1 ms on a common Linux
    Nanos tick{}; ///< 0 to 20 ms; 15.625 ms on Windows unless a program asks for better
};

/// What a loop does while it waits for its next frame: messages, scripts, whatever is not tied to a frame. There is
/// always more of it, in pieces that cannot be cut.
struct HousekeepingSettings
{
    Nanos piece{};     ///< 0 (none) to 100 ms
    bool asks = false; ///< begins no piece that would end after the frame is due; blind otherwise
};

struct MachineSettings
{
    LagSettings lag{};
    Nanos step_cost{};               ///< every physics step, 0 to 100 ms; really spent on the live PC
    double limit_hz = 0.0;           ///< frames a second at the most; 0 for no limit
    VsyncMode vsync = VsyncMode::on; ///< asked of the driver; obeyed exactly by the virtual PC
    Buffers buffers = Buffers::two;  ///< of the virtual PC, with VSYNC on
    timestep::Rate refresh{60, 1};   ///< of the virtual PC's display; the fastest that it can with VRR
    timestep::Rate vrr_floor{48, 1}; ///< the slowest that it can with VRR, not above `refresh`
    Nanos render_cost{2'000'000};    ///< of the virtual PC's renderer, 0 to 500 ms
    ClockSettings clock{};           ///< of the virtual PC
    SleepSettings sleep{};           ///< of the virtual PC
    HousekeepingSettings housekeeping{};
    Nanos clear_cost{};       ///< of the virtual PC: what clearing the screen takes, 0 to 100 ms
    bool clear_early = false; ///< clears when a picture has been handed over, before the wait; else after the wait
};

} // namespace sim
