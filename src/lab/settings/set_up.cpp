#include "lab/settings/set_up.hpp"

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "lab/settings/controls.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <ranges>
#include <span>

namespace lab
{

namespace
{

constexpr std::string_view set_up_word = "timestep-lab set-up";
constexpr std::int64_t set_up_version  = 1;
constexpr std::size_t longest_set_up   = 16'384; // characters
constexpr Scopes of_set_ups            = scope::all & ~(scope::window | scope::moment);

constexpr std::string_view plain_marks    = "-._~=:/,";
constexpr std::string_view fragment_begin = "#timestep-lab%20set-up";

bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           plain_marks.find(c) != plain_marks.npos;
}

std::optional<int> digit_of(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return std::nullopt;
}

// The byte of an escape such as "%41" at the beginning of `text`; nothing if it is not valid.
std::optional<char> byte_of(std::string_view text)
{
    if (text.size() < 3) return std::nullopt;
    const auto high = digit_of(text[1]);
    const auto low  = digit_of(text[2]);
    if (!high || !low) return std::nullopt;
    return static_cast<char>(*high * 16 + *low);
}

// Appends the set-up in the fragment of a link to `line`.
base::Error read_link(std::string_view link, std::string& line)
{
    for (std::size_t i = std::min(link.find('#'), link.size() - 1) + 1; i < link.size(); ++i)
    {
        if (link[i] != '%')
        {
            line += link[i];
            continue;
        }
        const auto byte = byte_of(link.substr(i));
        if (!byte) return base::message("the link: '{}' is not % and two hexadecimal digits", link.substr(i, 3));
        line += *byte;
        i += 2;
    }
    return std::nullopt;
}

// Replaces each blank by %20 and each percent sign by %25, so that a value is one word.
std::string escaped(std::string_view text)
{
    std::string all;
    for (const char c : text)
        if (c == ' ')
            all += "%20";
        else if (c == '%')
            all += "%25";
        else
            all += c;
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

} // namespace

base::Error set(Settings& settings, std::string_view path, std::string_view text)
{
    if (const Control* row = find_control(settings, path)) return assign(settings, *row, text);
    return base::unknown_name_message("setting", path, control_paths(settings));
}

std::vector<Change> differences(const Settings& settings, const Settings& from, Scopes scopes)
{
    Settings now = from; // each assignment is applied, because some controls exist only after an earlier one
    std::vector<Change> found;
    const auto follow = [&](std::span<const Control> rows)
    {
        for (const Control& row : rows)
        {
            if ((scope_of(row.path) & ~scopes) != 0) continue;
            std::string text = exact_text(settings, row);
            if (text == exact_text(now, row) || assign(now, row, text)) continue;
            found.push_back({std::string{row.path}, std::move(text)});
        }
    };
    follow(controls());
    const auto others = all_controls(now); // those of the chosen scene and loop
    for (const auto rows : others | std::views::drop(1)) follow(rows);
    return found;
}

bool describes_shown_file(std::string_view path, const Settings& settings)
{
    return path == "lab.mode" && shows_a_file(settings);
}

std::string set_up_text(const Settings& settings)
{
    std::string line = fmt::format("{} {}", set_up_word, set_up_version);
    for (const Change& change : differences(settings, {}, of_set_ups))
    {
        if (describes_shown_file(change.key, settings)) continue;
        line += fmt::format(" {}={}", change.key, escaped(change.value));
    }
    return line;
}

bool is_set_up(std::string_view text) { return base::trimmed(text).starts_with(set_up_word) || is_set_up_link(text); }

base::Result<Settings> parse_set_up(std::string_view text, const Settings& now)
{
    text = base::trimmed(text);
    std::string line;
    if (is_set_up_link(text))
    {
        if (auto error = read_link(text, line)) return std::move(*error);
        text = base::trimmed(line);
    }
    if (!is_set_up(text))
        return base::message("not a set-up: its text begins with '{} {}'", set_up_word, set_up_version);
    if (text.size() > longest_set_up)
        return fmt::format("a set-up has at most {} characters, not {}", longest_set_up, text.size());
    text.remove_prefix(set_up_word.size());
    const std::vector<std::string_view> words = base::words_of(text);
    const auto version                        = words.empty() ? std::nullopt : base::parse_count(words.front());
    if (!version) return base::message("a set-up begins with '{} VERSION'", set_up_word);
    if (*version != set_up_version)
        return base::message("the set-up has version {}; this program reads version {}", *version, set_up_version);
    Settings settings = now;
    reset_except_window(settings);
    for (const std::string_view word : std::span{words}.subspan(1))
    {
        const auto equals = word.find('=');
        if (equals == word.npos) return base::message("set-up: '{}' is not PATH=VALUE", word);
        const std::string_view path = word.substr(0, equals);
        if ((scope_of(path) & ~of_set_ups) != 0)
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
        if (describes_shown_file(change.key, settings)) continue;
        const auto flag = find_control(settings, change.key)->flag;
        line += flag.empty() ? fmt::format(" --set {}", base::shell_word(change.key + "=" + change.value))
                             : fmt::format(" {} {}", flag, base::shell_word(change.value));
    }
    return line;
}

std::string set_up_fragment(const Settings& settings)
{
    std::string fragment;
    for (const char c : set_up_text(settings))
        if (is_plain(c))
            fragment += c;
        else
            fragment += fmt::format("%{:02X}", static_cast<std::uint8_t>(c));
    return fragment;
}

bool is_set_up_link(std::string_view text)
{
    text = base::trimmed(text);
    return text.find_first_of(base::white_space) == text.npos &&
           text.substr(std::min(text.find('#'), text.size())).starts_with(fragment_begin);
}

} // namespace lab
