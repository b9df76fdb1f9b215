#include "lab/findings.hpp"

#include "io/printable.hpp"
#include "lab/scoreboard.hpp"
#include "lab/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace lab
{

namespace
{

constexpr std::size_t ticks_compared = 600;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

} // namespace

// Reads an expression from left to right and computes it on the way. The first thing that makes no sense is kept.
class Reader
{
public:
    Reader(Findings& findings, std::string_view text)
        : findings_{findings}
        , text_{text}
    {
    }

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

    bool take(std::string_view token)
    {
        if (!next_is(token)) return false;
        skip_spaces();
        text_.remove_prefix(token.size());
        return true;
    }
    /// Something else than what was expected.
    double nonsense(std::string why)
    {
        if (why_.empty()) why_ = std::move(why);
        text_ = {};
        return std::numeric_limits<double>::quiet_NaN();
    }
    const std::string& why() const { return why_; }
    std::string_view rest() const { return trimmed(text_); }

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
        if (!text_.empty() && (is_digit(text_.front()) || text_.front() == '-')) return number();
        if (!text_.empty() && is_letter(text_.front())) return metric();
        return nonsense(text_.empty() ? std::string{"it ends too early"}
                                      : fmt::format("'{}' is no number and no lane", io::printable(text_)));
    }

    double number()
    {
        std::size_t length = 1;
        while (length < text_.size() && (is_digit(text_[length]) || text_[length] == '.' || text_[length] == 'e' ||
                                         (text_[length] == '-' && text_[length - 1] == 'e')))
            ++length;
        const auto value = parse_number(text_.substr(0, length));
        if (!value) return nonsense(fmt::format("'{}' is no number", io::printable(text_.substr(0, length))));
        text_.remove_prefix(length);
        return *value;
    }

    std::string_view name()
    {
        std::size_t length = 0;
        while (length < text_.size() &&
               (is_letter(text_[length]) || is_digit(text_[length]) || text_[length] == '-' || text_[length] == '_'))
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
        nonsense(unknown("lane", called, names));
        return nullptr;
    }

    double metric()
    {
        LaneResult* of = lane();
        if (of == nullptr) return nonsense("");
        if (!take("."))
            return nonsense(fmt::format("after the lane '{}' comes a dot and a metric", io::printable(of->setup.name)));
        const std::string_view key = name();
        bool known                 = true;
        const double value         = findings_.metric_of(*of, key, known);
        if (known) return value;
        std::vector<std::string_view> keys;
        for (const MetricRow& row : all_metrics()) keys.push_back(row.key);
        for (const physics::EventKind& kind : physics::event_kinds) keys.push_back(kind.name);
        return nonsense(unknown("metric", key, keys));
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
};

namespace
{

struct Comparison
{
    std::string_view sign;
    bool (*holds)(double left, double right, double tolerance);
};

// The longer signs first, so that "<=" is not taken for "<".
constexpr std::array comparisons{
    Comparison{"==", [](double a, double b, double t) { return std::abs(a - b) <= t; }},
    Comparison{"!=", [](double a, double b, double t) { return std::abs(a - b) > t; }},
    Comparison{"<=", [](double a, double b, double) { return a <= b; }},
    Comparison{">=", [](double a, double b, double) { return a >= b; }},
    Comparison{"<", [](double a, double b, double) { return a < b; }},
    Comparison{">", [](double a, double b, double) { return a > b; }},
};

const Comparison* comparison_of(Reader& reader)
{
    for (const Comparison& comparison : comparisons)
        if (reader.take(comparison.sign)) return &comparison;
    return nullptr;
}

} // namespace

LaneResult* Findings::lane_of(std::string_view name)
{
    const auto found = std::ranges::find_if(results_, [&](const LaneResult& r) { return r.setup.name == name; });
    return found == results_.end() ? nullptr : &*found;
}

double Findings::metric_of(LaneResult& lane, std::string_view key, bool& known)
{
    if (key == "reproducible" && !lane.reproducible) lane.reproducible = reproducible(lane.setup);
    if (const MetricRow* metric = find_metric(key)) return metric->get(lane);
    for (const physics::EventKind& kind : physics::event_kinds)
        if (kind.name == key) return static_cast<double>(lane.events.*kind.count);
    known = false;
    return 0.0;
}

double Findings::differ(const LaneResult& a, const LaneResult& b)
{
    const auto [place, fresh] = differ_.try_emplace({a.setup.name, b.setup.name}, 0.0);
    if (fresh)
    {
        const LaneSetup both[]{a.setup, b.setup};
        place->second = static_cast<double>(first_disagreement(both, ticks_compared).value_or(0));
    }
    return place->second;
}

std::variant<double, Nonsense> Findings::value_of(std::string_view expression)
{
    Reader reader{*this, expression};
    const double value = reader.sum();
    if (!reader.rest().empty()) reader.nonsense(fmt::format("'{}' is too much", io::printable(reader.rest())));
    if (!reader.why().empty()) return Nonsense{reader.why()};
    return value;
}

std::variant<Checked, Nonsense> Findings::check(std::string_view assertion)
{
    Reader reader{*this, assertion};
    Checked checked{.left = reader.sum()};
    const Comparison* comparison = comparison_of(reader);
    if (comparison == nullptr) reader.nonsense("there is none of == != < <= > >= in it");
    checked.right    = reader.sum();
    double tolerance = 0.0;
    if (reader.take("+-"))
    {
        tolerance = reader.sum();
        if (reader.take("%")) tolerance *= std::abs(checked.right) / 100.0;
    }
    if (!reader.rest().empty()) reader.nonsense(fmt::format("'{}' is too much", io::printable(reader.rest())));
    if (!reader.why().empty()) return Nonsense{reader.why()};
    checked.holds = comparison->holds(checked.left, checked.right, tolerance);
    return checked;
}

std::variant<std::string, Nonsense> Findings::told_value(std::string_view expression, std::string_view format)
{
    const auto value = value_of(expression);
    if (const auto* nonsense = std::get_if<Nonsense>(&value)) return *nonsense;
    const double number = std::get<double>(value);
    const auto dot      = expression.find('.');
    LaneResult* lane    = dot == expression.npos ? nullptr : lane_of(expression.substr(0, dot));
    const auto* metric  = lane == nullptr ? nullptr : find_metric(expression.substr(dot + 1));
    if (format.empty()) return metric != nullptr ? value_text(*metric, *lane) : fmt::format("{:.4g}", number);
    try
    {
        return fmt::format(fmt::runtime(fmt::format("{{:{}}}", format)), number);
    }
    catch (const fmt::format_error&)
    {
        return Nonsense{fmt::format("'{}' is no format of a number", io::printable(format))};
    }
}

std::variant<std::string, Nonsense> Findings::told(std::string_view text)
{
    std::string all;
    for (auto open = text.find('{'); open != text.npos; open = text.find('{'))
    {
        const auto close = text.find('}', open);
        if (close == text.npos) return Nonsense{"a { without its }"};
        const std::string_view inside = text.substr(open + 1, close - open - 1);
        const auto colon              = inside.find(':');
        auto value = told_value(inside.substr(0, colon), colon == inside.npos ? "" : inside.substr(colon + 1));
        if (auto* nonsense = std::get_if<Nonsense>(&value))
            return Nonsense{fmt::format("{{{}}}: {}", inside, nonsense->why)};
        all += text.substr(0, open);
        all += std::get<std::string>(value);
        text.remove_prefix(close + 1);
    }
    return all.append(text);
}

} // namespace lab
