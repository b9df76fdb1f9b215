#include "lab/lane/configured_lanes.hpp"

#include <utility>

namespace lab
{

ConfiguredLanes::ConfiguredLanes(const Settings& settings)
    : mode_{settings.mode}
    , loops_{settings.race.loops}
    , machines_{settings.race.machines}
    , scene_{settings.scene.scene}
    , preset_{settings.loop.preset}
    , kept_{settings.race.kept}
    , rate_{settings.loop.rate}
{
}

bool ConfiguredLanes::are_of(const Settings& settings) const
{
    return mode_ == settings.mode && loops_ == settings.race.loops && machines_ == settings.race.machines &&
           scene_ == settings.scene.scene && (mode_ != Mode::duel || preset_ == settings.loop.preset) &&
           kept_ == settings.race.kept;
}

void ConfiguredLanes::apply(const Settings& settings, Lanes& lanes)
{
    if (mode_ == Mode::compare) // the first lane is the kept set-up
    {
        LaneRun& present         = lanes[lanes.size() - 1];
        present.setup().settings = settings;
        return present.apply();
    }
    const bool other_rate = !(std::exchange(rate_, settings.loop.rate) == settings.loop.rate);
    for (std::size_t i = 0; i < lanes.size(); ++i)
    {
        Settings& s = lanes[i].setup().settings;
        if (mode_ == Mode::duel)
            s.loop = settings.loop;
        else
            s.machine = settings.machine;
        s.scene      = settings.scene;
        s.integrator = settings.integrator;
        if (other_rate) s.loop.set_rate(settings.loop.rate);
        lanes[i].apply();
    }
}

} // namespace lab
