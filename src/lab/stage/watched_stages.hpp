// lab/stage/watched_stages.hpp -- stages with lanes that follow the settings: one or several loops in real time, a race
// of loops on copies of one machine, and a duel of machines with one loop
#pragma once

#include "lab/stage/stage.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lab
{

/// For each loop, the settings `base` with that loop.
std::vector<LaneSetup> race_setups(const Settings& base, std::span<const timestep::LoopId> loops);
/// For each index in `machines` (indices into sim::machine_presets()), the settings `base` with that machine.
std::vector<LaneSetup> duel_setups(const Settings& base, std::span<const std::size_t> machines);

/// A stage whose lanes run on virtual PCs. Their clock advances with the window's, at the tempo of the settings. A
/// virtual frame for which the window has no time is computed, but not shown.
class WatchedStage : public Stage
{
public:
    void press(const Desk&, Button button, bool down) override { lanes_.press(lanes_.time(), button, down); }
    void add_hitch(Desk& desk, Nanos duration, std::uint32_t events) override;
    void add_events(std::uint32_t events) override { lanes_.add_events(events); }
    Lanes& lanes() override { return lanes_; }
    Screen on_screen(std::size_t lane) override;

protected:
    WatchedStage(std::span<const LaneSetup> setups, const Settings& settings, bool is_shown = true);

    /// Begins a frame of the window. Returns the time by which the lanes' clock must advance; empty if the user has
    /// asked for a single frame in a pause, which this function has simulated.
    std::optional<Nanos> begin_frame_or_step(Desk& desk);
    /// True if the settings choose the same loops, machines and scene as those for which the lanes were made.
    bool has_lanes_of(const Settings& settings) const;
    /// Copies the scene, the integrator and a changed step rate to all lanes; besides, in a duel the loop's parameters,
    /// otherwise the machine. In Mode::compare, copies all settings to the last lane instead.
    void apply_to_lanes(const Settings& settings);

    Lanes lanes_;
    Settings applied_; ///< the settings of the last frame; the lanes use them

private:
    /// Time of the shown pictures on the lanes' clock. It can be later than the lanes after a single frame.
    Nanos shown_time_{};
};

class Race final : public WatchedStage
{
public:
    explicit Race(const Desk& desk);

    bool matches(const Settings& settings) const override { return has_lanes_of(settings); }
    void begin_frame(Desk& desk) override;
};

/// The lanes of Mode::live.
enum class LiveLanes : std::uint8_t
{
    one,          ///< the chosen loop
    pair,         ///< on the first screen: the chosen loop and first_screen_reference_loop()
    side_by_side, ///< the loops of the race
};

LiveLanes live_lanes_of(const Settings& settings);

/// With even frames, each lane runs on a virtual PC of its own, which computes the frame delay. Otherwise all lanes get
/// this PC's frame times, the program really waits for the delay, and the pacer of the selected loop decides how long
/// the PC waits.
class LiveStage final : public WatchedStage
{
public:
    /// `is_shown` is true if the window shows the lanes.
    LiveStage(LiveLanes kind, const Settings& settings, bool has_even_frames, bool is_shown = true);

    bool matches(const Settings& settings) const override;
    void begin_frame(Desk& desk) override;
    /// On this PC, first spends the lag that the user has set, then waits with the pacer of the selected loop.
    void end_frame(Desk& desk) override;
    void press(const Desk& desk, Button button, bool down) override;
    void add_hitch(Desk& desk, Nanos duration, std::uint32_t events) override;
    /// Resets the world of a single loop, which keeps its carried time.
    bool restart() override;
    Screen on_screen(std::size_t lane) override;

private:
    void begin_measured_frame(Desk& desk);
    void apply(const Settings& settings);
    void apply_chosen_loop(const Settings& settings);
    void update_machines();
    std::size_t pacing_lane(const Settings& settings) const;

    LiveLanes lanes_kind_;
    bool has_even_frames_;
};

} // namespace lab
