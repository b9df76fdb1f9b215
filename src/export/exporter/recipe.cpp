#include "export/exporter/recipe.hpp"

#include "base/number.hpp"
#include "embedded/recipes.hpp"

#include <fmt/core.h>

#include <iterator>
#include <utility>

namespace exporter
{

namespace
{

using EKind = Expression::Kind;
using SKind = Statement::Kind;

bool is_integer_literal(const Expression& e) { return e.kind == EKind::literal && e.type == Type::whole; }

std::int64_t integer_value(const Expression& literal)
{
    return base::parse_number<std::int64_t>(literal.text).value_or(0);
}

Expression truth_literal(bool value) { return PlaceholderValue{value}.code; }

// Replaces the placeholders ($NAME) of a statement, and evaluates constant expressions such as $limit * $per_ns.
class PlaceholderFiller
{
public:
    PlaceholderFiller(const SourceLocation& location, const PlaceholderValues& values)
        : location_{location}
        , values_{values}
    {
    }

    Expression filled_code(const Expression& e)
    {
        if (e.kind == EKind::placeholder)
        {
            has_filled_ = true;
            return value_of(e.text).code;
        }
        Expression copy      = e;
        bool has_filled_part = false;
        for (Expression& part : copy.parts)
        {
            has_filled_     = false;
            part            = filled_code(part);
            has_filled_part = has_filled_part || has_filled_;
        }
        has_filled_ = has_filled_part;
        return has_filled_part ? simplified(std::move(copy)) : copy;
    }

    std::string filled_text(std::string_view text) const
    {
        std::string filled;
        for (auto dollar = text.find('$'); dollar != text.npos; dollar = text.find('$'))
        {
            filled += text.substr(0, dollar);
            text.remove_prefix(dollar + 1);
            const std::size_t length = placeholder_name_length(text);
            filled += value_of(text.substr(0, length)).text;
            text.remove_prefix(length);
        }
        return filled.append(text);
    }

    Declaration filled_declaration(Declaration d)
    {
        d.value   = filled_code(d.value);
        d.comment = filled_text(d.comment);
        if (d.size_placeholder.empty()) return d;
        const std::int64_t size = integer_value(value_of(d.size_placeholder).code);
        if (size < 1 || size > 9999)
            fail(location_, fmt::format("${} is not an array size from 1 to 9999", d.size_placeholder));
        d.size = static_cast<std::size_t>(size);
        return d;
    }

private:
    const PlaceholderValue& value_of(std::string_view name) const
    {
        const auto found = values_.find(name);
        if (found == values_.end()) fail(location_, fmt::format("${} has no value", name));
        return found->second;
    }

    Expression simplified(Expression e) const
    {
        const Expression& first = e.parts.front();
        if (e.kind == EKind::call && e.text == "real" && is_integer_literal(first))
            return {EKind::literal, first.text + ".0", {}, Type::real};
        if (e.kind != EKind::binary) return e;
        if (is_integer_literal(first) && is_integer_literal(e.parts[1]))
            return fold(integer_value(first), e.text, integer_value(e.parts[1]));
        if (e.text != "+") return e;
        if (first.text == "0") return e.parts[1]; // 0 + x is x
        if (e.parts[1].text == "0") return first;
        return e;
    }

    Expression fold(std::int64_t a, std::string_view op, std::int64_t b) const
    {
        if (op == "==") return truth_literal(a == b);
        if (op == "!=") return truth_literal(a != b);
        if (op == "<") return truth_literal(a < b);
        if (op == ">") return truth_literal(a > b);
        if (op == "<=") return truth_literal(a <= b);
        if (op == ">=") return truth_literal(a >= b);
        std::int64_t result = 0;
        bool overflow       = false;
        if (op == "+") overflow = __builtin_add_overflow(a, b, &result);
        if (op == "-") overflow = __builtin_sub_overflow(a, b, &result);
        if (op == "*") overflow = __builtin_mul_overflow(a, b, &result);
        const bool divides = op == "//" || op == "%";
        if (op == "/" || overflow || result < 0 || (divides && b == 0))
            fail(location_, fmt::format("{} {} {} has no valid result", a, op, b));
        if (divides) result = op == "//" ? a / b : a % b;
        return PlaceholderValue{result}.code;
    }

    const SourceLocation& location_;
    const PlaceholderValues& values_;
    bool has_filled_ = false;
};

constexpr int max_insertion_depth = 8; // nesting depth of inserted recipes

class Assembler
{
public:
    Program program;

    void add(const Recipe& recipe, const PlaceholderValues& values) { expand(recipe, values, program.plan); }

private:
    void expand(const std::vector<Statement>& statements, const PlaceholderValues& values,
                std::vector<Statement>& output)
    {
        for (const Statement& s : statements) expand(s, values, output);
    }

