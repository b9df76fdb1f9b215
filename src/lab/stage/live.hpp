// lab/stage/live.hpp -- the stage of Mode::live: one loop in real time, or several side by side
#pragma once

#include "lab/stage/race.hpp"

#include <cstdint>

namespace lab
{

/// The lanes of Mode::live.
enum class LiveLanes : std::uint8_t
{
    one,          ///< the chosen loop
    pair,         ///< on the first screen: the chosen loop and right_loop()
    side_by_side, ///< the loops of the race
};

/// Returns the lanes that the settings choose in Mode::live.
LiveLanes live_lanes_of(const Settings& settings);

/// With even frames, each lane runs on a virtual PC of its own, which computes the frame delay that the user has set.
/// Otherwise all lanes get this PC's frame times, the program really waits for the delay, and the selected loop, the
/// driver, decides how long the PC waits.
class LiveStage final : public WatchedStage
{
public:
    /// `looked_at` is true if the window shows the lanes.
    LiveStage(LiveLanes kind, const Settings& settings, bool even, bool looked_at = true);

    bool matches(const Settings& settings) const override;
    void begin_frame(Desk& desk) override;
    /// On this PC, first delays the program by the lag that the user has set, as a slow PC would; then waits as long as
    /// the pacer of the driver decides.
    void end_frame(Desk& desk) override;
    void press(const Desk& desk, Button button, bool down) override;
    void add_hitch(Desk& desk, Nanos duration, std::uint32_t events) override;
    /// Puts the simulated world of a single loop back to its start. The loop keeps its carried time.
    bool restart() override;
    Screen on_screen(std::size_t lane) override;

private:
    void begin_measured_frame(Desk& desk);
    void apply(const Settings& settings);
    void apply_choice(const Settings& settings);
    void set_machines();
    std::size_t driver(const Settings& settings) const;

    LiveLanes kind_;
    bool even_;
};

} // namespace lab
