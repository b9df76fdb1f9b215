// lab/stage/race.hpp -- stages with several lanes that follow the settings: a race or a duel on virtual PCs
//
// A race has several loops on copies of one machine, with the same lag. A duel has one loop on several machines. The
// program treats both in the same way; only the set-ups of the lanes differ.
#pragma once

#include "lab/stage/stage.hpp"

namespace lab
{

/// A stage whose lanes run on virtual PCs. Their clock advances with the window's, at the tempo of the settings. A
/// virtual frame for which the window has no time is computed, but not shown.
class WatchedStage : public Stage
{
public:
    void press(const Desk&, Button button, bool down) override { lanes_.press(lanes_.time(), button, down); }
    void add_hitch(Desk& desk, Nanos duration, std::uint32_t events) override;
    void note(std::uint32_t events) override { lanes_.note(events); }
    Lanes& lanes() override { return lanes_; }
    Screen on_screen(std::size_t lane) override;

protected:
    WatchedStage(std::span<const LaneSetup> setups, const Settings& settings, bool looked_at = true);

    /// Begins a frame of the window. Returns the time by which the lanes' clock must advance; empty if the user has
    /// asked for a single frame in a pause, which this function has simulated.
    std::optional<Nanos> passed_time(Desk& desk);
    /// True if the settings choose the same loops, machines and scene as those for which the lanes were made.
    bool has_lanes_of(const Settings& settings) const;
    /// Copies the scene, the integrator and a changed step rate to all lanes; besides, in a duel the loop's parameters,
    /// otherwise the machine. In Mode::compare, where the first lane has a set-up that the user stored earlier, copies
    /// all settings to the last lane instead.
    void apply_to_lanes(const Settings& settings);

    Lanes lanes_;
    Settings applied_; ///< the settings of the last frame; the lanes use them

private:
    /// Time, on the lanes' clock, of the pictures that the window shows. It can be later than the time of the lanes
    /// when the user has asked for a single frame.
    Nanos looked_at_{};
};

class Race final : public WatchedStage
{
public:
    explicit Race(const Desk& desk);

    bool matches(const Settings& settings) const override { return has_lanes_of(settings); }
    void begin_frame(Desk& desk) override;
};

/// Returns the set-ups of a race: for each loop the settings `base`, but with that loop.
std::vector<LaneSetup> race_of(const Settings& base, std::span<const timestep::LoopId> loops);
/// Returns the set-ups of a duel, one for each index in `machines` (indices into sim::all_presets()): the settings
/// `base`, but with that machine.
std::vector<LaneSetup> duel_of(const Settings& base, std::span<const std::size_t> machines);

} // namespace lab
