#include "lab/settings/set_up.hpp"

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "lab/settings/control_text.hpp"
#include "lab/settings/controls.hpp"
#include "lab/settings/lag_text.hpp"
#include "lab/settings/set_up_link.hpp"
#include "sim/machine/presets.hpp"
#include "timestep/presets.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace lab
{

namespace
{

using Error  = std::optional<std::string>;
using Places = std::vector<std::size_t>;

constexpr std::string_view set_up_word = "timestep-lab set-up";
constexpr std::int64_t set_up_version  = 1;
constexpr std::size_t longest_set_up   = 16'384; // characters

std::vector<std::string_view> words_in(std::string_view text)
{
    std::vector<std::string_view> words;
    for (auto start = text.find_first_not_of(base::white_space); start != text.npos;)
    {
        const auto end = std::min(text.find_first_of(base::white_space, start), text.size());
        words.push_back(text.substr(start, end - start));
        start = text.find_first_not_of(base::white_space, end);
    }
    return words;
}

// Replaces each blank by %20 and each percent sign by %25, so that a value is one word.
std::string escaped(std::string_view text)
{
    std::string all;
    for (const char c : text) all += c == ' ' ? "%20" : c == '%' ? "%25" : std::string{c};
    return all;
}

std::string unescaped(std::string_view text)
{
    std::string all;
    for (std::size_t i = 0; i < text.size(); ++i)
    {
        const bool blank = text.substr(i).starts_with("%20"), percent = text.substr(i).starts_with("%25");
        all += blank ? ' ' : text[i];
        if (blank || percent) i += 2;
    }
    return all;
}

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

// Returns the names of the bits of a bit mask, joined by commas; "none" if no bit is set.
template <class Rows>
std::string names_of_bits(std::uint32_t bits, const Rows& rows)
{
    Places set;
    for (std::size_t k = 0; k < rows.size(); ++k)
        if ((bits & 1U << k) != 0) set.push_back(k);
    return set.empty() ? "none" : names_at(set, rows);
}

// Reads the text of names_of_bits(), and writes the bit mask to `bits`. Returns an error if the text is not valid.
template <class Rows>
Error read_bits(std::uint32_t& bits, std::string_view text, const Rows& rows, std::string_view what)
{
    Places set;
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

constexpr std::array all_lists{
    ListRow{"race.loops", "--loops", "loops of the race", "The loops of a race, one to six.", "LOOP,LOOP,...",
            [](const Settings& s) { return names_at(s.race.loops, timestep::all_presets); },
            [](Settings& s, std::string_view text)
            { return read_names(s.race.loops, text, timestep::all_presets, RaceSettings::most_lanes, "loop"); }},
    ListRow{"race.machines", "--machines", "machines of the duel", "The machines of a duel, one to six.",
            "NAME,NAME,...", [](const Settings& s) { return names_at(s.race.machines, sim::all_presets()); },
            [](Settings& s, std::string_view text)
            { return read_names(s.race.machines, text, sim::all_presets(), RaceSettings::most_lanes, "machine"); }},
    ListRow{"machine.more_lag", "--more-lag", "more lag",
            "Kinds of lag besides the delay, the jitter and the spikes, added up.", "LAG",
            [](const Settings& s) { return lag_text(s.machine.lag.more); }, set_more_lag},
    ListRow{"view.plots", "--plots", "plots", "The plots on the page plots of the dock, or none.", "PLOT,PLOT,...",
            [](const Settings& s) { return names_of_bits(s.view.plots, plot_names); },
            [](Settings& s, std::string_view text) { return read_bits(s.view.plots, text, plot_names, "plot"); }},
    ListRow{"view.folds", "--folds", "open folds", "The open folds of the panel with all controls, or none.",
            "FOLD,FOLD,...", [](const Settings& s) { return names_of_bits(s.view.folds, fold_names); },
            [](Settings& s, std::string_view text) { return read_bits(s.view.folds, text, fold_names, "fold"); }},
    ListRow{"compare.kept", "--keep", "kept set-up",
            "The kept set-up: the text that Ctrl+C copies. --mode compare shows it beside the present one.", "SET-UP",
            [](const Settings& s) { return s.race.kept; }, keep_set_up},
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

bool is_of_the_moment(std::string_view path)
{
    constexpr std::array<std::string_view, 4> paths{"lab.paused", "view.help", "view.present", "replay.at_s"};
    return std::ranges::find(paths, path) != paths.end();
}

bool is_of_a_file(std::string_view path, const Settings& settings)
{
    return path == "lab.mode" && shows_a_file(settings);
}

std::string set_up_text(const Settings& settings)
{
    std::string line = fmt::format("{} {}", set_up_word, set_up_version);
    for (const Change& change : differences(settings))
    {
        if (change.key.starts_with("view.") || is_of_the_moment(change.key)) continue;
        if (is_of_a_file(change.key, settings)) continue;
        line += fmt::format(" {}={}", change.key, escaped(change.value));
    }
    return line;
}

bool is_set_up(std::string_view text) { return base::trimmed(text).starts_with(set_up_word) || is_set_up_link(text); }

std::variant<Settings, std::string> parse_set_up(std::string_view text, const Settings& now)
{
    if (is_set_up_link(text)) return parse_set_up_link(text, now);
    text = base::trimmed(text);
    if (!is_set_up(text))
        return base::message("not a set-up: its text begins with '{} {}'", set_up_word, set_up_version);
    if (text.size() > longest_set_up)
        return fmt::format("a set-up has at most {} characters, not {}", longest_set_up, text.size());
    text.remove_prefix(set_up_word.size());
    const std::vector<std::string_view> words = words_in(text);
    const auto version                        = words.empty() ? std::nullopt : base::parse_count(words.front());
    if (!version) return base::message("a set-up begins with '{} VERSION'", set_up_word);
    if (*version != set_up_version)
        return base::message("the set-up has version {}; this program reads version {}", *version, set_up_version);
    Settings settings = now;
    forget(settings);
    for (const std::string_view word : std::span{words}.subspan(1))
    {
        const auto equals = word.find('=');
        if (equals == word.npos) return base::message("set-up: '{}' is not PATH=VALUE", word);
        const std::string_view path = word.substr(0, equals);
        if (path.starts_with("view.") || is_of_the_moment(path))
            return base::message("set-up: '{}' is a setting of the window, and no part of a set-up", path);
        if (const auto error = set(settings, path, unescaped(word.substr(equals + 1))))
            return base::message("set-up: {}: {}", path, base::Verbatim{*error});
    }
    adopt_machine(settings, machine_of_this_pc(now));
    return settings;
}

std::string command_line(const Settings& settings)
{
    std::string line{"timestep_demo --fresh"};
    for (const Change& change : differences(settings))
    {
        if (is_of_a_file(change.key, settings)) continue;
        const ListRow* list = find_list(change.key);
        const auto flag     = list != nullptr ? list->flag : find_control(settings, change.key)->flag;
        line += flag.empty() ? fmt::format(" --set {}", base::shell_word(change.key + "=" + change.value))
                             : fmt::format(" {} {}", flag, base::shell_word(change.value));
    }
    return line;
}

} // namespace lab
