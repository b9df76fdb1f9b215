// lab/lessons/findings.hpp -- evaluates expressions and assertions about the results of lanes
//
//     latest.animation_error_mean_ms == 5.556 +- 0.001
//     variable.state_error_max_m > 10 * fixed.state_error_max_m
//     differ(here, there) == 0
//
// A term is a lane's name, a dot, and a metric's key (lab/metrics/scoreboard.hpp) or the name of an event that scenes
// count. differ(a, b) is the number of the first step after which the worlds of lanes a and b differ, within 600 steps;
// 0 if they do not differ. A minus sign needs spaces around it, because names may contain hyphens.
#pragma once

#include "lab/lane/lane_run.hpp"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace lab
{

/// Why an expression, an assertion or a text is not valid.
struct Nonsense
{
    std::string why;
    std::size_t expression = 0; ///< in a text with several {expressions}: index of the one with the error
};

/// The outcome of checking an assertion such as "a.speed > 0.9".
struct Checked
{
    bool holds   = false;
    double left  = 0.0; ///< value of the expression to the left of the comparison sign
    double right = 0.0; ///< value of the expression to the right of the comparison sign
};
/// The compared values, such as "0.25 against 0.3"; one number if they are equal.
std::string text_of(const Checked& checked);

/// A number that has replaced an {expression} in a text, and the first lane and metric in its expression.
struct FilledNumber
{
    std::size_t begin = 0; ///< offset of the number's first character in the text
    std::size_t end   = 0; ///< offset after the number's last character
    std::string lane{};    ///< name of the first lane in the expression; empty if there is none
    std::string metric{};  ///< key of the first metric in the expression; empty if there is none
};

struct FilledText
{
    std::string text;
    std::vector<FilledNumber> numbers;
};

/// Evaluates expressions about the results of all lanes of one run, and fills numbers into sentences.
class Findings
{
public:
    explicit Findings(std::vector<LaneResult> results)
        : results_{std::move(results)}
    {
    }

    std::span<const LaneResult> results() const { return results_; }
    /// An expression such as "a.speed" or "2 * a.speed - b.speed". NaN if a metric has no value in this run.
    std::variant<double, Nonsense> value_of(std::string_view expression);
    /// An assertion: an expression, one of == != < <= > >=, and another expression. A tolerance may follow after an
    /// assertion with == or !=: "+- 0.1", or "+- 1%" of the right side.
    std::variant<Checked, Nonsense> check(std::string_view assertion);
    /// Replaces each {expression} and {expression:format} by its value. {a.speed} has as many digits as on the
    /// scoreboard, {a.speed:.3f} has three decimals.
    std::variant<FilledText, Nonsense> fill(std::string_view text);

private:
    friend class ExpressionReader;

    LaneResult* lane_of(std::string_view name);
    double metric_of(LaneResult& lane, std::string_view key, bool& known);
    double differ(const LaneResult& a, const LaneResult& b);
    std::variant<FilledNumber, Nonsense> add_number(std::string_view expression, std::string_view format,
                                                    std::string& text);

    std::vector<LaneResult> results_;
    /// Results of differ() for the names of two lanes.
    std::map<std::pair<std::string, std::string>, double> differ_;
};

} // namespace lab
