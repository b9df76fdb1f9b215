#include "lab/lessons/expression_evaluator.hpp"

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "lab/lessons/network_metrics.hpp"
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

// A LaneResult is the result of one lane: a loop that has run on its PC with its scene.
std::string_view lane_name_of(const LaneResult& result) { return result.setup.name; }

LaneResult* find_lane_result(ExpressionEvaluator& evaluator, std::string_view name)
{
    return base::find_row_by_name(evaluator.results, name, lane_name_of);
}

std::optional<double> network_metric_value(const LaneResult& network_game_result, std::string_view key)
{
    const auto found = std::ranges::find(network_metrics(), key, &NetworkMetric::key);
    if (found == network_metrics().end()) return std::nullopt;
    return network_game_result.network_values[static_cast<std::size_t>(found - network_metrics().begin())];
}

std::optional<double> compute_metric_or_event_count(LaneResult& lane, std::string_view key)
{
    if (!lane.network_values.empty()) return network_metric_value(lane, key);
    if (key == "reproducible" && !lane.is_reproducible)
        lane.is_reproducible = is_reproducible_with_other_frame_times(lane.setup);
    if (const Metric* metric = find_metric(key)) return metric->get(lane);
    for (const sim::EventKind& kind : sim::event_kinds)
        if (kind.name == key) return static_cast<double>(lane.events.*kind.counter);
    return std::nullopt;
}

double compute_first_differing_step(ExpressionEvaluator& evaluator, const LaneResult& a, const LaneResult& b)
{
    const auto [entry, is_new] = evaluator.first_differing_step_cache.try_emplace({a.setup.name, b.setup.name}, 0.0);
    if (is_new)
    {
        const LaneSetup setups[]{a.setup, b.setup};
        entry->second = static_cast<double>(find_first_differing_step_number(setups, max_compared_steps).value_or(0));
    }
    return entry->second;
}

[[noreturn]] void fail(std::string message) { throw ExpressionError{std::move(message)}; }

struct MetricReference
{
    std::string lane_name, metric_key;
};

// Evaluates an expression from left to right. Throws ExpressionError if it is invalid.
class ExpressionParser
{
public:
    ExpressionParser(ExpressionEvaluator& evaluator, std::string_view text)
        : evaluator_{evaluator}
        , text_{text}
    {
    }

    // Evaluates a sum of products. Stops at "+-", because this begins a tolerance.
    double evaluate_sum()
    {
        double value = evaluate_product();
        while (!is_next("+-"))
        {
            if (skip_if_next("+"))
                value += evaluate_product();
            else if (skip_if_next("-"))
                value -= evaluate_product();
            else
                break;
        }
        return value;
    }

    // If `token` comes next, perhaps after spaces, skips it and returns true. Otherwise returns false.
    bool skip_if_next(std::string_view token)
    {
        if (!is_next(token)) return false;
        skip_spaces();
        text_.remove_prefix(token.size());
        return true;
    }
    void expect_end() const
    {
        if (!rest().empty()) fail(base::message("unexpected text at the end: '{}'", rest()));
    }
    const std::optional<MetricReference>& first_metric() const { return first_metric_; }

private:
    void skip_spaces()
    {
        while (text_.starts_with(' ')) text_.remove_prefix(1);
    }
    std::string_view rest() const { return base::trimmed(text_); }
    bool is_next(std::string_view token) const { return rest().starts_with(token); }

    double evaluate_product()
    {
        double value = evaluate_term();
        for (;;)
        {
            if (skip_if_next("*"))
                value *= evaluate_term();
            else if (skip_if_next("/"))
                value /= evaluate_term();
            else
                return value;
        }
    }

    double evaluate_term()
    {
        skip_spaces();
        if (skip_if_next("differ(")) return evaluate_differ();
        if (!text_.empty() && (base::is_ascii_digit(text_.front()) || text_.front() == '-')) return read_number();
        if (!text_.empty() && base::is_ascii_letter(text_.front())) return read_metric();
        fail(text_.empty() ? std::string{"the expression ends where a number or a lane must follow"}
                           : base::message("'{}' is neither a number nor a lane", text_));
    }

    double read_number()
    {
        const auto is_part = [&](std::size_t i)
        {
            const char c = text_[i];
            return base::is_ascii_digit(c) || c == '.' || c == 'e' || (c == '-' && text_[i - 1] == 'e');
        };
        std::size_t length = 1;
        while (length < text_.size() && is_part(length)) ++length;
        const auto value = base::parse_number<double>(text_.substr(0, length));
        if (!value) fail(base::message("'{}' is not a number", text_.substr(0, length)));
        text_.remove_prefix(length);
        return *value;
    }

    std::string_view read_name()
    {
        std::size_t length = 0;
        while (length < text_.size() && (base::is_ascii_letter(text_[length]) || base::is_ascii_digit(text_[length]) ||
                                         text_[length] == '-' || text_[length] == '_'))
            ++length;
        const std::string_view found = text_.substr(0, length);
        text_.remove_prefix(length);
        return found;
    }

    LaneResult& read_lane()
    {
        skip_spaces();
        const std::string_view name = read_name();
        if (LaneResult* lane = find_lane_result(evaluator_, name)) return *lane;
        fail(base::unknown_name_message_with_nearest_choice("lane", name,
                                                            base::names_of(evaluator_.results, lane_name_of)));
    }

