#include "lab/stage/live_frame.hpp"

namespace lab
{

void begin_live_frame(Lane& lane, const LiveFrame& frame, const Settings& settings, Desk& desk)
{
    if (frame.from_the_start) lane.note(telemetry::recording_looped);
    if (frame.length)
        lane.begin_frame({*frame.length, desk.refresh_period()}, settings, desk.input, desk.pc());
    else
        lane.stand_still(desk.pc());
}

void end_live_frame(MeteredLanes& lanes, Desk& desk, std::size_t driver)
{
    Lane& driving   = lanes[driver].lane();
    const auto next = desk.playback() != nullptr ? desk.playback()->peek() : std::nullopt;
    // A recording has no frame time after its last one, so the end of its last frame is unknown. This frame is not
    // ended, and has no time at which its picture was shown.
    const bool ends = next || !desk.replays();
    const telemetry::FrameSample shown =
        ends ? driving.end_frame(desk.settings, desk.pc(), next) : driving.samples().back();
    for (std::size_t i = 0; i < lanes.size(); ++i)
    {
        lanes[i].lane().end_as(shown);
        lanes[i].count_frame();
    }
}

Screen newest_screen(const Lane& lane) { return {.parts = {{0.0, lane.newest()}}, .arrived = {lane.newest()}}; }

} // namespace lab
