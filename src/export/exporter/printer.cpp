#include "export/exporter/printer.hpp"

#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace exporter
{

namespace
{

using ExpressionKind = Expression::Kind;
using StatementKind  = Statement::Kind;

constexpr std::size_t max_exported_line_length = 110; // largest line length of an exported file, with comments

} // namespace

Printer::Printer(const Program& program, const FileProperties& properties, const LanguageSyntax& syntax)
    : program_{program}
    , properties_{properties}
    , syntax_{syntax}
{
    for (const Declaration& declaration : program.constants) role_of_name_[declaration.name] = NameRole::constant;
    for (const Declaration& declaration : program.state) role_of_name_[declaration.name] = NameRole::state;
}

SourceCode Printer::generate()
{
    print_top_comment();
    print_file_body();
    return printed_code_with_aligned_comments();
}

std::string Printer::name_in_language(NameRole role, const std::string& name) const
{
    return role == NameRole::constant ? to_upper_case(name) : name;
}

std::string Printer::variable_use_code(const std::string& name) const
{
    const auto found    = role_of_name_.find(name);
    const NameRole role = found == role_of_name_.end() ? NameRole::local : found->second;
    std::string prefix;
    if (role == NameRole::constant) prefix = syntax_.constant_prefix;
    if (role == NameRole::state) prefix = syntax_.state_prefix;
    return prefix + name_in_language(role, name);
}

std::string Printer::declaration_code(std::string_view pattern, NameRole role, const Declaration& declaration,
                                      std::string_view value) const
{
    return fmt::format(fmt::runtime(pattern), fmt::arg("type", type_name(declaration.type)),
                       fmt::arg("name", name_in_language(role, declaration.name)), fmt::arg("value", value),
                       fmt::arg("size", declaration.array_size));
}

// Returns the parameters of `function`, with `self` first if `function` uses state variables and `self` is not empty.
std::string Printer::parameter_list(const Function& function, std::string_view self) const
{
    std::vector<std::string> parameters;
    if (function.is_method && !self.empty()) parameters.emplace_back(self);
    for (const Declaration& parameter : function.parameters)
        parameters.push_back(declaration_code(syntax_.parameter_declaration, NameRole::local, parameter));
    return fmt::format("{}", fmt::join(parameters, ", "));
}

std::string Printer::cast_operand_code(const Expression& expression) const
{
    return expression_code(expression, unary_precedence + 1);
}

std::string Printer::literal_code(const Expression& expression) const
{
    std::string code = expression.text;
    if (expression.type != Type::integer || syntax_.thousands_separator.empty()) return code;
    for (std::size_t digit_position = code.size(); digit_position > 3; digit_position -= 3)
        code.insert(digit_position - 3, syntax_.thousands_separator);
    return code;
}

std::string Printer::operator_code(const std::string& op) const
{
    if (op == "&&") return std::string{syntax_.and_operator};
    if (op == "||") return std::string{syntax_.or_operator};
    if (op == "==") return std::string{syntax_.equal_operator};
    if (op == "!=") return std::string{syntax_.unequal_operator};
    if (op == "//") return "/";
    return op == "!" ? std::string{syntax_.not_operator} : op;
}

std::string Printer::cast_code(Type type, const Expression& converted, int outer_precedence) const
{
    if (!syntax_.to_integer_function.empty() && type == Type::float64)
        return expression_code(converted, outer_precedence);
    if (!syntax_.to_integer_function.empty())
        return fmt::format("{}({})", type == Type::float32 ? syntax_.to_float32_function : syntax_.to_integer_function,
                           expression_code(converted));
    return fmt::format("({}){}", type_name(type), cast_operand_code(converted));
}

std::string Printer::value_code(const Declaration& declaration) const
{
    return declaration.type == Type::float32 && syntax_.to_integer_function.empty()
               ? cast_code(Type::float32, declaration.value, 0)
               : expression_code(declaration.value);
}

// Returns the code of `expression`: in parentheses if its operator has a lower precedence than the operator around it.
std::string Printer::expression_code(const Expression& expression, int outer_precedence) const
{
    switch (expression.kind)
    {
    case ExpressionKind::literal: return literal_code(expression);
    case ExpressionKind::placeholder: // not in a program
    case ExpressionKind::name: return variable_use_code(expression.text);
    case ExpressionKind::index: return element_code(variable_use_code(expression.text), expression.operands[0]);
    case ExpressionKind::unary:
    {
        const std::string code =
            operator_code(expression.text) + expression_code(expression.operands[0], unary_precedence);
        return outer_precedence > unary_precedence ? fmt::format("({})", code) : code;
    }
    case ExpressionKind::binary: return binary_code(expression, outer_precedence);
    case ExpressionKind::call: break;
    }

    if (expression.text == "real") return cast_code(Type::float64, expression.operands[0], outer_precedence);
    if (expression.text == "single") return cast_code(Type::float32, expression.operands[0], outer_precedence);
    if (expression.text == "whole") return cast_code(Type::integer, expression.operands[0], outer_precedence);
    std::vector<std::string> arguments;
    for (const Expression& argument : expression.operands) arguments.push_back(expression_code(argument));
    if (expression.text == "min" || expression.text == "max")
        return fmt::format(fmt::runtime(syntax_.min_or_max_call),
                           fmt::arg("name", name_in_language(NameRole::function, expression.text)),
                           fmt::arg("a", arguments.at(0)), fmt::arg("b", arguments.at(1)));
    const Function* const called = program_.find_function(expression.text);
    // A call of a function that the exported file does not define is printed as it is: the user's program defines it.
    return called == nullptr ? fmt::format("{}({})", expression.text, fmt::join(arguments, ", "))
                             : call_code(*called, std::move(arguments));
}

std::string Printer::binary_code(const Expression& expression, int outer_precedence) const
{
    if (expression.text == "%" && !syntax_.remainder_function.empty())
        return fmt::format("{}({}, {})", syntax_.remainder_function, expression_code(expression.operands[0]),
                           expression_code(expression.operands[1]));
    const bool needs_truncation = expression.text == "//" && !syntax_.to_integer_function.empty();
    const int precedence        = binary_precedence_or_zero(expression.text);
    // Puts `a && b` inside of `||` in parentheses, because compilers warn about missing parentheses there.
    const auto operand_code_in = [&](const Expression& p, int min_precedence)
    { return expression_code(p, expression.text == "||" && p.text == "&&" ? unary_precedence : min_precedence); };
    const std::string code = operand_code_in(expression.operands[0], precedence) + " " +
                             operator_code(expression.text) + " " +
                             operand_code_in(expression.operands[1], precedence + 1);
    if (needs_truncation) return fmt::format("{}({})", syntax_.to_integer_function, code);
    return outer_precedence > precedence ? fmt::format("({})", code) : code;
}

std::string Printer::call_code(const Function& function, std::vector<std::string> arguments) const
{
    if (function.is_method && !syntax_.receiver_argument.empty())
        arguments.emplace(arguments.begin(), syntax_.receiver_argument);
    return fmt::format("{}{}({})", call_prefix(function), name_in_language(NameRole::function, function.name),
                       fmt::join(arguments, ", "));
}

std::string Printer::element_code(const std::string& array, const Expression& index) const
{
    return fmt::format("{}[{}]", array, expression_code(index));
}

std::string Printer::condition_head_code(std::string_view pattern, const Expression& expression) const
{
    return fmt::format(fmt::runtime(pattern), expression_code(expression));
}

void Printer::print_constants(std::string_view pattern)
{
    for (const Declaration& declaration : program_.constants)
        print_line(declaration_code(pattern, NameRole::constant, declaration, value_code(declaration)),
                   declaration.comment);
    print_line();
}

void Printer::print_records(std::string_view head_pattern, std::string_view field_pattern, std::string_view end_pattern,
                            std::string_view attribute)
{
    for (const Record& record : records())
    {
        const auto filled_pattern = [&](std::string_view pattern)
        {
            return fmt::format(fmt::runtime(pattern), fmt::arg("record", record_type(record.name)),
                               fmt::arg("name", to_pascal_case(record.name)));
        };
        if (!attribute.empty()) print_line(attribute);
        open_block(filled_pattern(head_pattern));
        for (const Declaration& declaration : record.fields)
            print_line(declaration_code(field_pattern, NameRole::field, declaration,
                                        declaration.type == Type::boolean ? " = false" : "{}"),
                       declaration.comment);
        close_block(filled_pattern(end_pattern));
        print_line();
    }
}

void Printer::print_state_declarations(std::string_view pattern, std::string_view array_pattern)
{
    for (const Declaration& declaration : program_.state)
        print_line(declaration_code(declaration.array_size > 0 ? array_pattern : pattern, NameRole::state, declaration,
                                    initial_value_code(declaration)),
                   declaration.comment);
}

void Printer::print_array_filling_constructor_if_needed(std::string_view head, std::string_view array_pattern)
{
    const auto must_be_filled = [&](const Declaration& declaration) {
        return declaration.array_size > 0 &&
               (!syntax_.has_zero_filled_arrays || !is_initially_zero_or_false(declaration));
    };
    if (std::ranges::none_of(program_.state, must_be_filled)) return;
    open_block(head);
    for (const Declaration& declaration : program_.state)
    {
        const std::string statements =
            declaration_code(array_pattern, NameRole::state, declaration, array_element_value_code(declaration));
        if (must_be_filled(declaration))
            for (const std::string_view line : base::split_at_each(statements, "\n")) print_line(line);
    }
    close_block();
    print_line();
}

void Printer::print_function(const Function& function)
{
    print_wrapped_comment(function.comment);
    returned_record_name_ = function.returned_record_name;
    open_block(function_head(function));
    print_function_prologue(function);
    print_statements(function.body);
    close_block();
    print_line();
}

void Printer::print_plan_and_public_functions()
{
    if (exports_game_loop()) print_function(exported_plan_function());
    print_functions_where(&Function::is_public, true);
}

void Printer::print_private_functions() { print_functions_where(&Function::is_public, false); }

void Printer::print_plan_function_and_methods()
{
    if (exports_game_loop()) print_function(exported_plan_function());
    print_functions_where(&Function::is_method, true);
}

void Printer::print_free_functions() { print_functions_where(&Function::is_method, false); }

void Printer::print_functions_where(bool Function::*property, bool value)
{
    for (const Function& function : program_.functions)
        if (function.*property == value) print_function(function);
}

// Prints a block without the line that closes it, because an `else` may follow.
void Printer::print_block_without_end(std::string_view head, const std::vector<Statement>& statements,
                                      std::string_view comment)
{
    open_block(head, comment);
    print_statements(statements);
    close_block({});
}

void Printer::print_if(const Statement& statement)
{
    print_block_without_end(condition_head_code(syntax_.if_head, statement.value), statement.body, statement.comment);
    const std::vector<Statement>* else_body = &statement.else_body;
    while (else_body->size() == 1 && else_body->front().kind == StatementKind::if_else)
    {
        print_block_without_end(condition_head_code(syntax_.else_if_head, else_body->front().value),
                                else_body->front().body);
        else_body = &else_body->front().else_body;
    }
    if (!else_body->empty()) print_block_without_end(syntax_.else_head, *else_body);
    if (!syntax_.block_end.empty()) print_line(syntax_.block_end);
}

void Printer::print_while(const Statement& statement)
{
    open_block(condition_head_code(syntax_.while_head, statement.value), statement.comment);
    print_statements(statement.body);
    close_block();
}

void Printer::print_return_of_record(const std::string& record, const std::vector<Declaration>& fields)
{
    print_line();
    if (!syntax_.result_field_line.empty())
    {
        open_block("return {");
        for (const Declaration& declaration : fields)
            print_line(declaration_code(syntax_.result_field_line, NameRole::field, declaration,
                                        expression_code(declaration.value)),
                       record_type(record).empty() ? plan_field_comment_text(declaration.name) : "");
        return close_block(fmt::format("}}{}", syntax_.statement_end));
    }
    print_line(fmt::format("{} {};", record_type(record), record));
    for (const Declaration& declaration : fields)
        print_line(fmt::format("{}.{} = {};", record, name_in_language(NameRole::field, declaration.name),
                               expression_code(declaration.value)));
    print_line(fmt::format("return {};", record));
}

void Printer::print_statement(const Statement& statement)
{
    const std::string_view end     = syntax_.statement_end;
    const Declaration& declaration = statement.declaration;
    switch (statement.kind)
    {
    case StatementKind::let:
        return print_line(declaration_code(syntax_.local_constant_declaration, NameRole::local, declaration,
                                           expression_code(declaration.value)),
                          statement.comment);
    case StatementKind::var:
        return print_line(declaration_code(syntax_.local_variable_declaration, NameRole::local, declaration,
                                           expression_code(declaration.value)),
                          statement.comment);
    case StatementKind::assign:
    case StatementKind::call:
        return print_line(fmt::format("{}{}", assignment_or_call_code_without_end(statement), end), statement.comment);
    case StatementKind::if_else: return print_if(statement);
    case StatementKind::while_loop: return print_while(statement);
    case StatementKind::set_results: return print_return_of_record(returned_record_name_, statement.declarations);
    case StatementKind::function_return:
        if (statement.value.text.empty()) return print_line(fmt::format("return{}", end));
        return print_line(fmt::format("return {}{}", expression_code(statement.value), end), statement.comment);
    default: return print_line();
    }
}

// The code of an assignment or a function call, without the semicolon.
std::string Printer::assignment_or_call_code_without_end(const Statement& statement) const
{
    if (statement.kind == StatementKind::call) return expression_code(statement.value);
    if (!syntax_.has_compound_assignment && statement.assignment_operator != "=")
        return fmt::format("{0} = {0} {1} {2}", expression_code(statement.target),
                           statement.assignment_operator.substr(0, 1),
                           expression_code(statement.value, binary_precedence_or_zero("+") + 1));
    return fmt::format("{} {} {}", expression_code(statement.target), statement.assignment_operator,
                       expression_code(statement.value));
}

void Printer::print_statements(const std::vector<Statement>& statements)
{
    for (const Statement& statement : statements) print_statement(statement);
}

// Prints a line. Skips an empty line after another empty line, and at the start or end of a block.
void Printer::print_line(std::string_view text, std::string_view comment)
{
    const auto ends_with = [&](char c) { return !output_lines_.empty() && output_lines_.back().text.ends_with(c); };
    if (text.empty())
    {
        const bool is_needed = !output_lines_.empty() && !output_lines_.back().text.empty() &&
                               !output_lines_.back().opens_block && !ends_with('{') && !ends_with(':');
        if (is_needed) output_lines_.emplace_back();
        return;
    }
    if (text.front() == '}')
        while (output_lines_.back().text.empty()) output_lines_.pop_back();
    std::string indented = std::string(block_depth_ * 4, ' ').append(text);
    if (!comment.empty() && indented.size() + comment.size() > max_exported_line_length)
    {
        print_comment_line(comment);
        comment = {};
    }
    output_lines_.push_back({.text = std::move(indented), .comment = std::string{comment}});
}

void Printer::print_lines(std::initializer_list<std::string_view> lines)
{
    for (const std::string_view line : lines) print_line(line);
}

void Printer::print_helper_function(std::string_view comment, std::string_view head,
                                    std::initializer_list<std::string_view> lines)
{
    print_wrapped_comment(comment);
    open_block(head);
    print_lines(lines);
    close_block();
    print_line();
}

void Printer::open_block(std::string_view text, std::string_view comment)
{
    print_line(text, comment);
    output_lines_.back().opens_block = true;
    ++block_depth_;
}

void Printer::close_block(std::string_view text)
{
    --block_depth_;
    if (!text.empty()) print_line(text);
}

// Returns the column for the comments on adjacent lines from `first_line` on; 0 if a line would become too long.
std::size_t Printer::comment_column_or_zero_if_too_long(std::size_t first_line) const
{
    std::size_t column = 0;
    for (std::size_t i = first_line; i < output_lines_.size() && !output_lines_[i].comment.empty(); ++i)
        column = std::max(column, output_lines_[i].text.size());
    for (std::size_t i = first_line; i < output_lines_.size() && !output_lines_[i].comment.empty(); ++i)
        if (column + output_lines_[i].comment.size() > max_exported_line_length) return 0;
    return column;
}

SourceCode Printer::printed_code_with_aligned_comments() const
{
    SourceCode code{.usage_example = usage_lines_};
    std::size_t column = 0;
    for (std::size_t i = 0; i < output_lines_.size(); ++i)
    {
        const auto& [text, comment, is_comment, opens_block] = output_lines_[i];
        if (i == 0 || output_lines_[i - 1].comment.empty()) column = comment_column_or_zero_if_too_long(i);
        CodeLine& line                          = code.lines.emplace_back();
        (is_comment ? line.comment : line.code) = text;
        if (comment.empty()) continue;
        line.code.append(std::max(column, text.size()) - text.size() + 1, ' ');
        line.comment = fmt::format("{} {}", syntax_.comment_mark, comment);
    }
    return code;
}

void Printer::print_comment_lines(std::string_view text)
{
    for (const std::string_view line : base::split_at_each(text, "\n")) print_comment_line(line);
}

void Printer::print_wrapped_comment(std::string_view text)
{
    const std::size_t width = max_exported_line_length - block_depth_ * 4 - syntax_.comment_mark.size() - 1;
    while (text.size() > width)
    {
        const std::size_t space = text.rfind(' ', width);
        if (space == text.npos) break;
        print_comment_line(text.substr(0, space));
        text.remove_prefix(space + 1);
    }
    if (!text.empty()) print_comment_line(text);
}

void Printer::print_comment_line(std::string_view text)
{
    const std::string indentation(block_depth_ * 4, ' ');
    output_lines_.push_back(
        {.text       = fmt::format("{}{}{}{}", indentation, syntax_.comment_mark, text.empty() ? "" : " ", text),
         .is_comment = true});
}

bool Printer::calls_function(std::string_view function_name) const
{
    return any_expression_matches(
        program_, [&](const Expression& expression)
        { return expression.kind == ExpressionKind::call && expression.text == function_name; });
}

bool Printer::program_uses_binary_operator(std::string_view op) const
{
    return any_expression_matches(program_, [&](const Expression& expression)
                                  { return expression.kind == ExpressionKind::binary && expression.text == op; });
}

bool Printer::body_uses_state_or_methods(const Function& function) const
{
    return any_expression_matches(function.body,
                                  [&](const Expression& expression)
                                  {
                                      const Function* const called = program_.find_function(expression.text);
                                      const auto role              = role_of_name_.find(expression.text);
                                      return (called != nullptr && called->is_method) ||
                                             (role != role_of_name_.end() && role->second == NameRole::state);
                                  });
}

std::vector<Record> Printer::records() const
{
    std::vector<Record> records = program_.records;
    if (exports_game_loop()) records.push_back({"plan", program_.plan_fields});
    return records;
}

bool Printer::is_public(const std::string& function_name) const
{
    const Function* const function = program_.find_function(function_name);
    return function != nullptr && function->is_public;
}

Function Printer::exported_plan_function() const
{
    Function function{
        .name                 = "plan",
        .parameters           = {{.name = "frame_ns"}},
        .returned_record_name = "plan",
        .is_method            = true,
        .is_public            = true,
        .comment = "Computes the number and the length of the steps of a frame from the frame time in nanoseconds.",
        .body    = program_.plan_body};
    if (!program_.plan_reads_refresh_period()) return function;
    function.parameters.push_back({.name = "refresh_ns"});
    function.comment += " The refresh period of the display is in nanoseconds, 0 if it is unknown.";
    return function;
}

std::string to_upper_case(std::string_view snake_case_name)
{
    std::string text{snake_case_name};
    for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

std::string to_pascal_case(std::string_view snake_case_name)
{
    std::string text;
    bool is_word_start = true;
    for (const char c : snake_case_name)
    {
        if (c != '_') text += is_word_start ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
        is_word_start = c == '_';
    }
    return text;
}

std::string to_camel_case(std::string_view snake_case_name)
{
    std::string text = to_pascal_case(snake_case_name);
    text.front()     = static_cast<char>(std::tolower(static_cast<unsigned char>(text.front())));
    return text;
}

} // namespace exporter
