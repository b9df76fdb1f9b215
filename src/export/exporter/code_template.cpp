#include "export/exporter/code_template.hpp"

#include "base/number.hpp"
#include "embedded/templates.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace exporter
{

namespace
{

using ExpressionKind = Expression::Kind;
using StatementKind = Statement::Kind;

bool is_integer_literal(const Expression& expression)
{
    return expression.kind == ExpressionKind::literal && expression.type == Type::integer;
}

std::int64_t integer_value(const Expression& literal)
{
    return base::parse_number<std::int64_t>(literal.text).value_or(0);
}

Expression boolean_literal(bool value) { return PlaceholderValue{value}.code; }

// Replaces the placeholders ($NAME) of a statement, and evaluates constant expressions such as $limit * $per_ns.
class PlaceholderReplacer
{
public:
    PlaceholderReplacer(const SourceLocation& location, const PlaceholderValues& values)
        : location_{location}
        , values_{values}
    {
    }

    Expression replace_in_expression(const Expression& expression) const
    {
        if (expression.kind == ExpressionKind::placeholder) return value_of(expression.text).code;
        const bool has_placeholder = any_expression_matches(expression, [](const Expression& part)
                                                            { return part.kind == ExpressionKind::placeholder; });
        if (!has_placeholder) return expression;
        Expression replaced = expression;
        for (Expression& operand : replaced.operands) operand = replace_in_expression(operand);
        return constant_folded(std::move(replaced));
    }

    std::string replace_in_text(std::string_view text) const
    {
        std::string filled_text;
        for (auto dollar = text.find('$'); dollar != text.npos; dollar = text.find('$'))
        {
            filled_text += text.substr(0, dollar);
            text.remove_prefix(dollar + 1);
            const std::size_t name_length = placeholder_name_length(text);
            filled_text += value_of(text.substr(0, name_length)).comment_text;
            text.remove_prefix(name_length);
        }
        return filled_text.append(text);
    }

    Declaration replace_in_declaration(Declaration declaration) const
    {
        declaration.value = replace_in_expression(declaration.value);
        declaration.comment = replace_in_text(declaration.comment);
        if (declaration.array_size_placeholder.empty()) return declaration;
        const std::int64_t array_size = integer_value(value_of(declaration.array_size_placeholder).code);
        if (array_size < 1 || array_size > 9999)
            throw_template_error(
                location_, fmt::format("${} is not an array size from 1 to 9999", declaration.array_size_placeholder));
        declaration.array_size = static_cast<std::size_t>(array_size);
        return declaration;
    }

private:
    const PlaceholderValue& value_of(std::string_view name) const
    {
        const auto found = values_.find(name);
        if (found == values_.end()) throw_template_error(location_, fmt::format("${} has no value", name));
        return found->second;
    }

    Expression constant_folded(Expression expression) const
    {
        const Expression& first = expression.operands.front();
        if (expression.kind == ExpressionKind::call && expression.text == "real" && is_integer_literal(first))
            return {ExpressionKind::literal, first.text + ".0", {}, Type::float64};
        if (expression.kind == ExpressionKind::call && expression.text == "min" &&
            std::ranges::all_of(expression.operands, is_integer_literal))
            return PlaceholderValue{std::min(integer_value(first), integer_value(expression.operands[1]))}.code;
        if (expression.kind != ExpressionKind::binary) return expression;
        if (expression.text == "//" && expression.operands[1].text == "1") return first; // x // 1 is x
        if (is_integer_literal(first) && is_integer_literal(expression.operands[1]))
            return fold_integers(integer_value(first), expression.text, integer_value(expression.operands[1]));
        if (expression.text != "+") return expression;
        if (first.text == "0") return expression.operands[1]; // 0 + x is x
        if (expression.operands[1].text == "0") return first;
        return expression;
    }

    Expression fold_integers(std::int64_t a, std::string_view op, std::int64_t b) const
    {
        if (op == "==") return boolean_literal(a == b);
        if (op == "!=") return boolean_literal(a != b);
        if (op == "<") return boolean_literal(a < b);
        if (op == ">") return boolean_literal(a > b);
        if (op == "<=") return boolean_literal(a <= b);
        if (op == ">=") return boolean_literal(a >= b);
        std::int64_t result = 0;
        bool overflows = false;
        if (op == "+") overflows = __builtin_add_overflow(a, b, &result);
        if (op == "-") overflows = __builtin_sub_overflow(a, b, &result);
        if (op == "*") overflows = __builtin_mul_overflow(a, b, &result);
        const bool is_integer_division = op == "//" || op == "%";
        if (op == "/" || overflows || result < 0 || (is_integer_division && b == 0))
            throw_template_error(location_, fmt::format("{} {} {} has no valid result", a, op, b));
        if (is_integer_division) result = op == "//" ? a / b : a % b;
        return PlaceholderValue{result}.code;
    }

    const SourceLocation& location_;
    const PlaceholderValues& values_;
};

constexpr int max_insertion_depth = 8; // nesting depth of inserted templates

// Expands a code template: inserts the templates that it uses, and replaces each placeholder ($NAME) by its value.
class TemplateExpander
{
public:
    Program program;

    void expand(const std::vector<Statement>& statements, const PlaceholderValues& values,
                std::vector<Statement>& output)
    {
        for (const Statement& statement : statements) expand(statement, values, output);
    }

private:
    void expand(const Statement& statement, const PlaceholderValues& values, std::vector<Statement>& output)
    {
        const PlaceholderReplacer replacer{statement.location, values};
        switch (statement.kind)
        {
        case StatementKind::constant:
            program.constants.push_back(replacer.replace_in_declaration(statement.declaration));
            break;
        case StatementKind::state:
            program.state.push_back(replacer.replace_in_declaration(statement.declaration));
            break;
        case StatementKind::field:
            program.plan_fields.push_back(replacer.replace_in_declaration(statement.declaration));
            break;
        case StatementKind::record:
            program.records.push_back({statement.declaration.name, statement.declarations});
            break;
        case StatementKind::function: add_function(statement, values); break;
        case StatementKind::insert_template: insert_template(statement, values, output); break;
        case StatementKind::when:
        {
            const Expression condition = replacer.replace_in_expression(statement.value);
            if (condition.kind != ExpressionKind::literal || condition.type != Type::boolean)
                throw_template_error(statement.location, "the condition of `when` is not known before the loop runs");
            expand(condition.text == "true" ? statement.body : statement.else_body, values, output);
            break;
        }
        case StatementKind::block_before_set: pending_blocks_before_set_.emplace_back(statement, values); break;
        default: append_statement(output, replace_in_statement(statement, values));
        }
    }

    void insert_template(const Statement& statement, const PlaceholderValues& values, std::vector<Statement>& output)
    {
        const std::string name =
            PlaceholderReplacer{statement.location, values}.replace_in_text(statement.template_name);
        const auto found = all_code_templates().find(name);
        if (found == all_code_templates().end())
            throw_template_error(statement.location, fmt::format("there is no template {}", name));
        if (++depth_ > max_insertion_depth) throw_template_error(statement.location, "this template uses itself");
        expand(found->second, statement.declarations.empty() ? values : with_arguments(statement, values), output);
        --depth_;
    }

    static PlaceholderValues with_arguments(const Statement& statement, PlaceholderValues values)
    {
        for (const Declaration& declaration : statement.declarations)
        {
            PlaceholderValue argument{std::string_view{}};
            argument.code = PlaceholderReplacer{statement.location, values}.replace_in_expression(declaration.value);
            argument.comment_text = argument.code.text;
            values.insert_or_assign(declaration.name, std::move(argument));
        }
        return values;
    }

    void add_function(const Statement& statement, const PlaceholderValues& values)
    {
        Function function{.name = statement.declaration.name,
                          .parameters = statement.declarations,
                          .result_type = statement.declaration.type,
                          .returned_record_name = statement.returned_record_name,
                          .is_method = statement.is_method,
                          .is_public = statement.is_public || statement.declaration.name == "pace",
                          .comment =
                              PlaceholderReplacer{statement.location, values}.replace_in_text(statement.comment)};
        expand(statement.body, values, function.body);
        program.functions.push_back(std::move(function));
    }

    Statement replace_in_statement(Statement statement, const PlaceholderValues& values)
    {
        const PlaceholderReplacer replacer{statement.location, values};
        statement.declaration = replacer.replace_in_declaration(std::move(statement.declaration));
        statement.target = replacer.replace_in_expression(statement.target);
        statement.value = replacer.replace_in_expression(statement.value);
        statement.comment = replacer.replace_in_text(statement.comment);
        for (Declaration& declaration : statement.declarations)
            declaration = replacer.replace_in_declaration(std::move(declaration));
        std::vector<Statement> body, else_body;
        expand(statement.body, values, body);
        expand(statement.else_body, values, else_body);
        statement.body = std::move(body);
        statement.else_body = std::move(else_body);
        return statement;
    }

    // Merges adjacent statements that set results. Before the first of them, inserts the pending blocks.
    void append_statement(std::vector<Statement>& output, Statement statement)
    {
        if (statement.kind == StatementKind::set_results && !output.empty() &&
            output.back().kind == StatementKind::set_results)
        {
            std::move(statement.declarations.begin(), statement.declarations.end(),
                      std::back_inserter(output.back().declarations));
            return;
        }
        if (statement.kind == StatementKind::set_results)
            for (auto& [block_before_set, values] : std::exchange(pending_blocks_before_set_, {}))
                expand(block_before_set.body, with_arguments(statement, values), output);
        output.push_back(std::move(statement));
    }

    std::vector<std::pair<Statement, PlaceholderValues>> pending_blocks_before_set_;
    int depth_ = 0;
};

} // namespace

const std::map<std::string_view, CodeTemplate>& all_code_templates()
{
    static const auto all_parsed_templates = []
    {
        std::map<std::string_view, CodeTemplate> code_templates;
        for (const auto& file : embedded::templates) code_templates.merge(parse_code_templates(file.text, file.path));
        return code_templates;
    }();
    return all_parsed_templates;
}

Program expand_code_template(const CodeTemplate& code_template, const PlaceholderValues& values)
{
    TemplateExpander expander;
    expander.expand(code_template, values, expander.program.plan_body);
    return std::move(expander.program);
}

Program expand_loop_template(const timestep::Loop& loop, int integer_bits)
{
    return expand_code_template(all_code_templates().at("loop"), placeholder_values(loop, integer_bits));
}

Program expand_part(std::string_view part_name)
{
    return expand_code_template(all_code_templates().at(fmt::format("part/{}", part_name)), {});
}

std::vector<Statement> drawing_statements(timestep::Presentation presentation, std::string_view alpha,
                                          std::string_view dt)
{
    const std::string template_name = fmt::format("presentation/{}", name_of(presentation));
    return expand_code_template(all_code_templates().at(template_name), {{"alpha", alpha}, {"dt", dt}}).plan_body;
}

} // namespace exporter
