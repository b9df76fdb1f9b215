#include "lab/stage/live.hpp"
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

Live::Live(const Settings& start, bool looked_at, bool even)
    : lanes_{std::array{setup_of(start)}, even, looked_at}
{
}

void Live::begin_frame(Desk& desk)
{
    LaneRun& lane = lanes_[0];
    if (lane.lane().apply(desk.settings)) lane.lane().start_again();
    const bool other_scene = lane.setup().settings.scene.scene != desk.settings.scene.scene;
    lane.setup().settings  = desk.settings;
    lanes_.begin_frame(desk);
    // The newest frame must not belong to the scene of before, because the window may show it.
    if (other_scene && lanes_.even()) lanes_.advance_to(lane.next_frame_at());
    if (desk.journal.see(desk.settings, lanes_.wall(desk))) lane.setup().name = setup_of(desk.settings).name;
}

} // namespace lab
