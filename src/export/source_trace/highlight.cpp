#include "export/source_trace/highlight.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>

namespace source_trace
{

namespace
{

constexpr std::array<std::string_view, 58> keywords{
    "alignas",   "auto",       "break",     "case",    "catch",         "class",    "concept", "const",
    "constexpr", "continue",   "consteval", "default", "delete",        "do",       "else",    "enum",
    "explicit",  "extern",     "false",     "for",     "friend",        "if",       "inline",  "mutable",
    "namespace", "new",        "noexcept",  "nullptr", "operator",      "override", "private", "protected",
    "public",    "requires",   "return",    "sizeof",  "static",        "struct",   "switch",  "template",
    "this",      "throw",      "true",      "try",     "typedef",       "typename", "union",   "using",
    "virtual",   "while",      "decltype",  "goto",    "static_assert", "and",      "or",      "not",
    "co_await",  "static_cast"};
constexpr std::array<std::string_view, 16> type_names{
    "bool",    "char",     "double",  "float",    "int",     "long",   "unsigned", "void",
    "int64_t", "uint64_t", "int32_t", "uint32_t", "uint8_t", "size_t", "array",    "string_view"};

bool is_word_start(char c) { return base::is_ascii_letter(c) || c == '_'; }
bool is_word_character(char c) { return is_word_start(c) || base::is_ascii_digit(c); }
bool is_number_literal_character(char c) { return is_word_character(c) || c == '.' || c == '\''; }

std::size_t end_of_matching(std::string_view text, std::size_t i, auto matches)
{
    while (i < text.size() && matches(text[i])) ++i;
    return i;
}

// Returns the index after the closing quote of the literal at the start of `line`; line.size() if there is none.
std::size_t quoted_literal_end(std::string_view line)
{
    for (std::size_t i = 1; i < line.size(); ++i)
    {
        if (line[i] == '\\')
            ++i;
        else if (line[i] == line[0])
            return i + 1;
    }
    return line.size();
}

// Returns the index after the number at the start of `line`, including the sign of an exponent (1e-6).
std::size_t number_literal_end(std::string_view line)
{
    std::size_t end = end_of_matching(line, 1, is_number_literal_character);
    const auto sign_follows = [&] { return end < line.size() && (line[end] == '-' || line[end] == '+'); };
    const auto ends_with_exponent = [&] { return line[end - 1] == 'e' || line[end - 1] == 'E'; };
    if (!line.starts_with("0x") && sign_follows() && ends_with_exponent())
        end = end_of_matching(line, end + 1, is_number_literal_character);
    return end;
}

SyntaxToken next_token(std::string_view line, bool is_at_line_start, bool& is_in_block_comment)
{
    if (is_in_block_comment || line.starts_with("/*"))
    {
        const auto end = line.find("*/", is_in_block_comment ? 0 : 2);
        is_in_block_comment = end == line.npos;
        return {SyntaxKind::comment, line.substr(0, is_in_block_comment ? line.size() : end + 2)};
    }
    if (line.starts_with("//")) return {SyntaxKind::comment, line};
    if (is_at_line_start && line.starts_with('#')) return {SyntaxKind::preprocessor, line};
    if (line[0] == '"' || line[0] == '\'') return {SyntaxKind::literal, line.substr(0, quoted_literal_end(line))};
    if (base::is_ascii_digit(line[0])) return {SyntaxKind::number, line.substr(0, number_literal_end(line))};
    if (is_word_start(line[0]))
    {
        const std::string_view word = line.substr(0, end_of_matching(line, 1, is_word_character));
        if (std::ranges::find(keywords, word) != keywords.end()) return {SyntaxKind::keyword, word};
        const bool begins_with_capital = word[0] >= 'A' && word[0] <= 'Z';
        const bool is_type = begins_with_capital || std::ranges::find(type_names, word) != type_names.end();
        return {is_type ? SyntaxKind::type : SyntaxKind::plain, word};
    }
    // Each '/' or '#' begins a new token, because it can begin a comment or a directive.
    const auto is_plain_character = [](char c)
    { return !is_word_character(c) && c != '"' && c != '\'' && c != '/' && c != '#'; };
    return {SyntaxKind::plain, line.substr(0, std::max<std::size_t>(end_of_matching(line, 0, is_plain_character), 1))};
}

} // namespace

std::vector<SyntaxToken> split_into_syntax_tokens(std::string_view line, bool& is_in_block_comment)
{
    std::vector<SyntaxToken> tokens;
    bool is_at_line_start = true;
    while (!line.empty())
    {
        const SyntaxToken token = next_token(line, is_at_line_start, is_in_block_comment);
        is_at_line_start = is_at_line_start && token.text.find_first_not_of(' ') == token.text.npos;
        line.remove_prefix(token.text.size());
        tokens.push_back(token);
    }
    return tokens;
}

} // namespace source_trace
