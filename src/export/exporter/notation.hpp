// export/exporter/notation.hpp -- the small language in which each loop is written once, to be printed in other
// languages
//
//     # A comment on a line of its own is for readers of the recipe. A comment after code is also in the exported file.
//     const limit = 250000000            # constants, with their comments
//     const share: real = 1.0 / 60.0
//     state carried = 0                  # a variable that a loop keeps from frame to frame
//     state ring[4] = 0                  # every element starts as 0; with `index`, element i starts as i
//     field steps                        # a result of `plan`
//     fn floor_div(a, b) -> whole {      # a helper; a `method` may use the state. Helpers are declared before callers
//         return (a - (a % b + b) % b) / b
//     }
//     method pace(now_ns) -> whole {
//         ...
//     }
//
//     let due = min(frame_ns, limit)     # all other lines are the body of `plan`. `let` declares a name for a value,
//     var rest: real = 0.0               # `var` a variable. The type is whole if it is not real, single or truth
//     rest += real(due) / 3.0
//     if due > limit && !started {       # also: } else if ... {   } else {   while ... {
//         carried = 0
//     }
//     give steps = due / limit           # gives each field one value; a line may have several fields, with commas
//
// Whole numbers have 64 bits, and their division rounds towards zero. real(x), single(x) and whole(x) convert; whole(x)
// rounds towards zero. min and max take whole numbers. Every operation on singles is wrapped in single(...), because
// some languages compute singles with more bits. The initial value of a constant or a state of type single already is a
// single.
//
// A recipe has blanks, which are filled when a loop is put together (recipe.hpp):
//
//     const limit = $overload.limit      # $overload.limit: in a comment, the value is written for readers: "250 ms"
//     use overload/$overload with earlier = carried    # inserts that recipe, with one more blank filled
//     when $tick != 1 {                  # inserts these lines if it is true; also } else { and } else when ... {
//         state tick_rest = 0
//     }
//     before give {                      # is inserted at the end of plan; $steps is the value of the field steps
//         has_stepped = $steps > 0
//     }
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace exporter
{

/// A line of a recipe, for error messages.
struct Place
{
    std::string_view file{}; ///< name of the recipe; must live as long as the program
    std::size_t line = 0;
};
/// Throws std::logic_error with the text "file:line: what".
[[noreturn]] void fail(const Place& place, std::string_view what);

enum class Type : std::uint8_t
{
    none,
    whole,  ///< 64 bits, signed
    real,   ///< 64 bits, IEEE
    single, ///< 32 bits, IEEE
    truth,
};

struct Expression
{
    enum class Kind : std::uint8_t
    {
        literal, ///< a value of `type`
        blank,   ///< a blank of a recipe: $text
        name,
        call,   ///< a call: text(parts...)
        index,  ///< an element of an array: text[parts[0]]
        unary,  ///< text is "-" or "!"
        binary, ///< text is the operator
    };

    Kind kind = Kind::name;
    std::string text;
    std::vector<Expression> parts{};
    Type type = Type::none; ///< type of a literal
};

/// A declared name with its type, and its value if there is one.
struct Declared
{
    std::string name;
    Type type = Type::whole;
    Expression value{};
    std::string comment{};
    std::size_t size = 0;     ///< number of elements of an array; 0 for a plain variable
    std::string size_blank{}; ///< blank that fills the size; empty if there is none
    Place place{};
};

struct Statement
{
    enum class Kind : std::uint8_t
    {
        let,    ///< a name for a value, in `declared`
        var,    ///< a local variable, in `declared`
        assign, ///< `target` `op` `value`; op is "=", "+=" or "-="
        branch, ///< if `value` { `body` } else { `otherwise` }
        loop,   ///< while `value` { `body` }
        give,   ///< sets the results of plan, in `fields`
        yield,  ///< return `value`; value.text is empty if nothing is returned
        call,   ///< a call whose result is not used, in `value`
        blank,

        // These kinds occur only in recipes. They are replaced when a program is put together.
        constant,    ///< a constant, in `declared`
        state,       ///< a variable that a loop keeps from frame to frame, in `declared`
        field,       ///< a result of plan, in `declared`
        function,    ///< the helper `declared` with the parameters `fields` and its body; op is "fn" or "method"
        use,         ///< inserts the recipe `op`, with the blanks `fields`
        when,        ///< inserts `body` if `value` is true, else `otherwise`
        before_give, ///< inserts `body` at the end of plan
    };

    Kind kind = Kind::blank;
    Place place{};
    Declared declared{};
    Expression target{};
    std::string op{};
    Expression value{};
    std::vector<Statement> body{}, otherwise{};
    std::vector<Declared> fields{};
    std::string comment{};
};

struct Function
{
    std::string name{};
    Place place{};
    std::vector<Declared> parameters{};
    Type result     = Type::none;
    bool uses_state = false;
    std::string comment{};
    std::vector<Statement> body{};
};

using Recipe = std::vector<Statement>;

/// A loop without blanks: its declarations, and the body of `plan`.
struct Program
{
    std::vector<Declared> constants, state, fields;
    std::vector<Function> helpers; ///< in the order in which the recipes declare them
    std::vector<Statement> plan;

    const Function* find(std::string_view helper) const;
    /// Returns true if plan uses refresh_ns, the refresh period of the display.
    bool asks_refresh() const;
};

/// Returns true if `is` holds for an expression or for a part of one.
template <class Is>
bool has_any(const Expression& e, const Is& is)
{
    return is(e) ||
           std::any_of(e.parts.begin(), e.parts.end(), [&](const Expression& part) { return has_any(part, is); });
}
template <class Is>
bool has_any(const std::vector<Statement>& statements, const Is& is)
{
    return std::any_of(statements.begin(), statements.end(),
                       [&](const Statement& s)
                       {
                           return has_any(s.declared.value, is) || has_any(s.target, is) || has_any(s.value, is) ||
                                  has_any(s.body, is) || has_any(s.otherwise, is) ||
                                  std::any_of(s.fields.begin(), s.fields.end(),
                                              [&](const Declared& d) { return has_any(d.value, is); });
                       });
}

/// Parses a recipe. Throws if the text is not in the notation. `file` is the name of the recipe
/// for messages; the text of `file` must live as long as the program.
Recipe parse(std::string_view text, std::string_view file);

/// Returns the length of the blank's name at the start of `text`: for "overload.limit: as long", the length of
/// "overload.limit".
std::size_t blank_length(std::string_view text);

/// Checks everything that the printers rely on. Throws for an unknown name or a name with two meanings, for a call of
/// an unknown helper, for a change of a value that is constant, and for a field that does not get exactly one value.
void check(const Program& program);

} // namespace exporter
