#include "catalogue/presets.hpp"

#include "timestep/presets.hpp"

namespace catalogue
{

std::span<const timestep::Preset> presets() { return timestep::all_presets; }

const timestep::Preset* find_preset(std::string_view name) { return timestep::find_preset(name); }

const timestep::Preset& preset_of(timestep::PresetId id) { return timestep::preset_of(id); }

timestep::PresetId id_of(const timestep::Preset& element_of_presets) { return timestep::id_of(element_of_presets); }

} // namespace catalogue
