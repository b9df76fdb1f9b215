// lab/lane/configured_lanes.hpp -- applies changed settings to several running lanes (loops, each with its own world)
//
// The lanes are a race (several loops on one machine) or a duel (one loop on several machines). The settings of the
// machine and of the scene, and the step rate, can change while the lanes run. If the user chooses other loops or other
// machines, the caller must make new lanes.
#pragma once

#include "lab/lane/lane_run.hpp"

namespace lab
{

class ConfiguredLanes
{
public:
    explicit ConfiguredLanes(const Settings& settings);

    /// True if the settings still choose the same loops and machines as at the start. If false, the caller must make
    /// new lanes.
    bool are_of(const Settings& settings) const;
    /// Copies the scene, the integrator and a changed step rate from the settings to all lanes (loops with their
    /// worlds); besides, in a duel the loop's parameters, otherwise the machine. In Mode::compare, where the first lane
    /// has a set-up that the user stored earlier, copies all settings to the last lane instead and does not change the
    /// first. Call it before each frame.
    void apply(const Settings& settings, Lanes& lanes);

private:
    Mode mode_;
    std::vector<std::size_t> loops_;    ///< loops of a race: indices into timestep::all_presets
    std::vector<std::size_t> machines_; ///< machines of a duel: indices into sim::all_presets()
    std::size_t scene_;                 ///< index of the simulated scene in scenes::all_scenes()
    std::size_t preset_;                ///< in a duel: the loop, as an index into timestep::all_presets
    std::string kept_;                  ///< set-up that the user stored for Mode::compare (RaceSettings::kept)
    timestep::Rate rate_;
};

} // namespace lab
