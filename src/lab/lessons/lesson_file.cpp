#include "base/message.hpp"
#include "base/text.hpp"
#include "base/toml_limits.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/settings/controls.hpp"
#include "lab/settings/lane_setup.hpp"
#include "lab/settings/set_up.hpp"

#include <fmt/core.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <initializer_list>

namespace lab
{

namespace
{

// Reads strings and settings from TOML tables. Keeps the first error with its line number.
class TableReader
{
public:
    explicit TableReader(std::string_view file)
        : file_{file}
    {
    }

    // Reports an error as "file:line: what"; only the first is kept. `at` is the node with the error; null: line 1.
    void refuse(const toml::node* at, std::string_view what) { refuse(at != nullptr ? line_of(*at) : 1, what); }
    void refuse(int line, std::string_view what)
    {
        if (error_.empty()) error_ = base::message("{}:{}: {}", file_, line, base::Verbatim{what});
    }
    static int line_of(const toml::node& node) { return static_cast<int>(node.source().begin.line); }
    const std::string& error() const { return error_; }

    // The string at `key`. Reports an error if it is missing or no string.
    std::string text(const toml::table& table, std::string_view key)
    {
        const auto* node = table.get(key);
        if (node != nullptr && node->is_string()) return node->value_or(std::string{});
        refuse(node != nullptr ? node : &table, base::message("'{}' is missing or is not a string", key));
        return {};
    }

    std::vector<Assertion> texts(const toml::table& table, std::string_view key)
    {
        std::vector<Assertion> all;
        const auto* array = table.get_as<toml::array>(key);
        if (array == nullptr)
            refuse(table.contains(key) ? table.get(key) : &table,
                   base::message("'{}' is missing or is not a list of strings", key));
        else
            for (const toml::node& node : *array)
            {
                if (!node.is_string()) refuse(&node, base::message("'{}' takes strings", key));
                all.push_back({node.value_or(std::string{}), line_of(node)});
            }
        return all;
    }

    // Converts a value to command line syntax: a string, a number, "on" or "off".
    std::string value_text(const toml::node& node)
    {
        if (const auto* text = node.as_string()) return text->get();
        if (const auto* flag = node.as_boolean()) return flag->get() ? "on" : "off";
        if (const auto* whole = node.as_integer()) return fmt::format("{}", whole->get());
        if (const auto* real = node.as_floating_point()) return fmt::format("{}", real->get());
        refuse(&node, "a lane's setting must be a string, a number, true or false");
        return {};
    }

