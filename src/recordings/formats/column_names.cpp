#include "recordings/formats/column_names.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace recordings
{
namespace
{

struct UnitWord
{
    std::string_view word;
    Unit unit;
    bool glued; // true: the unit may be the end of a longer word, such as the "ms" in "framems"
};

constexpr std::array unit_words{
    UnitWord{"milliseconds", Unit::ms, true},
    UnitWord{"microseconds", Unit::us, true},
    UnitWord{"nanoseconds", Unit::ns, true},
    UnitWord{"seconds", Unit::s, true},
    UnitWord{"millis", Unit::ms, true},
    UnitWord{"micros", Unit::us, true},
    UnitWord{"nanos", Unit::ns, true},
    UnitWord{"msec", Unit::ms, true},
    UnitWord{"usec", Unit::us, true},
    UnitWord{"nsec", Unit::ns, true},
    UnitWord{"secs", Unit::s, true},
    UnitWord{"sec", Unit::s, true},
    UnitWord{"ms", Unit::ms, true},
    UnitWord{"us", Unit::us, true},
    UnitWord{"\xC2\xB5s", Unit::us, true}, // micro sign; the next row has the Greek letter mu
    UnitWord{"\xCE\xBCs", Unit::us, true},
    UnitWord{"ns", Unit::ns, true},
    UnitWord{"s", Unit::s, false},
};

constexpr std::array<std::string_view, 14> frame_times{
    "frametime",     "frametimes",  "dt",         "delta",          "deltat",
    "deltatime",     "timedelta",   "framedelta", "framedeltatime", "frameduration",
    "frameinterval", "framelength", "perframe",   "betweenpresents"};
constexpr std::array<std::string_view, 9> clocks{"time", "times", "timestamp",   "timestamps", "t",
                                                 "ts",   "clock", "elapsedtime", "elapsed"};

template <std::size_t Size>
bool is_one_of(std::string_view text, const std::array<std::string_view, Size>& all)
{
    return std::find(all.begin(), all.end(), text) != all.end();
}

// Splits a column's name into words in lower case. Bytes above 127 are parts of words, so the two bytes of µ stay
// together.
std::vector<std::string> words_of(std::string_view name)
{
    std::vector<std::string> words;
    bool inside = false;
    for (const char c : name)
    {
        const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
        const bool part  = (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') || static_cast<signed char>(c) < 0;
        if (part && !inside) words.emplace_back();
        if (part) words.back() += lower;
        inside = part;
    }
    return words;
}

std::optional<ColumnMeaning> meaning(std::string_view base, std::optional<Unit> unit)
{
    if (is_one_of(base, clocks)) return ColumnMeaning{true, unit};
    // A column named "frame" has frame numbers, unless its name has a unit.
    if (is_one_of(base, frame_times) || (base == "frame" && unit)) return ColumnMeaning{false, unit};
    return std::nullopt;
}

} // namespace

std::optional<ColumnMeaning> meaning_of(std::string_view name)
{
    std::vector<std::string> words = words_of(name);
    std::optional<Unit> unit;
    // The unit can be the first or the last word of a column's name: "ms per frame".
    for (const UnitWord& u : unit_words)
    {
        if (unit || words.size() < 2) break;
        const bool behind = words.back() == u.word, before = words.front() == u.word && u.unit != Unit::s;
        if (!behind && !before) continue;
        unit = u.unit;
        words.erase(behind ? words.end() - 1 : words.begin());
    }
    std::erase(words, "in");
    std::string base;
    for (const std::string& word : words) base += word;
    if (const auto found = meaning(base, unit); found || unit) return found;

    for (const UnitWord& u : unit_words)
    {
        if (!u.glued) continue;
        std::string_view rest = base;
        if (rest.ends_with(u.word))
            rest.remove_suffix(u.word.size());
        else if (u.unit == Unit::ms && rest.starts_with(u.word))
            rest.remove_prefix(u.word.size());
        else
            continue;
        if (const auto found = meaning(rest, u.unit)) return found;
    }
    return std::nullopt;
}

} // namespace recordings
