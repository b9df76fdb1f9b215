// lab/configured_lanes.hpp -- lanes as the settings name them: who runs is settled at the start; machine, scene and
// step rate may be turned while they run
#pragma once

#include "lab/lanes.hpp"

namespace lab
{

class ConfiguredLanes
{
public:
    ConfiguredLanes(const Settings& settings, std::span<const LaneSetup> setups)
        : lanes{setups}
        , turned_{settings}
    {
    }

    Lanes lanes;

    /// Whether they are still those that the settings name.
    bool are_of(const Settings& settings) const;
    /// Before each frame.
    void turn(const Settings& settings, const physics::Input& hand);

private:
    Settings turned_;
};

} // namespace lab
