#include "export/exporter/notation.hpp"

#include "base/number.hpp"
#include "base/text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <utility>

namespace exporter
{

namespace
{

using EKind = Expression::Kind;
using SKind = Statement::Kind;

// Longest line in characters. Because an expression is on one line, this also limits the nesting of expressions.
constexpr std::size_t max_recipe_line_length = 1000;
constexpr std::string_view heading_mark      = "recipe ";
// Largest depth of nested blocks and expressions. It limits the recursion of the parser and the printers.
constexpr std::size_t max_depth = 64;

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_word(char c) { return is_lower(c) || is_digit(c) || c == '_'; }

std::size_t token_length(std::string_view rest)
{
    static constexpr std::array<std::string_view, 10> two_character_tokens{
        "//", "&&", "||", "==", "!=", "<=", ">=", "+=", "-=", "->"};
    if (rest.front() == '$') return 1 + placeholder_name_length(rest.substr(1));
    if (!is_word(rest.front())) return std::ranges::count(two_character_tokens, rest.substr(0, 2)) > 0 ? 2 : 1;
    const bool is_number = is_digit(rest.front());
    std::size_t length   = 1;
    while (length < rest.size() &&
           (is_word(rest[length]) ||
            (is_number && (rest[length] == '.' || (rest[length] == '-' && rest[length - 1] == 'e')))))
        ++length;
    return length;
}

// Reads one line of a recipe (code in the language of notation.hpp), token by token.
class LineParser
{
public:
    // `text` is a line of code without its comment. Error messages contain `location`.
    LineParser(std::string_view text, const SourceLocation& location)
        : location_{location}
        , rest_{text}
    {
        skip_spaces();
    }

    std::string_view peek() const { return rest_.empty() ? rest_ : rest_.substr(0, token_length(rest_)); }

    std::string take_token()
    {
        if (rest_.empty()) fail_expecting("more");
        std::string token{peek()};
        rest_.remove_prefix(token.size());
        skip_spaces();
        return token;
    }

    bool accept(std::string_view token)
    {
        if (peek() != token) return false;
        take_token();
        return true;
    }

    // expect() and the functions below throw std::logic_error if the line does not continue as they require.
    void expect(std::string_view token)
    {
        if (!accept(token)) fail_expecting(token);
    }

    void expect_end() const
    {
        if (!rest_.empty()) fail_expecting("the end of the line");
    }

    std::string read_name()
    {
        if (rest_.empty() || !is_lower(rest_.front())) fail_expecting("a name");
        return take_token();
    }

    std::optional<Type> accept_type()
    {
        using NamedType = std::pair<std::string_view, Type>;
        static constexpr std::array<NamedType, 4> types{
            {{"whole", Type::whole}, {"real", Type::real}, {"single", Type::single}, {"truth", Type::truth}}};
        for (const auto& [type_word, type] : types)
            if (accept(type_word)) return type;
        return std::nullopt;
    }

    // Reads the name of a recipe, such as stepper/fixed-step, which consists of several tokens.
    std::string read_recipe_name()
    {
        const std::size_t end = std::min(rest_.find(' '), rest_.size());
        if (end == 0) fail_expecting("the name of a recipe");
        std::string path{rest_.substr(0, end)};
        rest_.remove_prefix(end);
        skip_spaces();
        return path;
    }

    Expression read_expression(int min_precedence = 1)
    {
        if (++depth_ > max_depth) fail(location_, "parentheses are nested too deeply");
        Expression left = read_unary();
        for (int precedence = precedence_of(peek()); precedence >= min_precedence; precedence = precedence_of(peek()))
        {
            std::string op   = take_token();
            Expression right = read_expression(precedence + 1);
            left             = {EKind::binary, std::move(op), {std::move(left), std::move(right)}};
        }
        --depth_;
        return left;
    }

    // Reads a declaration without a value: NAME, NAME: TYPE or NAME[SIZE].
    Declaration read_declaration()
    {
        Declaration d{.name = read_name()};
        if (accept("["))
        {
            read_size(d);
            expect("]");
        }
        if (!accept(":")) return d;
        const std::optional<Type> type = accept_type();
        if (!type) fail_expecting("whole, real, single or truth");
        d.type = *type;
        return d;
    }

