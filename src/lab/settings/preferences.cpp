#include "lab/settings/preferences.hpp"

#include "base/number.hpp"
#include "base/text.hpp"
#include "base/toml_limits.hpp"
#include "lab/settings/assignments.hpp"

#include <fmt/core.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>

namespace lab
{

namespace
{

constexpr std::string_view window_width_key = "window.width";
constexpr std::string_view window_height_key = "window.height";
constexpr std::string_view lesson_key_prefix = "lessons.";

constexpr std::array<std::string_view, 3> lesson_outcome_names{"seen", "wrong", "right"};

std::string toml_string(std::string_view text)
{
    std::string quoted{"\""};
    for (const char c : text)
    {
        if (c == '"' || c == '\\') quoted += '\\';
        if (static_cast<unsigned char>(c) < 0x20)
            quoted += fmt::format("\\u{:04X}", static_cast<unsigned>(c));
        else
            quoted += c;
    }
    return quoted + '"';
}

// Converts a TOML value to the text that assign_by_path() parses; empty for lists, dates and tables.
std::optional<std::string> control_value_text(const toml::node& node)
{
    if (const auto* text = node.as_string()) return text->get();
    if (const auto* boolean = node.as_boolean()) return boolean->get() ? "on" : "off";
    if (const auto* whole = node.as_integer()) return fmt::format("{}", whole->get());
    if (const auto* real = node.as_floating_point()) return fmt::format("{}", real->get());
    return std::nullopt;
}

// Appends the values of `table` and its nested tables, each with its full path, such as "machine.delay_ms".
void append_assignments(const toml::table& table, const std::string& path_prefix, std::vector<Assignment>& assignments)
{
    for (const auto& [key, node] : table)
    {
        const std::string path = path_prefix + std::string{key.str()};
        if (const toml::table* nested_table = node.as_table())
            append_assignments(*nested_table, path + ".", assignments);
        else
            assignments.push_back({path, control_value_text(node).value_or("")});
    }
}

base::OptionalError parse_window_side(int& side_in_points, std::string_view text, int min_points, int max_points)
{
    const auto parsed_points = base::parse_number<double>(text);
    if (!parsed_points || *parsed_points < min_points || *parsed_points > max_points)
        return base::message("from {} to {}, not '{}'", min_points, max_points, text);
    side_in_points = static_cast<int>(*parsed_points);
    return std::nullopt;
}

base::OptionalError apply_saved_value(Preferences& preferences, const Assignment& assignment)
{
    if (assignment.key == window_width_key)
        return parse_window_side(preferences.window_width, assignment.value, 320, 7680);
    if (assignment.key == window_height_key)
        return parse_window_side(preferences.window_height, assignment.value, 240, 4320);
    if (assignment.key.starts_with(lesson_key_prefix))
    {
        const auto found = std::ranges::find(lesson_outcome_names, assignment.value);
        if (found == lesson_outcome_names.end())
            return base::unknown_name_message("progress", assignment.value, lesson_outcome_names);
        preferences.progress.lesson_outcomes[assignment.key.substr(lesson_key_prefix.size())] =
            static_cast<LessonOutcome>(found - lesson_outcome_names.begin());
        return std::nullopt;
    }
    return assign_by_path(preferences.settings, assignment.key, assignment.value);
}

} // namespace

std::string preferences_text(const Preferences& preferences)
{
    std::string text{"# Timestep Lab: the settings of the last run. To reset them: timestep_demo --reset-settings\n"};
    for (const Assignment& assignment : assignments_to_save(preferences.settings, scope::all & ~scope::temporary))
        text += fmt::format("{} = {}\n", assignment.key, toml_string(assignment.value));
    text += fmt::format("{} = {}\n", window_width_key, preferences.window_width);
    text += fmt::format("{} = {}\n", window_height_key, preferences.window_height);
    for (const auto& [name, outcome] : preferences.progress.lesson_outcomes)
        text += fmt::format("{}{} = {}\n", lesson_key_prefix, toml_string(name),
                            toml_string(lesson_outcome_names[static_cast<std::size_t>(outcome)]));
    return text;
}

base::Result<ParsedPreferences> parse_preferences(std::string_view text)
{
    if (const auto exceeded_limit = base::find_exceeded_toml_limit(text))
        return fmt::format("line {}: {}", exceeded_limit->line_number, exceeded_limit->description);
    std::vector<Assignment> assignments;
    try
    {
        append_assignments(toml::parse(text), "", assignments);
    }
    catch (const toml::parse_error& error)
    {
        return fmt::format("line {}: {}", error.source().begin.line,
                           base::printable_excerpt(error.description(), 2 * base::max_shown_characters));
    }
    sort_by_dependency(assignments);
    ParsedPreferences parsed{.is_empty = assignments.empty()};
    for (const Assignment& assignment : assignments)
        if (const auto error = apply_saved_value(parsed.preferences, assignment))
            parsed.skipped_setting_messages.push_back(base::message("{}: {}", assignment.key, base::Verbatim{*error}));
    return parsed;
}

} // namespace lab
