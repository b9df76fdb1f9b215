#include "lab/settings/settings.hpp"

#include "sim/machine/settings.hpp"
#include "timestep/presets.hpp"

#include <utility>

namespace lab
{

namespace
{
// Adds an element, or removes it if the list already contains it; 1 to RaceSettings::most_lanes elements remain.
template <class Place>
void add_or_remove(std::vector<Place>& places, Place place)
{
    const auto there = std::ranges::find(places, place);
    if (there == places.end())
    {
        if (places.size() < RaceSettings::most_lanes) places.push_back(place);
    }
    else if (places.size() > 1)
        places.erase(there);
}
} // namespace

std::vector<timestep::LoopId> default_race_loops()
{
    std::vector<timestep::LoopId> loops;
    for (const timestep::Preset& preset : timestep::all_presets)
        if (preset.group == timestep::Group::literature) loops.push_back(id_of(preset));
    return loops;
}

sim::MachineSettings default_race_machine() { return sim::find_machine_preset("old-pc-25")->settings; }

timestep::LoopId first_screen_reference_loop() { return id_of(*timestep::find_preset("interpolated")); }

void swap_machine_for_mode(Settings& settings)
{
    if (settings.mode == Mode::compare || settings.mode == Mode::replay) return;
    const bool wanted = settings.mode != Mode::live;
    if (std::exchange(settings.has_virtual_pcs, wanted) != wanted) std::swap(settings.machine, settings.other_machine);
}

void adopt_machine(Settings& settings, const sim::MachineSettings& this_pc)
{
    if (settings.mode == Mode::live || settings.mode == Mode::compare || settings.mode == Mode::replay) return;
    settings.other_machine   = this_pc;
    settings.has_virtual_pcs = true;
}

void reset_except_view_and_kept(Settings& settings)
{
    ViewSettings view  = std::move(settings.view);
    std::string kept   = std::move(settings.race.kept);
    settings           = {};
    settings.view      = std::move(view);
    settings.race.kept = std::move(kept);
}

Settings first_start_settings()
{
    Settings settings;
    settings.loop.choose(id_of(*timestep::find_preset("variable")));
    return settings;
}

void choose_or_toggle_loop(Settings& settings, timestep::LoopId loop)
{
    if (has_several_loops(settings))
        add_or_remove(settings.race.loops, loop);
    else
        settings.loop.choose(loop);
}

bool runs_loop(const Settings& settings, timestep::LoopId loop)
{
    if (!has_several_loops(settings)) return settings.loop.preset == loop;
    return std::ranges::find(settings.race.loops, loop) != settings.race.loops.end();
}

void choose_scene(Settings& settings, std::size_t scene)
{
    if (settings.scene.scene == scene) return;
    const bool own = settings.integrator == type_of(settings.scene).default_integrator;
    settings.scene = scenes::scene_defaults(scene);
    if (own) settings.integrator = type_of(settings.scene).default_integrator;
}

void toggle_duel_machine(Settings& settings, std::size_t preset) { add_or_remove(settings.race.machines, preset); }

} // namespace lab
