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

    // Stores the first error, and ignores all later ones. `node` is the wrong part of the file; null stands for line 1.
    void report_error(const toml::node* node, std::string_view message)
    {
        report_error(node != nullptr ? line_of(*node) : 1, message);
    }
    void report_error(int line, std::string_view message)
    {
        if (error_.empty()) error_ = base::message("{}:{}: {}", file_, line, base::Verbatim{message});
    }
    static int line_of(const toml::node& node) { return static_cast<int>(node.source().begin.line); }
    const std::string& error() const { return error_; }

    // Reports an error if the key is missing or its value is no string.
    std::string read_string(const toml::table& table, std::string_view key)
    {
        const auto* node = table.get(key);
        if (node != nullptr && node->is_string()) return node->value_or(std::string{});
        report_error(node != nullptr ? node : &table, base::message("'{}' is missing or is not a string", key));
        return {};
    }

    // Reads a list of strings with their line numbers. Reports an error if the key is missing or a value is no string.
    std::vector<Assertion> read_strings(const toml::table& table, std::string_view key)
    {
        std::vector<Assertion> strings;
        const auto* array = table.get_as<toml::array>(key);
        if (array == nullptr)
            report_error(table.contains(key) ? table.get(key) : &table,
                         base::message("'{}' is missing or is not a list of strings", key));
        else
            for (const toml::node& node : *array)
            {
                if (!node.is_string()) report_error(&node, base::message("'{}' takes strings", key));
                strings.push_back({node.value_or(std::string{}), line_of(node)});
            }
        return strings;
    }

    // Converts a TOML value to the text that a command line option would have. Reports an error for other types.
    std::string setting_text(const toml::node& node)
    {
        if (const auto* text = node.as_string()) return text->get();
        if (const auto* flag = node.as_boolean()) return flag->get() ? "on" : "off";
        if (const auto* whole = node.as_integer()) return fmt::format("{}", whole->get());
        if (const auto* real = node.as_floating_point()) return fmt::format("{}", real->get());
        report_error(&node, "a lane's setting must be a string, a number, true or false");
        return {};
    }

    std::vector<Change> read_changes(const toml::table& table,
                                     std::initializer_list<std::string_view> excluded_keys = {})
    {
        std::vector<Change> changes;
        for (const auto& [key, node] : table)
            if (std::ranges::find(excluded_keys, key.str()) == excluded_keys.end())
                changes.push_back({std::string{key.str()}, setting_text(node), line_of(node)});
        return changes;
    }

private:
    std::string_view file_;
    std::string error_;
};

using LaneChanges = std::vector<std::vector<Change>>;

// Makes a loop with default settings, then applies `changes` and `more_changes`. `node` gives the line of an error.
LaneSetup make_setup(TableReader& reader, const toml::node& node, std::vector<Change> changes,
                     const std::vector<Change>& more_changes)
{
    changes.insert(changes.end(), more_changes.begin(), more_changes.end());
    LaneSetup setup;
    if (const auto error = apply_changes(setup, std::move(changes)))
        reader.report_error(error->line > 0 ? error->line : reader.line_of(node), error->what);
    return setup;
}

// Reports an error if the newest loop's name is not unique, or is "belief" or "without", the names of extra loops.
void check_last_name(TableReader& reader, const toml::node& node, std::span<const LaneSetup> lanes)
{
    const std::string& name     = lanes.back().name;
    const toml::node* name_node = node.as_table()->contains("name") ? node.as_table()->get("name") : &node;
    if (name == misconception_lane_name || name == control_run_lane_name)
        reader.report_error(name_node, base::message("no [[lane]] may be named '{}'", name));
    if (std::ranges::count(lanes, name, &LaneSetup::name) > 1)
        reader.report_error(name_node,
                            base::message("another [[lane]] is named '{}'; give this one its own 'name'", name));
}

void read_lanes(TableReader& reader, const toml::table& table, Lesson& lesson, LaneChanges& lane_changes)
{
    std::vector<Change> common_changes;
    if (const auto* all = table.get_as<toml::table>("all"))
        common_changes = reader.read_changes(*all);
    else if (table.contains("all"))
        return reader.report_error(table.get("all"), "'all' must be a table: [all]");
    const auto* lanes = table.get_as<toml::array>("lane");
    if (lanes == nullptr || lanes->empty())
        return reader.report_error(table.contains("lane") ? table.get("lane") : &table, "the lesson has no [[lane]]");
    for (const toml::node& node : *lanes)
    {
        const toml::table* lane = node.as_table();
        if (lane == nullptr) return reader.report_error(&node, "a lane must be a [[lane]]");
        std::vector<Change>& changes          = lane_changes.emplace_back(common_changes);
        const std::vector<Change> own_changes = reader.read_changes(*lane);
        lesson.lanes.push_back(make_setup(reader, node, changes, own_changes));
        check_last_name(reader, node, lesson.lanes);
        changes.insert(changes.end(), own_changes.begin(), own_changes.end());
    }
}

