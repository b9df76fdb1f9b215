#include "lab/settings/set_up.hpp"

#include "base/message.hpp"
#include "base/text.hpp"
#include "lab/settings/control_text.hpp"
#include "lab/settings/controls.hpp"
#include "lab/settings/lag_text.hpp"
#include "sim/machine/presets.hpp"
#include "timestep/presets.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace lab
{

namespace
{

using Error  = std::optional<std::string>;
using Places = std::vector<std::size_t>;

template <class Rows>
std::string names_at(const Places& places, const Rows& rows)
{
    std::string text;
    for (const std::size_t place : places) text += fmt::format("{}{}", text.empty() ? "" : ",", rows[place].name);
    return text;
}

// Reads names that are joined by commas, and writes their indices in `rows` to the list `places`. Returns an error for
// an unknown name, a repeated name, no name, or more than `most` names.
template <class Rows>
Error read_names(Places& places, std::string_view text, const Rows& rows, std::size_t most, std::string_view what)
{
    std::vector<std::string_view> names;
    names.reserve(std::size(rows));
    for (const auto& row : rows) names.push_back(row.name);
    Places read;
    while (!text.empty())
    {
        const auto end   = std::min(text.find(','), text.size());
        const auto found = std::ranges::find(names, text.substr(0, end));
        if (found == names.end()) return base::unknown(what, text.substr(0, end), names);
        const auto place = static_cast<std::size_t>(found - names.begin());
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

std::string shown_plots(const Settings& settings)
{
    Places shown;
    for (std::size_t k = 0; k < plot_names.size(); ++k)
        if ((settings.view.plots & 1U << k) != 0) shown.push_back(k);
    return shown.empty() ? "none" : names_at(shown, plot_names);
}

Error show_plots(Settings& settings, std::string_view text)
{
    Places shown;
    if (text != "none")
        if (Error error = read_names(shown, text, plot_names, plot_names.size(), "plot")) return error;
    settings.view.plots = 0;
    for (const std::size_t k : shown) settings.view.plots |= 1U << k;
    return std::nullopt;
}

constexpr std::array all_lists{
    ListRow{"race.loops", "--loops", "The loops of a race, one to six.", "LOOP,LOOP,...",
            [](const Settings& s) { return names_at(s.race.loops, timestep::all_presets); },
            [](Settings& s, std::string_view text)
            { return read_names(s.race.loops, text, timestep::all_presets, RaceSettings::most_lanes, "loop"); }},
    ListRow{"race.machines", "--machines", "The machines of a duel, one to six.", "NAME,NAME,...",
            [](const Settings& s) { return names_at(s.race.machines, sim::all_presets()); },
            [](Settings& s, std::string_view text)
            { return read_names(s.race.machines, text, sim::all_presets(), RaceSettings::most_lanes, "machine"); }},
    ListRow{"machine.more_lag", "--more-lag", "Kinds of lag besides the delay, the jitter and the spikes, added up.",
            "LAG", [](const Settings& s) { return lag_text(s.machine.lag.more); }, set_more_lag},
    ListRow{"view.plots", "--plots", "The plots on the page plots of the dock, or none.", "PLOT,PLOT,...", shown_plots,
            show_plots},
};

const ListRow* find_list(std::string_view path)
{
    const auto found = std::ranges::find(all_lists, path, &ListRow::path);
    return found == all_lists.end() ? nullptr : &*found;
}

// Collects the assignments that turn the settings `from` into the settings `to`. Applies each of them to a copy of
// `from`, because some controls exist only after an earlier assignment.
class Follower
{
public:
    Follower(const Settings& to, const Settings& from)
        : to_{to}
        , now_{from}
    {
    }

    void follow(std::span<const Control> controls)
    {
        for (const Control& row : controls)
        {
            std::string text = exact_text(to_, row);
            if (text == exact_text(now_, row) || assign(now_, row, text)) continue;
            found_.push_back({std::string{row.path}, std::move(text)});
        }
    }
    void follow(const ListRow& list)
    {
        std::string text = list.get(to_);
        if (text == list.get(now_) || list.set(now_, text)) return;
        found_.push_back({std::string{list.path}, std::move(text)});
    }
    /// Returns the settings after the assignments collected so far.
    const Settings& now() const { return now_; }
    std::vector<Change> found() && { return std::move(found_); }

private:
    const Settings& to_;
    Settings now_;
    std::vector<Change> found_;
};

} // namespace

std::span<const ListRow> lists() { return all_lists; }

std::optional<std::string> set(Settings& settings, std::string_view path, std::string_view text)
{
    if (const ListRow* list = find_list(path)) return list->set(settings, text);
    if (const Control* row = find_control(settings, path)) return assign(settings, *row, text);
    auto paths = control_paths(settings);
    for (const ListRow& list : all_lists) paths.push_back(list.path);
    return base::unknown("setting", path, paths);
}

std::vector<Change> differences(const Settings& settings, const Settings& from)
{
    Follower follower{settings, from};
    follower.follow(controls());
    follower.follow(scene_controls(follower.now()));
    for (const auto axis : axis_controls(follower.now())) follower.follow(axis);
    for (const ListRow& list : all_lists) follower.follow(list);
    return std::move(follower).found();
}

std::string command_line(const Settings& settings)
{
    std::string line{"timestep_demo --fresh"};
    for (const Change& change : differences(settings))
    {
        const ListRow* list = find_list(change.key);
        const auto flag     = list != nullptr ? list->flag : find_control(settings, change.key)->flag;
        line += flag.empty() ? fmt::format(" --set {}", base::shell_word(change.key + "=" + change.value))
                             : fmt::format(" {} {}", flag, base::shell_word(change.value));
    }
    return line;
}

} // namespace lab
