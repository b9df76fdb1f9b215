#include "lab/lessons/expression_evaluator.hpp"

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "lab/metrics/metric_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace lab
{

namespace
{

constexpr std::size_t max_compared_steps = 600;
constexpr int max_nesting = 32;
/// The upper 49 bits of the end state's hash: a number that is exact, and that base::number_text() still writes.
constexpr std::string_view state_hash_key = "state_hash";

bool is_name_character(char c) { return base::is_ascii_letter(c) || base::is_ascii_digit(c) || c == '-' || c == '_'; }

std::string_view lane_name_of(const LaneResult& result) { return result.setup.name; }

LaneResult* find_lane_result(ExpressionEvaluator& evaluator, std::string_view name)
{
    return base::find_row_by_name(evaluator.results, name, lane_name_of);
}

// The value of a metric, or the number of events of a kind; empty if there is no such key.
std::optional<double> compute_value(LaneResult& lane, std::string_view key)
{
    if (key == "reproducible" && !lane.is_reproducible) lane.is_reproducible = test_reproducibility(lane.setup);
    if (const Metric* metric = find_metric(key)) return metric->get(lane);
    if (key == state_hash_key) return lane.state_hash ? static_cast<double>(*lane.state_hash >> 15U) : std::nan("");
    for (const sim::EventKind& kind : sim::event_kinds)
        if (kind.name == key) return static_cast<double>(lane.events.*kind.counter);
    return std::nullopt;
}

double compute_first_differing_step(ExpressionEvaluator& evaluator, const LaneResult& a, const LaneResult& b)
{
    const auto [cached, is_new] = evaluator.first_differing_step_cache.try_emplace({a.setup.name, b.setup.name}, 0.0);
    if (is_new)
    {
        const LaneSetup setups[]{a.setup, b.setup};
        cached->second = static_cast<double>(find_differing_step(setups, max_compared_steps).value_or(0));
    }
    return cached->second;
}

[[noreturn]] void fail(std::string message) { throw ExpressionError{std::move(message)}; }

struct MetricReference
{
    std::string lane_name, metric_key;
};

struct FunctionOfNumbers
{
    std::string_view opening; ///< its name and the bracket
    bool takes_many;
    double (*value)(const std::vector<double>& arguments);
};

constexpr std::array functions_of_numbers{
    FunctionOfNumbers{"(", false, [](const std::vector<double>& arguments) { return arguments.front(); }},
    FunctionOfNumbers{"abs(", false, [](const std::vector<double>& arguments) { return std::abs(arguments.front()); }},
    FunctionOfNumbers{"min(", true, [](const std::vector<double>& arguments) { return std::ranges::min(arguments); }},
    FunctionOfNumbers{"max(", true, [](const std::vector<double>& arguments) { return std::ranges::max(arguments); }},
};

// Evaluates an expression from left to right. Throws ExpressionError if it is invalid.
class ExpressionParser
{
public:
    ExpressionParser(ExpressionEvaluator& evaluator, std::string_view text)
        : evaluator_{evaluator}
        , unread_{text}
    {
    }

    // Evaluates a sum of products. Stops at "+-", because this begins a tolerance.
    double evaluate_sum()
    {
        double value = evaluate_product();
        while (!is_next("+-"))
        {
            if (accept("+"))
                value += evaluate_product();
            else if (accept("-"))
                value -= evaluate_product();
            else
                break;
        }
        return value;
    }

    // If `token` comes next, perhaps after spaces, skips it and returns true. Otherwise returns false.
    bool accept(std::string_view token)
    {
        if (!is_next(token)) return false;
        skip_spaces();
        unread_.remove_prefix(token.size());
        return true;
    }
    void expect_end() const
    {
        if (!trimmed_unread().empty()) fail(base::message("unexpected text at the end: '{}'", trimmed_unread()));
    }
    const std::optional<MetricReference>& first_metric() const { return first_metric_; }

private:
    void skip_spaces()
    {
        while (unread_.starts_with(' ')) unread_.remove_prefix(1);
    }
    std::string_view trimmed_unread() const { return base::trimmed(unread_); }
    bool is_next(std::string_view token) const { return trimmed_unread().starts_with(token); }

    double evaluate_product()
    {
        double value = evaluate_term();
        for (;;)
        {
            if (accept("*"))
                value *= evaluate_term();
            else if (accept("/"))
                value /= evaluate_term();
            else
                return value;
        }
    }

    double evaluate_term()
    {
        skip_spaces();
        if (accept("differ(")) return evaluate_differ();
        for (const FunctionOfNumbers& function : functions_of_numbers)
            if (accept(function.opening)) return evaluate_function(function);
        if (!unread_.empty() && (base::is_ascii_digit(unread_.front()) || unread_.front() == '-')) return read_number();
        if (!unread_.empty() && base::is_ascii_letter(unread_.front())) return read_metric();
        fail(unread_.empty() ? std::string{"the expression ends where a number or a lane must follow"}
                             : base::message("'{}' is neither a number nor a lane", unread_));
    }

    double evaluate_function(const FunctionOfNumbers& function)
    {
        if (++nesting_ > max_nesting) fail(base::message("more than {} brackets in one another", max_nesting));
        std::vector<double> arguments{evaluate_sum()};
        while (function.takes_many && accept(",")) arguments.push_back(evaluate_sum());
        if (!accept(")")) fail(base::message("a ')' is missing before '{}'", trimmed_unread()));
        --nesting_;
        const auto missing = std::ranges::find_if(arguments, [](double number) { return std::isnan(number); });
        return missing != arguments.end() ? *missing : function.value(arguments);
    }

    double read_number()
    {
        const auto is_number_character = [&](std::size_t i)
        {
            const char c = unread_[i];
            return base::is_ascii_digit(c) || c == '.' || c == 'e' || (c == '-' && unread_[i - 1] == 'e');
        };
        std::size_t end = 1;
        while (end < unread_.size() && is_number_character(end)) ++end;
        const auto value = base::parse_number<double>(unread_.substr(0, end));
        if (!value) fail(base::message("'{}' is not a number", unread_.substr(0, end)));
        unread_.remove_prefix(end);
        return *value;
    }

    std::string_view read_name()
    {
        const auto end = std::ranges::find_if_not(unread_, is_name_character) - unread_.begin();
        const std::string_view name = unread_.substr(0, static_cast<std::size_t>(end));
        unread_.remove_prefix(name.size());
        return name;
    }

    LaneResult& read_lane_result()
    {
        skip_spaces();
        const std::string_view name = read_name();
        if (LaneResult* lane = find_lane_result(evaluator_, name)) return *lane;
        fail(base::unknown_name_message("lane", name, base::names_of(evaluator_.results, lane_name_of)));
    }

    double read_metric()
    {
        LaneResult& lane = read_lane_result();
        if (!accept(".")) fail(base::message("the lane '{}' must be followed by a dot and a metric", lane.setup.name));
        const std::string_view key = read_name();
        if (!first_metric_) first_metric_ = {.lane_name = lane.setup.name, .metric_key = std::string{key}};
        if (const auto value = compute_value(lane, key)) return *value;
        std::vector<std::string_view> keys = base::names_of(all_metrics(), &Metric::key);
        for (const sim::EventKind& kind : sim::event_kinds) keys.push_back(kind.name);
        keys.push_back(state_hash_key);
        fail(base::unknown_name_message("metric", key, keys));
    }

    double evaluate_differ()
    {
        constexpr auto usage_error = "differ takes two lanes: differ(here, there)";
        const LaneResult& first = read_lane_result();
        if (!accept(",")) fail(usage_error);
        const LaneResult& second = read_lane_result();
        if (!accept(")")) fail(usage_error);
        return compute_first_differing_step(evaluator_, first, second);
    }

    ExpressionEvaluator& evaluator_;
    std::string_view unread_;
    std::optional<MetricReference> first_metric_;
    int nesting_ = 0;
};

struct ComparisonOperator
{
    std::string_view symbol;
    bool (*holds)(double left, double right, double tolerance);
};

// Operators of two characters come first, so that "<=" is not parsed as "<".
constexpr std::array comparison_operators{
    ComparisonOperator{"==", [](double a, double b, double tolerance) { return std::abs(a - b) <= tolerance; }},
    ComparisonOperator{"!=", [](double a, double b, double tolerance) { return std::abs(a - b) > tolerance; }},
    ComparisonOperator{"<=", [](double a, double b, double) { return a <= b; }},
    ComparisonOperator{">=", [](double a, double b, double) { return a >= b; }},
    ComparisonOperator{"<", [](double a, double b, double) { return a < b; }},
    ComparisonOperator{">", [](double a, double b, double) { return a > b; }},
};

const ComparisonOperator& read_comparison_operator(ExpressionParser& parser)
{
    for (const ComparisonOperator& comparison : comparison_operators)
        if (parser.accept(comparison.symbol)) return comparison;
    fail("the assertion needs one of == != < <= > >=");
}

AssertionOutcome evaluate_assertion(ExpressionEvaluator& evaluator, std::string_view assertion)
{
    ExpressionParser parser{evaluator, assertion};
    AssertionOutcome outcome{.left_value = parser.evaluate_sum()};
    const ComparisonOperator& comparison = read_comparison_operator(parser);
    outcome.right_value = parser.evaluate_sum();
    double tolerance = 0.0;
    if (parser.accept("+-"))
    {
        if (comparison.symbol != "==" && comparison.symbol != "!=") fail("only == and != can have a tolerance, '+-'");
        tolerance = parser.evaluate_sum();
        if (!(tolerance >= 0.0)) fail("the tolerance after '+-' must be 0 or more");
        if (parser.accept("%")) tolerance *= std::abs(outcome.right_value) / 100.0;
    }
    parser.expect_end();
    outcome.holds = comparison.holds(outcome.left_value, outcome.right_value, tolerance);
    return outcome;
}

std::string default_number_text(ExpressionEvaluator& evaluator, std::string_view expression, double number,
                                const std::optional<MetricReference>& first_metric)
{
    if (first_metric && expression == first_metric->lane_name + "." + first_metric->metric_key)
    {
        const LaneResult& lane = *find_lane_result(evaluator, first_metric->lane_name);
        const Metric* metric = find_metric(first_metric->metric_key);
        if (metric != nullptr) return value_text_without_unit(*metric, lane);
    }
    return base::number_text(number, 4);
}

// Appends the expression's value to `text`. `format` is as in a replacement field of fmt, such as ".3f"; may be empty.
InsertedNumber append_number(ExpressionEvaluator& evaluator, std::string_view expression, std::string_view format,
                             std::string& text)
{
    ExpressionParser parser{evaluator, expression};
    const double number = parser.evaluate_sum();
    parser.expect_end();
    InsertedNumber inserted{.begin = text.size()};
    if (parser.first_metric())
    {
        inserted.lane_name = parser.first_metric()->lane_name;
        inserted.metric_key = parser.first_metric()->metric_key;
    }
    try
    {
        text += format.empty() ? default_number_text(evaluator, expression, number, parser.first_metric())
                               : fmt::format(fmt::runtime(fmt::format("{{:{}}}", format)), number);
    }
    catch (const fmt::format_error&)
    {
        fail(base::message("'{}' is not a number format", format));
    }
    inserted.end = text.size();
    return inserted;
}

} // namespace

bool is_lane_name(std::string_view name)
{
    return !name.empty() && base::is_ascii_letter(name.front()) && std::ranges::all_of(name, is_name_character);
}

std::string values_text_without_operator(const AssertionOutcome& outcome)
{
    const auto value_text = [](double value)
    { return value != 0.0 && std::abs(value) < 1e-5 ? std::string{"almost 0"} : base::number_text(value); };
    return outcome.left_value == outcome.right_value
               ? value_text(outcome.left_value)
               : fmt::format("{} against {}", value_text(outcome.left_value), value_text(outcome.right_value));
}

std::variant<AssertionOutcome, ExpressionError> ExpressionEvaluator::check_assertion(std::string_view assertion)
{
    try
    {
        return evaluate_assertion(*this, assertion);
    }
    catch (const ExpressionError& error)
    {
        return error;
    }
}

std::variant<ExpandedText, ExpressionError> ExpressionEvaluator::replace_expressions(std::string_view text)
{
    ExpandedText expanded;
    for (auto open_brace = text.find('{'); open_brace != text.npos; open_brace = text.find('{'))
    {
        const auto close_brace = text.find('}', open_brace);
        if (close_brace == text.npos) return ExpressionError{"a '{' has no '}'", expanded.numbers.size()};
        const std::string_view braced_text = text.substr(open_brace + 1, close_brace - open_brace - 1);
        const auto colon = braced_text.find(':');
        const std::string_view format = colon == braced_text.npos ? "" : braced_text.substr(colon + 1);
        expanded.text += text.substr(0, open_brace);
        try
        {
            expanded.numbers.push_back(append_number(*this, braced_text.substr(0, colon), format, expanded.text));
        }
        catch (const ExpressionError& error)
        {
            return ExpressionError{fmt::format("{{{}}}: {}", braced_text, error.message), expanded.numbers.size()};
        }
        text.remove_prefix(close_brace + 1);
    }
    expanded.text += text;
    return expanded;
}

} // namespace lab
