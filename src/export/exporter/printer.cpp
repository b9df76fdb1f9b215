#include "export/exporter/printer.hpp"

#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace exporter
{

namespace
{

using ExpressionKind = Expression::Kind;
using StatementKind = Statement::Kind;

} // namespace

Printer::Printer(const Program& program, const FileProperties& properties, const LanguageSyntax& syntax)
    : LineWriter{syntax.comment_mark}
    , program_{program}
    , properties_{properties}
    , syntax_{syntax}
{
    for (const Declaration& declaration : program.constants) role_of_name_[declaration.name] = NameRole::constant;
    for (const Declaration& declaration : program.state) role_of_name_[declaration.name] = NameRole::state;
}

SourceCode Printer::generate() &&
{
    print_comment_lines(fmt::format("{} -- {}{}\n\n{}{}", properties_.options.name,
                                    program_.is_game_loop() ? "the game loop " : "", properties_.options.title,
                                    properties_.full_description, integer_limits_comment()));
    std::vector<std::string> usage_example;
    if (program_.is_game_loop())
    {
        usage_example = usage_example_lines();
        print_comment_lines("\nOnce a frame, with `now` from a monotonic clock that counts nanoseconds:\n\n");
        for (const std::string& line : usage_example) print_comment_lines(line.empty() ? "\n" : "    " + line);
    }

    print_file_body();
    SourceCode code = printed_code();
    code.usage_example = std::move(usage_example);
    return code;
}

std::string Printer::integer_limits_comment() const
{
    if (language_info_of(properties_.options.language).integer_bits == 64 || is_stateless()) return "";
    const Declaration* longest = base::find_row_by_name(program_.constants, "longest", &Declaration::name);
    if (longest == nullptr) longest = base::find_row_by_name(program_.state, "longest", &Declaration::name);
    return fmt::format(
        "Integers are exact below 2^53: `now` must be an integer below 2^53 ns (104 days).\n{}",
        longest == nullptr
            ? ""
            : fmt::format(
                  "A frame time above {0} ns counts as {0} ns, so that sums of times stay below 2^53, and exact.\n",
                  expression_code(longest->value)));
}

std::string Printer::variable_use_code(const std::string& name) const
{
    const auto found = role_of_name_.find(name);
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

std::string Printer::cast_code(Type type, const Expression& operand, int outer_precedence) const
{
    if (!syntax_.stores_integers_as_floats()) return fmt::format("({}){}", type_name(type), cast_operand_code(operand));
    if (type == Type::float64) return expression_code(operand, outer_precedence);
    return fmt::format("{}({})", type == Type::float32 ? syntax_.to_float32_function : syntax_.to_integer_function,
                       expression_code(operand));
}

std::string Printer::scalar_code(const Declaration& declaration) const
{
    return declaration.type == Type::float32 && !syntax_.stores_integers_as_floats()
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
    case ExpressionKind::call: return call_code(expression, outer_precedence);
    }
    return {};
}

std::string Printer::call_code(const Expression& expression, int outer_precedence) const
{
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
    if (called == nullptr) return fmt::format("{}({})", expression.text, fmt::join(arguments, ", "));
    if (called->is_method && !syntax_.receiver_argument.empty())
        arguments.emplace(arguments.begin(), syntax_.receiver_argument);
    return fmt::format("{}{}({})", call_prefix(*called), name_in_language(NameRole::function, called->name),
                       fmt::join(arguments, ", "));
}

std::string Printer::binary_code(const Expression& expression, int outer_precedence) const
{
    if (expression.text == "%" && !syntax_.remainder_function.empty())
        return fmt::format("{}({}, {})", syntax_.remainder_function, expression_code(expression.operands[0]),
                           expression_code(expression.operands[1]));
    const bool needs_truncation = expression.text == "//" && syntax_.stores_integers_as_floats();
    const int precedence = binary_precedence(expression.text);
    // Puts `a && b` inside of `||` in parentheses, because compilers warn about missing parentheses there.
    const auto operand_code_in = [&](const Expression& p, int min_precedence)
    { return expression_code(p, expression.text == "||" && p.text == "&&" ? unary_precedence : min_precedence); };
    const std::string code = operand_code_in(expression.operands[0], precedence) + " " +
                             operator_code(expression.text) + " " +
                             operand_code_in(expression.operands[1], precedence + 1);
    if (needs_truncation) return fmt::format("{}({})", syntax_.to_integer_function, code);
    return outer_precedence > precedence ? fmt::format("({})", code) : code;
}

void Printer::print_constants(std::string_view pattern)
{
    for (const Declaration& declaration : program_.constants)
        print_line(declaration_code(pattern, NameRole::constant, declaration, scalar_code(declaration)),
                   declaration.comment);
    print_blank_line();
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
        print_blank_line();
    }
}