// Reads a whole number of at least 1. Returns nothing if the key is missing. Reports an error for any other value.
std::optional<std::int64_t> read_count(TableReader& reader, const toml::table& table, std::string_view key)
{
    if (!table.contains(key)) return std::nullopt;
    const auto count = table[key].value<std::int64_t>().value_or(0);
    if (count < 1) reader.report_error(table.get(key), base::message("'{}' must be a whole number, from 1", key));
    return count;
}

void read_length(TableReader& reader, const toml::table& table, RunLimits& length)
{
    if (const auto* seconds = table.get("seconds"))
    {
        const double value = seconds->value<double>().value_or(0.0);
        if (!(value > 0.0) || value > 1e9)
            return reader.report_error(seconds, "'seconds' must be over 0 and at most 1e9");
        length.time = timestep::from_seconds(value);
    }
    length.frames = read_count(reader, table, "frames");
    length.ticks  = read_count(reader, table, "ticks");
    if (!length.time && !length.frames && !length.ticks)
        reader.report_error(&table, "'seconds', 'frames' or 'ticks' must set the length of the run");
}

// Returns the line numbers of all '{' in the file from `first_line` on.
std::vector<int> brace_lines(std::string_view file_text, int first_line)
{
    std::vector<int> lines;
    int line = 1;
    for (const char c : file_text)
    {
        if (c == '\n') ++line;
        if (c == '{' && line >= first_line) lines.push_back(line);
    }
    return lines;
}

void read_explanation(TableReader& reader, const toml::table& table, std::string_view file_text, Lesson& lesson)
{
    lesson.explanation = reader.read_string(table, "explanation");
    if (lesson.explanation.empty()) return;
    const int line          = reader.line_of(*table.get("explanation"));
    lesson.expression_lines = brace_lines(file_text, line);
    // A brace that the file writes as an escape, such as \u007b, gets the line number of the explanation's beginning.
    lesson.expression_lines.resize(static_cast<std::size_t>(std::ranges::count(lesson.explanation, '{')), line);
}

void read_question(TableReader& reader, const toml::table& table, Lesson& lesson)
{
    lesson.question = reader.read_string(table, "question");
    for (const Assertion& answer : reader.read_strings(table, "answers")) lesson.answers.push_back(answer.text);
    const auto right_number = table["right"].value<std::int64_t>().value_or(0);
    if (right_number < 1 || right_number > std::ssize(lesson.answers))
        return reader.report_error(table.get("right"), "'right' must be the number of the right answer, from 1");
    lesson.right_answer = static_cast<std::size_t>(right_number - 1);
}

void check_keys(TableReader& reader, const toml::table& table, std::span<const std::string_view> keys)
{
    for (const auto& [key, node] : table)
        if (std::ranges::find(keys, key.str()) == keys.end())
            reader.report_error(&node, base::unknown_name_message("key", key.str(), keys));
}

constexpr std::array<std::string_view, 7> common_keys{"title", "watch",  "question",   "answers",
                                                      "right", "assert", "explanation"};

std::vector<std::string_view> with_common_keys(std::initializer_list<std::string_view> more_keys)
{
    std::vector<std::string_view> keys{common_keys.begin(), common_keys.end()};
    keys.insert(keys.end(), more_keys);
    return keys;
}

// Returns the index of the string `node` in `names`. Reports an error and returns 0 if the string is not in `names`.
template <class NameRange>
std::size_t read_name_index(TableReader& reader, const toml::node& node, std::string_view what, const NameRange& names)
{
    const auto name  = node.value<std::string_view>().value_or("");
    const auto found = std::ranges::find(names, name);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    reader.report_error(&node, base::unknown_name_message(what, name, names));
    return 0;
}

