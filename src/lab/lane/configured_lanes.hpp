// lab/lane/configured_lanes.hpp -- keeps the lanes of a race or duel up to date with the settings. Machine, scene and
// step rate can change while the lanes run; other loops or machines need new lanes
#pragma once

#include "lab/lane/lanes.hpp"

namespace lab
{

class ConfiguredLanes
{
public:
    explicit ConfiguredLanes(const Settings& settings);

    /// True if the settings choose the same lanes as at the start. If false, the caller must make new lanes.
    bool are_of(const Settings& settings) const;
    /// Copies machine, scene, integrator and a changed step rate to all lanes. Call it before each frame.
    void apply(const Settings& settings, MeteredLanes& lanes);

private:
    Mode mode_;
    std::vector<std::size_t> loops_;    ///< indices into timestep::all_presets
    std::vector<std::size_t> machines_; ///< indices into sim::all_presets()
    std::size_t scene_;                 ///< index into scenes::all_scenes()
    std::size_t preset_;                ///< loop of a duel: index into timestep::all_presets
    timestep::Rate rate_;
};

} // namespace lab
