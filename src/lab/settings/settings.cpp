#include "lab/settings/settings.hpp"

#include "catalogue/presets.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace lab
{

namespace
{
template <class Element>
void toggle_element(std::vector<Element>& list, Element element, std::size_t max_elements = RaceSettings::max_lanes)
{
    const auto found = std::ranges::find(list, element);
    const bool is_in_list = found != list.end();
    if (is_in_list && list.size() > 1) list.erase(found);
    if (!is_in_list && list.size() < max_elements) list.push_back(element);
}

// The user's own loop takes a lane.
std::size_t max_raced_presets(const Settings& settings)
{
    return RaceSettings::max_lanes - (settings.lane.loop.is_foreign ? 1 : 0);
}

std::optional<bool> mode_needs_virtual_machine(Mode mode)
{
    if (mode == Mode::replay || mode == Mode::compare) return std::nullopt;
    return mode != Mode::live;
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

timestep::PresetId first_screen_reference_loop(const LoopChoice& chosen)
{
    const timestep::PresetId interpolated = catalogue::id_of(*catalogue::find_preset("interpolated"));
    const bool is_interpolated = chosen.preset == interpolated && !chosen.is_foreign;
    return is_interpolated ? catalogue::id_of(*catalogue::find_preset("accumulator")) : interpolated;
}

LaneConfig lane_config(const Settings& settings)
{
    LaneConfig config = settings.lane;
    config.machine = settings.machine();
    return config;
}

void set_lane_config(Settings& settings, const LaneConfig& config)
{
    const sim::MachineSettings this_pc = settings.lane.machine;
    settings.lane = config;
    if (!settings.uses_virtual_machine) return;
    settings.virtual_machine = config.machine;
    settings.lane.machine = this_pc;
}

void toggle_comparison(Settings& settings)
{
    settings.mode = settings.mode == Mode::compare ? Mode::live : Mode::compare;
}

void select_machine(Settings& settings)
{
    settings.uses_virtual_machine = mode_needs_virtual_machine(settings.mode).value_or(settings.uses_virtual_machine);
}

void move_to_virtual_pcs(Settings& settings, const sim::MachineSettings& this_pc)
{
    if (mode_needs_virtual_machine(settings.mode) != true) return;
    settings.virtual_machine = std::exchange(settings.lane.machine, this_pc);
    settings.uses_virtual_machine = true;
}

void reset_settings(Settings& settings)
{
    ViewSettings view = std::move(settings.view);
    std::string kept_configuration = std::move(settings.race.kept_configuration);
    settings = {};
    settings.view = std::move(view);
    settings.race.kept_configuration = std::move(kept_configuration);
}

Settings first_start_settings()
{
    Settings settings;
    settings.lane.loop.choose_preset(catalogue::id_of(*catalogue::find_preset("variable")));
    settings.lane.loop.set_rate(timestep::hz(50));
    return settings;
}

void choose_loop(Settings& settings, timestep::PresetId loop)
{
    if (has_several_loops(settings))
        toggle_element(settings.race.loops, loop, max_raced_presets(settings));
    else
        settings.lane.loop.choose_preset(loop);
}

bool is_loop_chosen(const Settings& settings, timestep::PresetId loop)
{
    if (!has_several_loops(settings)) return settings.lane.loop.preset == loop && !settings.lane.loop.is_foreign;
    return std::ranges::count(raced_presets(settings), loop) > 0;
}

std::span<const timestep::PresetId> raced_presets(const Settings& settings)
{
    return std::span{settings.race.loops}.first(std::min(settings.race.loops.size(), max_raced_presets(settings)));
}

void choose_scene(Settings& settings, std::size_t scene_index)
{
    if (settings.lane.scene.scene_index == scene_index) return;
    const bool has_default_integrator = settings.lane.integrator == type_of(settings.lane.scene).default_integrator;
    settings.lane.scene = scenes::scene_defaults(scene_index);
    if (has_default_integrator) settings.lane.integrator = type_of(settings.lane.scene).default_integrator;
}

void toggle_duel_machine(Settings& settings, std::size_t machine_preset_index)
{
    toggle_element(settings.race.duel_machines, machine_preset_index);
}

} // namespace lab
