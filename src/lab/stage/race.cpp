#include "lab/stage/race.hpp"

#include "lab/settings/set_up.hpp"
#include "sim/machine/presets.hpp"
#include "timestep/presets.hpp"

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
        pair.push_back(
            {.name = std::string{timestep::all_presets[kept->loop.preset].name} + " (kept)", .settings = *kept});
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

// Computes the first frame of each loop, so that the window has a picture of each loop.
Race::Race(const Desk& desk)
    : configured_{desk.settings}
    , lanes_{setups_of(desk)}
{
    for (std::size_t i = 0; i < lanes_.size(); ++i)
        if (lanes_[i].goes_on({})) lanes_[i].frame();
}

void Race::begin_frame(Desk& desk)
{
    configured_.apply(desk.settings, lanes_);
    lanes_.begin_frame(desk);
    desk.journal.see(desk.settings, lanes_.time());
}

void Race::press(const Desk&, Button button, bool down) { lanes_.press(lanes_.time(), button, down); }

std::vector<LaneSetup> race_of(const Settings& base, std::span<const std::size_t> presets)
{
    std::vector<LaneSetup> setups;
    for (const std::size_t preset : presets)
    {
        LaneSetup& setup = setups.emplace_back();
        setup.name       = timestep::all_presets[preset].name;
        setup.settings   = base;
        setup.settings.loop.choose(preset);
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
        setup.settings.machine           = preset.make();
    }
    return setups;
}

} // namespace lab
