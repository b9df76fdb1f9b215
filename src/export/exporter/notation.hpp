// export/exporter/notation.hpp -- the small language in which every loop is written once, to be printed in several
// others
//
//     # A line of its own is for whoever reads the recipe; what stands behind code goes into the exported file.
//     const limit = 250000000            # constants, with what to say about them
//     const share: real = 1.0 / 60.0
//     state carried = 0                  # what a loop keeps from frame to frame
//     state ring[4] = 0                  # every element starts as 0; with `index`, element i starts as i
//     field steps                        # what `plan` gives back
//     fn floor_div(a, b) -> whole {      # a helper; a `method` uses the state. Helpers stand before who calls them
//         return (a - (a % b + b) % b) / b
//     }
//     method pace(now_ns) -> whole {
//         ...
//     }
//
//     let due = min(frame_ns, limit)     # all that is left at the outside is the body of `plan`: a name for a value,
//     var rest: real = 0.0               # a whole number unless it says real, single or truth; only a `var` changes
//     rest += real(due) / 3.0
//     if due > limit && !started {       # also: } else if ... {   } else {   while ... {
//         carried = 0
//     }
//     give steps = due / limit           # one value for each field; several may stand on a line, or on lines of their
//     own
//
// Whole numbers are 64 bits wide and divide towards zero. real(x), single(x) and whole(x) convert (whole cuts off), min
// and max take whole numbers. Every operation on singles is wrapped in single(...), for the languages that compute them
// in more bits; what a constant or a state of that type starts as is one already.
//
// A recipe leaves blanks, which a loop fills when it is put together (recipe.hpp):
//
//     const limit = $overload.limit      # $overload.limit: in a comment it reads as for people, "250 ms"
//     use overload/$overload with earlier = carried    # that recipe stands here, with one more blank filled
//     when $tick != 1 {                  # these lines, or those after } else {, or } else when ... {
//         state tick_rest = 0
//     }
//     before give {                      # at the end of plan, where $steps is what is given as the field steps
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

/// A line of a recipe, to be named in what is wrong with it.
struct Place
{
    std::string_view file{}; ///< lives as long as the program
    std::size_t line = 0;
};
/// Throws std::logic_error, "file:line: what".
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
        literal, ///< of `type`
        blank,   ///< $text
        name,
        call,   ///< text(parts...)
        index,  ///< text[parts[0]]
        unary,  ///< text is "-" or "!"
        binary, ///< text is the operator
    };

    Kind kind = Kind::name;
    std::string text;
    std::vector<Expression> parts{};
    Type type = Type::none; ///< of a literal
};

/// A name, its type, and a value where there is one.
struct Declared
{
    std::string name;
    Type type = Type::whole;
    Expression value{};
    std::string comment{};
    std::size_t size = 0;     ///< of an array; 0 for a plain one
    std::string size_blank{}; ///< what that is filled with, if it is
    Place place{};
};

struct Statement
{
    enum class Kind : std::uint8_t
    {
        let,    ///< declared
        var,    ///< declared
        assign, ///< target op value, op being "=", "+=" or "-="
        branch, ///< if value { body } else { otherwise }
        loop,   ///< while value { body }
        give,   ///< fields
        yield,  ///< return value; its text is empty where there is none
        call,   ///< value is a call for its effect
        blank,

        // Of a recipe only: they are gone when a program is put together.
        constant,    ///< declared
        state,       ///< declared
        field,       ///< declared
        function,    ///< the helper declared, of the parameters fields { body }; op is "fn" or "method"
        use,         ///< the recipe op, with the blanks fields
        when,        ///< value { body } else { otherwise }
        before_give, ///< body
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

/// A loop without blanks.
struct Program
{
    std::vector<Declared> constants, state, fields;
    std::vector<Function> helpers; ///< in the order written
    std::vector<Statement> plan;

    const Function* find(std::string_view helper) const;
    /// Whether plan wants to know how long a refresh of the display lasts: refresh_ns.
    bool asks_refresh() const;
};

/// Whether `is` holds for any expression, or a part of one.
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

/// Throws for text that is not in the notation; `file` is its name, to be kept by the caller.
Recipe parse(std::string_view text, std::string_view file);

/// "overload.limit" of "overload.limit: as long": how far the name of a blank goes at the start of `text`.
std::size_t blank_length(std::string_view text);

/// Throws for a name that nothing has or that means two things, for a call of what is no helper, for a change of what
/// does not change, and for a field that is not given once: all that a printer takes for granted.
void check(const Program& program);

} // namespace exporter
