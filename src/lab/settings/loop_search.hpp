// lab/settings/loop_search.hpp -- groups loops under headings, and finds loops by words that the user types
#pragma once

#include "timestep/presets.hpp"

#include <array>
#include <string>

namespace lab
{

/// A heading in menus of loops, and the name of the first loop below this heading.
struct Shelf
{
    std::string_view title;
    std::string_view first;
};

/// The headings for the loops in timestep::all_presets, in the order of that list.
inline constexpr std::array shelves{
    Shelf{"The five of the literature", "fixed"},  Shelf{"Other loops of the articles", "plain"},
    Shelf{"Game engines and frameworks", "godot"}, Shelf{"Physics libraries", "bullet"},
    Shelf{"JavaScript libraries", "phaser"},       Shelf{"Games", "doom"},
    Shelf{"Other published loops", "dewitters"},
};

/// Returns the programming languages of the source files that are named in the description of the loop `preset`, such
/// as "C++"; empty if no file is named. It is a text to search in, so it also has abbreviations that a user may type:
/// "JavaScript js".
std::string languages_of(const timestep::Preset& preset);

/// Returns how the pacer of a preset waits: the pacer's name and the words "sleep", "spin" and "vsync" that are true
/// for it. Lets a copy of the pacer wait on a test clock to find them.
std::string pacing_of(const timestep::Preset& preset);

/// Returns whether each word of `wanted` occurs in the description of the preset, in the names of its five parts, in
/// its language or in its pacing, ignoring case. Words are separated by blanks. Returns true if `wanted` is empty.
bool finds_loop(const timestep::Preset& preset, std::string_view wanted);

} // namespace lab