void Printer::print_state_declarations(std::string_view pattern, std::string_view array_pattern)
{
    for (const Declaration& declaration : program_.state)
        print_line(declaration_code(declaration.array_size > 0 ? array_pattern : pattern, NameRole::state, declaration,
                                    initial_value_code(declaration)),
                   declaration.comment);
}

void Printer::print_array_constructor(std::string_view head, std::string_view filling_code_pattern)
{
    const auto must_be_filled = [&](const Declaration& declaration)
    { return declaration.array_size > 0 && (!syntax_.has_zero_filled_arrays || !is_zero_initialised(declaration)); };
    if (std::ranges::none_of(program_.state, must_be_filled)) return;
    open_block(head);
    for (const Declaration& declaration : program_.state)
    {
        const std::string statements =
            declaration_code(filling_code_pattern, NameRole::state, declaration, array_element_value_code(declaration));
        if (must_be_filled(declaration))
            for (const std::string_view line : base::split(statements, "\n")) print_line(line);
    }
    close_block();
    print_blank_line();
}

void Printer::print_function_prologue(const Function& function)
{
    if (!syntax_.stores_integers_as_floats() || !function.is_public) return;
    for (const Declaration& parameter : function.parameters)
        if (parameter.type == Type::integer)
            print_line(fmt::format("{0} = {1}({0}){2}", name_in_language(NameRole::local, parameter.name),
                                   syntax_.to_finite_function, syntax_.statement_end));
}

bool Printer::has_public_integer_parameter() const
{
    const auto has_integer_parameter = [](const Function& function)
    {
        return function.is_public &&
               std::ranges::find(function.parameters, Type::integer, &Declaration::type) != function.parameters.end();
    };
    return program_.is_game_loop() || std::ranges::any_of(program_.functions, has_integer_parameter);
}

void Printer::print_function(const Function& function)
{
    print_wrapped_comment(function.comment);
    returned_record_name_ = function.returned_record_name;
    open_block(function_head(function));
    print_function_prologue(function);
    print_statements(function.body);
    close_block();
    print_blank_line();
}

void Printer::print_functions_where(bool Function::*property, bool value)
{
    if (program_.is_game_loop())
        if (const Function plan = exported_plan_function(); plan.*property == value) print_function(plan);
    for (const Function& function : program_.functions)
        if (function.*property == value) print_function(function);
}

void Printer::print_branch(std::string_view head, const std::vector<Statement>& statements, std::string_view comment)
{
    open_block(head, comment);
    print_statements(statements);
    end_indentation();
}

void Printer::print_if(const Statement& statement)
{
    print_branch(condition_head_code(syntax_.if_head, statement.value), statement.body, statement.comment);
    const std::vector<Statement>* else_body = &statement.else_body;
    while (else_body->size() == 1 && else_body->front().kind == StatementKind::if_else)
    {
        print_branch(condition_head_code(syntax_.else_if_head, else_body->front().value), else_body->front().body);
        else_body = &else_body->front().else_body;
    }
    if (!else_body->empty()) print_branch(syntax_.else_head, *else_body);
    print_block_end();
}

