#include "lab/live_frame.hpp"

namespace lab
{

void begin_live_frame(Lanes& lanes, Desk& desk)
{
    const LiveFrame frame = desk.begin_live_frame();
    if (frame.from_the_start) lanes.note(telemetry::recording_looped);
    for (std::size_t i = 0; i < lanes.size(); ++i)
    {
        if (frame.length)
            lanes[i].feed(*frame.length, desk.refresh_period(), desk.pc());
        else
            lanes[i].lane().stand_still(desk.pc());
    }
}

void end_live_frame(Lanes& lanes, Desk& desk, std::size_t driver)
{
    Lane& driving   = lanes[driver].lane();
    const auto next = desk.playback() != nullptr ? desk.playback()->peek() : std::nullopt;
    // The last frame of a recording has no end: nobody knows when its picture was shown.
    const bool ends = next || !desk.replays();
    const telemetry::FrameSample shown =
        ends ? driving.end_frame(desk.settings, desk.pc(), next) : driving.samples().back();
    for (std::size_t i = 0; i < lanes.size(); ++i) lanes[i].end_fed(shown);
}

Screen newest_screen(const Lane& lane) { return {.parts = {{0.0, lane.newest()}}, .arrived = {lane.newest()}}; }

} // namespace lab
