#include "lab/stage/live.hpp"
#include "timestep/presets.hpp"

#include "timestep/presets.hpp"

namespace lab
{

namespace
{
LaneSetup setup_of(const Settings& settings)
{
    return {.name = std::string{timestep::all_presets[settings.loop.preset].name}, .settings = settings};
}
} // namespace

Live::Live(const Settings& start, bool looked_at)
    : lanes_{std::array{setup_of(start)}, looked_at}
{
}

void Live::begin_frame(Desk& desk)
{
    MeteredLane& lane = lanes_[0];
    if (lane.lane().obey(desk.settings)) lane.lane().start_again();
    begin_live_frame(lane.lane(), desk.begin_live_frame(), desk.settings, desk);
    if (desk.journal.see(desk.settings, desk.pc().time())) lane.setup() = setup_of(desk.settings);
}

void Live::lose(Desk& desk, Nanos duration, std::uint32_t event)
{
    desk.pc().hitch(duration);
    lanes_.note(event);
}

} // namespace lab