    // Reads a declaration with a value: NAME = VALUE, NAME: TYPE = VALUE or NAME[SIZE] = VALUE.
    Declaration read_definition()
    {
        Declaration d = read_declaration();
        expect("=");
        d.value = read_expression();
        return d;
    }

    [[noreturn]] void fail_expecting(std::string_view expected) const
    {
        fail(location_,
             fmt::format("expected {} at {}", expected, rest_.empty() ? "the end" : fmt::format("'{}'", rest_)));
    }

private:
    void skip_spaces()
    {
        while (rest_.starts_with(' ')) rest_.remove_prefix(1);
    }

    void read_size(Declaration& d)
    {
        const std::string word = take_token();
        if (word.front() == '$')
            d.size_placeholder = word.substr(1);
        else if (const auto size = base::parse_number<std::size_t>(word);
                 size && word.size() < 5 && word.front() != '0')
            d.size = *size;
        else
            fail(location_, fmt::format("'{}' is not an array size from 1 to 9999", word));
    }

    Expression read_unary()
    {
        for (const std::string_view op : {"-", "!"})
            if (accept(op)) return {EKind::unary, std::string{op}, {read_expression(unary_precedence)}};
        return read_primary();
    }

    Expression read_primary()
    {
        if (accept("("))
        {
            Expression inner = read_expression();
            expect(")");
            return inner;
        }
        if (!rest_.empty() && is_digit(rest_.front())) return read_number();
        if (rest_.starts_with('$')) return {EKind::placeholder, take_token().substr(1), {}};
        if (accept("true")) return {EKind::literal, "true", {}, Type::truth};
        if (accept("false")) return {EKind::literal, "false", {}, Type::truth};
        if (rest_.empty() || !is_lower(rest_.front())) fail_expecting("a value");
        std::string word = take_token();
        if (accept("["))
        {
            Expression element{EKind::index, std::move(word), {read_expression()}};
            expect("]");
            return element;
        }
        if (accept("(")) return read_call(std::move(word));
        return {EKind::name, std::move(word), {}};
    }

    Expression read_number()
    {
        std::string word   = take_token();
        const bool is_real = word.find_first_of(".e") != word.npos;
        // Rejects numbers with a leading 0, because C would parse them as octal.
        const bool has_leading_zero = !is_real && word.size() > 1 && word.front() == '0';
        if (has_leading_zero || !(is_real ? base::parse_number<double>(word).has_value()
                                          : base::parse_number<std::int64_t>(word).has_value()))
            fail(location_, fmt::format("'{}' is not a number", word));
        return {EKind::literal, std::move(word), {}, is_real ? Type::real : Type::whole};
    }

    Expression read_call(std::string function)
    {
        Expression result{EKind::call, std::move(function), {}};
        while (!accept(")"))
        {
            result.parts.push_back(read_expression());
            if (peek() != ")") expect(",");
        }
        return result;
    }

    SourceLocation location_;
    std::string_view rest_;
    std::size_t depth_ = 0;
};

class Parser
{
public:
    Parser(std::string_view text, std::string_view file)
        : rest_{text}
        , location_{file}
    {
        advance();
    }

    Recipe read_recipe()
    {
        Recipe recipe = read_block(true);
        if (!is_at_end_) fail(location_, "there is no open block to close");
        return recipe;
    }

    std::map<std::string_view, Recipe> read_recipes()
    {
        std::map<std::string_view, Recipe> recipes;
        while (code_.empty() && !is_at_end_) advance();
        while (!is_at_end_)
        {
            const std::string_view name = read_heading();
            Recipe recipe               = read_block(true);
            while (!recipe.empty() && recipe.back().kind == SKind::blank) recipe.pop_back();
            if (!recipes.emplace(name, std::move(recipe)).second)
                fail(location_, fmt::format("two recipes have the name {}", name));
        }
        return recipes;
    }

private:
    LineParser line() const { return {code_, location_}; }

    std::string_view read_heading()
    {
        if (!is_heading()) fail(location_, "a recipe begins with the line: recipe NAME");
        const std::string_view name = base::trimmed(code_.substr(heading_mark.size()));
        advance();
        return name;
    }
    bool is_heading() const { return code_.starts_with(heading_mark); }

