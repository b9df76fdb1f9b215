// lab/lessons/expression_evaluator.hpp -- evaluates expressions and assertions about the metrics of game loops
// (docs/lessons.md)
//
//     latest.animation_error_mean_ms == 5.333 +- 0.001           (of the loop with the name "latest")
//     variable.state_error_max_m > 10 * fixed.state_error_max_m
//     min(a.speed, 1) / max(b.speed, 1) < 0.9 * abs(c.x_end - 2)
//     differ(here, there) == 0                                   (first step after which both loops differ; 0: none)
#pragma once

#include "lab/lane/lane_run.hpp"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace lab
{

struct ExpressionError
{
    std::string message;
    std::size_t expression_index = 0; ///< in a text with several {expressions}: index of the one with the error
};

/// The outcome of an assertion such as "a.speed > 0.9".
struct AssertionOutcome
{
    bool holds = false;
    double left_value = 0.0; ///< value left of the operator
    double right_value = 0.0; ///< value right of the operator
};
/// Formats the left and right value of an assertion, such as "0.25 against 0.3", or one value if both are equal.
std::string values_text_without_operator(const AssertionOutcome& outcome);

/// A number that has replaced an expression, such as {a.speed}, in a text.
struct InsertedNumber
{
    std::size_t begin = 0; ///< offset of the number's first character in the text
    std::size_t end = 0; ///< offset after the number's last character
    std::string lane_name{}; ///< first lane in the expression; empty if none
    std::string metric_key{}; ///< key of the first metric in the expression; empty if none
};

struct ExpandedText
{
    std::string text; ///< each {expression} has been replaced by its value
    std::vector<InsertedNumber> numbers;
};

/// True if an expression can contain `name`: letters of ASCII, digits, '-' and '_', beginning with a letter.
bool is_lane_name(std::string_view name);

/// The members must not be changed after the first evaluation.
struct ExpressionEvaluator
{
    std::vector<LaneResult> results;
    std::map<std::pair<std::string, std::string>, double> first_differing_step_cache{};

    /// Checks a comparison of two expressions, such as "a.speed == 1 +- 0.1" or "a.speed != b.speed +- 1%".
    std::variant<AssertionOutcome, ExpressionError> check_assertion(std::string_view assertion);
    /// Replaces {a.speed} by its value with about four digits, and {a.speed:.3f} by its value with three decimals.
    std::variant<ExpandedText, ExpressionError> replace_expressions(std::string_view text);
};

} // namespace lab
