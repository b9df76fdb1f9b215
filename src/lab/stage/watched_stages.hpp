// lab/stage/watched_stages.hpp -- what the window shows with the present settings: loops in real time, a race of loops
// on copies of one machine, or a duel of machines with one loop
#pragma once

#include "lab/stage/stage.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lab
{

/// One setup for each loop: `base` with this loop.
std::vector<LaneSetup> race_setups(const Settings& base, std::span<const timestep::LoopId> loops);
/// One setup for each index into sim::machine_presets(): `base` with this machine.
std::vector<LaneSetup> duel_setups(const Settings& base, std::span<const std::size_t> machines);

/// The loops run on virtual PCs, whose clock runs RaceSettings::speed times as fast as real time.
class WatchedStage : public Stage
{
public:
    void set_button(const LabContext&, Button button, bool is_down) override
    {
        lanes_.set_button(lanes_.wall_time(), button, is_down);
    }
    void add_hitch(LabContext& context, Nanos duration, std::uint32_t events) override;
    void add_events(std::uint32_t events) override { lanes_.add_events(events); }
    Lanes& lanes() override { return lanes_; }
    Screen advance_screen(std::size_t lane_index) override;

protected:
    WatchedStage(std::span<const LaneSetup> setups, const Settings& settings, bool is_shown = true);

    /// Returns the virtual time that the caller must simulate; empty if this call has simulated a single frame.
    std::optional<Nanos> begin_frame_or_step(LabContext& context);
    /// True if the loops, machines and scene are those that the settings choose.
    bool has_lanes_of(const Settings& settings) const;
    /// Copies the scene, the integrator and a changed step rate to all loops, and also the machine (in a duel instead
    /// the loop's parameters). In Mode::compare, copies all settings, to the last loop only; if that loop begins with
    /// a wrong world, all loops restart.
    void apply_to_lanes(const Settings& settings);

    Lanes lanes_;
    Settings applied_settings_; ///< settings of the last frame

private:
    /// Wall time of the shown frames; it can be ahead of the loops after a single frame.
    Nanos shown_time_{};
};

class Race final : public WatchedStage
{
public:
    explicit Race(const LabContext& context);

    bool matches(const Settings& settings) const override { return has_lanes_of(settings); }
    void begin_frame(LabContext& context) override;
};

/// The loops that Mode::live shows.
enum class LiveLanes : std::uint8_t
{
    one,          ///< the chosen loop
    pair,         ///< on the first screen: the chosen loop and `interpolated`
    side_by_side, ///< the loops of the race
};

LiveLanes live_lanes_of(const Settings& settings);

/// The loops of Mode::live. With even frames, each has its own virtual PC, which simulates the frame delay. Otherwise
/// all get this PC's frame times: the program really waits for the frame delay and for the pacer of the selected loop.
class LiveStage final : public WatchedStage
{
public:
    LiveStage(LiveLanes kind, const Settings& settings, bool has_even_frames, bool is_shown = true);

    bool matches(const Settings& settings) const override;
    void begin_frame(LabContext& context) override;
    void end_frame(LabContext& context) override;
    void set_button(const LabContext& context, Button button, bool is_down) override;
    void add_hitch(LabContext& context, Nanos duration, std::uint32_t events) override;
    /// Resets the world of a single loop, which keeps its carried time. Returns false for several loops.
    bool restart() override;
    Screen advance_screen(std::size_t lane_index) override;

private:
    void begin_measured_frame(LabContext& context);
    void apply(const Settings& settings);
    void apply_chosen_loop(const Settings& settings);
    void copy_machine_to_lanes();
    std::size_t pacing_lane_index(const Settings& settings) const;

    LiveLanes live_lanes_;
    bool has_even_frames_;
};

} // namespace lab
