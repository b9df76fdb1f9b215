// sim/machine/presets.hpp -- the table of named virtual PCs (simulated machines) on which the user can compare loops
#pragma once

#include "sim/machine/settings.hpp"

#include <span>
#include <string_view>

namespace sim
{

struct MachinePreset
{
    std::string_view name;  ///< name of the PC on the command line, in kebab-case
    std::string_view label; ///< name of the PC that menus show
    std::string_view what;  ///< one sentence for the user about the PC's drawing time, lag and display
    MachineSettings (*make)();
};

/// In the order in which menus show them.
std::span<const MachinePreset> all_presets();
/// Null if there is none.
const MachinePreset* find_preset(std::string_view name);

} // namespace sim
