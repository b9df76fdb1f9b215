// lab/lessons/findings.hpp -- evaluates expressions and assertions about the results of lanes
//
//     latest.animation_error_mean_ms == 5.556 +- 0.001
//     variable.state_error_max_m > 10 * fixed.state_error_max_m
//     differ(here, there) == 0
//
// A term is LANE.METRIC or LANE.EVENT: the name of a lane, and the key of a metric (lab/metrics/scoreboard.hpp) or the
// name of an event that scenes count. differ(a, b) is the number of the first of 600 steps after which the worlds of
// the lanes a and b differ; 0 if none. A minus sign needs spaces around it, because names may contain hyphens.
#pragma once

#include "lab/lane/lane_run.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace lab
{

/// The error in an expression, an assertion or a text with {expressions}.
struct ExpressionError
{
    std::string message;
    std::size_t expression_index = 0; ///< in a text: index of the {expression} with the error
};

/// The outcome of checking an assertion such as "a.speed > 0.9".
struct AssertionOutcome
{
    bool holds   = false;
    double left  = 0.0; ///< value of the expression left of the operator
    double right = 0.0; ///< value of the expression right of the operator
};
/// The compared values, such as "0.25 against 0.3"; a single number if they are equal.
std::string compared_values_text(const AssertionOutcome& outcome);

/// A number that replaces an {expression} in a text, and the first lane and metric in this expression.
struct FilledNumber
{
    std::size_t begin = 0; ///< offset of the number's first character in the text
    std::size_t end   = 0; ///< offset after the number's last character
    std::string lane{};    ///< first lane in the expression; empty if none
    std::string metric{};  ///< key of the first metric in the expression; empty if none
};

struct FilledText
{
    std::string text;
    std::vector<FilledNumber> numbers;
};

/// The results of the lanes of one run. Evaluates expressions about them, and replaces each {expression} in a string by
/// its value.
class Findings
{
public:
    explicit Findings(std::vector<LaneResult> results)
        : results_{std::move(results)}
    {
    }

    std::span<const LaneResult> results() const { return results_; }
    /// Value of an expression such as "a.speed" or "2 * a.speed - b.speed"; NaN if a metric has no value in this run.
    std::variant<double, ExpressionError> value_of(std::string_view expression);
    /// Checks an assertion: two expressions with one of == != < <= > >= between them. A tolerance may follow == or !=:
    /// "+- 0.1", or "+- 1%" of the right side.
    std::variant<AssertionOutcome, ExpressionError> check(std::string_view assertion);
    /// Replaces each {expression} and {expression:format} by its value: {a.speed} with as many digits as the
    /// scoreboard, {a.speed:.3f} with three decimals.
    std::variant<FilledText, ExpressionError> fill_in(std::string_view text);

private:
    friend class ExpressionReader;

    LaneResult* lane_of(std::string_view name);
    std::optional<double> metric_or_event_count(LaneResult& lane, std::string_view key);
    double first_differing_step_of(const LaneResult& a, const LaneResult& b);
    std::variant<FilledNumber, ExpressionError> append_number(std::string_view expression, std::string_view format,
                                                              std::string& text);

    std::vector<LaneResult> results_;
    /// Cached results of first_differing_step_of(), by the names of the two lanes.
    std::map<std::pair<std::string, std::string>, double> first_differing_steps_;
};

} // namespace lab
