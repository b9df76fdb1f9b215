#include "lab/settings/set_up.hpp"

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "lab/settings/control_text.hpp"
#include "lab/settings/controls.hpp"
#include "lab/settings/set_up_link.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
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

// Collects the assignments that turn the settings `from` into the settings `to`. Applies each of them to a copy of
// `from`, because some controls exist only after an earlier assignment.
class Follower
{
public:
    Follower(const Settings& to, const Settings& from, Scopes scopes)
        : to_{to}
        , now_{from}
        , scopes_{scopes}
    {
    }

    void follow(std::span<const Control> controls)
    {
        for (const Control& row : controls)
        {
            if ((scope_of(row.path) & ~scopes_) != 0) continue;
            std::string text = exact_text(to_, row);
            if (text == exact_text(now_, row) || assign(now_, row, text)) continue;
            found_.push_back({std::string{row.path}, std::move(text)});
        }
    }
    /// Returns the settings after the assignments collected so far.
    const Settings& now() const { return now_; }
    std::vector<Change> found() && { return std::move(found_); }

private:
    const Settings& to_;
    Settings now_;
    Scopes scopes_;
    std::vector<Change> found_;
};

} // namespace

std::optional<std::string> set(Settings& settings, std::string_view path, std::string_view text)
{
    if (const Control* row = find_control(settings, path)) return assign(settings, *row, text);
    return base::unknown("setting", path, control_paths(settings));
}

std::vector<Change> differences(const Settings& settings, const Settings& from, Scopes scopes)
{
    Follower follower{settings, from, scopes};
    follower.follow(controls());
    const auto others = all_controls(follower.now()); // those of the chosen scene and loop
    for (const auto rows : others | std::views::drop(1)) follower.follow(rows);
    return std::move(follower).found();
}

bool is_of_a_file(std::string_view path, const Settings& settings)
{
    return path == "lab.mode" && shows_a_file(settings);
}

std::string set_up_text(const Settings& settings)
{
    std::string line = fmt::format("{} {}", set_up_word, set_up_version);
    for (const Change& change : differences(settings, {}, of_set_ups))
    {
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
        if (is_of_a_file(change.key, settings)) continue;
        const auto flag = find_control(settings, change.key)->flag;
        line += flag.empty() ? fmt::format(" --set {}", base::shell_word(change.key + "=" + change.value))
                             : fmt::format(" {} {}", flag, base::shell_word(change.value));
    }
    return line;
}

} // namespace lab
