// export/exporter/line.hpp -- reads one line of the notation, token by token
#pragma once

#include "export/exporter/notation.hpp"

namespace exporter
{

/// The largest depth of nested blocks and expressions. It limits the recursion of the parser and of the printers.
inline constexpr std::size_t deepest = 64;

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Returns the precedence of an operator between two values: a higher one binds more closely. 0 if `op` is no such
/// operator.
int level_of(std::string_view op);
inline constexpr int unary_level = 6; ///< precedence of an operator before one value

class Line
{
public:
    /// `text` must not contain a comment.
    Line(std::string_view text, const Place& place);

    std::string_view peek() const;
    std::string take();
    bool accept(std::string_view token);

    // These functions throw if the line has something else.
    void expect(std::string_view token);
    void end() const;
    std::string name();
    Type type();
    /// Reads the name of a recipe, such as stepper/fixed-step, which is not a single token.
    std::string path();
    Expression expression(int least_level = 1);
    /// Reads NAME, NAME: TYPE or NAME[SIZE].
    Declared declared();
    /// Reads the same, followed by = and a value.
    Declared defined();

    [[noreturn]] void missing(std::string_view wanted) const;

private:
    void skip_blanks();
    void size(Declared& d);
    Expression unary();
    Expression primary();
    Expression number();
    Expression call(std::string function);

    Place place_;
    std::string_view rest_;
    std::size_t depth_ = 0;
};

} // namespace exporter
