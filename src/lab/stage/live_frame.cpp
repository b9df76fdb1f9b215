#include "lab/stage/live_frame.hpp"

#include "lab/metrics/slowness.hpp"

#include <algorithm>

namespace lab
{

LiveLanes::LiveLanes(std::span<const LaneSetup> setups, bool even, bool looked_at)
    : WatchedLanes{setups, {}, looked_at}
    , even_{even}
{
}

void LiveLanes::begin_frame(Desk& desk)
{
    if (even_)
    {
        for (std::size_t i = 0; i < size(); ++i)
        {
            sim::MachineSettings& machine = (*this)[i].setup().settings.machine;
            machine                       = Slowness::even_machine(machine);
        }
        WatchedLanes::begin_frame(desk);
        return static_cast<void>(advance_to(time())); // all lanes run the single frame of a pause
    }
    const LiveFrame frame = desk.begin_live_frame();
    for (std::size_t i = 0; i < size(); ++i)
    {
        Lane& lane = (*this)[i].lane();
        if (frame.from_the_start) lane.note(telemetry::recording_looped);
        if (frame.hiccup && frame.length) lane.note(telemetry::hiccup);
        if (frame.length)
            lane.begin_frame({*frame.length, desk.refresh_period()}, (*this)[i].setup().settings, desk.input,
                             desk.pc());
        else
            lane.stand_still(desk.pc(), frame.excluded);
    }
}

void LiveLanes::end_frame(Desk& desk, std::size_t driver)
{
    if (even_) return desk.end_watched_frame();
    Lane& driving   = (*this)[driver].lane();
    const auto next = desk.playback() != nullptr ? desk.playback()->peek() : std::nullopt;
    // A recording has no frame time after its last one, so the end of its last frame is unknown. This frame is not
    // ended, and has no time at which its picture was shown.
    const bool ends = next || !desk.replays();
    const telemetry::FrameSample shown =
        ends ? driving.end_frame(desk.settings, desk.pc(), next) : driving.samples().back();
    for (std::size_t i = 0; i < size(); ++i)
    {
        (*this)[i].lane().end_as(shown);
        (*this)[i].count_frame();
    }
}

void LiveLanes::press(const Desk& desk, Button button, bool down)
{
    WatchedLanes::press(even_ ? time() : desk.now(), button, down);
}

void LiveLanes::lose(Desk& desk, Nanos duration, std::uint32_t event)
{
    if (even_) return WatchedLanes::lose(duration, event);
    desk.pc().hitch(duration);
    note(event);
}

// Before a virtual display has shown the first picture of the scene, returns the newest frame, so that the stage is
// never empty and shows no scene of before.
Screen LiveLanes::on_screen(std::size_t lane)
{
    const Lane& shown = (*this)[lane].lane();
    if (!even_) return newest_screen(shown);
    const auto is_of_scene = [&](const scenes::Moment& moment) { return moment.shown.is_like(shown.presented()); };
    Screen screen          = WatchedLanes::on_screen(lane);
    const bool is_whole =
        std::ranges::all_of(screen.arrived, is_of_scene) &&
        std::ranges::all_of(screen.parts, is_of_scene, [](const ScreenPart& part) { return part.moment; });
    return is_whole && !screen.parts.empty() ? screen : newest_screen(shown);
}

Screen newest_screen(const Lane& lane) { return {.parts = {{0.0, lane.newest()}}, .arrived = {lane.newest()}}; }

} // namespace lab
