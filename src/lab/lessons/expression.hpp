// lab/lessons/expression.hpp -- evaluates expressions about the results of loops, such as "2 * a.speed - b.speed"
#pragma once

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "lab/lessons/findings.hpp"
#include "lab/lessons/network_game.hpp"
#include "lab/metrics/scoreboard.hpp"

#include <limits>

namespace lab
{

namespace detail
{

inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

} // namespace detail

/// Evaluates an expression while it parses the text from left to right. Keeps the first error, which why() returns.
class ExpressionReader
{
public:
    ExpressionReader(Findings& findings, std::string_view text)
        : findings_{findings}
        , text_{text}
    {
    }

    /// Evaluates the whole text as one expression. If a part of the text is left over, returns NaN and reports an
    /// error.
    double whole()
    {
        const double value = sum();
        return rest().empty() ? value : nonsense(base::message("unexpected text at the end: '{}'", rest()));
    }

    /// Evaluates the next terms joined by + and -. Stops before "+-", which begins a tolerance. rest() returns the text
    /// that follows.
    double sum()
    {
        double value = product();
        while (!next_is("+-"))
        {
            if (take("+"))
                value += product();
            else if (take("-"))
                value -= product();
            else
                break;
        }
        return value;
    }

    /// If the remaining text begins with `token`, perhaps after spaces, skips it and returns true.
    bool take(std::string_view token)
    {
        if (!next_is(token)) return false;
        skip_spaces();
        text_.remove_prefix(token.size());
        return true;
    }
    /// Reports the error `why`. Only the first error is kept. Drops the remaining text and returns NaN.
    double nonsense(std::string why)
    {
        if (why_.empty()) why_ = std::move(why);
        text_ = {};
        return std::numeric_limits<double>::quiet_NaN();
    }
    /// Returns the first error in one line; empty if the text is valid so far.
    const std::string& why() const { return why_; }
    /// Returns the first lane and the first metric in the text, which the window shows as the tooltip of the
    /// computed number. FilledNumber::lane is empty if the text contains no lane.
    const FilledNumber& first() const { return first_; }
    std::string_view rest() const { return base::trimmed(text_); }

private:
    void skip_spaces()
    {
        while (text_.starts_with(' ')) text_.remove_prefix(1);
    }
    bool next_is(std::string_view token) const { return rest().starts_with(token); }

    double product()
    {
        double value = term();
        for (;;)
        {
            if (take("*"))
                value *= term();
            else if (take("/"))
                value /= term();
            else
                return value;
        }
    }

    double term()
    {
        skip_spaces();
        if (take("differ(")) return differ();
        if (!text_.empty() && (detail::is_digit(text_.front()) || text_.front() == '-')) return number();
        if (!text_.empty() && detail::is_letter(text_.front())) return metric();
        return nonsense(text_.empty() ? std::string{"the expression ends too early"}
                                      : base::message("'{}' is no number and no lane", text_));
    }

    double number()
    {
        std::size_t length = 1;
        while (length < text_.size() && (detail::is_digit(text_[length]) || text_[length] == '.' ||
                                         text_[length] == 'e' || (text_[length] == '-' && text_[length - 1] == 'e')))
            ++length;
        const auto value = base::number<double>(text_.substr(0, length));
        if (!value) return nonsense(base::message("'{}' is no number", text_.substr(0, length)));
        text_.remove_prefix(length);
        return *value;
    }

    std::string_view name()
    {
        std::size_t length = 0;
        while (length < text_.size() && (detail::is_letter(text_[length]) || detail::is_digit(text_[length]) ||
                                         text_[length] == '-' || text_[length] == '_'))
            ++length;
        const std::string_view found = text_.substr(0, length);
        text_.remove_prefix(length);
        return found;
    }

    LaneResult* lane()
    {
        skip_spaces();
        const std::string_view called = name();
        LaneResult* found             = findings_.lane_of(called);
        if (found != nullptr) return found;
        std::vector<std::string_view> names;
        for (const LaneResult& result : findings_.results_) names.push_back(result.setup.name);
        nonsense(base::unknown("lane", called, names));
        return nullptr;
    }

    double metric()
    {
        LaneResult* of = lane();
        if (of == nullptr) return nonsense("");
        if (!take(".")) return nonsense(base::message("after the lane '{}' comes a dot and a metric", of->setup.name));
        const std::string_view key = name();
        if (first_.lane.empty()) first_ = {.lane = of->setup.name, .metric = std::string{key}};
        bool known         = true;
        const double value = findings_.metric_of(*of, key, known);
        if (known) return value;
        return nonsense(base::unknown("metric", key, keys_of(*of)));
    }

    static std::vector<std::string_view> keys_of(const LaneResult& lane)
    {
        std::vector<std::string_view> keys;
        for (std::size_t i = 0; i < lane.network.size(); ++i) keys.push_back(network_numbers()[i].key);
        if (!keys.empty()) return keys;
        for (const MetricRow& row : all_metrics()) keys.push_back(row.key);
        for (const sim::EventKind& kind : sim::event_kinds) keys.push_back(kind.name);
        return keys;
    }

    double differ()
    {
        const LaneResult* a = lane();
        const bool comma    = take(",");
        const LaneResult* b = comma ? lane() : nullptr;
        if (a == nullptr || b == nullptr || !take(")")) return nonsense("differ takes two lanes: differ(here, there)");
        return findings_.differ(*a, *b);
    }

    Findings& findings_;
    std::string_view text_;
    std::string why_;
    FilledNumber first_;
};

} // namespace lab
