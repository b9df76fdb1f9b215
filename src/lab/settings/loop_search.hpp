// lab/settings/loop_search.hpp -- groups loops under headings, and searches loops by words that the user types
#pragma once

#include "catalogue/presets.hpp"

#include <array>
#include <string>

namespace lab
{

/// A heading in menus of loops, and the name of the first loop below it.
struct LoopGroup
{
    std::string_view title;
    std::string_view first;
};

/// The headings for the loops in timestep::all_presets, in the order of that list.
inline constexpr std::array loop_groups{
    LoopGroup{"The five best-known loops", "fixed"},   LoopGroup{"Other loops of the articles", "plain"},
    LoopGroup{"Game engines and frameworks", "godot"}, LoopGroup{"Physics libraries", "bullet"},
    LoopGroup{"JavaScript libraries", "phaser"},       LoopGroup{"Games", "doom"},
    LoopGroup{"Other published loops", "dewitters"},
};

/// The programming languages of the source files in the description of the loop, such as "C++"; empty without a file.
/// Includes abbreviations that a user may type: "JavaScript js".
std::string languages_of(const timestep::Preset& preset);

/// The name of the pacer, followed by those of "sleep", "spin" and "vsync" that it uses.
std::string pacing_words(const timestep::Preset& preset);

/// True if each word of `search_words` occurs in the preset's description, the names of its five components, its
/// language or its pacing, ignoring case. Words are separated by spaces.
bool matches_search(const timestep::Preset& preset, std::string_view search_words);

} // namespace lab
