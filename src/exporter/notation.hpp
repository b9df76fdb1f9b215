// exporter/notation.hpp -- the small language in which every loop is written once, to be printed in several others
//
//     const limit = 250000000            # constants, with what to say about them
//     const share: real = 1.0 / 60.0
//     state carried = 0                  # what a loop keeps from frame to frame
//     state ring[4] = 0                  # every element starts as 0; with `index`, element i starts as i
//     field steps                        # what `plan` gives back
//     fn floor_div(a, b) -> whole {      # a helper; a `method` uses the state
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
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace exporter
{

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
    std::size_t size = 0; ///< of an array; 0 for a plain one
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
        comment,
        blank,
    };

    Kind kind = Kind::blank;
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
    std::string name;
    std::vector<Declared> parameters{};
    Type result     = Type::none;
    bool uses_state = false;
    std::string comment{};
    std::vector<Statement> body{};
};

struct Program
{
    std::vector<Declared> constants, state, fields;
    std::vector<Function> helpers; ///< in the order written
    std::vector<Statement> plan;

    const Function* find(std::string_view helper) const;
};

/// Throws std::logic_error, with the line, for text that is not in the notation: all of it is our own.
Program parse(std::string_view text);

} // namespace exporter
