// export/exporter/syntax_tree.hpp -- the syntax tree of code templates and of exported code
#pragma once

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace exporter
{

struct SourceLocation
{
    /// Path of the file. The string is not owned: it must outlive this object and all parsed Statements.
    std::string_view file{};
    std::size_t line = 0;
};

enum class Type : std::uint8_t
{
    none, ///< no value, or the type of an expression that is not a literal
    integer, ///< 64-bit signed integer
    float64, ///< 64-bit IEEE floating-point number
    float32, ///< 32-bit IEEE floating-point number
    boolean,
};

struct Expression
{
    enum class Kind : std::uint8_t
    {
        literal, ///< a number or a truth value, such as 250 or true
        placeholder, ///< $NAME, replaced by its value when a loop is exported; `text` is NAME
        name, ///< a use of a variable or constant; `text` is its name
        call, ///< a function call; `text` is the function, `operands` are the arguments
        index, ///< an element of an array; `text` is the array, operands[0] the index
        unary, ///< an operator before one operand; `text` is "-" or "!"
        binary, ///< an operator between two operands; `text` is the operator
    };

    Kind kind = Kind::name;
    std::string text;
    std::vector<Expression> operands{};
    Type type = Type::none; ///< type of a literal; none for other expressions
};

/// A constant, variable or parameter with its type and, if it has one, its value.
struct Declaration
{
    std::string name;
    Type type = Type::integer;
    Expression value{};
    std::string comment{};
    std::size_t array_size = 0; ///< number of elements of an array; 0 for other declarations
    /// Placeholder of the array size: "n" for `ring[$n]`; empty if the size is a number, as in `ring[4]`.
    std::string array_size_placeholder{};
};

/// Its kind tells which fields have a meaning; the others keep their default values.
struct Statement
{
    enum class Kind : std::uint8_t
    {
        let, ///< declares a local constant; `declaration` has its name and value
        var, ///< declares a local variable; `declaration` has its name and value
        assign, ///< changes a variable: `target` `assignment_operator` `value`, with the operator "=", "+=" or "-="
        if_else, ///< an if statement: `value` is the condition, `body` and `else_body` are the branches
        while_loop, ///< a while loop: `value` is the condition, `body` the repeated statements
        set_results, ///< sets the results of plan() or another function; `declarations` has their names and values
        function_return, ///< returns `value` from a function; value.text is empty if the function returns nothing
        call, ///< calls the function in `value` and ignores the result
        blank_line,

        // Statements of the following kinds occur only in code templates. expand_code_template() replaces them.
        constant, ///< declares a global constant: `declaration`
        state, ///< declares a variable that keeps its value from frame to frame: `declaration`
        field, ///< declares a result of plan(): `declaration`
        record, ///< declares a struct type named declaration.name; `declarations` are its fields
        function, ///< declares the function declaration.name; `declarations` are its parameters, `body` its code
        /// Inserts the template named `template_name`; `declarations` has values of its placeholders.
        insert_template,
        when, ///< inserts `body` if `value` is true for the exported loop, otherwise `else_body`
        block_before_set, ///< a `before set` block: inserts `body` before the next `set` statement
    };

    Kind kind = Kind::blank_line;
    SourceLocation location{};
    Declaration declaration{};
    Expression target{};
    std::string assignment_operator{}, template_name{}, returned_record_name{};
    Expression value{};
    std::vector<Statement> body{}, else_body{};
    std::vector<Declaration> declarations{};
    std::string comment{};
    bool is_public = false; ///< the user of the file may call it
    bool is_method = false; ///< the function may use the state variables
};

struct Function
{
    std::string name{};
    std::vector<Declaration> parameters{};
    Type result_type = Type::none;
    std::string returned_record_name{}; ///< "plan" for plan(); empty if the function returns no record
    bool is_method = false; ///< the function may use the state variables
    bool is_public = false; ///< the user of the file may call it
    std::string comment{};
    std::vector<Statement> body{};
};

using CodeTemplate = std::vector<Statement>;

struct Record
{
    std::string name;
    std::vector<Declaration> fields;
};

bool any_expression_matches(const Expression& expression, const auto& predicate)
{
    return predicate(expression) || std::ranges::any_of(expression.operands, [&](const Expression& operand)
                                                        { return any_expression_matches(operand, predicate); });
}
bool any_expression_matches(const std::vector<Statement>& statements, const auto& predicate)
{
    const auto is_in = [&](const auto& part) { return any_expression_matches(part, predicate); };
    const auto is_in_statement = [&](const Statement& statement)
    {
        return is_in(statement.declaration.value) || is_in(statement.target) || is_in(statement.value) ||
               is_in(statement.body) || is_in(statement.else_body) ||
               std::ranges::any_of(statement.declarations, is_in, &Declaration::value);
    };
    return std::ranges::any_of(statements, is_in_statement);
}

inline bool contains_expression(const std::vector<Statement>& statements, Expression::Kind kind, std::string_view text)
{
    return any_expression_matches(statements, [=](const Expression& expression)
                                  { return expression.kind == kind && expression.text == text; });
}

struct Program
{
    std::vector<Declaration> constants, state, plan_fields;
    std::vector<Record> records;
    std::vector<Function> functions; ///< in the order of their declarations
    std::vector<Statement> plan_body;

    bool is_game_loop() const { return !plan_fields.empty(); }
    /// True if the exported code has no variables that keep values between calls. Always false for a game loop.
    bool is_stateless() const { return !is_game_loop() && state.empty(); }
    const Function* find_function(std::string_view function_name) const
    {
        return base::find_row_by_name(functions, function_name, &Function::name);
    }
    const Declaration* find_plan_field(std::string_view field) const
    {
        return base::find_row_by_name(plan_fields, field, &Declaration::name);
    }
    bool is_public(std::string_view function_name) const
    {
        const Function* const function = find_function(function_name);
        return function != nullptr && function->is_public;
    }
    bool calls_function(std::string_view function_name) const
    {
        return contains_expression(Expression::Kind::call, function_name);
    }
    bool uses_binary_operator(std::string_view op) const { return contains_expression(Expression::Kind::binary, op); }
    bool plan_reads_refresh_period() const
    {
        return exporter::contains_expression(plan_body, Expression::Kind::name, "refresh_ns");
    }
    /// True if the function uses variables of the state or calls methods.
    bool uses_instance(const Function& function) const
    {
        const auto is_state_or_method = [&](const Expression& expression)
        {
            const Function* const called = find_function(expression.text);
            return (called != nullptr && called->is_method) ||
                   base::find_row_by_name(state, expression.text, &Declaration::name) != nullptr;
        };
        return any_expression_matches(function.body, is_state_or_method);
    }

private:
    bool contains_expression(Expression::Kind kind, std::string_view text) const
    {
        const auto is_in_function = [&](const Function& function)
        { return exporter::contains_expression(function.body, kind, text); };
        return exporter::contains_expression(plan_body, kind, text) || std::ranges::any_of(functions, is_in_function);
    }
};

/// Returns the precedence of a binary operator (`*` has a higher one than `+`); 0 if `op` is not a binary operator.
inline int binary_precedence(std::string_view op)
{
    // Groups of operators with the same precedence, from the lowest (1) to the highest (5).
    static constexpr std::array<std::string_view, 5> operators{"||", "&&", "== != < > <= >=", "+ -", "* / // %"};
    for (std::size_t i = 0; i < operators.size(); ++i)
        if (std::ranges::count(base::words_of(operators[i]), op) > 0) return static_cast<int>(i) + 1;
    return 0;
}
/// The precedence of unary operators, such as `-` and `!`. It is higher than that of every binary operator.
inline constexpr int unary_precedence = 6;

} // namespace exporter
