// export/exporter/line.hpp -- reads one line of the language in which loops are written (notation.hpp), token by token
#pragma once

#include "export/exporter/notation.hpp"

#include <optional>

namespace exporter
{

/// Largest depth of nested blocks and expressions. It limits the recursion of the parser and the printers.
inline constexpr std::size_t max_depth = 64;

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Returns the precedence of a binary operator (`*` has a higher one than `+`); 0 if `op` is not a binary operator.
int precedence_of(std::string_view op);
/// The precedence of unary operators, such as `-` and `!`. It is higher than that of every binary operator.
inline constexpr int unary_precedence = 6;

class LineParser
{
public:
    /// `text` is a line of code without its comment. Error messages contain `location`.
    LineParser(std::string_view text, const SourceLocation& location);

    std::string_view peek() const;
    std::string take_token();
    bool accept(std::string_view token);

    // expect() and the functions below throw std::logic_error if the line does not continue as they require.
    void expect(std::string_view token);
    void expect_end() const;
    std::string read_name();
    Type read_type();
    std::optional<Type> accept_type();
    /// Reads the name of a recipe, such as stepper/fixed-step, which consists of several tokens.
    std::string read_recipe_name();
    Expression read_expression(int min_precedence = 1);
    /// Reads a declaration without a value: NAME, NAME: TYPE or NAME[SIZE].
    Declaration read_declaration();
    /// Reads a declaration with a value: NAME = VALUE, NAME: TYPE = VALUE or NAME[SIZE] = VALUE.
    Declaration read_definition();

    [[noreturn]] void fail_expecting(std::string_view expected) const;

private:
    void skip_spaces();
    void read_size(Declaration& d);
    Expression read_unary();
    Expression read_primary();
    Expression read_number();
    Expression read_call(std::string function);

    SourceLocation location_;
    std::string_view rest_;
    std::size_t depth_ = 0;
};

} // namespace exporter
