// export/exporter/template_syntax.hpp -- a language for game loops, which is translated to programming languages
//
// In exported code, `plan` computes the steps of a frame, and `pace` computes how long to wait after the frame.
// The types are `whole` (integer, the default), `real` (64-bit float), `single` (32-bit float) and `truth` (boolean):
//
//     # A comment on a line of its own is not in the exported file. A comment after code is.
//     const limit = 250000000            # constants, with their comments
//     const share: real = 1.0 / 60.0
//     state carried = 0                  # a variable that a loop keeps from frame to frame
//     state ring[4] = 0                  # an array of zeros; `= index` sets element i to i at the start
//     field steps                        # one of the values that `plan` returns
//     fn floor_div(a, b) -> whole {      # a helper function; a `method` may use state variables
//         return (a - (a % b + b) % b) // b
//     }
//     method pace(now_ns) -> whole {
//         ...
//     }
//
//     record moved(value: real, velocity: real)      # a struct of results, which a function sets with `set`
//     public fn spring_toward(value: real, velocity: real) -> moved {    # `public`: the user may call it
//         set value = value + velocity, velocity = velocity
//     }
//
//     let due = min(frame_ns, limit)     # all other lines are the body of `plan`. `let` declares a name for a value,
//     var rest: real = 0.0               # `var` a variable
//     rest += real(due) / 3.0
//     if due > limit && !started {       # also: } else if ... {   } else {   while ... {
//         carried = 0
//     }
//     set steps = due // limit           # sets a field; one line may set several, with commas
//
// Helper functions are declared before their callers. `//` divides whole numbers, `/` divides other numbers. `//` and
// whole(x) round towards zero; real(x) and single(x) convert to floats. min and max take whole numbers. Write
// single(a + b) for singles a and b, because some languages compute a + b with more than 32 bits.
//
// A template is a part of the code with a name. It begins with a line such as `template overload/none`. An export
// replaces each $NAME by its value, for example by a setting of the exported loop:
//
//     const limit = $overload.limit      # $overload.limit: code gets the number, a comment gets "250 ms"
//     use overload/$overload with earlier = carried    # inserts a template, and replaces its $earlier by `carried`
//     when $integer_bits == 53 {         # exports the block if the condition is true; also: } else { } else when ... {
//         const longest = 1125899906842624
//     }
//     before set {                       # exports this block just before the next `set` line
//         has_stepped = $steps > 0       # $steps: the value that the `set` line gives to the field `steps`
//     }
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
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
/// Throws std::logic_error "FILE:LINE: WHAT", with the file and the line of `location`.
[[noreturn]] void throw_template_error(const SourceLocation& location, std::string_view what);

enum class Type : std::uint8_t
{
    none,    ///< no value, or the type of an expression that is not a literal
    integer, ///< 64-bit signed integer
    float64, ///< 64-bit IEEE floating-point number
    float32, ///< 32-bit IEEE floating-point number
    boolean,
};

struct Expression
{
    enum class Kind : std::uint8_t
    {
        literal,     ///< a number or a truth value, such as 250 or true
        placeholder, ///< $NAME, replaced by its value when a loop is exported; `text` is NAME
        name,        ///< a use of a variable or constant; `text` is its name
        call,        ///< a function call; `text` is the function, `operands` are the arguments
        index,       ///< an element of an array; `text` is the array, operands[0] the index
        unary,       ///< an operator before one operand; `text` is "-" or "!"
        binary,      ///< an operator between two operands; `text` is the operator
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

struct Statement
{
    enum class Kind : std::uint8_t
    {
        let,        ///< declares a local constant; `declaration` has its name and value
        var,        ///< declares a local variable; `declaration` has its name and value
        assign,     ///< changes a variable: `target` `assignment_operator` `value`, with the operator "=", "+=" or "-="
        if_else,    ///< an if statement: `value` is the condition, `body` and `else_body` are the branches
        while_loop, ///< a while loop: `value` is the condition, `body` the repeated statements
        set_results,     ///< sets the results of plan() or another function; `declarations` has their names and values
        function_return, ///< returns `value` from a function; value.text is empty if the function returns nothing
        call,            ///< calls the function in `value` and ignores the result
        blank_line,

        // Statements of the following kinds occur only in code templates. expand_code_template() replaces them.
        constant,
        state,    ///< declares a variable that keeps its value from frame to frame
        field,    ///< declares a result of plan()
        record,   ///< declares a struct type; `declarations` are its fields
        function, ///< declares a function; `declarations` are its parameters
        /// Inserts the template (a piece of code) named `template_name`; `declarations` has values of its placeholders.
        insert_template,
        when,             ///< inserts `body` if `value` is true for the exported loop, otherwise `else_body`
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
    bool is_method = false;             ///< the function may use the state variables
    bool is_public = false;             ///< the user of the file may call it
    std::string comment{};
    std::vector<Statement> body{};
};

using CodeTemplate = std::vector<Statement>;

struct Record
{
    std::string name;
    std::vector<Declaration> fields;
};

/// Code to print in a programming language: a game loop, or a helper such as smoothing.
struct Program
{
    std::vector<Declaration> constants, state, plan_fields;
    std::vector<Record> records;
    std::vector<Function> functions; ///< in the order of their declarations
    std::vector<Statement> plan_body;

    const Function* find_function(std::string_view function_name) const;
    /// True if the exported code has no variables that keep values between calls. Always false for a game loop.
    bool is_stateless() const { return plan_fields.empty() && state.empty(); }
    bool plan_reads_refresh_period() const;
};

bool any_expression_matches(const Expression& expression, const auto& predicate)
{
    return predicate(expression) || std::ranges::any_of(expression.operands, [&](const Expression& operand)
                                                        { return any_expression_matches(operand, predicate); });
}
bool any_expression_matches(const std::vector<Statement>& statements, const auto& predicate)
{
    const auto is_in_declaration = [&](const Declaration& declaration)
    { return any_expression_matches(declaration.value, predicate); };
    const auto is_in = [&](const Statement& statement)
    {
        return is_in_declaration(statement.declaration) || any_expression_matches(statement.target, predicate) ||
               any_expression_matches(statement.value, predicate) ||
               any_expression_matches(statement.body, predicate) ||
               any_expression_matches(statement.else_body, predicate) ||
               std::ranges::any_of(statement.declarations, is_in_declaration);
    };
    return std::ranges::any_of(statements, is_in);
}

bool any_expression_matches(const Program& program, const auto& predicate)
{
    return any_expression_matches(program.plan_body, predicate) ||
           std::ranges::any_of(program.functions, [&](const Function& function)
                               { return any_expression_matches(function.body, predicate); });
}

/// Parses a code template. Throws std::logic_error if `text` is not valid. The result keeps a view of the file's path.
CodeTemplate parse_code_template(std::string_view text, std::string_view file_outliving_result);
/// Parses the templates in a file, by name. Throws std::logic_error if the text is not valid.
std::map<std::string_view, CodeTemplate> parse_code_templates(std::string_view text_outliving_result,
                                                              std::string_view file_outliving_result);

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Returns the precedence of a binary operator (`*` has a higher one than `+`); 0 if `op` is not a binary operator.
int binary_precedence_or_zero(std::string_view op);
/// The precedence of unary operators, such as `-` and `!`. It is higher than that of every binary operator.
inline constexpr int unary_precedence = 6;

/// Length of a placeholder's name. `text` begins after its `$`: the result is 14 for "overload.limit: as long".
std::size_t placeholder_name_length(std::string_view text);

} // namespace exporter
