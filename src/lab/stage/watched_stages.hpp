// lab/stage/watched_stages.hpp -- stages whose lanes use the present settings: one or several loops in real time, a
// race of loops on copies of one machine, and a duel of machines with one loop
#pragma once

#include "lab/stage/stage.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lab
{

/// Returns one set-up for each loop: `base` with that loop.
std::vector<LaneSetup> race_setups(const Settings& base, std::span<const timestep::LoopId> loops);
/// Returns one set-up for each index in `machines` (into sim::machine_presets()): `base` with that machine.
std::vector<LaneSetup> duel_setups(const Settings& base, std::span<const std::size_t> machines);

/// A stage whose lanes run on virtual PCs, on a clock that advances with real time times RaceSettings::speed. A virtual
/// frame is not shown if the next one is due before the window draws.
class WatchedStage : public Stage
{
public:
    void set_button(const LabContext&, Button button, bool is_down) override
    {
        lanes_.set_button(lanes_.time(), button, is_down);
    }
    void add_hitch(LabContext& context, Nanos duration, std::uint32_t events) override;
    void add_events(std::uint32_t events) override { lanes_.add_events(events); }
    Lanes& lanes() override { return lanes_; }
    Screen on_screen(std::size_t lane) override;

protected:
    WatchedStage(std::span<const LaneSetup> setups, const Settings& settings, bool is_shown = true);

    /// Begins a frame of the window. Returns the time by which the caller must advance the lanes' clock. If the user
    /// has requested a single frame in a pause, simulates this frame and returns empty.
    std::optional<Nanos> begin_frame_or_step(LabContext& context);
    /// True if the lanes were made for the loops, machines and scene that the settings choose.
    bool has_lanes_of(const Settings& settings) const;
    /// Copies the scene, the integrator and a changed step rate to all lanes, and in a duel the loop's parameters,
    /// otherwise the machine. In Mode::compare, copies all settings to the last lane instead.
    void apply_to_lanes(const Settings& settings);

    Lanes lanes_;
    Settings applied_settings_; ///< settings of the last frame, which the lanes use

private:
    /// Time of the shown frames on the lanes' clock. After a single frame it can be ahead of the lanes.
    Nanos shown_time_{};
};

class Race final : public WatchedStage
{
public:
    explicit Race(const LabContext& context);

    bool matches(const Settings& settings) const override { return has_lanes_of(settings); }
    void begin_frame(LabContext& context) override;
};

/// The lanes of Mode::live.
enum class LiveLanes : std::uint8_t
{
    one,          ///< the chosen loop
    pair,         ///< on the first screen: the chosen loop and first_screen_reference_loop()
    side_by_side, ///< the loops of the race
};

LiveLanes live_lanes_of(const Settings& settings);

/// The loops of Mode::live. With even frames, each lane runs on its own virtual PC, which simulates the frame delay.
/// Otherwise all lanes get this PC's frame times: the program really waits for the frame delay, and then as long as the
/// pacer of the selected loop requires.
class LiveStage final : public WatchedStage
{
public:
    /// `is_shown` is true if the window shows the lanes.
    LiveStage(LiveLanes kind, const Settings& settings, bool has_even_frames, bool is_shown = true);

    bool matches(const Settings& settings) const override;
    void begin_frame(LabContext& context) override;
    /// Without even frames, spends the user-set lag, then waits with the pacer of the selected loop.
    void end_frame(LabContext& context) override;
    void set_button(const LabContext& context, Button button, bool is_down) override;
    void add_hitch(LabContext& context, Nanos duration, std::uint32_t events) override;
    /// Resets the world of a single loop, which keeps its carried time. Returns false for several loops.
    bool restart() override;
    Screen on_screen(std::size_t lane) override;

private:
    void begin_measured_frame(LabContext& context);
    void apply(const Settings& settings);
    void apply_chosen_loop(const Settings& settings);
    void update_machines();
    std::size_t pacing_lane_index(const Settings& settings) const;

    LiveLanes live_lanes_;
    bool has_even_frames_;
};

} // namespace lab