    // An assignment for each key of a table, except the keys `not_settings`.
    std::vector<Change> changes(const toml::table& table, std::initializer_list<std::string_view> not_settings = {})
    {
        std::vector<Change> all;
        for (const auto& [key, node] : table)
            if (std::ranges::find(not_settings, key.str()) == not_settings.end())
                all.push_back({std::string{key.str()}, value_text(node), line_of(node)});
        return all;
    }

private:
    std::string_view file_;
    std::string error_;
};

using LaneChanges = std::vector<std::vector<Change>>;

// The set-up with the assignments `changes`, then `more`, applied to the defaults.
LaneSetup set_up(TableReader& reading, const toml::node& node, std::vector<Change> changes,
                 const std::vector<Change>& more)
{
    changes.insert(changes.end(), more.begin(), more.end());
    LaneSetup setup;
    if (const auto error = apply(setup, std::move(changes)))
        reading.refuse(error->line > 0 ? error->line : reading.line_of(node), error->what);
    return setup;
}

// Reports names that are not unique, or that are reserved for extra lanes ("belief" and "without").
void check_names(TableReader& reading, const toml::node& node, std::span<const LaneSetup> lanes)
{
    const std::string& name = lanes.back().name;
    const toml::node* wrong = node.as_table()->contains("name") ? node.as_table()->get("name") : &node;
    if (name == belief_name || name == without_name)
        reading.refuse(wrong, base::message("no [[lane]] may be named '{}'", name));
    if (std::ranges::count(lanes, name, &LaneSetup::name) > 1)
        reading.refuse(wrong, base::message("another [[lane]] is named '{}'; give this one its own 'name'", name));
}

void read_lanes(TableReader& reading, const toml::table& table, Lesson& lesson, LaneChanges& written)
{
    std::vector<Change> of_all;
    if (const auto* all = table.get_as<toml::table>("all"))
        of_all = reading.changes(*all);
    else if (table.contains("all"))
        return reading.refuse(table.get("all"), "'all' must be a table: [all]");
    const auto* lanes = table.get_as<toml::array>("lane");
    if (lanes == nullptr || lanes->empty())
        return reading.refuse(table.contains("lane") ? table.get("lane") : &table, "the lesson has no [[lane]]");
    for (const toml::node& node : *lanes)
    {
        const toml::table* lane = node.as_table();
        if (lane == nullptr) return reading.refuse(&node, "a lane must be a [[lane]]");
        std::vector<Change>& changes   = written.emplace_back(of_all);
        const std::vector<Change> more = reading.changes(*lane);
        lesson.lanes.push_back(set_up(reading, node, changes, more));
        check_names(reading, node, lesson.lanes);
        changes.insert(changes.end(), more.begin(), more.end());
    }
}

// The number at `key`, empty if missing. Reports an error if it is not a whole number of at least 1.
std::optional<std::int64_t> read_count(TableReader& reading, const toml::table& table, std::string_view key)
{
    if (!table.contains(key)) return std::nullopt;
    const auto count = table[key].value<std::int64_t>().value_or(0);
    if (count < 1) reading.refuse(table.get(key), base::message("'{}' must be a whole number, from 1", key));
    return count;
}

void read_length(TableReader& reading, const toml::table& table, RunLength& length)
{
    if (const auto* seconds = table.get("seconds"))
    {
        const double time = seconds->value<double>().value_or(0.0);
        if (!(time > 0.0) || time > 1e9) return reading.refuse(seconds, "'seconds' must be over 0 and at most 1e9");
        length.time = timestep::from_seconds(time);
    }
    length.frames = read_count(reading, table, "frames");
    length.ticks  = read_count(reading, table, "ticks");
    if (!length.time && !length.frames && !length.ticks)
        reading.refuse(&table, "'seconds', 'frames' or 'ticks' must set the length of the run");
}

// The line number of each { in the explanation, which begins on line `first`.
std::vector<int> brace_lines(std::string_view text, int first)
{
    std::vector<int> lines;
    int line = 1;
    for (const char c : text)
    {
        if (c == '\n') ++line;
        if (c == '{' && line >= first) lines.push_back(line);
    }
    return lines;
}

// Reads the explanation. `text` is the whole file.
void read_explanation(TableReader& reading, const toml::table& table, std::string_view text, Lesson& lesson)
{
    lesson.explanation = reading.text(table, "explanation");
    if (lesson.explanation.empty()) return;
    const int line          = reading.line_of(*table.get("explanation"));
    lesson.expression_lines = brace_lines(text, line);
    // A brace that the file writes as an escape, such as \u007b, gets the line number of the explanation's beginning.
    lesson.expression_lines.resize(static_cast<std::size_t>(std::ranges::count(lesson.explanation, '{')), line);
}

void read_question(TableReader& reading, const toml::table& table, Lesson& lesson)
{
    lesson.question = reading.text(table, "question");
    for (const Assertion& answer : reading.texts(table, "answers")) lesson.answers.push_back(answer.text);
    const auto right = table["right"].value<std::int64_t>().value_or(0);
    if (right < 1 || right > std::ssize(lesson.answers))
        return reading.refuse(table.get("right"), "'right' must be the number of the right answer, from 1");
    lesson.right = static_cast<std::size_t>(right - 1);
}

void refuse_unknown(TableReader& reading, const toml::table& table, std::span<const std::string_view> keys)
{
    for (const auto& [key, node] : table)
        if (std::ranges::find(keys, key.str()) == keys.end())
            reading.refuse(&node, base::unknown_name_message("key", key.str(), keys));
}

constexpr std::array<std::string_view, 7> common_keys{"title", "watch",  "question",   "answers",
                                                      "right", "assert", "explanation"};

std::vector<std::string_view> with_common(std::initializer_list<std::string_view> more)
{
    std::vector<std::string_view> keys{common_keys.begin(), common_keys.end()};
    keys.insert(keys.end(), more);
    return keys;
}

// The index of the node's string in `names`. Reports an error and returns 0 if `names` does not contain it.
template <class NameRange>
std::size_t place_in(TableReader& reading, const toml::node& node, std::string_view what, const NameRange& names)
{
    const auto name  = node.value<std::string_view>().value_or("");
    const auto found = std::ranges::find(names, name);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    reading.refuse(&node, base::unknown_name_message(what, name, names));
    return 0;
}

void read_proof(TableReader& reading, const toml::table& table, Lesson& lesson)
{
    if (!table.contains("proof")) return;
    const toml::table* proof = table.get_as<toml::table>("proof");
    if (proof == nullptr) return reading.refuse(table.get("proof"), "'proof' must be a table: [proof]");
    constexpr std::array<std::string_view, 4> keys{"at", "lane", "dock", "plots"};
    refuse_unknown(reading, *proof, keys);
    Proof& stands = lesson.proof;
    if (const toml::node* at = proof->get("at"))
    {
        const double seconds = at->value<double>().value_or(-1.0);
        if (!(seconds >= 0.0) || seconds > 1e6) return reading.refuse(at, "'at' must be 0 to 1e6 seconds");
        stands.at = timestep::from_seconds(seconds);
    }
    std::vector<std::string_view> names;
    for (const LaneSetup& lane : lesson.lanes) names.push_back(lane.name);
    if (const toml::node* lane = proof->get("lane")) stands.lane = place_in(reading, *lane, "lane", names);
    if (const toml::node* dock = proof->get("dock"))
        stands.dock =
            static_cast<Dock>(place_in(reading, *dock, "page of the dock", control(ControlId::dock).choices()));
    if (!proof->contains("plots")) return;
    std::array<std::string_view, plot_names.size()> plots;
    std::ranges::transform(plot_names, plots.begin(), &PlotName::name);
    const auto* array = proof->get_as<toml::array>("plots");
    if (array == nullptr) return reading.refuse(proof->get("plots"), "'plots' must be a list of names");
    for (const toml::node& plot : *array) stands.plots |= 1U << place_in(reading, plot, "plot", plots);
}

// The index of the lane that `table` names at the key `lane`.
std::size_t lane_in(TableReader& reading, const toml::table& table, std::string_view kind, const Lesson& lesson)
{
    const toml::node* lane = table.get("lane");
    if (lane == nullptr)
    {
        reading.refuse(&table, fmt::format("'lane' must name the lane of the {}", kind));
        return 0;
    }
    std::vector<std::string_view> names;
    for (const LaneSetup& of : lesson.lanes) names.push_back(of.name);
    return place_in(reading, *lane, "lane", names);
}

// The assignments of a table, with one that gives the lane the name `name`.
std::vector<Change> settings_in(TableReader& reading, const toml::table& table,
                                std::initializer_list<std::string_view> not_settings, std::string_view name)
{
    std::vector<Change> changes = reading.changes(table, not_settings);
    changes.push_back({"name", std::string{name}});
    return changes;
}

void read_belief(TableReader& reading, const toml::table& table, const LaneChanges& written, Lesson& lesson)
{
    Belief& belief    = lesson.beliefs.emplace_back();
    const auto answer = table["answer"].value<std::int64_t>().value_or(0);
    const bool wrong =
        answer >= 1 && answer <= std::ssize(lesson.answers) && answer != static_cast<std::int64_t>(lesson.right) + 1;
    const toml::node& asked = table.contains("answer") ? *table.get("answer") : table;
    if (!wrong) return reading.refuse(&asked, "'answer' must be the number of a wrong answer, from 1");
    belief.answer = static_cast<std::size_t>(answer - 1);
    if (std::ranges::count(lesson.beliefs, belief.answer, &Belief::answer) > 1)
        reading.refuse(&asked, "this answer already has a [[belief]]");
    belief.shows.text = reading.text(table, "shows");
    belief.shows.line = reading.line_of(table.contains("shows") ? *table.get("shows") : table);
    belief.lane       = lane_in(reading, table, "belief", lesson);
    belief.setup      = set_up(reading, table, written[belief.lane],
                               settings_in(reading, table, {"answer", "shows", "lane"}, belief_name));
}

Without& read_excluded(TableReader& reading, const toml::table& table, Lesson& lesson)
{
    Without& without   = lesson.without.emplace_back();
    without.excludes   = reading.text(table, "excludes");
    without.assertions = reading.texts(table, "assert");
    return without;
}

void read_without(TableReader& reading, const toml::table& table, const LaneChanges& written, Lesson& lesson)
{
    Without& without = read_excluded(reading, table, lesson);
    const auto lane  = lane_in(reading, table, "run without the cause", lesson);
    without.setup    = set_up(reading, table, written[lane],
                              settings_in(reading, table, {"excludes", "assert", "lane"}, without_name));
}

// Calls `read` for each table of the array of tables `key`, which may be missing.
void read_each(TableReader& reading, const toml::table& table, std::string_view key, const auto& read)
{
    if (!table.contains(key)) return;
    const auto* array = table.get_as<toml::array>(key);
    if (array == nullptr) return reading.refuse(table.get(key), fmt::format("'{0}' must be written [[{0}]]", key));
    for (const toml::node& node : *array)
    {
        if (!node.is_table()) return reading.refuse(&node, fmt::format("'{0}' must be written [[{0}]]", key));
        read(*node.as_table());
    }
}

// Reads the keys "watched" and "try".
void read_play(TableReader& reading, const toml::table& table, Lesson& lesson)
{
    if (const toml::node* watched = table.get("watched"))
    {
        const double seconds = watched->value<double>().value_or(0.0);
        if (!(seconds >= 1.0) || seconds > 60.0) return reading.refuse(watched, "'watched' must be 1 to 60 seconds");
        lesson.watched = timestep::from_seconds(seconds);
    }
    const toml::node* free = table.get("try");
    if (free == nullptr || lesson.lanes.empty()) return;
    const std::string path = reading.text(table, "try");
    for (const LaneSetup& lane : lesson.lanes)
        if (lesson.free = find_control(lane.settings, path); lesson.free == nullptr)
            return reading.refuse(
                free, base::unknown_name_message("control of its lanes", path, control_paths(lane.settings)));
}

// A key is the path of a control; "network." at the beginning of a path may be left out.
void read_network_changes(TableReader& reading, const toml::table& table, std::span<const Change> changes,
                          Settings& settings)
{
    for (const Change& change : changes)
    {
        const bool is_path = change.key.find('.') != change.key.npos;
        if (const auto error = set(settings, is_path ? change.key : "network." + change.key, change.value))
            return reading.refuse(table.get(change.key), *error);
    }
}

// Reads the network of a lesson. Controls without a key keep their defaults.
void read_network(TableReader& reading, const toml::table& table, Lesson& lesson)
{
    const toml::table* network = table.get_as<toml::table>("network");
    if (network == nullptr) return reading.refuse(table.get("network"), "'network' must be a table: [network]");
    const std::vector<Change> changes = reading.changes(*network);
    read_network_changes(reading, *network, changes, lesson.network.emplace());
    if (!network->contains("kind")) reading.refuse(network, "'kind' must set how the PCs are synchronised");
    // At most one hour, because a networked game stores every step in memory.
    const Nanos length = lesson.length.time.value_or(Nanos::zero());
    if (length < std::chrono::seconds{1} || length > std::chrono::hours{1})
        reading.refuse(table.contains("seconds") ? table.get("seconds") : network,
                       "'seconds' must set the length of the run, 1 to 3600");
    lesson.expected = reading.texts(table, "expect");
    read_each(reading, table, "without",
              [&](const toml::table& without)
              {
                  Settings& settings = read_excluded(reading, without, lesson).network.emplace(*lesson.network);
                  read_network_changes(reading, without, reading.changes(without, {"excludes", "assert"}), settings);
              });
    refuse_unknown(reading, table, with_common({"seconds", "expect", "network", "without"}));
}

// Reads the keys of a lesson with lanes.
void read_course(TableReader& reading, const toml::table& table, Lesson& lesson)
{
    LaneChanges written;
    read_lanes(reading, table, lesson, written);
    if (written.empty()) return;
    read_each(reading, table, "belief", [&](const auto& belief) { read_belief(reading, belief, written, lesson); });
    read_each(reading, table, "without", [&](const auto& without) { read_without(reading, without, written, lesson); });
    read_play(reading, table, lesson);
    read_proof(reading, table, lesson);
    refuse_unknown(
        reading, table,
        with_common({"seconds", "frames", "ticks", "watched", "try", "all", "lane", "belief", "without", "proof"}));
}

} // namespace

base::Result<Lesson> parse_lesson(std::string_view text, std::string_view name)
{
    const std::string file = fmt::format("{}.toml", name);
    if (const auto too_much = base::exceeded_toml_limit(text))
        return base::message("{}:{}: {}", file, too_much->line, base::Verbatim{too_much->what});
    toml::table table;
    try
    {
        table = toml::parse(text, file);
    }
    catch (const toml::parse_error& e)
    {
        return base::message("{}:{}: {}", file, e.source().begin.line,
                             base::Verbatim{base::printable(e.description(), 2 * base::max_shown_characters)});
    }
    TableReader reading{file};
    Lesson lesson{.name = std::string{name}};
    lesson.title      = reading.text(table, "title");
    lesson.watch      = reading.text(table, "watch");
    lesson.assertions = reading.texts(table, "assert");
    read_explanation(reading, table, text, lesson);
    read_question(reading, table, lesson);
    read_length(reading, table, lesson.length);
    if (table.contains("network"))
        read_network(reading, table, lesson);
    else
        read_course(reading, table, lesson);
    if (!reading.error().empty()) return reading.error();
    return lesson;
}

} // namespace lab
