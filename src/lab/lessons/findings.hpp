// lab/lessons/findings.hpp -- evaluates expressions and assertions about the results of lanes
//
//     latest.animation_error_mean_ms == 5.556 +- 0.001
//     variable.state_error_max_m > 10 * fixed.state_error_max_m
//     differ(here, there) == 0
//
// A term is LANE.METRIC or LANE.EVENT: the name of a lane, and the key of a metric (lab/metrics/scoreboard.hpp) or the
// name of an event that scenes count. differ(a, b) compares the worlds of the lanes a and b after each of up to 600
// steps. It is the number, from 1, of the first step after which they differ; 0 if there is none. A minus sign needs
// spaces around it, because names may contain hyphens.
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
    bool holds         = false;
    double left_value  = 0.0; ///< value left of the operator
    double right_value = 0.0; ///< value right of the operator
};
/// Formats the left and right value of an assertion, such as "0.25 against 0.3", or one value if both are equal.
std::string compared_values_text(const AssertionOutcome& outcome);

/// A number that has replaced an expression, such as {a.speed}, in a text.
struct FilledNumber
{
    std::size_t begin = 0;    ///< offset of the number's first character in the text
    std::size_t end   = 0;    ///< offset after the number's last character
    std::string lane_name{};  ///< first lane in the expression; empty if none
    std::string metric_key{}; ///< key of the first metric in the expression; empty if none
};

struct FilledText
{
    std::string text;
    std::vector<FilledNumber> numbers;
};

/// Evaluates expressions about the results of a run, such as "2 * a.speed - b.speed", and replaces each {expression} in
/// a text by its value. The value is NaN if a metric has no value in this run.
struct ExpressionEvaluator
{
    std::vector<LaneResult> results;
    /// For two names of lanes: number (from 1) of the first step after which the lanes' worlds differ; 0: no such step.
    std::map<std::pair<std::string, std::string>, double> first_differing_step_cache{};

    /// Checks an assertion: two expressions with one of == != < <= > >= between them. After == or !=, the right
    /// expression may have a tolerance, such as "+- 0.1", or "+- 1%" of its value.
    std::variant<AssertionOutcome, ExpressionError> check_assertion(std::string_view assertion);
    /// Replaces {a.speed} by its value with about four digits, and {a.speed:.3f} by its value with three decimals.
    std::variant<FilledText, ExpressionError> replace_expressions(std::string_view text);
};

} // namespace lab
