// timestep/preset.hpp -- a loop that somebody ships: what is told of it, and what makes it
#pragma once

#include "timestep/time.hpp"

#include <string_view>

namespace timestep
{

enum class Group : std::uint8_t
{
    literature, ///< the five that everybody knows, in teaching order
    articles,   ///< their variations, from other articles, in teaching order
    engines,    ///< shipped by engines, with the engine's constants
};

/// What is told of a preset: in whole sentences, but where it says otherwise. docs/loops.md is written from it; what
/// shows promise, price and breaks stands below each preset, as docs/promises.md says.
struct About
{
    std::string_view name;  ///< kebab-case, as on the command line; with underscores that of its header
    std::string_view title; ///< as in a menu
    Group group = Group::literature;
    std::string_view source;         ///< who, where, year; no sentence
    std::string_view source_in_full; ///< with the constants and the name that they have there
    std::string_view checked{};      ///< of an engine's: what was read of it, in which version
    std::string_view promise;
    std::string_view price;         ///< what one pays, in half a sentence
    std::string_view price_in_full; ///< the same in whole ones
    std::string_view breaks;        ///< where it does, and how
    std::string_view choose_it;     ///< when to
    std::string_view ships;         ///< who ships it
    std::string_view differs{};     ///< where it deliberately differs from the original; empty when it does not
    Rate default_rate = hz(60);     ///< the source's own
    bool has_rate     = true;       ///< false when the step has nothing to do with a rate
};

/// A preset whose loops are made by `Make`; called it makes one, at its own rate if none is given.
template <class Make>
struct PresetOf : About
{
    Make make; ///< from a rate; loops without one ignore it

    constexpr auto operator()(Rate rate) const { return make(rate); }
    constexpr auto operator()() const { return make(default_rate); }
};

template <class Make>
constexpr PresetOf<Make> preset(const About& about, Make make)
{
    return {about, make};
}

} // namespace timestep
