#include "base/text.hpp"

#include "base/message.hpp"
#include "base/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace base
{

namespace
{
using timestep::Nanos;

// Returns the Levenshtein distance of `a` and `b`. Keeps only one row of the table.
std::size_t edits(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i)
    {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j)
        {
            const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal                  = std::exchange(row[j + 1], std::min({row[j] + 1, row[j + 1] + 1, changed}));
        }
    }
    return row.back();
}

struct Renamed
{
    std::string_view old;
    std::string_view now;
};

// Old and new names of flags, commands, values and paths.
constexpr std::array renamed_words{
    Renamed{"experiment", "lesson"},    Renamed{"experiments", "lessons"},
    Renamed{"capture", "recording"},    Renamed{"capture-end", "recording-end"},
    Renamed{"record", "record-frames"}, Renamed{"record-play", "record-replay"},
    Renamed{"play", "replay"},          Renamed{"play-at", "replay-at"},
    Renamed{"beside", "side_by_side"}, // the flag is written side-by-side
};

// Replaces old words by new ones: "--experiment" becomes "--lesson". Words are separated by dots, after leading dashes.
// In a flag, "_" becomes "-".
std::string with_new_words(std::string_view text)
{
    const auto begin = std::min(text.find_first_not_of('-'), text.size());
    std::string all{text.substr(0, begin)};
    for (std::size_t at = begin; at <= text.size();)
    {
        const auto end              = std::min(text.find('.', at), text.size());
        const std::string_view word = text.substr(at, end - at);
        const auto found            = std::ranges::find(renamed_words, word, &Renamed::old);
        all += found == renamed_words.end() ? word : found->now;
        if (end < text.size()) all += '.';
        at = end + 1;
    }
    if (begin > 0) std::ranges::replace(all, '_', '-');
    return all;
}
} // namespace

std::optional<double> parse_number(std::string_view text) { return base::number<double>(text); }

std::optional<std::int64_t> parse_count(std::string_view text)
{
    const auto number = parse_number(text);
    if (!number || *number < 1.0 || *number > 1e12 || *number != std::floor(*number)) return std::nullopt;
    return static_cast<std::int64_t>(*number);
}

std::optional<Nanos> parse_duration(std::string_view text, Nanos bare_unit)
{
    static constexpr std::array<std::pair<std::string_view, double>, 4> units{
        {{"ms", 1e6}, {"us", 1e3}, {"ns", 1.0}, {"s", 1e9}}};
    double unit = static_cast<double>(bare_unit.count());
    for (const auto& [name, nanos] : units)
        if (text.ends_with(name))
        {
            unit = nanos;
            text.remove_suffix(name.size());
            break;
        }
    const auto value = parse_number(text);
    if (!value || *value < 0.0 || *value * unit > 9e18) return std::nullopt;
    return Nanos{std::llround(*value * unit)};
}

std::string duration_text(Nanos time)
{
    if (time.count() % 1'000'000 == 0) return fmt::format("{}ms", time.count() / 1'000'000);
    return fmt::format("{}ns", time.count());
}

std::string time_text(Nanos time)
{
    const std::string_view sign = time < Nanos::zero() ? "-" : "";
    const double ns             = std::abs(static_cast<double>(time.count()));
    const auto in               = [&](double unit, std::string_view name)
    {
        const double number = ns / unit; // from 999.5 on, {:.3g} would write an exponent
        return number < 999.5 ? fmt::format("{}{:.3g} {}", sign, number, name)
                              : fmt::format("{}{:.0f} {}", sign, number, name);
    };
    if (ns == 0.0) return "0 ms";
    if (ns < 1e3) return in(1.0, "ns");
    if (ns < 999.5e3) return in(1e3, "µs");
    if (ns < 999.5e6) return in(1e6, "ms");
    if (ns < 60e9) return in(1e9, "s");
    return ns < 3600e9 ? in(60e9, "min") : in(3600e9, "h");
}

std::string rate_text(timestep::Rate rate)
{
    for (const int decimals : {0, 2, 3})
        if (std::string text = fmt::format("{:.{}f}", timestep::hertz(rate), decimals);
            timestep::parse_rate(text) == rate)
            return text;
    return fmt::format("{}/{}", rate.num, rate.den);
}

std::string_view nearest(std::string_view text, std::span<const std::string_view> choices)
{
    const auto renamed = std::ranges::find(choices, with_new_words(text));
    if (renamed != choices.end()) return *renamed;
    // If the text is a prefix of a choice, all missing letters together count as one edit.
    const auto distance = [&](std::string_view choice)
    { return text.size() > 2 && choice.starts_with(text) ? 1 : edits(text, choice); };
    const auto best =
        std::min_element(choices.begin(), choices.end(), [&](auto a, auto b) { return distance(a) < distance(b); });
    return best == choices.end() ? std::string_view{} : *best;
}

std::string unknown(std::string_view what, std::string_view text, std::span<const std::string_view> choices)
{
    const std::string shown = printable(text);
    return message("unknown {} '{}'; did you mean '{}'?", what, shown, nearest(shown, choices));
}

} // namespace base
