// SPDX-License-Identifier: MIT
// timestep/preset.hpp -- a preset: the description of a published loop and the function that makes the loop
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

/// The description of a preset (a loop from an engine or an article). Each text is one or more whole sentences unless
/// the field's comment says otherwise. docs/loops.md is generated from these texts. tests/promises/NAME.toml has a test
/// for each sentence of promise, price, price_in_full and breaks, and for each sentence of choose_it and differs that
/// contains a number.
struct About
{
    /// Name of the preset on the command line, in kebab-case; the name of its header has underscores.
    std::string_view name;
    std::string_view title; ///< name of the loop as shown in menus
    Group group = Group::literature;
    std::string_view source;         ///< author, title and year of the source; not a sentence
    std::string_view source_in_full; ///< the source, with its constants and the constants' names
    /// Only for the loop of an engine: the files and the version of the engine that were read.
    std::string_view checked{};
    std::string_view promise;       ///< sentences about what the loop guarantees
    std::string_view price;         ///< disadvantages of the loop, as a short phrase
    std::string_view price_in_full; ///< disadvantages of the loop, in whole sentences
    std::string_view breaks;        ///< conditions under which the loop fails, and the effect
    std::string_view choose_it;     ///< conditions under which to choose this loop
    std::string_view ships;         ///< games or engines that use the loop
    /// Intended differences of the loop from its source; empty if there is no difference.
    std::string_view differs{};
    Rate default_rate = hz(60); ///< step rate that the source uses
    bool has_rate     = true;   ///< false if the loop has no step rate
};

/// A preset: a loop with its description. Calling the preset calls the function `make` (of type Make), which makes a
/// loop; the default rate is default_rate.
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
