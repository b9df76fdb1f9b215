#include "base/message.hpp"
#include "base/text.hpp"
#include "lab/settings/controls.hpp"
#include "lab/settings/lag_text.hpp"
#include "lab/settings/set_up.hpp"
#include "sim/machine/settings.hpp"
#include "timestep/presets.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace lab
{

namespace
{

using base::Error;

// `places` are indices of `rows`, as numbers or as timestep::LoopId.
template <class Place, class Rows>
std::string names_at(const std::vector<Place>& places, const Rows& rows)
{
    std::string text;
    for (const Place place : places)
        text += fmt::format("{}{}", text.empty() ? "" : ",", rows[static_cast<std::size_t>(place)].name);
    return text;
}

// Reads names that are joined by commas, and writes their indices in `rows` to the list `places`. Returns an error for
// an unknown name, a repeated name, no name, or more than `most` names.
template <class Place, class Rows>
Error read_names(std::vector<Place>& places, std::string_view text, const Rows& rows, std::size_t most,
                 std::string_view what)
{
    std::vector<std::string_view> names;
    names.reserve(std::size(rows));
    for (const auto& row : rows) names.push_back(row.name);
    std::vector<Place> read;
    while (!text.empty())
    {
        const auto end   = std::min(text.find(','), text.size());
        const auto found = std::ranges::find(names, text.substr(0, end));
        if (found == names.end()) return base::unknown(what, text.substr(0, end), names);
        const auto place = static_cast<Place>(found - names.begin());
        if (std::ranges::find(read, place) != read.end()) return base::message("{} '{}' is there twice", what, *found);
        read.push_back(place);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (read.empty() || read.size() > most)
        return fmt::format("1 to {} names with commas between them, not {}", most, read.size());
    places = std::move(read);
    return std::nullopt;
}

Error set_more_lag(Settings& settings, std::string_view text)
{
    auto kinds = parse_lag(text);
    if (auto* error = std::get_if<std::string>(&kinds)) return std::move(*error);
    settings.machine.lag.more = std::get<std::vector<sim::LagKind>>(std::move(kinds));
    return std::nullopt;
}

// Returns the names of the bits of a bit mask, joined by commas; "none" if no bit is set.
template <class Rows>
std::string names_of_bits(std::uint32_t bits, const Rows& rows)
{
    std::vector<std::size_t> set;
    for (std::size_t k = 0; k < rows.size(); ++k)
        if ((bits & 1U << k) != 0) set.push_back(k);
    return set.empty() ? "none" : names_at(set, rows);
}

// Reads the text of names_of_bits(), and writes the bit mask to `bits`. Returns an error if the text is not valid.
template <class Rows>
Error read_bits(std::uint32_t& bits, std::string_view text, const Rows& rows, std::string_view what)
{
    std::vector<std::size_t> set;
    if (text != "none")
        if (Error error = read_names(set, text, rows, rows.size(), what)) return error;
    bits = 0;
    for (const std::size_t k : set) bits |= 1U << k;
    return std::nullopt;
}

Error keep_set_up(Settings& settings, std::string_view text)
{
    const auto read = parse_set_up(text, settings);
    if (const auto* error = std::get_if<std::string>(&read); error != nullptr && !text.empty()) return *error;
    settings.race.kept = text;
    return std::nullopt;
}

struct ListWords
{
    std::string_view path, flag, label, tip, syntax;
};

constexpr Control list(const ListWords& words, std::string (*get)(const Settings&),
                       Error (*set)(Settings&, std::string_view))
{
    return {.path  = words.path,
            .flag  = words.flag,
            .label = words.label,
            .unit  = words.syntax,
            .tip   = words.tip,
            .kind  = ControlKind::list,
            .at    = {.get_text = get, .set_text = set}};
}

constexpr std::array rows{
    list(
        {"race.loops", "--loops", "loops of the race", "The loops of a race, one to six.", "LOOP,LOOP,..."},
        [](const Settings& s) { return names_at(s.race.loops, timestep::all_presets); },
        [](Settings& s, std::string_view text)
        { return read_names(s.race.loops, text, timestep::all_presets, RaceSettings::most_lanes, "loop"); }),
    list(
        {"race.machines", "--machines", "machines of the duel", "The machines of a duel, one to six.", "NAME,NAME,..."},
        [](const Settings& s) { return names_at(s.race.machines, sim::all_presets()); },
        [](Settings& s, std::string_view text)
        { return read_names(s.race.machines, text, sim::all_presets(), RaceSettings::most_lanes, "machine"); }),
    list(
        {"machine.more_lag", "--more-lag", "more lag",
         "Kinds of lag besides the delay, the jitter and the spikes, added up.", "LAG"},
        [](const Settings& s) { return lag_text(s.machine.lag.more); }, set_more_lag),
    list(
        {"view.plots", "--plots", "plots", "The plots on the page plots of the dock, or none.", "PLOT,PLOT,..."},
        [](const Settings& s) { return names_of_bits(s.view.plots, plot_names); },
        [](Settings& s, std::string_view text) { return read_bits(s.view.plots, text, plot_names, "plot"); }),
    list(
        {"view.folds", "--folds", "open folds", "The open folds of the panel with all controls, or none.",
         "FOLD,FOLD,..."},
        [](const Settings& s) { return names_of_bits(s.view.folds, fold_names); },
        [](Settings& s, std::string_view text) { return read_bits(s.view.folds, text, fold_names, "fold"); }),
    list(
        {"compare.kept", "--keep", "kept set-up",
         "The kept set-up: the text that Ctrl+C copies. --mode compare shows it beside the present one.", "SET-UP"},
        [](const Settings& s) { return s.race.kept; }, keep_set_up),
};

} // namespace

std::span<const Control> list_controls() { return rows; }

} // namespace lab