    double read_metric()
    {
        LaneResult& lane = read_lane();
        if (!skip_if_next("."))
            fail(base::message("the lane '{}' must be followed by a dot and a metric", lane.setup.name));
        const std::string_view key = read_name();
        if (!first_metric_) first_metric_ = {.lane_name = lane.setup.name, .metric_key = std::string{key}};
        if (const auto value = compute_metric_or_event_count(lane, key)) return *value;
        fail(base::unknown_name_message_with_nearest_choice("metric", key, metric_and_event_keys_of(lane)));
    }

    static std::vector<std::string_view> metric_and_event_keys_of(const LaneResult& lane)
    {
        if (!lane.network_values.empty()) return base::names_of(network_metrics(), &NetworkMetric::key);
        std::vector<std::string_view> keys = base::names_of(all_metrics(), &Metric::key);
        for (const sim::EventKind& kind : sim::event_kinds) keys.push_back(kind.name);
        return keys;
    }

    double evaluate_differ()
    {
        constexpr auto usage = "differ takes two lanes: differ(here, there)";
        const LaneResult& a  = read_lane();
        if (!skip_if_next(",")) fail(usage);
        const LaneResult& b = read_lane();
        if (!skip_if_next(")")) fail(usage);
        return compute_first_differing_step(evaluator_, a, b);
    }

    ExpressionEvaluator& evaluator_;
    std::string_view text_;
    std::optional<MetricReference> first_metric_;
};

struct ComparisonOperator
{
    std::string_view symbol;
    bool (*holds)(double left, double right, double tolerance);
};

// Operators of two characters come first, so that "<=" is not parsed as "<".
constexpr std::array comparison_operators{
    ComparisonOperator{"==", [](double a, double b, double t) { return std::abs(a - b) <= t; }},
    ComparisonOperator{"!=", [](double a, double b, double t) { return std::abs(a - b) > t; }},
    ComparisonOperator{"<=", [](double a, double b, double) { return a <= b; }},
    ComparisonOperator{">=", [](double a, double b, double) { return a >= b; }},
    ComparisonOperator{"<", [](double a, double b, double) { return a < b; }},
    ComparisonOperator{">", [](double a, double b, double) { return a > b; }},
};

const ComparisonOperator& read_comparison_operator(ExpressionParser& parser)
{
    for (const ComparisonOperator& comparison : comparison_operators)
        if (parser.skip_if_next(comparison.symbol)) return comparison;
    fail("the assertion needs one of == != < <= > >=");
}

AssertionOutcome evaluate_assertion(ExpressionEvaluator& evaluator, std::string_view assertion)
{
    ExpressionParser parser{evaluator, assertion};
    AssertionOutcome outcome{.left_value = parser.evaluate_sum()};
    const ComparisonOperator& comparison = read_comparison_operator(parser);
    outcome.right_value                  = parser.evaluate_sum();
    double tolerance                     = 0.0;
    if (parser.skip_if_next("+-"))
    {
        tolerance = parser.evaluate_sum();
        if (parser.skip_if_next("%")) tolerance *= std::abs(outcome.right_value) / 100.0;
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
        const Metric* metric   = find_metric(first_metric->metric_key);
        if (metric != nullptr && lane.network_values.empty()) return value_text_without_unit(*metric, lane);
    }
    return fmt::format("{:.4g}", number);
}

// Appends the expression's value to `text`. `format` is as in a replacement field of fmt, such as ".3f"; may be empty.
InsertedNumber append_number(ExpressionEvaluator& evaluator, std::string_view expression, std::string_view format,
                             std::string& text)
{
    ExpressionParser parser{evaluator, expression};
    const double number = parser.evaluate_sum();
    parser.expect_end();
    InsertedNumber result{.begin = text.size()};
    if (parser.first_metric())
    {
        result.lane_name  = parser.first_metric()->lane_name;
        result.metric_key = parser.first_metric()->metric_key;
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
    result.end = text.size();
    return result;
}

} // namespace

std::string compared_values_text(const AssertionOutcome& outcome)
{
    const auto value_text = [](double value)
    { return value != 0.0 && std::abs(value) < 1e-5 ? std::string{"almost 0"} : fmt::format("{:.6g}", value); };
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
    ExpandedText result;
    for (auto open = text.find('{'); open != text.npos; open = text.find('{'))
    {
        const auto close = text.find('}', open);
        if (close == text.npos) return ExpressionError{"a '{' has no '}'", result.numbers.size()};
        const std::string_view inside = text.substr(open + 1, close - open - 1);
        const auto colon              = inside.find(':');
        const std::string_view format = colon == inside.npos ? "" : inside.substr(colon + 1);
        result.text += text.substr(0, open);
        try
        {
            result.numbers.push_back(append_number(*this, inside.substr(0, colon), format, result.text));
        }
        catch (const ExpressionError& error)
        {
            return ExpressionError{fmt::format("{{{}}}: {}", inside, error.message), result.numbers.size()};
        }
        text.remove_prefix(close + 1);
    }
    result.text += text;
    return result;
}

} // namespace lab
