#include "lab/settings/configuration_string.hpp"

#include "base/number.hpp"
#include "base/text.hpp"
#include "lab/settings/assignments.hpp"
#include "lab/settings/controls.hpp"
#include "lab/settings/lane_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace lab
{

namespace
{

constexpr std::string_view configuration_string_prefix = "timestep-lab set-up";
constexpr std::int64_t configuration_string_version = 1;
constexpr std::size_t max_configuration_characters = 16'384;
constexpr Scopes configuration_scopes = scope::all & ~(scope::window | scope::temporary);

constexpr std::string_view unescaped_punctuation = "-._~=:/,";
constexpr std::string_view configuration_fragment_prefix = "#timestep-lab%20set-up";

bool needs_escape_in_link(char c)
{
    return !base::is_ascii_letter(c) && !base::is_ascii_digit(c) &&
           unescaped_punctuation.find(c) == unescaped_punctuation.npos;
}

// True for a character that a value cannot contain: a space would end the value, and '%' would begin an escape.
bool needs_escape_in_value(char c) { return c == ' ' || c == '%'; }

base::OptionalError append_percent_decoded(std::string_view fragment, std::string& decoded_text)
{
    while (!fragment.empty())
    {
        const bool is_escape = fragment.front() == '%';
        const auto character = is_escape ? base::parse_percent_escape(fragment) : std::optional{fragment.front()};
        if (!character)
            return base::message("the link has the invalid escape '{}'; an escape is % and two hexadecimal digits",
                                 fragment.substr(0, 3));
        decoded_text += *character;
        fragment.remove_prefix(is_escape ? 3 : 1);
    }
    return std::nullopt;
}

// The configuration string of a command line that demo_command_line() has written, without the settings of the window.
// Empty if the text is another one.
std::string configuration_of_command_line(std::string_view text)
{
    std::string line = fmt::format("{} {}", configuration_string_prefix, configuration_string_version);
    const std::vector<std::string> words = base::shell_words(text);
    if (words.size() < 2 || words[0] != "timestep_demo" || words[1] != "--fresh") return "";
    std::vector<std::string_view> lanes;
    for (std::size_t i = 2; i + 1 < words.size(); i += 2)
    {
        std::string_view path = words[i], value = words[i + 1];
        if (words[i] == "--lane")
        {
            lanes.push_back(value);
            continue;
        }
        for (const auto controls : {common_controls_except_lists(), list_controls()})
            for (const Control& control : controls)
                if (control.flag == words[i]) path = control.path;
        if (words[i] == "--set")
        {
            path = value.substr(0, value.find('='));
            value.remove_prefix(std::min(path.size() + 1, value.size()));
        }
        if ((scopes_of(path) & ~configuration_scopes) == 0)
            line += fmt::format(" {}={}", path, base::percent_encoded(value, needs_escape_in_value));
    }
    if (!lanes.empty())
        line += fmt::format(" {}={}", lanes_path,
                            base::percent_encoded(fmt::format("{}", fmt::join(lanes, ";")), needs_escape_in_value));
    return line;
}

} // namespace

std::string configuration_string(const Settings& settings)
{
    std::string line = fmt::format("{} {}", configuration_string_prefix, configuration_string_version);
    for (const Assignment& assignment : assignments_to_save(settings, configuration_scopes))
        line += fmt::format(" {}={}", assignment.key, base::percent_encoded(assignment.value, needs_escape_in_value));
    return line;
}

bool is_configuration_text(std::string_view text)
{
    return base::trimmed(text).starts_with(configuration_string_prefix) || is_configuration_link(text);
}

base::Result<Settings> parse_configuration_string(std::string_view text, const Settings& current_settings)
{
    text = base::trimmed(text);
    std::string decoded;
    if (is_configuration_link(text))
    {
        if (auto error = append_percent_decoded(text.substr(text.find('#') + 1), decoded)) return std::move(*error);
        text = base::trimmed(decoded);
    }
    if (decoded.empty()) decoded = configuration_of_command_line(text);
    if (decoded.starts_with(configuration_string_prefix)) text = decoded;
    if (!is_configuration_text(text))
        return base::message("not a set-up: a set-up begins with '{} {}'", configuration_string_prefix,
                             configuration_string_version);
    if (text.size() > max_configuration_characters)
        return fmt::format("a set-up has at most {} characters, not {}", max_configuration_characters, text.size());
    text.remove_prefix(configuration_string_prefix.size());
    const std::vector<std::string_view> words = base::words_of(text);
    const auto version = words.empty() ? std::nullopt : base::parse_positive_count(words.front());
    if (!version) return base::message("a set-up begins with '{} VERSION'", configuration_string_prefix);
    if (*version != configuration_string_version)
        return base::message("the set-up has version {}; this program reads version {}", *version,
                             configuration_string_version);

    Settings settings = current_settings;
    reset_settings(settings);
    std::vector<std::string_view> assignments = {words.begin() + 1, words.end()};
    std::ranges::stable_partition(assignments, [](std::string_view word) { return !word.starts_with(lanes_path); });
    for (const std::string_view word : assignments)
    {
        const auto equals = word.find('=');
        if (equals == word.npos) return base::message("set-up: '{}' is not PATH=VALUE", word);
        const std::string_view path = word.substr(0, equals);
        if ((scopes_of(path) & ~configuration_scopes) != 0)
            return base::message("set-up: '{}' is a setting of the window, which is not part of a set-up", path);
        if (const auto error = assign_by_path(settings, path, base::percent_decoded(word.substr(equals + 1))))
            return base::message("set-up: {}: {}", path, base::Verbatim{*error});
    }
    return settings;
}

std::string percent_encoded_configuration(const Settings& settings)
{
    return base::percent_encoded(configuration_string(settings), needs_escape_in_link);
}

bool is_configuration_link(std::string_view text)
{
    text = base::trimmed(text);
    return text.find_first_of(base::white_space) == text.npos &&
           text.substr(std::min(text.find('#'), text.size())).starts_with(configuration_fragment_prefix);
}

} // namespace lab
