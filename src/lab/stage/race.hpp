// lab/stage/race.hpp -- a race or a duel in the window: loops on virtual PCs, at the speed that the user sets
//
// A race has several loops on copies of one machine, with the same lag. A duel has one loop on several machines. The
// program treats both in the same way; only the set-ups of the lanes (loops with their worlds) differ.
#pragma once

#include "lab/lane/configured_lanes.hpp"
#include "lab/stage/stage_defaults.hpp"
#include "lab/stage/watched_lanes.hpp"

namespace lab
{

class Race : public StageDefaults
{
public:
    explicit Race(const Desk& desk);

    bool suits(const Settings& settings) const { return configured_.are_of(settings); }
    void begin_frame(Desk& desk);
    void end_frame(Desk& desk) { desk.end_watched_frame(); }
    /// Passes a press (`down`) or release of a key to the loops on virtual PCs, at the present time on the virtual PCs'
    /// clock.
    void press(const Desk&, Button button, bool down);
    void lose(Desk&, Nanos duration, std::uint32_t event) { lanes_.lose(duration, event); }
    void note(std::uint32_t events) { lanes_.note(events); }
    Screen on_screen(std::size_t lane) { return lanes_.on_screen(lane); }
    Lanes& lanes() { return lanes_; }
    const Lanes& lanes() const { return lanes_; }

private:
    ConfiguredLanes configured_;
    WatchedLanes lanes_;
};

/// Returns the set-ups of a race, one for each index in `presets` (indices into timestep::all_presets): the settings
/// `base`, but with that loop.
std::vector<LaneSetup> race_of(const Settings& base, std::span<const std::size_t> presets);
/// Returns the set-ups of a duel, one for each index in `machines` (indices into sim::all_presets()): the settings
/// `base`, but with that machine.
std::vector<LaneSetup> duel_of(const Settings& base, std::span<const std::size_t> machines);

} // namespace lab