void Printer::print_return_of_record(const std::string& record_name, const std::vector<Declaration>& fields_and_values)
{
    print_blank_line();
    if (!syntax_.result_field_line.empty())
    {
        open_block("return {");
        for (const Declaration& declaration : fields_and_values)
        {
            const Declaration* const field = program_.find_plan_field(declaration.name);
            print_line(declaration_code(syntax_.result_field_line, NameRole::field, declaration,
                                        expression_code(declaration.value)),
                       record_type(record_name).empty() && field != nullptr ? field->comment : "");
        }
        close_block(fmt::format("}}{}", syntax_.statement_end));
    }
    else
    {
        print_line(fmt::format("{} {};", record_type(record_name), record_name));
        for (const Declaration& declaration : fields_and_values)
            print_line(fmt::format("{}.{} = {};", record_name, name_in_language(NameRole::field, declaration.name),
                                   expression_code(declaration.value)));
        print_line(fmt::format("return {};", record_name));
    }
}

void Printer::print_local_declaration(std::string_view pattern, const Statement& statement)
{
    print_line(
        declaration_code(pattern, NameRole::local, statement.declaration, expression_code(statement.declaration.value)),
        statement.comment);
}

void Printer::print_statement(const Statement& statement)
{
    switch (statement.kind)
    {
    case StatementKind::let: print_local_declaration(syntax_.local_constant_declaration, statement); break;
    case StatementKind::var: print_local_declaration(syntax_.local_variable_declaration, statement); break;
    case StatementKind::assign:
    case StatementKind::call:
        print_line(statement_code(statement).append(syntax_.statement_end), statement.comment);
        break;
    case StatementKind::if_else: print_if(statement); break;
    case StatementKind::while_loop:
        print_branch(condition_head_code(syntax_.while_head, statement.value), statement.body, statement.comment);
        print_block_end();
        break;
    case StatementKind::set_results: print_return_of_record(returned_record_name_, statement.declarations); break;
    case StatementKind::function_return:
        if (statement.value.text.empty())
            print_line(fmt::format("return{}", syntax_.statement_end));
        else
            print_line(fmt::format("return {}{}", expression_code(statement.value), syntax_.statement_end),
                       statement.comment);
        break;
    case StatementKind::blank_line: print_blank_line(); break;
    case StatementKind::constant:
    case StatementKind::state:
    case StatementKind::field:
    case StatementKind::record:
    case StatementKind::function:
    case StatementKind::insert_template:
    case StatementKind::when:
    case StatementKind::block_before_set: throw std::logic_error{"a statement of a template was not expanded"};
    }
}

// The code of an assignment or a function call, without the semicolon.
std::string Printer::statement_code(const Statement& statement) const
{
    if (statement.kind == StatementKind::call) return expression_code(statement.value);
    if (!syntax_.has_compound_assignment && statement.assignment_operator != "=")
        return fmt::format("{0} = {0} {1} {2}", expression_code(statement.target),
                           statement.assignment_operator.substr(0, 1),
                           expression_code(statement.value, binary_precedence("+") + 1));
    return fmt::format("{} {} {}", expression_code(statement.target), statement.assignment_operator,
                       expression_code(statement.value));
}

void Printer::print_statements(const std::vector<Statement>& statements)
{
    for (const Statement& statement : statements) print_statement(statement);
}

void Printer::print_helper_function(std::string_view comment, std::string_view head,
                                    std::initializer_list<std::string_view> lines)
{
    print_wrapped_comment(comment);
    open_block(head);
    print_lines(lines);
    close_block();
    print_blank_line();
}

std::vector<Record> Printer::records() const
{
    std::vector<Record> records = program_.records;
    if (program_.is_game_loop()) records.push_back({"plan", program_.plan_fields});
    return records;
}

Function Printer::exported_plan_function() const
{
    Function function{
        .name = "plan",
        .parameters = {{.name = "frame_ns"}},
        .returned_record_name = "plan",
        .is_method = true,
        .is_public = true,
        .comment = "Computes the number and the length of the steps of a frame from the frame time in nanoseconds.",
        .body = program_.plan_body};
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
    text.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(text.front())));
    return text;
}

} // namespace exporter
