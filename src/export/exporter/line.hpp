// export/exporter/line.hpp -- reads one line of the language in which loops are written (notation.hpp), token by token
#pragma once

#include "export/exporter/notation.hpp"

#include <optional>

namespace exporter
{

/// Limits nested blocks and expressions, and so the recursion of parser and printers.
inline constexpr std::size_t max_depth = 64;

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// A binary operator of higher precedence, such as `*`, is evaluated first; 0 if `op` is not a binary operator.
int precedence_of(std::string_view op);
/// A unary operator, such as `-` or `!`, has a higher precedence than each binary operator.
inline constexpr int unary_precedence = 6;

class LineParser
{
public:
    /// A line of code without its comment; error messages contain `location`.
    LineParser(std::string_view text, const SourceLocation& location);

    std::string_view peek() const;
    std::string take_token();
    bool accept(std::string_view token);

    // This and the read functions below throw std::logic_error if the line continues differently.
    void expect(std::string_view token);
    void expect_end() const;
    std::string read_name();
    Type read_type();
    std::optional<Type> accept_type();
    /// The name of a recipe, such as stepper/fixed-step, consists of several tokens.
    std::string read_path();
    Expression read_expression(int min_precedence = 1);
    /// A declaration without a value: NAME, NAME: TYPE or NAME[SIZE].
    Declaration read_declaration();
    /// A declaration with a value: NAME = VALUE, NAME: TYPE = VALUE or NAME[SIZE] = VALUE.
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
