// lab/settings/loop_search.hpp -- the headings of the menu of loops, and the search for loops by typed words
#pragma once

#include "catalogue/presets.hpp"

#include <array>
#include <string_view>

namespace lab
{

/// A heading in the menu of loops. `first_loop_name` is the name of the first loop below it.
struct LoopGroup
{
    std::string_view title;
    std::string_view first_loop_name;
};

/// The headings of the menu of loops, from top to bottom, in the order of catalogue::presets().
inline constexpr std::array loop_groups{
    LoopGroup{"The five best-known loops", "fixed"},   LoopGroup{"Other loops from articles", "plain"},
    LoopGroup{"Game engines and frameworks", "godot"}, LoopGroup{"Physics libraries", "bullet"},
    LoopGroup{"JavaScript libraries", "phaser"},       LoopGroup{"Games", "doom"},
    LoopGroup{"Other published loops", "dewitters"},
};

/// The title of the group of `preset`, which must be an element of catalogue::presets().
std::string_view group_title(const timestep::Preset& preset);

/// True if each of the words occurs in the loop's description, components, language or pacing, ignoring case.
bool matches_search(const timestep::Preset& preset, std::string_view search_words);

} // namespace lab
