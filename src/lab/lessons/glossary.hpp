// lab/lessons/glossary.hpp -- the terms of docs/glossary.md, which the window explains in tooltips
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lab
{

/// One entry of the glossary.
struct Term
{
    std::vector<std::string> names; ///< the words that the entry explains, in lower case
    std::string text;               ///< the whole entry in one line, without Markdown's ** and `
};

/// Returns all terms in the order of docs/glossary.md.
std::span<const Term> glossary();
/// Returns the term whose name contains the character text[place]; null if that character belongs to no term's name.
/// Ignores upper and lower case and a plural s. If several names match, the longest name wins.
const Term* term_at(std::string_view text, std::size_t place);
/// Returns the terms that `text` names, each term once, in the order of their first places in `text`.
std::vector<const Term*> terms_in(std::string_view text);

} // namespace lab
