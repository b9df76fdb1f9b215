#include "lab/configured_lanes.hpp"

namespace lab
{

bool ConfiguredLanes::are_of(const Settings& settings) const
{
    return turned_.mode == settings.mode && turned_.race.loops == settings.race.loops &&
           turned_.race.machines == settings.race.machines && turned_.scene.index() == settings.scene.index() &&
           (settings.mode != Mode::duel || turned_.loop.preset == settings.loop.preset);
}

void ConfiguredLanes::turn(const Settings& settings, const physics::Input& hand)
{
    for (std::size_t i = 0; i < lanes.size(); ++i)
    {
        LaneRunner& lane = lanes[i];
        Settings& s      = lane.setup().settings;
        if (settings.mode != Mode::duel) s.machine = settings.machine;
        s.scene      = settings.scene;
        s.integrator = settings.integrator;
        if (!(turned_.loop.rate() == settings.loop.rate())) s.loop.axes.set_rate(settings.loop.rate());
        lane.input = hand;
        lane.obey();
    }
    turned_ = settings;
}

} // namespace lab
