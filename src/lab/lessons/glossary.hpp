// lab/lessons/glossary.hpp -- the entries of docs/glossary.md, for the window's tooltips
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lab
{

struct GlossaryTerm
{
    std::vector<std::string> names; ///< the defined terms, in lower case
    std::string definition; ///< the definition in one line, without the Markdown marks ** and `
};

/// All entries of docs/glossary.md, in the order of the file.
std::span<const GlossaryTerm> glossary();
/// Returns the entry of the longest term that contains text[offset]; null if none does. Ignores case and a plural s.
const GlossaryTerm* longest_term_around(std::string_view text, std::size_t offset);
/// Returns the glossary entries of all terms in `text`, each once, in the order of their first occurrence.
std::vector<const GlossaryTerm*> terms_in(std::string_view text);

} // namespace lab
