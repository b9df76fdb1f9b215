// sim/machine/presets.hpp -- PCs by name, to race loops on
#pragma once

#include "sim/machine/settings.hpp"

#include <span>
#include <string_view>

namespace sim
{

struct MachinePreset
{
    std::string_view name;  ///< kebab-case, as on the command line
    std::string_view label; ///< for people
    std::string_view what;  ///< one sentence: what it costs, loses and shows
    MachineSettings (*make)();
};

/// In the order in which they are shown.
std::span<const MachinePreset> all_presets();
/// The preset of that name, or null.
const MachinePreset* find_preset(std::string_view name);

} // namespace sim
