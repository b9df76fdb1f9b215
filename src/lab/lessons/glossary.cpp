#include "lab/lessons/glossary.hpp"

#include "base/text.hpp"

#include "embedded/glossary_md.hpp"

#include <algorithm>
#include <cctype>

namespace lab
{

namespace
{

constexpr std::string_view bold_mark = "**";

// Returns false if `i` is after the end of the text.
bool is_word_character(std::string_view text, std::size_t i)
{
    return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '%');
}

// Removes paths of source files, such as " (`scenes/world.hpp`)", which are only for readers of the Markdown file.
void remove_source_paths(std::string& definition)
{
    std::size_t begin = definition.find(" (`");
    while (begin != std::string::npos)
    {
        const std::size_t end = definition.find(')', begin);
        if (end == std::string::npos) return;
        const bool is_path = definition.substr(begin, end - begin).find('/') != std::string::npos;
        if (is_path) definition.erase(begin, end + 1 - begin);
        begin = definition.find(" (`", is_path ? begin : end);
    }
}

// Parses an entry such as "**a**, **b**: definition of a and b", in which a and b are the defined terms.
GlossaryTerm parse_glossary_term(std::string_view entry)
{
    GlossaryTerm term;
    bool is_bold = false;
    for (;;)
    {
        const std::size_t mark_begin = entry.find(bold_mark);
        const std::string_view text_to_mark = entry.substr(0, mark_begin);
        for (const std::string_view name : base::split(is_bold ? text_to_mark : "", ","))
            term.names.push_back(base::ascii_lower_case(base::trimmed(name)));
        term.definition += text_to_mark;
        if (mark_begin == entry.npos) break;
        entry.remove_prefix(mark_begin + bold_mark.size());
        is_bold = !is_bold;
    }
    remove_source_paths(term.definition);
    std::erase(term.definition, '`');
    return term;
}

std::vector<GlossaryTerm> parse_glossary(std::string_view markdown)
{
    std::vector<std::string> entries;
    for (const std::string_view line : base::split(markdown, "\n"))
    {
        if (line.starts_with("- "))
            entries.emplace_back(line.substr(2));
        else if (line.starts_with("  ") && !entries.empty())
            entries.back() += line.substr(1);
    }
    std::vector<GlossaryTerm> terms;
    terms.reserve(entries.size());
    for (const std::string& entry : entries) terms.push_back(parse_glossary_term(entry));
    return terms;
}

// True if `name` stands around text[offset] as a whole word, with or without a plural s.
bool has_name_around(std::string_view text, std::string_view name, std::size_t offset)
{
    for (std::size_t begin = text.find(name); begin <= offset; begin = text.find(name, begin + 1))
    {
        std::size_t end = begin + name.size();
        if (is_word_character(text, end) && text[end] == 's') ++end;
        const bool is_word = (begin == 0 || !is_word_character(text, begin - 1)) && !is_word_character(text, end);
        if (is_word && offset < end) return true;
    }
    return false;
}

} // namespace

std::span<const GlossaryTerm> glossary()
{
    static const std::vector<GlossaryTerm> terms = parse_glossary(embedded::glossary_md);
    return terms;
}

const GlossaryTerm* longest_term_around(std::string_view text, std::size_t offset)
{
    const std::string lower_text = base::ascii_lower_case(text);
    const GlossaryTerm* longest_term = nullptr;
    std::size_t longest_name_size = 0;
    for (const GlossaryTerm& term : glossary())
        for (const std::string& name : term.names)
        {
            if (name.size() <= longest_name_size || !has_name_around(lower_text, name, offset)) continue;
            longest_term = &term;
            longest_name_size = name.size();
        }
    return longest_term;
}

std::vector<const GlossaryTerm*> terms_in(std::string_view text)
{
    std::vector<const GlossaryTerm*> terms;
    for (std::size_t offset = 0; offset < text.size(); ++offset)
    {
        if (!is_word_character(text, offset) || (offset > 0 && is_word_character(text, offset - 1))) continue;
        const GlossaryTerm* term = longest_term_around(text, offset);
        if (term != nullptr && std::ranges::find(terms, term) == terms.end()) terms.push_back(term);
    }
    return terms;
}

} // namespace lab