void read_proof(TableReader& reader, const toml::table& table, Lesson& lesson)
{
    if (!table.contains("proof")) return;
    const toml::table* proof = table.get_as<toml::table>("proof");
    if (proof == nullptr) return reader.report_error(table.get("proof"), "'proof' must be a table: [proof]");
    constexpr std::array<std::string_view, 4> keys{"at", "lane", "dock", "plots"};
    check_keys(reader, *proof, keys);
    Proof& result = lesson.proof;
    if (const toml::node* at = proof->get("at"))
    {
        const double seconds = at->value<double>().value_or(-1.0);
        if (!(seconds >= 0.0) || seconds > 1e6) return reader.report_error(at, "'at' must be 0 to 1e6 seconds");
        result.time = timestep::from_seconds(seconds);
    }
    std::vector<std::string_view> names;
    for (const LaneSetup& lane : lesson.lanes) names.push_back(lane.name);
    if (const toml::node* lane = proof->get("lane")) result.lane_index = read_name_index(reader, *lane, "lane", names);
    if (const toml::node* dock = proof->get("dock"))
        result.panel_page = static_cast<PanelPage>(
            read_name_index(reader, *dock, "page of the dock", control(ControlId::panel_page).choices()));
    if (!proof->contains("plots")) return;
    const auto* array = proof->get_as<toml::array>("plots");
    if (array == nullptr) return reader.report_error(proof->get("plots"), "'plots' must be a list of names");
    for (const toml::node& plot : *array) result.plots_mask |= 1U << read_name_index(reader, plot, "plot", plot_names);
}

// Returns the index of the loop that the key `lane` of `table` names. `kind` describes the table in an error.
std::size_t read_lane_index(TableReader& reader, const toml::table& table, std::string_view kind, const Lesson& lesson)
{
    const toml::node* lane = table.get("lane");
    if (lane == nullptr)
    {
        reader.report_error(&table, fmt::format("'lane' must name the lane of the {}", kind));
        return 0;
    }
    std::vector<std::string_view> names;
    for (const LaneSetup& setup : lesson.lanes) names.push_back(setup.name);
    return read_name_index(reader, *lane, "lane", names);
}

// Reads all settings in `table` except `excluded_keys`, and appends a setting that names the loop `name`.
std::vector<Change> read_named_changes(TableReader& reader, const toml::table& table,
                                       std::initializer_list<std::string_view> excluded_keys, std::string_view name)
{
    std::vector<Change> changes = reader.read_changes(table, excluded_keys);
    changes.push_back({"name", std::string{name}});
    return changes;
}

void read_misconception(TableReader& reader, const toml::table& table, const LaneChanges& lane_changes, Lesson& lesson)
{
    Misconception& misconception = lesson.misconceptions.emplace_back();
    const auto answer            = table["answer"].value<std::int64_t>().value_or(0);
    const bool is_wrong_answer   = answer >= 1 && answer <= std::ssize(lesson.answers) &&
                                 answer != static_cast<std::int64_t>(lesson.right_answer) + 1;
    const toml::node& answer_node = table.contains("answer") ? *table.get("answer") : table;
    if (!is_wrong_answer)
        return reader.report_error(&answer_node, "'answer' must be the number of a wrong answer, from 1");
    misconception.answer_index = static_cast<std::size_t>(answer - 1);
    if (std::ranges::count(lesson.misconceptions, misconception.answer_index, &Misconception::answer_index) > 1)
        reader.report_error(&answer_node, "this answer already has a [[belief]]");
    misconception.assertion.text = reader.read_string(table, "shows");
    misconception.assertion.line = reader.line_of(table.contains("shows") ? *table.get("shows") : table);
    misconception.lane_index     = read_lane_index(reader, table, "belief", lesson);
    misconception.setup =
        make_setup(reader, table, lane_changes[misconception.lane_index],
                   read_named_changes(reader, table, {"answer", "shows", "lane"}, misconception_lane_name));
}

ControlRun& read_control_run_text(TableReader& reader, const toml::table& table, Lesson& lesson)
{
    ControlRun& control_run = lesson.control_runs.emplace_back();
    control_run.excludes    = reader.read_string(table, "excludes");
    control_run.assertions  = reader.read_strings(table, "assert");
    return control_run;
}

void read_control_run(TableReader& reader, const toml::table& table, const LaneChanges& lane_changes, Lesson& lesson)
{
    ControlRun& control_run = read_control_run_text(reader, table, lesson);
    const auto lane         = read_lane_index(reader, table, "run without the cause", lesson);
    control_run.setup =
        make_setup(reader, table, lane_changes[lane],
                   read_named_changes(reader, table, {"excludes", "assert", "lane"}, control_run_lane_name));
}

// Calls `read` for each table in the TOML array [[key]]. Does nothing if there is no such array.
void read_each(TableReader& reader, const toml::table& table, std::string_view key, const auto& read)
{
    if (!table.contains(key)) return;
    const auto* array = table.get_as<toml::array>(key);
    if (array == nullptr) return reader.report_error(table.get(key), fmt::format("'{0}' must be written [[{0}]]", key));
    for (const toml::node& node : *array)
    {
        if (!node.is_table()) return reader.report_error(&node, fmt::format("'{0}' must be written [[{0}]]", key));
        read(*node.as_table());
    }
}

