// lab/settings/loop_search.hpp -- groups loops under headings, and finds loops by words that the user types
#pragma once

#include "timestep/presets.hpp"

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

/// The programming languages of the source files that the description of the loop names, such as "C++"; empty if it
/// names no file. With abbreviations that a user may type: "JavaScript js".
std::string languages_of(const timestep::Preset& preset);

/// The name of the pacer, and the words "sleep", "spin" and "vsync" that are true for it.
std::string pacing_words(const timestep::Preset& preset);

/// True if each word of `search_words` occurs in the description of the preset, in the names of its five parts, in its
/// language or in its pacing, ignoring case. Words are separated by blanks.
bool finds_loop(const timestep::Preset& preset, std::string_view search_words);

} // namespace lab
