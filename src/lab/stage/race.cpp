#include "lab/stage/race.hpp"

#include "lab/settings/set_up.hpp"
#include "sim/machine/settings.hpp"
#include "timestep/presets.hpp"

#include <algorithm>

namespace lab
{

namespace
{
// Returns two set-ups: the one that the user stored for a comparison (RaceSettings::kept), named by its loop, and the
// present one.
std::vector<LaneSetup> pair_of(const Settings& now)
{
    std::vector<LaneSetup> pair;
    const auto read = parse_set_up(now.race.kept, now);
    if (const auto* kept = std::get_if<Settings>(&read))
        pair.push_back({.name = std::string{preset_of(kept->loop.preset).name} + " (kept)", .settings = *kept});
    pair.push_back({.name = "the present set-up", .settings = now});
    return pair;
}

std::vector<LaneSetup> setups_of(const Desk& desk)
{
    const Settings& s = desk.settings;
    if (s.mode == Mode::duel) return duel_of(s, s.race.machines);
    if (s.mode == Mode::compare) return pair_of(s);
    auto lanes = race_of(s, s.race.loops);
    if (desk.playback() != nullptr)
        for (LaneSetup& lane : lanes) lane.recording = *desk.playback();
    return lanes;
}
} // namespace

WatchedStage::WatchedStage(std::span<const LaneSetup> setups, const Settings& settings, bool looked_at)
    : lanes_{setups, {}, looked_at}
    , applied_{settings}
{
}

std::optional<Nanos> WatchedStage::passed_time(Desk& desk)
{
    for (LaneRun& lane : lanes_) lane.input = desk.input;
    const Nanos passed = desk.begin_watched_frame();
    if (!desk.take_single_frame()) return passed;
    if (const telemetry::FrameSample* frame = lanes_.single_frame()) looked_at_ = std::max(looked_at_, frame->screen);
    return std::nullopt;
}

void WatchedStage::add_hitch(Desk&, Nanos duration, std::uint32_t events)
{
    for (LaneRun& lane : lanes_) lane.hitch(duration);
    lanes_.note(events);
}

Screen WatchedStage::on_screen(std::size_t lane)
{
    looked_at_ = std::max(looked_at_, lanes_.time());
    return lanes_[lane].on_screen(looked_at_);
}

bool WatchedStage::has_lanes_of(const Settings& s) const
{
    return applied_.mode == s.mode && applied_.race.loops == s.race.loops &&
           applied_.race.machines == s.race.machines && applied_.race.kept == s.race.kept &&
           applied_.scene.scene == s.scene.scene && (s.mode != Mode::duel || applied_.loop.preset == s.loop.preset);
}

void WatchedStage::apply_to_lanes(const Settings& settings)
{
    const bool other_rate = applied_.loop.rate != settings.loop.rate;
    applied_              = settings;
    if (settings.mode == Mode::compare)
    {
        LaneRun& present         = lanes_[lanes_.size() - 1];
        present.setup().settings = settings;
        return present.apply();
    }
    for (LaneRun& lane : lanes_)
    {
        Settings& s = lane.setup().settings;
        if (settings.mode == Mode::duel)
            s.loop = settings.loop;
        else
            s.machine = settings.machine;
        s.scene      = settings.scene;
        s.integrator = settings.integrator;
        if (other_rate) s.loop.set_rate(settings.loop.rate);
        lane.apply();
    }
}

// Computes the first frame of each loop, so that the window has a picture of each loop.
Race::Race(const Desk& desk)
    : WatchedStage{setups_of(desk), desk.settings}
{
    for (LaneRun& lane : lanes_)
        if (lane.goes_on({})) lane.frame();
}

void Race::begin_frame(Desk& desk)
{
    if (desk.settings != applied_) apply_to_lanes(desk.settings);
    if (const auto passed = passed_time(desk)) lanes_.advance_to(lanes_.time() + *passed);
    desk.journal.see(desk.settings, lanes_.time());
}

std::vector<LaneSetup> race_of(const Settings& base, std::span<const timestep::LoopId> loops)
{
    std::vector<LaneSetup> setups;
    for (const timestep::LoopId loop : loops)
    {
        LaneSetup& setup = setups.emplace_back();
        setup.name       = preset_of(loop).name;
        setup.settings   = base;
        setup.settings.loop.choose(loop);
    }
    return setups;
}

std::vector<LaneSetup> duel_of(const Settings& base, std::span<const std::size_t> machines)
{
    std::vector<LaneSetup> setups;
    for (const std::size_t machine : machines)
    {
        const sim::MachinePreset& preset = sim::all_presets()[machine];
        LaneSetup& setup                 = setups.emplace_back();
        setup.name                       = preset.label;
        setup.settings                   = base;
        setup.settings.machine           = preset.settings;
    }
    return setups;
}

} // namespace lab
