// catalogue/presets.hpp -- the list of timestep/presets.hpp without the loops' headers
// Only presets.cpp compiles all loops. So a changed stepper does not recompile the sources that include this header. A
// source that calls Preset::make includes timestep/loop.hpp, too.
#pragma once

#include "timestep/preset.hpp"

#include <span>

namespace catalogue
{

/// timestep::all_presets
std::span<const timestep::Preset> presets();

/// The preset named `name`; null if there is none.
const timestep::Preset* find_preset(std::string_view name);

const timestep::Preset& preset_of(timestep::LoopId id);

/// `preset` must be an element of presets().
timestep::LoopId id_of(const timestep::Preset& preset);

} // namespace catalogue
