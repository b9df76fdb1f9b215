// catalogue/presets.hpp -- the list of all presets without the headers of their loops, so that files compile faster
// A source file that calls Preset::make must include timestep/loop.hpp, too.
#pragma once

#include "timestep/preset.hpp"

#include <span>

namespace catalogue
{

std::span<const timestep::Preset> presets();

/// The preset named `name`; null if there is none.
const timestep::Preset* find_preset(std::string_view name);

const timestep::Preset& preset_of(timestep::PresetId id);

timestep::PresetId id_of(const timestep::Preset& element_of_presets);

} // namespace catalogue
