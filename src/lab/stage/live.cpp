#include "lab/stage/live.hpp"

#include "lab/metrics/slowness.hpp"
#include "timestep/presets.hpp"

#include <algorithm>
#include <array>

namespace lab
{

namespace
{

std::string name_of(const LoopChoice& loop) { return std::string{preset_of(loop.preset).name}; }

std::vector<LaneSetup> setups_of(LiveLanes kind, const Settings& s)
{
    if (kind == LiveLanes::one) return {{.name = name_of(s.loop), .settings = s}};
    if (kind == LiveLanes::side_by_side) return race_of(s, s.race.loops);
    std::vector<LaneSetup> pair = race_of(s, std::array{s.loop.preset, right_loop()});
    pair.front().settings.loop  = s.loop; // the selected loop, with all parameters that the user has changed
    return pair;
}

} // namespace

LiveLanes live_lanes_of(const Settings& settings)
{
    if (settings.race.side_by_side) return LiveLanes::side_by_side;
    return is_split(settings) ? LiveLanes::pair : LiveLanes::one;
}

LiveStage::LiveStage(LiveLanes kind, const Settings& settings, bool even, bool looked_at)
    : WatchedStage{setups_of(kind, settings), settings, looked_at}
    , kind_{kind}
    , even_{even}
{
    set_machines();
}

bool LiveStage::matches(const Settings& settings) const
{
    if (settings.mode != Mode::live || live_lanes_of(settings) != kind_) return false;
    return kind_ == LiveLanes::one || has_lanes_of(settings);
}

std::size_t LiveStage::driver(const Settings& settings) const
{
    return std::min(settings.race.selected, lanes_.size() - 1);
}

void LiveStage::begin_frame(Desk& desk)
{
    const bool is_new_scene = desk.settings.scene.scene != applied_.scene.scene;
    if (desk.settings != applied_) apply(desk.settings);
    if (even_)
    {
        const Nanos passed = passed_time(desk).value_or(Nanos::zero());
        lanes_.advance_to(lanes_.time() + passed); // all lanes run the single frame of a pause
        // The newest frame must not belong to the scene of before, because the window may show it.
        if (is_new_scene) lanes_.advance_to(lanes_[0].next_frame_at());
    }
    else
        begin_measured_frame(desk);
    desk.journal.see(desk.settings, even_ ? lanes_.time() : desk.pc().time());
}

void LiveStage::apply(const Settings& settings)
{
    if (kind_ == LiveLanes::one)
    {
        LaneRun& only = lanes_[0];
        if (only.lane().apply(settings)) only.lane().start_again();
        only.setup() = {.name = name_of(settings.loop), .settings = settings};
        applied_     = settings;
    }
    else
    {
        if (kind_ == LiveLanes::pair) apply_choice(settings);
        apply_to_lanes(settings);
    }
    set_machines();
}

// Applies a changed choice of the upper loop of a pair, or changed parameters of it. After another choice, its world
// continues, unless it is already wrong: then both loops start again.
void LiveStage::apply_choice(const Settings& settings)
{
    LaneRun& upper              = lanes_[0];
    upper.setup().settings.loop = settings.loop;
    if (applied_.loop.preset == settings.loop.preset) return;
    upper.setup() = {.name = name_of(settings.loop), .settings = settings};
    if (!upper.lane().apply(settings)) return;
    upper.lane().start_again();
    lanes_[1].lane().reset();
}

// On this PC, each step of the driver takes the step cost that the user has set; this makes the frames longer. The
// other loops get the same frame times, so their steps must not take the step cost again.
void LiveStage::set_machines()
{
    for (std::size_t i = 0; i < lanes_.size(); ++i)
    {
        sim::MachineSettings& machine = lanes_[i].setup().settings.machine;
        machine                       = even_ ? Slowness::even_machine(applied_.machine) : applied_.machine;
        if (!even_ && i != driver(applied_)) machine.step_cost = Nanos::zero();
    }
}

void LiveStage::begin_measured_frame(Desk& desk)
{
    const LiveFrame frame = desk.begin_live_frame();
    for (LaneRun& run : lanes_)
    {
        Lane& lane = run.lane();
        if (frame.from_the_start) lane.note(telemetry::recording_looped);
        if (frame.hiccup && frame.length) lane.note(telemetry::hiccup);
        if (frame.length)
            lane.begin_frame({*frame.length, desk.refresh_period()}, run.setup().settings, desk.input, desk.pc());
        else
            lane.stand_still(desk.pc(), frame.excluded);
    }
}

void LiveStage::end_frame(Desk& desk)
{
    if (even_) return desk.end_watched_frame();
    Lane& driving   = lanes_[driver(desk.settings)].lane();
    const auto next = desk.playback() != nullptr ? desk.playback()->peek() : std::nullopt;
    // A recording has no frame time after its last one, so the end of its last frame is unknown. This frame is not
    // ended, and has no time at which its picture was shown.
    const bool ends = next || !desk.replays();
    const telemetry::FrameSample shown =
        ends ? driving.end_frame(desk.settings, desk.pc(), next) : driving.samples().back();
    for (LaneRun& run : lanes_)
    {
        run.lane().end_as(shown);
        run.count_frame();
    }
}

void LiveStage::press(const Desk& desk, Button button, bool down)
{
    lanes_.press(even_ ? lanes_.time() : desk.now(), button, down);
}

void LiveStage::add_hitch(Desk& desk, Nanos duration, std::uint32_t events)
{
    if (even_) return WatchedStage::add_hitch(desk, duration, events);
    desk.pc().hitch(duration);
    lanes_.note(events);
}

bool LiveStage::restart()
{
    if (kind_ != LiveLanes::one) return false;
    lanes_[0].lane().reset();
    return true;
}

// Before a virtual display has shown the first picture of the scene, returns the newest frame, so that the stage is
// never empty and shows no scene of before.
Screen LiveStage::on_screen(std::size_t lane)
{
    if (!even_) return Stage::on_screen(lane);
    const Lane& shown      = lanes_[lane].lane();
    const auto is_of_scene = [&](const scenes::Moment& moment) { return moment.shown.is_like(shown.presented()); };
    Screen screen          = WatchedStage::on_screen(lane);
    const bool is_whole =
        std::ranges::all_of(screen.arrived, is_of_scene) &&
        std::ranges::all_of(screen.parts, is_of_scene, [](const ScreenPart& part) { return part.moment; });
    return is_whole && !screen.parts.empty() ? screen : Stage::on_screen(lane);
}

} // namespace lab
