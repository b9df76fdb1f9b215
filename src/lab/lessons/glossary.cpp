#include "lab/lessons/glossary.hpp"

#include "base/text.hpp"

#include "embedded/glossary_md.hpp"

#include <algorithm>
#include <cctype>

namespace lab
{

namespace
{

constexpr std::string_view mark = "**";

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

std::string lower(std::string_view text)
{
    std::string all{text};
    std::ranges::transform(all, all.begin(), [](char c) { return lower(c); });
    return all;
}

// True for a letter, a digit or %; false after the end of the text.
bool is_word(std::string_view text, std::size_t i)
{
    return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '%');
}

void add_names(Term& term, std::string_view bold)
{
    while (!bold.empty())
    {
        const std::size_t comma = std::min(bold.find(", "), bold.size());
        term.names.push_back(lower(bold.substr(0, comma)));
        bold.remove_prefix(std::min(comma + 2, bold.size()));
    }
}

// Parses an entry such as "**a**, **b**: definition of a and b". The words in bold are its names.
Term parse_glossary_term(std::string_view entry)
{
    Term term;
    bool bold = false;
    for (std::size_t end = entry.find(mark);; end = entry.find(mark))
    {
        const std::string_view part = entry.substr(0, end);
        if (bold) add_names(term, part);
        term.text += part;
        if (end == entry.npos) break;
        entry.remove_prefix(end + mark.size());
        bold = !bold;
    }
    // Removes the references to source files, such as " (`scenes/world.hpp`)", which are for readers of the page.
    for (std::size_t at = term.text.find(" (`"); at != std::string::npos; at = term.text.find(" (`", at))
    {
        const std::size_t end = term.text.find(')', at);
        if (end == std::string::npos) break;
        const bool is_path = term.text.substr(at, end - at).find('/') != std::string::npos;
        if (is_path)
            term.text.erase(at, end + 1 - at);
        else
            at = end;
    }
    std::erase(term.text, '`');
    return term;
}

std::vector<Term> parse_glossary(std::string_view page)
{
    std::vector<std::string> entries;
    for (const std::string_view line : base::split(page, "\n"))
    {
        if (line.starts_with("- "))
            entries.emplace_back(line.substr(2));
        else if (line.starts_with("  ") && !entries.empty())
            entries.back() += line.substr(1);
    }
    std::vector<Term> terms;
    for (const std::string& entry : entries) terms.push_back(parse_glossary_term(entry));
    return terms;
}

// Offsets of the first character and after the last; both npos if the name was not found.
struct Found
{
    std::size_t begin, end;
};

// Finds whole words only, with or without a plural s.
Found find_name(std::string_view text, std::string_view name, std::size_t from)
{
    for (std::size_t at = text.find(name, from); at != text.npos; at = text.find(name, at + 1))
    {
        std::size_t end = at + name.size();
        if (is_word(text, end) && text[end] == 's') ++end;
        if ((at == 0 || !is_word(text, at - 1)) && !is_word(text, end)) return {at, end};
    }
    return {text.npos, text.npos};
}

} // namespace

std::span<const Term> glossary()
{
    static const std::vector<Term> terms = parse_glossary(embedded::glossary_md);
    return terms;
}

const Term* term_at(std::string_view text, std::size_t place)
{
    const std::string small = lower(text);
    const Term* best        = nullptr;
    std::size_t longest     = 0;
    for (const Term& term : glossary())
        for (const std::string& name : term.names)
            for (Found f = find_name(small, name, 0); f.begin <= place; f = find_name(small, name, f.end))
                if (place < f.end && name.size() > longest)
                {
                    best    = &term;
                    longest = name.size();
                }
    return best;
}

std::vector<const Term*> terms_in(std::string_view text)
{
    std::vector<const Term*> all;
    for (std::size_t at = 0; at < text.size(); ++at)
    {
        if (!is_word(text, at) || (at > 0 && is_word(text, at - 1))) continue;
        const Term* term = term_at(text, at);
        if (term != nullptr && std::ranges::find(all, term) == all.end()) all.push_back(term);
    }
    return all;
}

} // namespace lab
