// lab/stage/race.hpp -- the stage of a race or a duel: lanes on virtual PCs, at the laboratory's speed
//
// A race has one machine, several loops and one stream of lag. A duel has one loop on several machines. Only the
// set-ups of the lanes differ.
#pragma once

#include "lab/lane/configured_lanes.hpp"
#include "lab/stage/stage_defaults.hpp"

namespace lab
{

class Race : public StageDefaults
{
public:
    explicit Race(const Desk& desk);

    bool suits(const Settings& settings) const { return configured_.are_of(settings); }
    void begin_frame(Desk& desk);
    void end_frame(Desk& desk) { desk.end_watched_frame(); }
    /// Input has times on the lanes' clock, which is not the clock of this PC. Lag goes to the virtual PCs.
    void press(const Desk&, Button button, bool down);
    void lose(Desk& desk, Nanos duration, std::uint32_t event);
    void note(std::uint32_t events) { lanes_.note(events); }
    Screen on_screen(std::size_t lane);
    Lanes& lanes() { return lanes_; }
    const Lanes& lanes() const { return lanes_; }

private:
    ConfiguredLanes configured_;
    Lanes lanes_;
    Nanos looked_at_{}; ///< shown time on the lanes' clock; after a single frame it is ahead of lanes_.time()
};

/// Returns the lanes of a race: `base` with each of the loops `presets` (indices into timestep::all_presets).
std::vector<LaneSetup> race_of(const Settings& base, std::span<const std::size_t> presets);
/// Returns the lanes of a duel: `base` on each of the `machines` (indices into sim::all_presets()).
std::vector<LaneSetup> duel_of(const Settings& base, std::span<const std::size_t> machines);

} // namespace lab
