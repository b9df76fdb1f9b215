#include "lab/settings/settings.hpp"

#include "catalogue/presets.hpp"

#include <utility>

namespace lab
{

timestep::PresetId first_screen_reference_loop(const LoopChoice& chosen)
{
    const timestep::PresetId interpolated = catalogue::id_of(*catalogue::find_preset("interpolated"));
    const bool is_interpolated = chosen.preset == interpolated && !chosen.is_foreign;
    return is_interpolated ? catalogue::id_of(*catalogue::find_preset("accumulator")) : interpolated;
}

void reset_settings(Settings& settings)
{
    ViewSettings view = std::move(settings.view);
    const int lane_id = settings.stage.selected_id;
    settings = {};
    settings.view = std::move(view);
    settings.stage.selected_id = lane_id; // the lane keeps its world
}

Settings first_start_settings()
{
    Settings settings;
    settings.lane.loop.choose_preset(catalogue::id_of(*catalogue::find_preset("variable")));
    settings.lane.loop.set_rate(timestep::hz(50));
    return settings;
}

bool is_loop_chosen(const Settings& settings, timestep::PresetId loop)
{
    return settings.lane.loop.preset == loop && !settings.lane.loop.is_foreign;
}

void choose_scene(Settings& settings, std::size_t scene_index)
{
    if (settings.lane.scene.scene_index == scene_index) return;
    const bool has_default_integrator = settings.lane.integrator == type_of(settings.lane.scene).default_integrator;
    settings.lane.scene = scenes::scene_defaults(scene_index);
    if (has_default_integrator) settings.lane.integrator = type_of(settings.lane.scene).default_integrator;
}

} // namespace lab
