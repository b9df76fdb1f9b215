#include "base/message.hpp"
#include "base/text.hpp"
#include "base/toml_limits.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/settings/assignments.hpp"
#include "lab/settings/controls.hpp"
#include "lab/settings/lane_setup.hpp"

#include <fmt/core.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <limits>

namespace lab
{

namespace
{

// The first error in a lesson file. The functions below throw it.
struct LessonError
{
    int line;
    std::string message;
};

int line_of(const toml::node& node) { return static_cast<int>(node.source().begin.line); }

// `node` is the part of the file that contains the error.
[[noreturn]] void fail(const toml::node& node, std::string message)
{
    throw LessonError{line_of(node), std::move(message)};
}

// Returns the value of `key`. If the key is missing, returns `table`, so that an error message has a line number.
const toml::node& node_at(const toml::table& table, std::string_view key)
{
    const toml::node* value = table.get(key);
    return value != nullptr ? *value : table;
}

const toml::table& require_table(const toml::node& node, std::string_view type_error)
{
    if (const toml::table* table = node.as_table()) return *table;
    fail(node, std::string{type_error});
}

std::string read_string(const toml::table& table, std::string_view key)
{
    const toml::node& node = node_at(table, key);
    if (!node.is_string()) fail(node, base::message("'{}' is missing or is not a string", key));
    return node.value_or(std::string{});
}

// Calls add(string, line) for each string of a list.
void for_each_string(const toml::table& table, std::string_view key, const auto& add)
{
    const toml::node& list = node_at(table, key);
    if (!list.is_array()) fail(list, base::message("'{}' is missing or is not a list of strings", key));
    for (const toml::node& node : *list.as_array())
    {
        if (!node.is_string()) fail(node, base::message("'{}' takes strings", key));
        add(node.value_or(std::string{}), line_of(node));
    }
}

std::vector<Assertion> read_assertions(const toml::table& table, std::string_view key)
{
    std::vector<Assertion> assertions;
    for_each_string(table, key,
                    [&](const std::string& text, int line) { assertions.push_back({.text = text, .line = line}); });
    return assertions;
}

// Converts a TOML value to the text that a command line option would have.
std::string setting_text(const toml::node& node)
{
    if (const auto* text = node.as_string()) return text->get();
    if (const auto* flag = node.as_boolean()) return flag->get() ? "on" : "off";
    if (const auto* whole = node.as_integer()) return fmt::format("{}", whole->get());
    if (const auto* real = node.as_floating_point()) return fmt::format("{}", real->get());
    fail(node, "a lane's setting must be a string, a number, true or false");
}

std::vector<Assignment> read_changes(const toml::table& table,
                                     std::initializer_list<std::string_view> excluded_keys = {})
{
    std::vector<Assignment> changes;
    for (const auto& [key, node] : table)
        if (std::ranges::find(excluded_keys, key.str()) == excluded_keys.end())
            changes.push_back({.key = std::string{key.str()}, .value = setting_text(node), .line = line_of(node)});
    return changes;
}

using LaneChanges = std::vector<std::vector<Assignment>>;

// Makes a lane (a loop with its scene and PC) with default settings, then applies all changes. An error without a line
// number gets that of `node`.
LaneSetup make_lesson_lane(const toml::node& node, std::vector<Assignment> changes,
                           const std::vector<Assignment>& more_changes)
{
    changes.insert(changes.end(), more_changes.begin(), more_changes.end());
    LaneSetup setup;
    if (const auto error = apply_assignments(setup, std::move(changes)))
        throw LessonError{error->line > 0 ? error->line : line_of(node), error->message};
    return setup;
}

LaneChanges read_lanes(const toml::table& table, Lesson& lesson)
{
    std::vector<Assignment> common_changes;
    if (const toml::node* all_node = table.get("all"))
        common_changes = read_changes(require_table(*all_node, "'all' must be a table: [all]"));
    const toml::node& lane_node = node_at(table, "lane");
    const auto* lane_array = lane_node.as_array();
    if (lane_array == nullptr || lane_array->empty()) fail(lane_node, "the lesson has no [[lane]]");
    LaneChanges lane_changes;
    for (const toml::node& node : *lane_array)
    {
        const toml::table& lane_table = require_table(node, "a lane must be a [[lane]]");
        std::vector<Assignment>& changes = lane_changes.emplace_back(common_changes);
        const std::vector<Assignment> own_changes = read_changes(lane_table);
        lesson.lanes.push_back(make_lesson_lane(node, changes, own_changes));
        changes.insert(changes.end(), own_changes.begin(), own_changes.end());

        // Expressions refer to the lane by its name.
        const std::string& name = lesson.lanes.back().name;
        const toml::node& name_node = node_at(lane_table, "name");
        if (!is_lane_name(name))
            fail(name_node,
                 base::message("'name' must begin with a letter and have only the characters a-z, A-Z, 0-9, - and "
                               "_, not '{}'",
                               name));
        if (name == misconception_lane_name || name == control_run_lane_name)
            fail(name_node, base::message("no [[lane]] may be named '{}'", name));
        if (std::ranges::count(lesson.lanes, name, &LaneSetup::name) > 1)
            fail(name_node, base::message("another [[lane]] is named '{}'; give this one its own 'name'", name));
    }
    return lane_changes;
}

// Returns nothing if the key is missing. `range_text` describes the range from `min` to `max` in a message.
std::optional<Nanos> read_seconds(const toml::table& table, std::string_view key, double min, double max,
                                  std::string_view range_text)
{
    const toml::node* node = table.get(key);
    if (node == nullptr) return std::nullopt;
    if (!node->is_number()) fail(*node, base::message("'{}' takes a number of seconds, without quotes or a unit", key));
    const double seconds = node->value_or(0.0);
    if (!(seconds >= min) || seconds > max) fail(*node, base::message("'{}' must be {}", key, range_text));
    return timestep::from_seconds(seconds);
}

// Reads a whole number of at least 1. Returns nothing if the key is missing.
std::optional<std::int64_t> read_count(const toml::table& table, std::string_view key)
{
    const toml::node* node = table.get(key);
    if (node == nullptr) return std::nullopt;
    const auto count = node->value<std::int64_t>().value_or(0);
    if (count < 1) fail(*node, base::message("'{}' must be a whole number, from 1", key));
    return count;
}

void require_known_keys(const toml::table& table, std::span<const std::string_view> keys)
{
    for (const auto& [key, node] : table)
        if (std::ranges::find(keys, key.str()) == keys.end())
            fail(node, base::unknown_name_message("key", key.str(), keys));
}

std::size_t read_name_index(const toml::node& node, std::string_view name_kind, std::span<const std::string_view> names)
{
    const auto name = node.value<std::string_view>().value_or("");
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) fail(node, base::unknown_name_message(name_kind, name, names));
    return static_cast<std::size_t>(found - names.begin());
}

std::size_t read_lane_index(const toml::node& node, const Lesson& lesson)
{
    return read_name_index(node, "lane", base::names_of(lesson.lanes, &LaneSetup::name));
}

void read_evidence_view(const toml::table& table, Lesson& lesson)
{
    if (!table.contains("proof")) return;
    const toml::table& proof_table = require_table(*table.get("proof"), "'proof' must be a table: [proof]");
    constexpr std::array<std::string_view, 4> keys{"at", "lane", "dock", "plots"};
    require_known_keys(proof_table, keys);
    EvidenceView& evidence_view = lesson.evidence_view;
    evidence_view.stop_time = read_seconds(proof_table, "at", 0.0, 1e6, "0 to 1e6 seconds");
    if (const toml::node* lane = proof_table.get("lane")) evidence_view.lane_index = read_lane_index(*lane, lesson);
    if (const toml::node* dock = proof_table.get("dock"))
        evidence_view.panel_page = static_cast<PanelPage>(
            read_name_index(*dock, "page of the dock", control_of(ControlId::panel_page).choices()));
    const toml::node* plots = proof_table.get("plots");
    if (plots == nullptr) return;
    if (!plots->is_array()) fail(*plots, "'plots' must be a list of names");
    for (const toml::node& plot : *plots->as_array())
        evidence_view.plots_mask |= 1U << read_name_index(plot, "plot", plot_names);
}

std::size_t read_required_lane_index(const toml::table& table, std::string_view kind, const Lesson& lesson)
{
    const toml::node* lane = table.get("lane");
    if (lane == nullptr) fail(table, fmt::format("'lane' must name the lane of the {}", kind));
    return read_lane_index(*lane, lesson);
}

std::vector<Assignment> read_named_changes(const toml::table& table,
                                           std::initializer_list<std::string_view> excluded_keys, std::string_view name)
{
    std::vector<Assignment> changes = read_changes(table, excluded_keys);
    changes.push_back({.key = "name", .value = std::string{name}});
    return changes;
}

void read_misconception(const toml::table& table, const LaneChanges& lane_changes, Lesson& lesson)
{
    Misconception& misconception = lesson.misconceptions.emplace_back();
    const auto answer_number = table["answer"].value<std::int64_t>().value_or(0);
    const bool is_wrong_answer = answer_number >= 1 && answer_number <= std::ssize(lesson.answers) &&
                                 answer_number != static_cast<std::int64_t>(lesson.right_answer_index) + 1;
    const toml::node& answer_node = node_at(table, "answer");
    if (!is_wrong_answer) fail(answer_node, "'answer' must be the number of a wrong answer, from 1");
    misconception.answer_index = static_cast<std::size_t>(answer_number - 1);
    if (std::ranges::count(lesson.misconceptions, misconception.answer_index, &Misconception::answer_index) > 1)
        fail(answer_node, "this answer already has a [[belief]]");
    misconception.assertion = {.text = read_string(table, "shows"), .line = line_of(*table.get("shows"))};
    misconception.lane_index = read_required_lane_index(table, "belief", lesson);
    misconception.setup =
        make_lesson_lane(table, lane_changes[misconception.lane_index],
                         read_named_changes(table, {"answer", "shows", "lane"}, misconception_lane_name));
}

void read_control_run(const toml::table& table, const LaneChanges& lane_changes, Lesson& lesson)
{
    ControlRun& control_run = lesson.control_runs.emplace_back();
    control_run.ruled_out_explanation = read_string(table, "excludes");
    control_run.assertions = read_assertions(table, "assert");
    const auto lane = read_required_lane_index(table, "run without the cause", lesson);
    control_run.setup = make_lesson_lane(
        table, lane_changes[lane], read_named_changes(table, {"excludes", "assert", "lane"}, control_run_lane_name));
}

// Calls `read` for each table in the TOML array [[key]]. Does nothing if there is no such array.
void for_each_table(const toml::table& table, std::string_view key, const auto& read)
{
    const toml::node* list = table.get(key);
    if (list == nullptr) return;
    const std::string type_error = fmt::format("'{0}' must be written [[{0}]]", key);
    if (!list->is_array()) fail(*list, type_error);
    for (const toml::node& node : *list->as_array()) read(require_table(node, type_error));
}

// The lanes, the runs besides them, and what the window shows of them.
void read_runs(const toml::table& table, Lesson& lesson)
{
    const LaneChanges lane_changes = read_lanes(table, lesson);
    for_each_table(table, "belief", [&](const auto& belief) { read_misconception(belief, lane_changes, lesson); });
    for_each_table(table, "without", [&](const auto& without) { read_control_run(without, lane_changes, lesson); });

    lesson.real_time_duration =
        read_seconds(table, "watched", 1.0, 60.0, "1 to 60 seconds").value_or(lesson.real_time_duration);

    // All lanes must have the setting to try.
    if (const toml::node* trial_node = table.get("try"))
    {
        const std::string path = read_string(table, "try");
        for (const LaneSetup& lane : lesson.lanes)
        {
            const Settings settings{.lane = lane.config};
            lesson.setting_to_try = find_control(settings, path);
            if (lesson.setting_to_try == nullptr)
                fail(*trial_node, base::unknown_name_message("control of its lanes", path, control_paths(settings)));
        }
    }
    read_evidence_view(table, lesson);
}

Lesson read_lesson(const toml::table& table, std::string_view text, std::string_view name)
{
    constexpr std::array<std::string_view, 17> keys{
        "title", "watch",   "question", "answers", "right", "assert", "explanation", "seconds", "frames",
        "ticks", "watched", "try",      "all",     "lane",  "belief", "without",     "proof"};
    require_known_keys(table, keys);
    Lesson lesson{.name = std::string{name}};
    lesson.title = read_string(table, "title");
    lesson.what_to_watch = read_string(table, "watch");
    lesson.assertions = read_assertions(table, "assert");

    // The lines of the expressions, each of which begins with '{'. Those in other strings of the file come last.
    lesson.explanation = read_string(table, "explanation");
    const int explanation_line = line_of(*table.get("explanation"));
    int line = 1;
    for (const char c : text)
    {
        if (c == '\n') ++line;
        if (c == '{' && line >= explanation_line) lesson.expression_lines.push_back(line);
    }
    lesson.expression_lines.resize(static_cast<std::size_t>(std::ranges::count(lesson.explanation, '{')),
                                   explanation_line);

    lesson.question = read_string(table, "question");
    for_each_string(table, "answers", [&](const std::string& answer, int) { lesson.answers.push_back(answer); });
    const auto right_answer_number = table["right"].value<std::int64_t>().value_or(0);
    if (right_answer_number < 1 || right_answer_number > std::ssize(lesson.answers))
        fail(node_at(table, "right"), "'right' must be the number of the right answer, from 1");
    lesson.right_answer_index = static_cast<std::size_t>(right_answer_number - 1);

    constexpr double shortest_run_s = std::numeric_limits<double>::denorm_min();
    lesson.run_limits = {.max_wall_time = read_seconds(table, "seconds", shortest_run_s, 1e9, "over 0 and at most 1e9"),
                         .max_frames = read_count(table, "frames"),
                         .max_steps = read_count(table, "ticks")};
    if (!lesson.run_limits.max_wall_time && !lesson.run_limits.max_frames && !lesson.run_limits.max_steps)
        fail(table, "'seconds', 'frames' or 'ticks' must set the length of the run");
    read_runs(table, lesson);
    return lesson;
}

} // namespace

base::Result<Lesson> parse_lesson(std::string_view text, std::string_view name)
{
    const std::string file_name = fmt::format("{}.toml", name);
    if (const auto exceeded = base::find_exceeded_toml_limit(text))
        return base::message("{}:{}: {}", file_name, exceeded->line_number, base::Verbatim{exceeded->description});
    try
    {
        return read_lesson(toml::parse(text, file_name), text, name);
    }
    catch (const toml::parse_error& error)
    {
        return base::message(
            "{}:{}: {}", file_name, error.source().begin.line,
            base::Verbatim{base::printable_excerpt(error.description(), 2 * base::max_shown_characters)});
    }
    catch (const LessonError& error)
    {
        return base::message("{}:{}: {}", file_name, error.line, base::Verbatim{error.message});
    }
}

} // namespace lab
