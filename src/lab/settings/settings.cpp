#include "lab/settings/settings.hpp"

#include "catalogue/presets.hpp"

#include <utility>

namespace lab
{

namespace
{
// Adds `element` to the list, or removes it if it is there. Always keeps 1 to RaceSettings::max_lanes elements.
template <class Element>
void add_or_remove(std::vector<Element>& list, Element element)
{
    const auto found = std::ranges::find(list, element);
    if (found == list.end())
    {
        if (list.size() < RaceSettings::max_lanes) list.push_back(element);
    }
    else if (list.size() > 1)
        list.erase(found);
}
} // namespace

std::vector<timestep::PresetId> default_race_loops()
{
    std::vector<timestep::PresetId> loops;
    for (const timestep::Preset& preset : catalogue::presets())
        if (preset.group == timestep::PresetGroup::literature) loops.push_back(catalogue::id_of(preset));
    return loops;
}

sim::MachineSettings default_race_machine() { return sim::find_machine_preset("old-pc-25")->settings; }

timestep::PresetId first_screen_reference_loop() { return catalogue::id_of(*catalogue::find_preset("interpolated")); }

void swap_machine_if_mode_needs_other(Settings& settings)
{
    if (settings.mode == Mode::compare || settings.mode == Mode::replay) return;
    const bool is_virtual = settings.mode != Mode::live;
    if (std::exchange(settings.is_machine_virtual, is_virtual) != is_virtual)
        std::swap(settings.machine, settings.swapped_out_machine);
}

void mark_machine_as_virtual_if_mode_needs_it(Settings& settings, const sim::MachineSettings& this_pc_machine_to_store)
{
    if (settings.mode == Mode::live || settings.mode == Mode::compare || settings.mode == Mode::replay) return;
    settings.swapped_out_machine = this_pc_machine_to_store;
    settings.is_machine_virtual  = true;
}

void reset_except_view_and_kept_configuration(Settings& settings)
{
    ViewSettings view                = std::move(settings.view);
    std::string kept_configuration   = std::move(settings.race.kept_configuration);
    settings                         = {};
    settings.view                    = std::move(view);
    settings.race.kept_configuration = std::move(kept_configuration);
}

Settings first_start_settings()
{
    Settings settings;
    settings.loop.choose_preset_and_keep_custom_rate(catalogue::id_of(*catalogue::find_preset("variable")));
    return settings;
}

void choose_loop_or_toggle_if_several(Settings& settings, timestep::PresetId loop)
{
    if (has_several_loops(settings))
        add_or_remove(settings.race.loops, loop);
    else
        settings.loop.choose_preset_and_keep_custom_rate(loop);
}

bool is_loop_chosen(const Settings& settings, timestep::PresetId loop)
{
    if (!has_several_loops(settings)) return settings.loop.preset == loop;
    return std::ranges::find(settings.race.loops, loop) != settings.race.loops.end();
}

void switch_to_scene_unless_chosen(Settings& settings, std::size_t scene_index)
{
    if (settings.scene.scene_index == scene_index) return;
    const bool has_default_integrator = settings.integrator == type_of(settings.scene).default_integrator;
    settings.scene                    = scenes::scene_defaults(scene_index);
    if (has_default_integrator) settings.integrator = type_of(settings.scene).default_integrator;
}

void toggle_duel_machine(Settings& settings, std::size_t machine_preset_index)
{
    add_or_remove(settings.race.duel_machines, machine_preset_index);
}

} // namespace lab