    // Parses statements up to the closing brace, the next recipe or the end of the file. `allows_declarations` is true
    // outside of functions, where constants, states and functions can be declared.
    std::vector<Statement> read_block(bool allows_declarations)
    {
        if (++depth_ > max_depth) fail(location_, "blocks are nested too deeply");
        std::vector<Statement> statements;
        while (!is_at_end_ && !code_.starts_with('}') && !is_heading())
        {
            Statement s                 = read_statement(allows_declarations);
            const bool is_blank         = s.kind == SKind::blank;
            const bool keeps_blank_line = !statements.empty() && !is_declaration(statements.back().kind);
            if (!is_blank || keeps_blank_line) statements.push_back(std::move(s));
        }
        --depth_;
        return statements;
    }

    static bool is_declaration(SKind kind)
    {
        return kind == SKind::constant || kind == SKind::state || kind == SKind::field || kind == SKind::record ||
               kind == SKind::function;
    }

    // Reads a block whose opening brace is at the end of `line`, with its closing brace.
    std::vector<Statement> read_braced_block(LineParser& line, bool allows_declarations)
    {
        read_opening_brace(line);
        std::vector<Statement> statements = read_block(allows_declarations);
        LineParser closing                = this->line();
        closing.expect("}");
        closing.expect_end();
        advance();
        return statements;
    }
    void read_opening_brace(LineParser& line)
    {
        line.expect("{");
        line.expect_end();
        advance();
    }

    Statement read_statement(bool allows_declarations)
    {
        Statement s{.location = location_, .comment = std::string{comment_}};
        LineParser line = this->line();
        if (allows_declarations && read_declaration(line, s)) return s;
        if (code_.empty())
            advance();
        else if (line.accept("if"))
            read_branch(line, s, "if", false);
        else if (line.accept("when"))
            read_branch(line, s, "when", allows_declarations);
        else if (line.accept("while"))
        {
            s.kind  = SKind::loop;
            s.value = line.read_expression();
            s.body  = read_braced_block(line, false);
        }
        else
        {
            read_simple_statement(line, s);
            line.expect_end();
            advance();
        }
        return s;
    }

    bool read_declaration(LineParser& line, Statement& s)
    {
        if (line.accept("const") || line.peek() == "state")
        {
            s.kind        = line.accept("state") ? SKind::state : SKind::constant;
            s.declaration = line.read_definition();
        }
        else if (line.accept("field"))
        {
            s.kind        = SKind::field;
            s.declaration = line.read_declaration();
        }
        else if (line.accept("record"))
        {
            s.kind        = SKind::record;
            s.declaration = {.name = line.read_name(), .type = Type::none};
            s.fields      = read_parameters(line);
        }
        else
            return read_block_declaration(line, s);
        s.declaration.comment = s.comment;
        line.expect_end();
        advance();
        return true;
    }

    bool read_block_declaration(LineParser& line, Statement& s)
    {
        s.is_public = line.accept("public");
        if (s.is_public || line.peek() == "fn" || line.peek() == "method")
        {
            read_function(line, s);
            return true;
        }
        if (!line.accept("before")) return false;
        line.expect("give");
        s.kind = SKind::before_give;
        s.body = read_braced_block(line, false);
        return true;
    }

    void read_function(LineParser& line, Statement& s)
    {
        s.kind = SKind::function;
        s.op   = line.accept("method") ? "method" : "fn";
        if (s.op == "fn") line.expect("fn");
        s.declaration = {.name = line.read_name(), .type = Type::none};
        s.fields      = read_parameters(line);
        if (line.accept("->"))
        {
            if (const auto type = line.accept_type())
                s.declaration.type = *type;
            else
                s.value.text = line.read_name();
        }
        s.body = read_braced_block(line, false);
    }
    static std::vector<Declaration> read_parameters(LineParser& line)
    {
        std::vector<Declaration> parameters;
        line.expect("(");
        while (!line.accept(")"))
        {
            parameters.push_back(line.read_declaration());
            if (line.peek() != ")") line.expect(",");
        }
        return parameters;
    }

    // Reads an `if`, or a `when` (which is evaluated when the loop is exported), with all its `else` branches.
    void read_branch(LineParser& line, Statement& s, std::string_view keyword, bool allows_declarations)
    {
        s.kind  = keyword == "if" ? SKind::branch : SKind::when;
        s.value = line.read_expression();
        read_opening_brace(line);
        s.body             = read_block(allows_declarations);
        LineParser closing = this->line();
        closing.expect("}");
        if (!closing.accept("else"))
        {
            closing.expect_end();
            return advance();
        }
        if (!closing.accept(keyword))
        {
            s.otherwise = read_braced_block(closing, allows_declarations);
            return;
        }
        if (++depth_ > max_depth) fail(location_, "blocks are nested too deeply");
        s.otherwise.push_back({.location = location_});
        read_branch(closing, s.otherwise.back(), keyword, allows_declarations);
        --depth_;
    }

