// lab/stage/race.hpp -- on the stage: lanes on virtual PCs of their own, at the laboratory's tempo
//
// Race: one machine, several loops, one stream of lag. Duel: one loop on several machines. Both are a matter of the
// set-ups.
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
    void press(const Desk&, Button button, bool down);
    void lose(Desk& desk, Nanos duration, std::uint32_t event);
    void note(std::uint32_t events) { lanes_.note(events); }
    Screen on_screen(std::size_t lane);
    Lanes& lanes() { return lanes_; }
    const Lanes& lanes() const { return lanes_; }

private:
    ConfiguredLanes configured_;
    Lanes lanes_;
    Nanos looked_at_{}; ///< the lanes' time on the stage; ahead while single frames are taken
};

/// One machine, several loops: the set-up `base` with each of the presets (places in timestep::all_presets).
std::vector<LaneSetup> race_of(const Settings& base, std::span<const std::size_t> presets);
/// One loop, several machines (places in sim::all_presets).
std::vector<LaneSetup> duel_of(const Settings& base, std::span<const std::size_t> machines);

} // namespace lab