void read_watched_and_try(TableReader& reader, const toml::table& table, Lesson& lesson)
{
    if (const toml::node* watched = table.get("watched"))
    {
        const double seconds = watched->value<double>().value_or(0.0);
        if (!(seconds >= 1.0) || seconds > 60.0)
            return reader.report_error(watched, "'watched' must be 1 to 60 seconds");
        lesson.real_time_part = timestep::from_seconds(seconds);
    }
    const toml::node* trial_node = table.get("try");
    if (trial_node == nullptr || lesson.lanes.empty()) return;
    const std::string path = reader.read_string(table, "try");
    for (const LaneSetup& lane : lesson.lanes)
        if (lesson.trial_control = find_control(lane.settings, path); lesson.trial_control == nullptr)
            return reader.report_error(
                trial_node, base::unknown_name_message("control of its lanes", path, control_paths(lane.settings)));
}

// Applies the changes to `settings`. Keys are paths, such as "network.delay_ms", or only names, such as "delay_ms".
void read_network_changes(TableReader& reader, const toml::table& table, std::span<const Change> changes,
                          Settings& settings)
{
    for (const Change& change : changes)
    {
        const bool is_path = change.key.find('.') != change.key.npos;
        if (const auto error = set(settings, is_path ? change.key : "network." + change.key, change.value))
            return reader.report_error(table.get(change.key), *error);
    }
}

// Reads the table [network] of a lesson about a network game. Settings that are not in the table keep their defaults.
void read_network(TableReader& reader, const toml::table& table, Lesson& lesson)
{
    const toml::table* network = table.get_as<toml::table>("network");
    if (network == nullptr) return reader.report_error(table.get("network"), "'network' must be a table: [network]");
    const std::vector<Change> changes = reader.read_changes(*network);
    read_network_changes(reader, *network, changes, lesson.network_settings.emplace());
    if (!network->contains("kind")) reader.report_error(network, "'kind' must set how the PCs are synchronised");
    // The length is limited to one hour, because a network game stores every step in memory.
    const Nanos length = lesson.run_length.time.value_or(Nanos::zero());
    if (length < std::chrono::seconds{1} || length > std::chrono::hours{1})
        reader.report_error(table.contains("seconds") ? table.get("seconds") : network,
                            "'seconds' must set the length of the run, 1 to 3600");
    lesson.assertions_if_unchanged = reader.read_strings(table, "expect");
    read_each(reader, table, "without",
              [&](const toml::table& without)
              {
                  Settings& settings =
                      read_control_run_text(reader, without, lesson).network_settings.emplace(*lesson.network_settings);
                  read_network_changes(reader, without, reader.read_changes(without, {"excludes", "assert"}), settings);
              });
    check_keys(reader, table, with_common_keys({"seconds", "expect", "network", "without"}));
}

// Reads a lesson about loops on virtual PCs, as opposed to a lesson about a network game.
void read_loops_of_lesson(TableReader& reader, const toml::table& table, Lesson& lesson)
{
    LaneChanges lane_changes;
    read_lanes(reader, table, lesson, lane_changes);
    if (lane_changes.empty()) return;
    read_each(reader, table, "belief",
              [&](const auto& belief) { read_misconception(reader, belief, lane_changes, lesson); });
    read_each(reader, table, "without",
              [&](const auto& without) { read_control_run(reader, without, lane_changes, lesson); });
    read_watched_and_try(reader, table, lesson);
    read_proof(reader, table, lesson);
    check_keys(reader, table,
               with_common_keys(
                   {"seconds", "frames", "ticks", "watched", "try", "all", "lane", "belief", "without", "proof"}));
}

} // namespace

base::Result<Lesson> parse_lesson(std::string_view text, std::string_view name)
{
    const std::string file = fmt::format("{}.toml", name);
    if (const auto exceeded = base::exceeded_toml_limit(text))
        return base::message("{}:{}: {}", file, exceeded->line_number, base::Verbatim{exceeded->description});
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
    TableReader reader{file};
    Lesson lesson{.name = std::string{name}};
    lesson.title         = reader.read_string(table, "title");
    lesson.what_to_watch = reader.read_string(table, "watch");
    lesson.assertions    = reader.read_strings(table, "assert");
    read_explanation(reader, table, text, lesson);
    read_question(reader, table, lesson);
    read_length(reader, table, lesson.run_length);
    if (table.contains("network"))
        read_network(reader, table, lesson);
    else
        read_loops_of_lesson(reader, table, lesson);
    if (!reader.error().empty()) return reader.error();
    return lesson;
}

} // namespace lab
