#include "export/exporter/template_parser.hpp"

#include "base/number.hpp"
#include "base/text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace exporter
{

namespace
{

using ExpressionKind = Expression::Kind;
using StatementKind = Statement::Kind;

// Longest line in characters. Because an expression is on one line, this also limits the nesting of expressions.
constexpr std::size_t max_template_line_length = 1000;
constexpr std::string_view heading_prefix = "template ";
// Largest depth of nested blocks and expressions. It limits the recursion of the parser and the printers.
constexpr std::size_t max_nesting_depth = 64;

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_word_character(char c) { return is_lower(c) || base::is_ascii_digit(c) || c == '_'; }

std::size_t token_length(std::string_view text)
{
    static constexpr std::array<std::string_view, 10> two_character_tokens{
        "//", "&&", "||", "==", "!=", "<=", ">=", "+=", "-=", "->"};
    if (text.front() == '$') return 1 + placeholder_name_length(text.substr(1));
    if (!is_word_character(text.front()))
        return std::ranges::count(two_character_tokens, text.substr(0, 2)) > 0 ? 2 : 1;
    const bool is_number = base::is_ascii_digit(text.front());
    std::size_t length = 1;
    while (length < text.size() &&
           (is_word_character(text[length]) ||
            (is_number && (text[length] == '.' || (text[length] == '-' && text[length - 1] == 'e')))))
        ++length;
    return length;
}

// Parses one line of the project's own language for game loops (template_parser.hpp), token by token.
class LineParser
{
public:
    // `text` is a line of code without its comment. Error messages contain `location`.
    LineParser(std::string_view text, const SourceLocation& location)
        : location_{location}
        , unparsed_text_{text}
    {
        skip_spaces();
    }

    std::string_view peek() const
    {
        return unparsed_text_.empty() ? unparsed_text_ : unparsed_text_.substr(0, token_length(unparsed_text_));
    }

    std::string take_token()
    {
        if (unparsed_text_.empty()) throw_expected("more");
        std::string token{peek()};
        unparsed_text_.remove_prefix(token.size());
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
        if (!accept(token)) throw_expected(token);
    }

    void expect_end() const
    {
        if (!unparsed_text_.empty()) throw_expected("the end of the line");
    }

    std::string read_name()
    {
        if (unparsed_text_.empty() || !is_lower(unparsed_text_.front())) throw_expected("a name");
        return take_token();
    }

    std::optional<Type> accept_type()
    {
        using NamedType = std::pair<std::string_view, Type>;
        static constexpr std::array<NamedType, 4> types{
            {{"whole", Type::integer}, {"real", Type::float64}, {"single", Type::float32}, {"truth", Type::boolean}}};
        for (const auto& [type_word, type] : types)
            if (accept(type_word)) return type;
        return std::nullopt;
    }

    // Reads the name of a code template, such as stepper/fixed-step: all characters up to the next space.
    std::string read_template_name()
    {
        const std::size_t name_end = std::min(unparsed_text_.find(' '), unparsed_text_.size());
        if (name_end == 0) throw_expected("the name of a template");
        std::string template_name{unparsed_text_.substr(0, name_end)};
        unparsed_text_.remove_prefix(name_end);
        skip_spaces();
        return template_name;
    }

    Expression read_expression(int min_precedence = 1)
    {
        if (++nesting_depth_ > max_nesting_depth) throw_template_error(location_, "parentheses are nested too deeply");
        Expression left = read_unary();
        while (binary_precedence(peek()) >= min_precedence)
        {
            std::string op = take_token();
            Expression right = read_expression(binary_precedence(op) + 1);
            left = {ExpressionKind::binary, std::move(op), {std::move(left), std::move(right)}};
        }
        --nesting_depth_;
        return left;
    }

    // Reads a NAME with an optional [SIZE] and an optional `: TYPE`.
    Declaration read_declaration()
    {
        Declaration declaration{.name = read_name()};
        if (accept("["))
        {
            read_size(declaration);
            expect("]");
        }
        if (!accept(":")) return declaration;
        const std::optional<Type> type = accept_type();
        if (!type) throw_expected("whole, real, single or truth");
        declaration.type = *type;
        return declaration;
    }

    // Reads a declaration with a value: NAME = VALUE, NAME: TYPE = VALUE or NAME[SIZE] = VALUE.
    Declaration read_definition()
    {
        Declaration declaration = read_declaration();
        expect("=");
        declaration.value = read_expression();
        return declaration;
    }

    // Reads the rest of a list in parentheses, after its opening parenthesis: items with commas between them.
    template <class ReadItem>
    auto read_list(ReadItem read_item)
    {
        std::vector<std::invoke_result_t<ReadItem>> items;
        while (!accept(")"))
        {
            items.push_back(read_item());
            if (peek() != ")") expect(",");
        }
        return items;
    }

    [[noreturn]] void throw_expected(std::string_view expected) const
    {
        throw_template_error(location_,
                             fmt::format("expected {} at {}", expected,
                                         unparsed_text_.empty() ? "the end" : fmt::format("'{}'", unparsed_text_)));
    }

private:
    void skip_spaces()
    {
        while (unparsed_text_.starts_with(' ')) unparsed_text_.remove_prefix(1);
    }

    void read_size(Declaration& declaration)
    {
        const std::string word = take_token();
        if (word.front() == '$')
            declaration.array_size_placeholder = word.substr(1);
        else if (const auto size = base::parse_number<std::size_t>(word);
                 size && word.size() < 5 && word.front() != '0')
            declaration.array_size = *size;
        else
            throw_template_error(location_, fmt::format("'{}' is not an array size from 1 to 9999", word));
    }

    Expression read_unary()
    {
        for (const std::string_view op : {"-", "!"})
            if (accept(op)) return {ExpressionKind::unary, std::string{op}, {read_expression(unary_precedence)}};
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
        if (!unparsed_text_.empty() && base::is_ascii_digit(unparsed_text_.front())) return read_number();
        if (unparsed_text_.starts_with('$')) return {ExpressionKind::placeholder, take_token().substr(1), {}};
        if (accept("true")) return {ExpressionKind::literal, "true", {}, Type::boolean};
        if (accept("false")) return {ExpressionKind::literal, "false", {}, Type::boolean};
        if (unparsed_text_.empty() || !is_lower(unparsed_text_.front())) throw_expected("a value");
        std::string word = take_token();
        if (accept("["))
        {
            Expression element{ExpressionKind::index, std::move(word), {read_expression()}};
            expect("]");
            return element;
        }
        if (accept("(")) return {ExpressionKind::call, std::move(word), read_list([&] { return read_expression(); })};
        return {ExpressionKind::name, std::move(word), {}};
    }

    Expression read_number()
    {
        std::string word = take_token();
        const bool is_real = word.find_first_of(".e") != word.npos;
        // Rejects numbers with a leading 0, because C would parse them as octal.
        const bool has_leading_zero = !is_real && word.size() > 1 && word.front() == '0';
        if (has_leading_zero || !(is_real ? base::parse_number<double>(word).has_value()
                                          : base::parse_number<std::int64_t>(word).has_value()))
            throw_template_error(location_, fmt::format("'{}' is not a number", word));
        return {ExpressionKind::literal, std::move(word), {}, is_real ? Type::float64 : Type::integer};
    }

    SourceLocation location_;
    std::string_view unparsed_text_;
    std::size_t nesting_depth_ = 0;
};

class TemplateParser
{
public:
    TemplateParser(std::string_view text, std::string_view file)
        : unparsed_text_{text}
        , location_{file}
    {
        read_next_code_line();
    }

    CodeTemplate read_code_template()
    {
        CodeTemplate code_template = read_block(true);
        if (!is_at_end_) throw_template_error(location_, "there is no open block to close");
        return code_template;
    }

    std::map<std::string_view, CodeTemplate> read_code_templates()
    {
        std::map<std::string_view, CodeTemplate> code_templates;
        while (line_code_.empty() && !is_at_end_) read_next_code_line();
        while (!is_at_end_)
        {
            if (!is_heading()) throw_template_error(location_, "a template begins with the line: template NAME");
            const std::string_view name = base::trimmed(line_code_.substr(heading_prefix.size()));
            read_next_code_line();
            CodeTemplate code_template = read_block(true);
            while (!code_template.empty() && code_template.back().kind == StatementKind::blank_line)
                code_template.pop_back();
            if (!code_templates.emplace(name, std::move(code_template)).second)
                throw_template_error(location_, fmt::format("two templates have the name {}", name));
        }
        return code_templates;
    }

private:
    LineParser line_parser() const { return {line_code_, location_}; }

    bool is_heading() const { return line_code_.starts_with(heading_prefix); }

    // Parses statements up to a closing brace, a line `template NAME` or the end of the file.
    std::vector<Statement> read_block(bool allows_declarations)
    {
        if (++nesting_depth_ > max_nesting_depth) throw_template_error(location_, "blocks are nested too deeply");
        std::vector<Statement> statements;
        while (!is_at_end_ && !line_code_.starts_with('}') && !is_heading())
        {
            Statement statement = read_statement(allows_declarations);
            const bool is_blank = statement.kind == StatementKind::blank_line;
            const bool keeps_blank_line = !statements.empty() && !is_declaration(statements.back().kind);
            if (!is_blank || keeps_blank_line) statements.push_back(std::move(statement));
        }
        --nesting_depth_;
        return statements;
    }

    static bool is_declaration(StatementKind kind)
    {
        return kind == StatementKind::constant || kind == StatementKind::state || kind == StatementKind::field ||
               kind == StatementKind::record || kind == StatementKind::function;
    }

    // Parses a block from its opening brace, the last token of `line`, to its closing brace.
    std::vector<Statement> read_braced_block(LineParser& line, bool allows_declarations)
    {
        read_opening_brace(line);
        std::vector<Statement> statements = read_block(allows_declarations);
        LineParser closing_line = line_parser();
        closing_line.expect("}");
        closing_line.expect_end();
        read_next_code_line();
        return statements;
    }
    void read_opening_brace(LineParser& line)
    {
        line.expect("{");
        line.expect_end();
        read_next_code_line();
    }

    Statement read_statement(bool allows_declarations)
    {
        Statement statement{.location = location_, .comment = std::string{line_comment_}};
        LineParser line = line_parser();
        if (allows_declarations && accept_declaration(line, statement)) return statement;
        if (line_code_.empty())
            read_next_code_line();
        else if (line.accept("if"))
            read_conditional(line, statement, "if", false);
        else if (line.accept("when"))
            read_conditional(line, statement, "when", allows_declarations);
        else if (line.accept("while"))
        {
            statement.kind = StatementKind::while_loop;
            statement.value = line.read_expression();
            statement.body = read_braced_block(line, false);
        }
        else
        {
            read_simple_statement(line, statement);
            line.expect_end();
            read_next_code_line();
        }
        return statement;
    }

    bool accept_declaration(LineParser& line, Statement& statement)
    {
        if (line.accept("const") || line.peek() == "state")
        {
            statement.kind = line.accept("state") ? StatementKind::state : StatementKind::constant;
            statement.declaration = line.read_definition();
        }
        else if (line.accept("field"))
        {
            statement.kind = StatementKind::field;
            statement.declaration = line.read_declaration();
        }
        else if (line.accept("record"))
        {
            statement.kind = StatementKind::record;
            statement.declaration = {.name = line.read_name(), .type = Type::none};
            statement.declarations = read_parameters(line);
        }
        else
            return accept_block_declaration(line, statement);
        statement.declaration.comment = statement.comment;
        line.expect_end();
        read_next_code_line();
        return true;
    }

    bool accept_block_declaration(LineParser& line, Statement& statement)
    {
        statement.is_public = line.accept("public");
        if (statement.is_public || line.peek() == "fn" || line.peek() == "method")
        {
            read_function(line, statement);
            return true;
        }
        if (!line.accept("before")) return false;
        line.expect("set");
        statement.kind = StatementKind::block_before_set;
        statement.body = read_braced_block(line, false);
        return true;
    }

    void read_function(LineParser& line, Statement& statement)
    {
        statement.kind = StatementKind::function;
        statement.is_method = line.accept("method");
        if (!statement.is_method) line.expect("fn");
        statement.declaration = {.name = line.read_name(), .type = Type::none};
        statement.declarations = read_parameters(line);
        if (line.accept("->"))
        {
            if (const auto type = line.accept_type())
                statement.declaration.type = *type;
            else
                statement.returned_record_name = line.read_name();
        }
        statement.body = read_braced_block(line, false);
    }
    static std::vector<Declaration> read_parameters(LineParser& line)
    {
        line.expect("(");
        return line.read_list([&] { return line.read_declaration(); });
    }

    // Parses a conditional block of a template, with all its `else` branches. `keyword` is "if" or "when".
    void read_conditional(LineParser& line, Statement& statement, std::string_view keyword, bool allows_declarations)
    {
        statement.kind = keyword == "if" ? StatementKind::if_else : StatementKind::when;
        statement.value = line.read_expression();
        read_opening_brace(line);
        statement.body = read_block(allows_declarations);
        LineParser closing_line = line_parser();
        closing_line.expect("}");
        if (!closing_line.accept("else"))
        {
            closing_line.expect_end();
            return read_next_code_line();
        }
        if (!closing_line.accept(keyword))
        {
            statement.else_body = read_braced_block(closing_line, allows_declarations);
            return;
        }
        if (++nesting_depth_ > max_nesting_depth) throw_template_error(location_, "blocks are nested too deeply");
        statement.else_body.push_back({.location = location_});
        read_conditional(closing_line, statement.else_body.back(), keyword, allows_declarations);
        --nesting_depth_;
    }

    static void read_simple_statement(LineParser& line, Statement& statement)
    {
        if (line.accept("let") || line.peek() == "var")
        {
            statement.kind = line.accept("var") ? StatementKind::var : StatementKind::let;
            statement.declaration = line.read_definition();
        }
        else if (line.accept("set"))
        {
            statement.kind = StatementKind::set_results;
            statement.declarations = read_definitions(line);
        }
        else if (line.accept("use"))
        {
            statement.kind = StatementKind::insert_template;
            statement.template_name = line.read_template_name();
            if (line.accept("with")) statement.declarations = read_definitions(line);
        }
        else if (line.accept("return"))
        {
            statement.kind = StatementKind::function_return;
            if (!line.peek().empty()) statement.value = line.read_expression();
        }
        else if (Expression target_or_call = line.read_expression(); target_or_call.kind == ExpressionKind::call)
        {
            statement.kind = StatementKind::call;
            statement.value = std::move(target_or_call);
        }
        else
        {
            statement.kind = StatementKind::assign;
            statement.target = std::move(target_or_call);
            statement.assignment_operator = line.peek();
            if (statement.assignment_operator != "+=" && statement.assignment_operator != "-=" &&
                statement.assignment_operator != "=")
                line.throw_expected("=, += or -=");
            line.take_token();
            statement.value = line.read_expression();
        }
    }

    static std::vector<Declaration> read_definitions(LineParser& line)
    {
        std::vector<Declaration> definitions;
        do definitions.push_back(line.read_definition());
        while (line.accept(","));
        return definitions;
    }

    // Reads the next line and splits it into code and comment. Skips lines that contain only a comment.
    void read_next_code_line()
    {
        do split_next_line();
        while (!is_at_end_ && line_code_.empty() && !line_comment_.empty());
    }
    void split_next_line()
    {
        is_at_end_ = unparsed_text_.empty();
        line_code_ = line_comment_ = {};
        if (is_at_end_) return;
        ++location_.line;
        const std::size_t line_end = std::min(unparsed_text_.find('\n'), unparsed_text_.size());
        const std::string_view line = unparsed_text_.substr(0, line_end);
        if (line.size() > max_template_line_length) throw_template_error(location_, "this line is too long");
        unparsed_text_.remove_prefix(std::min(line_end + 1, unparsed_text_.size()));

        const std::size_t comment_begin = line.find('#');
        line_code_ = base::trimmed(line.substr(0, comment_begin));
        line_comment_ = comment_begin == line.npos ? std::string_view{} : base::trimmed(line.substr(comment_begin + 1));
    }

    std::string_view unparsed_text_, line_code_, line_comment_;
    SourceLocation location_;
    bool is_at_end_ = false;
    std::size_t nesting_depth_ = 0;
};

} // namespace

std::size_t placeholder_name_length(std::string_view text)
{
    const auto letter_at = [&](std::size_t i) { return i < text.size() && (is_lower(text[i]) || text[i] == '_'); };
    std::size_t length = 0;
    while (letter_at(length) || (length > 0 && length < text.size() && text[length] == '.' && letter_at(length + 1)))
        ++length;
    return length;
}

void throw_template_error(const SourceLocation& location, std::string_view what)
{
    throw std::logic_error{fmt::format("{}:{}: {}", location.file, location.line, what)};
}

CodeTemplate parse_code_template(std::string_view text, std::string_view path_outliving_result)
{
    return TemplateParser{text, path_outliving_result}.read_code_template();
}

std::map<std::string_view, CodeTemplate> parse_code_templates(std::string_view text_outliving_result,
                                                              std::string_view path_outliving_result)
{
    return TemplateParser{text_outliving_result, path_outliving_result}.read_code_templates();
}

} // namespace exporter
