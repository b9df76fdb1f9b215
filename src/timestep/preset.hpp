// SPDX-License-Identifier: MIT
// timestep/preset.hpp -- a preset: the name of a loop from an article or a game engine, and a function that makes it
// docs/loops.md lists the guarantees, costs, failure conditions and uses of each preset.
#ifndef TIMESTEP_PRESET_HPP
#define TIMESTEP_PRESET_HPP

#include "timestep/time.hpp"

#include <string_view>

namespace timestep
{

enum class PresetGroup : std::uint8_t
{
    literature, ///< five basic loops, in teaching order: fixed, variable, semi_fixed, accumulator, interpolated
    articles, ///< other loops of articles, in teaching order
    engines, ///< loops of game engines, with the engines' constants
};

/// The index of a preset in all_presets, from 0. preset_of() and id_of() convert it (timestep/presets.hpp).
enum class PresetId : std::uint8_t
{
};

struct PresetInfo
{
    std::string_view name; ///< name on the command line, in kebab-case; its header's name has underscores
    PresetGroup group = PresetGroup::literature;
    Rate default_rate = hz(60); ///< step rate that the source uses
    bool has_rate = true; ///< false if the loop has no step rate
};

/// A loop from an article or an engine. preset(rate) makes it with the step rate `rate`, preset() with default_rate.
template <class Make>
struct PresetOf : PresetInfo
{
    Make make; ///< makes a loop at a given rate; a loop without a rate ignores the rate

    constexpr auto operator()(Rate rate) const { return make(rate); }
    constexpr auto operator()() const { return make(default_rate); }
};

template <class Filter, class Stepper, class OverloadPolicy, class Pacer>
struct BasicLoop;
// The parts of a Loop: a delta filter, which changes frame times, a stepper, an overload policy, and a pacer.
struct LoopFilter;
struct LoopStepper;
struct LoopOverloadPolicy;
struct LoopPacer;

/// A loop whose parts can be exchanged at run time; timestep/loop.hpp defines it.
using Loop = BasicLoop<LoopFilter, LoopStepper, LoopOverloadPolicy, LoopPacer>;

/// Makes a loop with the step rate `rate`.
struct LoopMaker
{
    Loop (*make)(Rate rate);

    constexpr Loop operator()(Rate rate) const;
};

using Preset = PresetOf<LoopMaker>;

template <class Make>
constexpr PresetOf<Make> preset(const PresetInfo& info, Make make)
{
    return {info, make};
}

} // namespace timestep
#endif
