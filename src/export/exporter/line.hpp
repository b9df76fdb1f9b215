// export/exporter/line.hpp -- reads one line of the language in which loops are written (notation.hpp), token by token
#pragma once

#include "export/exporter/notation.hpp"

#include <optional>

namespace exporter
{

/// Largest depth of nested blocks and expressions, which limits the recursion of parser and printers.
inline constexpr std::size_t max_depth = 64;

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The precedence of a binary operator such as `+`: higher is evaluated first. Returns 0 for other operators.
int precedence_of(std::string_view op);
/// Precedence of a unary operator, such as `-` or `!`: higher than the precedence of each binary operator.
inline constexpr int unary_precedence = 6;

class Line
{
public:
    /// `text` is a line of code without a comment; `location` is used in error messages.
    Line(std::string_view text, const SourceLocation& location);

    std::string_view peek() const;
    std::string take_token();
    bool accept(std::string_view token);

    // Reads `token`. This and the read functions below throw std::logic_error if the line continues differently.
    void expect(std::string_view token);
    void expect_end() const;
    std::string read_name();
    Type read_type();
    std::optional<Type> accept_type();
    /// Reads the name of a recipe, such as stepper/fixed-step. The name consists of several tokens.
    std::string read_path();
    Expression read_expression(int min_precedence = 1);
    /// Reads a declaration without a value, in one of the forms NAME, NAME: TYPE and NAME[SIZE].
    Declaration read_declaration();
    /// Reads a declaration with a value, in one of the forms NAME = VALUE, NAME: TYPE = VALUE and NAME[SIZE] = VALUE.
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
