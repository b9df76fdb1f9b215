// lab/lessons/findings.hpp -- what may be said of some lanes that have run, and whether it is so
//
//     latest.animation_error_mean_ms == 5.556 +- 0.001
//     variable.position_error_max > 10 * fixed.position_error_max
//     differ(here, there) == 0
//
// A lane's name, a dot, and a metric's key (lab/metrics/scoreboard.hpp) or the name of an event that scenes count;
// differ is the first tick at which the worlds of two lanes differ, 0 for never. Minus stands between spaces, since
// names have hyphens.
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

/// A text that says nothing, in one line.
struct Nonsense
{
    std::string why;
};

/// Something that was said, and what came out.
struct Checked
{
    bool holds   = false;
    double left  = 0.0; ///< as measured
    double right = 0.0;
};

/// A number in a filled text, with the first lane and the metric that its expression names.
struct FilledNumber
{
    std::size_t begin = 0; ///< in the text
    std::size_t end   = 0;
    std::string lane{}; ///< empty where the expression names none
    std::string metric{};
};

/// A text whose expressions are replaced by their values.
struct FilledText
{
    std::string text;
    std::vector<FilledNumber> numbers;
};

class Findings
{
public:
    explicit Findings(std::vector<LaneResult> results)
        : results_{std::move(results)}
    {
    }

    std::span<const LaneResult> results() const { return results_; }
    /// "a.speed", "2 * a.speed - b.speed"; NaN where a metric is not known.
    std::variant<double, Nonsense> value_of(std::string_view expression);
    /// An expression, one of == != < <= > >=, another one, and for == and != perhaps "+- 0.1" or "+- 1%".
    std::variant<Checked, Nonsense> check(std::string_view assertion);
    /// Returns `text` with every {expression} and {expression:format} replaced by its value; {a.speed} as the
    /// scoreboard writes it, {a.speed:.3f} with that format.
    std::variant<FilledText, Nonsense> fill(std::string_view text);

private:
    friend class ExpressionReader;

    LaneResult* lane_of(std::string_view name);
    double metric_of(LaneResult& lane, std::string_view key, bool& known);
    double differ(const LaneResult& a, const LaneResult& b);
    std::variant<FilledNumber, Nonsense> add_number(std::string_view expression, std::string_view format,
                                                    std::string& text);

    std::vector<LaneResult> results_;
    std::map<std::pair<std::string, std::string>, double> differ_; ///< what was found out already
};

} // namespace lab
