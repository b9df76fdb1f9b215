#include "export/exporter/line.hpp"

#include "base/number.hpp"
#include "base/text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

namespace exporter
{

namespace
{

using Kind = Expression::Kind;

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_word(char c) { return is_lower(c) || is_digit(c) || c == '_'; }

std::size_t token_length(std::string_view rest)
{
    static constexpr std::array<std::string_view, 10> two_character_tokens{
        "//", "&&", "||", "==", "!=", "<=", ">=", "+=", "-=", "->"};
    if (rest.front() == '$') return 1 + placeholder_length(rest.substr(1));
    if (!is_word(rest.front())) return std::ranges::count(two_character_tokens, rest.substr(0, 2)) > 0 ? 2 : 1;
    const bool is_number = is_digit(rest.front());
    std::size_t length   = 1;
    while (length < rest.size() &&
           (is_word(rest[length]) ||
            (is_number && (rest[length] == '.' || (rest[length] == '-' && rest[length - 1] == 'e')))))
        ++length;
    return length;
}

} // namespace

int precedence_of(std::string_view op)
{
    // Groups of operators with the same precedence, from the lowest (1) to the highest (5).
    static constexpr std::array<std::string_view, 5> operators{"||", "&&", "== != < > <= >=", "+ -", "* / // %"};
    for (std::size_t i = 0; i < operators.size(); ++i)
        if (std::ranges::count(base::words_of(operators[i]), op) > 0) return static_cast<int>(i) + 1;
    return 0;
}

std::size_t placeholder_length(std::string_view text)
{
    const auto letter_at = [&](std::size_t n) { return n < text.size() && (is_lower(text[n]) || text[n] == '_'); };
    std::size_t n        = 0;
    while (letter_at(n) || (n > 0 && n < text.size() && text[n] == '.' && letter_at(n + 1))) ++n;
    return n;
}

LineParser::LineParser(std::string_view text, const SourceLocation& location)
    : location_{location}
    , rest_{text}
{
    skip_spaces();
}

std::string_view LineParser::peek() const { return rest_.empty() ? rest_ : rest_.substr(0, token_length(rest_)); }

std::string LineParser::take_token()
{
    if (rest_.empty()) fail_expecting("more");
    std::string token{peek()};
    rest_.remove_prefix(token.size());
    skip_spaces();
    return token;
}

bool LineParser::accept(std::string_view token)
{
    if (peek() != token) return false;
    take_token();
    return true;
}

void LineParser::expect(std::string_view token)
{
    if (!accept(token)) fail_expecting(token);
}

void LineParser::expect_end() const
{
    if (!rest_.empty()) fail_expecting("the end of the line");
}

void LineParser::fail_expecting(std::string_view expected) const
{
    fail(location_, fmt::format("expected {} at {}", expected, rest_.empty() ? "the end" : fmt::format("'{}'", rest_)));
}

void LineParser::skip_spaces()
{
    while (rest_.starts_with(' ')) rest_.remove_prefix(1);
}

std::string LineParser::read_name()
{
    if (rest_.empty() || !is_lower(rest_.front())) fail_expecting("a name");
    return take_token();
}

Type LineParser::read_type()
{
    if (const auto type = accept_type()) return *type;
    fail_expecting("whole, real, single or truth");
}

std::optional<Type> LineParser::accept_type()
{
    using NamedType = std::pair<std::string_view, Type>;
    static constexpr std::array<NamedType, 4> types{
        {{"whole", Type::whole}, {"real", Type::real}, {"single", Type::single}, {"truth", Type::truth}}};
    for (const auto& [type_word, type] : types)
        if (accept(type_word)) return type;
    return std::nullopt;
}

std::string LineParser::read_recipe_name()
{
    const std::size_t end = std::min(rest_.find(' '), rest_.size());
    if (end == 0) fail_expecting("the name of a recipe");
    std::string path{rest_.substr(0, end)};
    rest_.remove_prefix(end);
    skip_spaces();
    return path;
}

Expression LineParser::read_expression(int min_precedence)
{
    if (++depth_ > max_depth) fail(location_, "parentheses are nested too deeply");
    Expression left = read_unary();
    for (int precedence = precedence_of(peek()); precedence >= min_precedence; precedence = precedence_of(peek()))
    {
        std::string op   = take_token();
        Expression right = read_expression(precedence + 1);
        left             = {Kind::binary, std::move(op), {std::move(left), std::move(right)}};
    }
    --depth_;
    return left;
}

Expression LineParser::read_unary()
{
    for (const std::string_view op : {"-", "!"})
        if (accept(op)) return {Kind::unary, std::string{op}, {read_expression(unary_precedence)}};
    return read_primary();
}

Expression LineParser::read_primary()
{
    if (accept("("))
    {
        Expression inner = read_expression();
        expect(")");
        return inner;
    }
    if (!rest_.empty() && is_digit(rest_.front())) return read_number();
    if (rest_.starts_with('$')) return {Kind::placeholder, take_token().substr(1), {}};
    if (accept("true")) return {Kind::literal, "true", {}, Type::truth};
    if (accept("false")) return {Kind::literal, "false", {}, Type::truth};
    if (rest_.empty() || !is_lower(rest_.front())) fail_expecting("a value");
    std::string word = take_token();
    if (accept("["))
    {
        Expression element{Kind::index, std::move(word), {read_expression()}};
        expect("]");
        return element;
    }
    if (accept("(")) return read_call(std::move(word));
    return {Kind::name, std::move(word), {}};
}

Expression LineParser::read_number()
{
    std::string word   = take_token();
    const bool is_real = word.find_first_of(".e") != word.npos;
    // Rejects numbers with a leading 0, because C would parse them as octal.
    const bool has_leading_zero = !is_real && word.size() > 1 && word.front() == '0';
    if (has_leading_zero ||
        !(is_real ? base::parse_number<double>(word).has_value() : base::parse_number<std::int64_t>(word).has_value()))
        fail(location_, fmt::format("'{}' is not a number", word));
    return {Kind::literal, std::move(word), {}, is_real ? Type::real : Type::whole};
}

Expression LineParser::read_call(std::string function)
{
    Expression result{Kind::call, std::move(function), {}};
    while (!accept(")"))
    {
        result.parts.push_back(read_expression());
        if (peek() != ")") expect(",");
    }
    return result;
}

Declaration LineParser::read_declaration()
{
    Declaration d{.name = read_name(), .location = location_};
    if (accept("["))
    {
        read_size(d);
        expect("]");
    }
    if (accept(":")) d.type = read_type();
    return d;
}

void LineParser::read_size(Declaration& d)
{
    const std::string word = take_token();
    if (word.front() == '$')
        d.size_placeholder = word.substr(1);
    else if (const auto size = base::parse_number<std::size_t>(word); size && word.size() < 5 && word.front() != '0')
        d.size = *size;
    else
        fail(location_, fmt::format("'{}' is not an array size from 1 to 9999", word));
}

Declaration LineParser::read_definition()
{
    Declaration d = read_declaration();
    expect("=");
    d.value = read_expression();
    return d;
}

} // namespace exporter