    static void read_simple_statement(LineParser& line, Statement& s)
    {
        if (line.accept("let") || line.peek() == "var")
        {
            s.kind        = line.accept("var") ? SKind::var : SKind::let;
            s.declaration = line.read_definition();
        }
        else if (line.accept("give"))
        {
            s.kind   = SKind::give;
            s.fields = read_definitions(line);
        }
        else if (line.accept("use"))
        {
            s.kind = SKind::use;
            s.op   = line.read_recipe_name();
            if (line.accept("with")) s.fields = read_definitions(line);
        }
        else if (line.accept("return"))
        {
            s.kind = SKind::yield;
            if (!line.peek().empty()) s.value = line.read_expression();
        }
        else
            read_assignment(line, s);
    }

    static std::vector<Declaration> read_definitions(LineParser& line)
    {
        std::vector<Declaration> definitions;
        do definitions.push_back(line.read_definition());
        while (line.accept(","));
        return definitions;
    }

    static void read_assignment(LineParser& line, Statement& s)
    {
        Expression first = line.read_expression();
        if (first.kind == EKind::call)
        {
            s.kind  = SKind::call;
            s.value = std::move(first);
            return;
        }
        s.kind   = SKind::assign;
        s.target = std::move(first);
        s.op     = line.peek();
        if (s.op != "+=" && s.op != "-=" && s.op != "=") line.fail_expecting("=, += or -=");
        line.take_token();
        s.value = line.read_expression();
    }

    // Reads the next line and splits it into code and comment. Skips lines that contain only a comment.
    void advance()
    {
        do split_next_line();
        while (!is_at_end_ && code_.empty() && !comment_.empty());
    }
    void split_next_line()
    {
        is_at_end_ = rest_.empty();
        code_ = comment_ = {};
        if (is_at_end_) return;
        ++location_.line;
        const std::size_t end       = std::min(rest_.find('\n'), rest_.size());
        const std::string_view line = rest_.substr(0, end);
        if (line.size() > max_recipe_line_length) fail(location_, "this line is too long");
        rest_.remove_prefix(std::min(end + 1, rest_.size()));

        const std::size_t hash = line.find('#');
        code_                  = base::trimmed(line.substr(0, hash));
        comment_               = hash == line.npos ? std::string_view{} : base::trimmed(line.substr(hash + 1));
    }

    std::string_view rest_, code_, comment_;
    SourceLocation location_;
    bool is_at_end_    = false;
    std::size_t depth_ = 0;
};

} // namespace

int precedence_of(std::string_view op)
{
    // Groups of operators with the same precedence, from the lowest (1) to the highest (5).
    static constexpr std::array<std::string_view, 5> operators{"||", "&&", "== != < > <= >=", "+ -", "* / // %"};
    for (std::size_t i = 0; i < operators.size(); ++i)
        if (std::ranges::count(base::words_of(operators[i]), op) > 0) return static_cast<int>(i) + 1;
    return 0;
}

std::size_t placeholder_name_length(std::string_view text)
{
    const auto letter_at = [&](std::size_t n) { return n < text.size() && (is_lower(text[n]) || text[n] == '_'); };
    std::size_t n        = 0;
    while (letter_at(n) || (n > 0 && n < text.size() && text[n] == '.' && letter_at(n + 1))) ++n;
    return n;
}

void fail(const SourceLocation& location, std::string_view what)
{
    throw std::logic_error{fmt::format("{}:{}: {}", location.file, location.line, what)};
}

const Function* Program::find(std::string_view function_name) const
{
    return base::find_row(helpers, function_name, &Function::name);
}

bool Program::reads_refresh_period() const
{
    return has_any(plan, [](const Expression& e) { return e.kind == EKind::name && e.text == "refresh_ns"; });
}

Recipe parse(std::string_view text, std::string_view file) { return Parser{text, file}.read_recipe(); }

std::map<std::string_view, Recipe> parse_recipes(std::string_view text, std::string_view file)
{
    return Parser{text, file}.read_recipes();
}

} // namespace exporter
