// timestep/presets.hpp -- the well-known loops by name, in the order in which they are taught
#pragma once

#include "timestep/presets/accumulator.hpp"
#include "timestep/presets/fixed.hpp"
#include "timestep/presets/interpolated.hpp"
#include "timestep/presets/semi_fixed.hpp"
#include "timestep/presets/variable.hpp"

#include <array>

namespace timestep
{

struct Preset
{
    std::string_view name;   ///< kebab-case, as on the command line
    std::string_view source; ///< who, where, year
    std::string_view price;  ///< what one pays, in half a sentence
    Loop (*make)(Rate rate); ///< loops without a step rate ignore it
};

inline constexpr std::array all_presets{
    Preset{"fixed", "Fiedler 2004", "speed follows the frame rate", [](Rate r) { return any(presets::fixed(r)); }},
    Preset{"variable", "Fiedler 2004", "long frames are long steps", [](Rate) { return any(presets::variable()); }},
    Preset{"semi-fixed", "Fiedler 2004", "never the same run twice",
           [](Rate r) { return any(presets::semi_fixed(r)); }},
    Preset{"accumulator", "Fiedler 2004", "stutters against the display",
           [](Rate r) { return any(presets::accumulator(r)); }},
    Preset{"interpolated", "Fiedler 2004", "the picture is one step old",
           [](Rate r) { return any(presets::interpolated(r)); }},
};

/// The preset of that name, or null.
constexpr const Preset* find_preset(std::string_view name)
{
    for (const Preset& p : all_presets)
        if (p.name == name) return &p;
    return nullptr;
}

} // namespace timestep
