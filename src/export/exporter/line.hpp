// export/exporter/line.hpp -- one line of the notation, token by token
#pragma once

#include "export/exporter/notation.hpp"

namespace exporter
{

/// What stands inside one another may do so this often: a parser calls itself, and so does a printer.
inline constexpr std::size_t deepest = 64;

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// How closely an operator between two values binds; 0 for what is none.
int level_of(std::string_view op);
inline constexpr int unary_level = 6; ///< before one value

class Line
{
public:
    /// `text` has no comment.
    Line(std::string_view text, const Place& place);

    std::string_view peek() const;
    std::string take();
    bool accept(std::string_view token);

    // These throw where the line says something else.
    void expect(std::string_view token);
    void end() const;
    std::string name();
    Type type();
    /// stepper/fixed-step: the one thing that is no token.
    std::string path();
    Expression expression(int least_level = 1);
    /// NAME, NAME: TYPE or NAME[SIZE]
    Declared declared();
    /// The same, with a value.
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