    void expand(const Statement& s, const PlaceholderValues& values, std::vector<Statement>& output)
    {
        PlaceholderFiller filler{s.location, values};
        switch (s.kind)
        {
        case SKind::constant: program.constants.push_back(filler.filled_declaration(s.declaration)); break;
        case SKind::state: program.state.push_back(filler.filled_declaration(s.declaration)); break;
        case SKind::field: program.fields.push_back(filler.filled_declaration(s.declaration)); break;
        case SKind::record: program.records.push_back({s.declaration.name, s.fields}); break;
        case SKind::function: add_function(s, values); break;
        case SKind::use: insert_recipe(s, values, output); break;
        case SKind::when: expand(condition_holds(s, filler) ? s.body : s.otherwise, values, output); break;
        case SKind::before_give: pending_before_give_.emplace_back(s, values); break;
        default: append(output, filled_statement(s, values));
        }
    }

    static bool condition_holds(const Statement& s, PlaceholderFiller& filler)
    {
        const Expression condition = filler.filled_code(s.value);
        if (condition.kind != EKind::literal || condition.type != Type::truth)
            fail(s.location, "the condition of `when` is not known before the loop runs");
        return condition.text == "true";
    }

    void insert_recipe(const Statement& s, const PlaceholderValues& values, std::vector<Statement>& output)
    {
        const std::string name = PlaceholderFiller{s.location, values}.filled_text(s.op);
        const auto recipe      = all_recipes().find(name);
        if (recipe == all_recipes().end()) fail(s.location, fmt::format("there is no recipe {}", name));
        if (++depth_ > max_insertion_depth) fail(s.location, "this recipe uses itself");
        expand(recipe->second, s.fields.empty() ? values : with_arguments(s, values), output);
        --depth_;
    }

    static PlaceholderValues with_arguments(const Statement& s, PlaceholderValues values)
    {
        for (const Declaration& d : s.fields)
        {
            PlaceholderValue argument{std::string_view{}};
            argument.code = PlaceholderFiller{s.location, values}.filled_code(d.value);
            argument.text = argument.code.text;
            values.insert_or_assign(d.name, std::move(argument));
        }
        return values;
    }

    void add_function(const Statement& s, const PlaceholderValues& values)
    {
        Function f{.name       = s.declaration.name,
                   .parameters = s.fields,
                   .result     = s.declaration.type,
                   .record     = s.value.text,
                   .uses_state = s.op == "method",
                   .is_public  = s.is_public || s.declaration.name == "pace",
                   .comment    = PlaceholderFiller{s.location, values}.filled_text(s.comment)};
        expand(s.body, values, f.body);
        program.helpers.push_back(std::move(f));
    }

    Statement filled_statement(Statement s, const PlaceholderValues& values)
    {
        PlaceholderFiller filler{s.location, values};
        s.declaration = filler.filled_declaration(std::move(s.declaration));
        s.target      = filler.filled_code(s.target);
        s.value       = filler.filled_code(s.value);
        s.comment     = filler.filled_text(s.comment);
        for (Declaration& d : s.fields) d = filler.filled_declaration(std::move(d));
        std::vector<Statement> body, otherwise;
        expand(s.body, values, body);
        expand(s.otherwise, values, otherwise);
        s.body      = std::move(body);
        s.otherwise = std::move(otherwise);
        return s;
    }

    // Appends `s` to `output`, and merges it with the last statement if both are `give`.
    void append(std::vector<Statement>& output, Statement s)
    {
        if (s.kind == SKind::give && !output.empty() && output.back().kind == SKind::give)
        {
            std::move(s.fields.begin(), s.fields.end(), std::back_inserter(output.back().fields));
            return;
        }
        if (s.kind == SKind::give)
            for (auto& [before, values] : std::exchange(pending_before_give_, {}))
                expand(before.body, with_arguments(s, values), output);
        output.push_back(std::move(s));
    }

    std::vector<std::pair<Statement, PlaceholderValues>> pending_before_give_;
    int depth_ = 0;
};

} // namespace

const std::map<std::string_view, Recipe>& all_recipes()
{
    static const auto parsed = []
    {
        std::map<std::string_view, Recipe> all;
        for (const auto& file : embedded::recipes) all.merge(parse_recipes(file.text, file.path));
        return all;
    }();
    return parsed;
}

Program assemble(const Recipe& recipe, const PlaceholderValues& values)
{
    Assembler assembler;
    assembler.add(recipe, values);
    return std::move(assembler.program);
}

Program assemble_loop(const timestep::Loop& loop, int integer_bits)
{
    return assemble(all_recipes().at("loop"), placeholder_values(loop, integer_bits));
}

Program assemble_part(std::string_view part) { return assemble(all_recipes().at(fmt::format("part/{}", part)), {}); }

std::vector<Statement> drawing_statements(timestep::Presentation presentation, std::string_view alpha,
                                          std::string_view dt)
{
    const std::string recipe = fmt::format("presentation/{}", name_of(presentation));
    return assemble(all_recipes().at(recipe), {{"alpha", alpha}, {"dt", dt}}).plan;
}

} // namespace exporter
