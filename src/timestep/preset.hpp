// SPDX-License-Identifier: MIT
// timestep/preset.hpp -- a preset: a published loop under its name, and the function that makes the loop
//
// docs/loops.md says what each preset promises, what it costs, when it breaks and when to choose it.
#pragma once

#include "timestep/time.hpp"

#include <string_view>

namespace timestep
{

enum class Group : std::uint8_t
{
    /// The five best-known loops, in the order in which to teach them: fixed, variable, semi_fixed, accumulator,
    /// interpolated.
    literature,
    articles, ///< other loops of the articles, in the order in which to teach them
    engines,  ///< loops of game engines, with the engines' constants
};

/// The identity of a loop: its place in all_presets, from 0. preset_of() and id_of() convert it (timestep/presets.hpp).
enum class LoopId : std::uint8_t
{
};

struct About
{
    /// Name of the preset on the command line, in kebab-case; the name of its header has underscores.
    std::string_view name;
    Group group       = Group::literature;
    Rate default_rate = hz(60); ///< step rate that the source uses
    bool has_rate     = true;   ///< false if the loop has no step rate
};

/// A preset. Calling it calls the function `make` (of type Make), which makes a loop; the default rate is default_rate.
template <class Make>
struct PresetOf : About
{
    Make make; ///< makes a loop at a given rate; a loop without a rate ignores the rate

    constexpr auto operator()(Rate rate) const { return make(rate); }
    constexpr auto operator()() const { return make(default_rate); }
};

template <class Make>
constexpr PresetOf<Make> preset(const About& about, Make make)
{
    return {about, make};
}

} // namespace timestep
