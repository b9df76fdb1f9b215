#include "lab/lessons/findings.hpp"

#include "lab/lessons/expression.hpp"
#include "lab/lessons/network_game.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace lab
{

namespace
{

constexpr std::size_t ticks_compared = 600;

struct Relation
{
    std::string_view sign;
    bool (*holds)(double left, double right, double tolerance);
};

// Comparison signs. Those of two characters come first, so that "<=" is not read as "<".
constexpr std::array comparisons{
    Relation{"==", [](double a, double b, double t) { return std::abs(a - b) <= t; }},
    Relation{"!=", [](double a, double b, double t) { return std::abs(a - b) > t; }},
    Relation{"<=", [](double a, double b, double) { return a <= b; }},
    Relation{">=", [](double a, double b, double) { return a >= b; }},
    Relation{"<", [](double a, double b, double) { return a < b; }},
    Relation{">", [](double a, double b, double) { return a > b; }},
};

const Relation* comparison_of(ExpressionReader& reader)
{
    for (const Relation& comparison : comparisons)
        if (reader.take(comparison.sign)) return &comparison;
    return nullptr;
}

double network_number(const LaneResult& game, std::string_view key, bool& known)
{
    const auto found = std::ranges::find(network_numbers(), key, &NetworkNumber::key);
    known            = found != network_numbers().end();
    return known ? game.network[static_cast<std::size_t>(found - network_numbers().begin())] : 0.0;
}

} // namespace

std::string text_of(const Checked& checked)
{
    const auto number = [](double value)
    { return value != 0.0 && std::abs(value) < 1e-5 ? std::string{"almost 0"} : fmt::format("{:.6g}", value); };
    return checked.left == checked.right ? number(checked.left)
                                         : fmt::format("{} against {}", number(checked.left), number(checked.right));
}

LaneResult* Findings::lane_of(std::string_view name)
{
    const auto found = std::ranges::find_if(results_, [&](const LaneResult& r) { return r.setup.name == name; });
    return found == results_.end() ? nullptr : &*found;
}

double Findings::metric_of(LaneResult& lane, std::string_view key, bool& known)
{
    if (!lane.network.empty()) return network_number(lane, key, known);
    if (key == "reproducible" && !lane.reproducible) lane.reproducible = reproducible(lane.setup);
    if (const MetricRow* metric = find_metric(key)) return metric->get(lane);
    for (const sim::EventKind& kind : sim::event_kinds)
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
    ExpressionReader reader{*this, expression};
    const double value = reader.whole();
    if (!reader.why().empty()) return Nonsense{reader.why()};
    return value;
}

std::variant<Checked, Nonsense> Findings::check(std::string_view assertion)
{
    ExpressionReader reader{*this, assertion};
    Checked checked{.left = reader.sum()};
    const Relation* comparison = comparison_of(reader);
    if (comparison == nullptr) reader.nonsense("the assertion has none of == != < <= > >=");
    checked.right    = reader.sum();
    double tolerance = 0.0;
    if (reader.take("+-"))
    {
        tolerance = reader.sum();
        if (reader.take("%")) tolerance *= std::abs(checked.right) / 100.0;
    }
    if (!reader.rest().empty()) reader.nonsense(base::message("unexpected text at the end: '{}'", reader.rest()));
    if (!reader.why().empty()) return Nonsense{reader.why()};
    checked.holds = comparison->holds(checked.left, checked.right, tolerance);
    return checked;
}

// Appends the value of `expression` to `text`. Returns the position of the value in `text`, or the error if the
// expression is not valid.
std::variant<FilledNumber, Nonsense> Findings::add_number(std::string_view expression, std::string_view format,
                                                          std::string& text)
{
    ExpressionReader reader{*this, expression};
    const double number = reader.whole();
    if (!reader.why().empty()) return Nonsense{reader.why()};
    FilledNumber filled = reader.first();
    filled.begin        = text.size();
    const auto* metric  = find_metric(filled.metric);
    const bool is_alone =
        metric != nullptr && lane_of(filled.lane)->network.empty() && expression == filled.lane + "." + filled.metric;
    try
    {
        text += !format.empty() ? fmt::format(fmt::runtime(fmt::format("{{:{}}}", format)), number)
                : is_alone      ? value_text(*metric, *lane_of(filled.lane))
                                : fmt::format("{:.4g}", number);
    }
    catch (const fmt::format_error&)
    {
        return Nonsense{base::message("'{}' is no format of a number", format)};
    }
    filled.end = text.size();
    return filled;
}

std::variant<FilledText, Nonsense> Findings::fill(std::string_view text)
{
    FilledText all;
    for (auto open = text.find('{'); open != text.npos; open = text.find('{'))
    {
        const auto close = text.find('}', open);
        if (close == text.npos) return Nonsense{"a { without its }", all.numbers.size()};
        const std::string_view inside = text.substr(open + 1, close - open - 1);
        const auto colon              = inside.find(':');
        all.text += text.substr(0, open);
        auto number =
            add_number(inside.substr(0, colon), colon == inside.npos ? "" : inside.substr(colon + 1), all.text);
        if (auto* nonsense = std::get_if<Nonsense>(&number))
            return Nonsense{fmt::format("{{{}}}: {}", inside, nonsense->why), all.numbers.size()};
        all.numbers.push_back(std::get<FilledNumber>(std::move(number)));
        text.remove_prefix(close + 1);
    }
    all.text += text;
    return all;
}

} // namespace lab
