// lab/lessons/glossary.hpp -- what words mean: docs/glossary.md, for the window
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lab
{

/// An entry: what it is called, in lower case, and all of it without its marks.
struct Term
{
    std::vector<std::string> names;
    std::string text;
};

/// In the order of the page.
std::span<const Term> glossary();
/// The term that is named around that place of a text, in any case and with a plural's s: where several are, that of
/// the longest name. Null where none is.
const Term* term_at(std::string_view text, std::size_t place);
/// All that are named in a text, each once, in the order in which they are.
std::vector<const Term*> terms_in(std::string_view text);

} // namespace lab
