// lab/lessons/findings.hpp -- evaluates expressions and assertions about the results of lanes
//
//     latest.animation_error_mean_ms == 5.556 +- 0.001
//     variable.position_error_max > 10 * fixed.position_error_max
//     differ(here, there) == 0
//
// A term is a lane's name, a dot, and a metric's key (lab/metrics/scoreboard.hpp) or the name of an event that scenes
// count. differ(a, b) is the first tick at which the worlds of lanes a and b differ, within 600 ticks; 0 if they do not
// differ. A minus sign needs spaces around it, because names may contain hyphens.
#pragma once

#include "lab/lane/headless.hpp"

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

/// The reason why an expression, assertion or text is not valid, in one line.
struct Nonsense
{
    std::string why;
};

/// The outcome of an assertion.
struct Checked
{
    bool holds   = false;
    double left  = 0.0; ///< value of the expression left of the comparison sign
    double right = 0.0; ///< value of the expression right of the comparison sign
};

/// A number in a filled text, with the first lane and the metric that its expression names.
struct FilledNumber
{
    std::size_t begin = 0; ///< offset of the number's first character in the filled text
    std::size_t end   = 0; ///< offset behind the number's last character
    std::string lane{};    ///< name of the lane; empty if the expression names no lane
    std::string metric{};  ///< key of the metric
};

/// A text whose expressions are replaced by their values.
struct FilledText
{
    std::string text;
    std::vector<FilledNumber> numbers;
};

/// The results of the lanes of one run, and the evaluation of texts about them.
class Findings
{
public:
    explicit Findings(std::vector<LaneResult> results)
        : results_{std::move(results)}
    {
    }

    std::span<const LaneResult> results() const { return results_; }
    /// Evaluates an expression such as "a.speed" or "2 * a.speed - b.speed". NaN if a metric has no value in this run.
    /// Returns Nonsense if the expression is not valid, for example because a lane or a metric does not exist.
    std::variant<double, Nonsense> value_of(std::string_view expression);
    /// Evaluates an assertion: an expression, one of == != < <= > >=, and another expression. After == and != a
    /// tolerance may follow: "+- 0.1", or "+- 1%" of the right side.
    std::variant<Checked, Nonsense> check(std::string_view assertion);
    /// Returns `text` with every {expression} and {expression:format} replaced by its value: {a.speed} is written as
    /// the scoreboard writes this metric, {a.speed:.3f} with the format .3f.
    std::variant<FilledText, Nonsense> fill(std::string_view text);

private:
    friend class ExpressionReader;

    LaneResult* lane_of(std::string_view name);
    double metric_of(LaneResult& lane, std::string_view key, bool& known);
    double differ(const LaneResult& a, const LaneResult& b);
    std::variant<FilledNumber, Nonsense> add_number(std::string_view expression, std::string_view format,
                                                    std::string& text);

    std::vector<LaneResult> results_;
    std::map<std::pair<std::string, std::string>, double> differ_; ///< computed results of differ(), by lane names
};

} // namespace lab
