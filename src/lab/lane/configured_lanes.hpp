// lab/lane/configured_lanes.hpp -- lanes as the settings name them: which they are is settled when they start; machine,
// scene and step rate may be changed while they run
#pragma once

#include "lab/lane/lanes.hpp"

namespace lab
{

class ConfiguredLanes
{
public:
    explicit ConfiguredLanes(const Settings& settings);

    /// Whether the settings still name the same lanes.
    bool are_of(const Settings& settings) const;
    /// Before each frame: gives the lanes what was changed of machine, scene, integrator and step rate.
    void apply(const Settings& settings, MeteredLanes& lanes);

private:
    Mode mode_;
    std::vector<std::size_t> loops_;    ///< places in timestep::all_presets
    std::vector<std::size_t> machines_; ///< places in sim::all_presets
    std::size_t scene_;                 ///< its place in scenes::all_scenes()
    std::size_t preset_;                ///< the loop of a duel
    timestep::Rate rate_;
};

} // namespace lab
