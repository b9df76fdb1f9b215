// catalogue/description.hpp -- the descriptions of loops, embedded from assets/presets/NAME.toml
#pragma once

#include <string>
#include <string_view>

namespace catalogue
{

/// Describes a preset (a predefined game loop). A field is a full sentence unless its comment says otherwise.
struct Description
{
    std::string title; ///< name of the loop in menus
    std::string source; ///< author, title and year of the source; not a sentence
    std::string source_in_full; ///< the source, with its constants and the constants' names
    /// TOML key `checked`: source files and version of the engine with which the loop was compared; empty if none.
    std::string compared_source_files;
    std::string promise; ///< guarantees of the loop
    std::string price; ///< disadvantages of the loop, as a short phrase
    std::string price_in_full; ///< disadvantages of the loop, in whole sentences
    std::string failure_conditions; ///< TOML key `breaks`: conditions under which the loop fails, and their effects
    std::string when_to_choose; ///< TOML key `choose_it`: conditions under which to choose this loop
    std::string used_by; ///< TOML key `ships`: games or engines that use the loop
    std::string deviations; ///< TOML key `differs`: intended differences of the loop from its source; empty if none
};

/// The description of a preset such as "semi-fixed". Throws std::out_of_range if there is no such preset.
const Description& description_of(std::string_view preset);

} // namespace catalogue
