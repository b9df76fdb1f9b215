#include "base/path.hpp"

#include <algorithm>

namespace base
{

namespace
{

namespace fs = std::filesystem;

constexpr bool backslash_quotes       = fs::path::preferred_separator != '\\';
constexpr std::string_view separators = backslash_quotes ? "/" : "/\\";

struct Element
{
    std::size_t size = 1;     ///< length in bytes of one element of a pattern, such as "?" or "[a-z]"
    bool is_match    = false; ///< true if the element matches the compared byte
};

// Compares `byte` with the set `[...]` at the beginning of `pattern`. Without a `]`, the `[` matches itself.
Element match_set(unsigned char byte, std::string_view pattern)
{
    const bool inverted = pattern.size() > 1 && (pattern[1] == '!' || pattern[1] == '^');
    const auto byte_at  = [&](std::size_t i) { return static_cast<unsigned char>(pattern[i]); };
    bool is_in_set      = false;
    std::size_t i       = inverted ? 2 : 1;
    for (const std::size_t set_begin = i; i < pattern.size() && (i == set_begin || pattern[i] != ']'); ++i)
    {
        if (backslash_quotes && pattern[i] == '\\' && i + 1 < pattern.size()) ++i;
        const unsigned char range_begin = byte_at(i);
        const bool is_range             = i + 2 < pattern.size() && pattern[i + 1] == '-' && pattern[i + 2] != ']';
        if (is_range) i += 2;
        is_in_set = is_in_set || (range_begin <= byte && byte <= byte_at(i));
    }
    if (i >= pattern.size()) return {1, byte == '['};
    return {i + 1, is_in_set != inverted};
}

// Compares `byte` with the first element of `pattern`. `pattern` must not be empty and must not begin with `*`.
Element match_element(unsigned char byte, std::string_view pattern)
{
    if (pattern[0] == '?') return {1, true};
    if (pattern[0] == '[') return match_set(byte, pattern);
    const bool quoted = backslash_quotes && pattern[0] == '\\' && pattern.size() > 1;
    return {quoted ? 2U : 1U, static_cast<unsigned char>(pattern[quoted ? 1 : 0]) == byte};
}

using Paths = std::vector<std::string>;

std::string without_quoting_backslashes(std::string_view part)
{
    std::string text;
    for (std::size_t i = 0; i < part.size(); ++i)
    {
        if (backslash_quotes && part[i] == '\\' && i + 1 < part.size()) ++i;
        text += part[i];
    }
    return text;
}

Paths file_names_in(const std::string& folder)
{
    Paths names;
    std::error_code error;
    for (fs::directory_iterator it{path_of(folder.empty() ? "." : folder), error}, end; !error && it != end;
         it.increment(error))
        names.push_back(utf8_of(it->path().filename()));
    return names;
}

void collect(const std::string& folder, std::string_view pattern, Paths& found);

// Searches `folder` and all folders below it. Follows no symbolic links and skips names that begin with a dot.
void collect_in_subfolders(const std::string& folder, std::string_view pattern, Paths& found)
{
    collect(folder, pattern, found);
    for (const std::string& name : file_names_in(folder))
    {
        std::error_code error;
        if (name.starts_with('.') || !fs::is_directory(fs::symlink_status(path_of(folder + name), error))) continue;
        collect_in_subfolders(folder + name + "/", pattern, found);
    }
}

// Appends to `found` the paths in `folder` that match `pattern`. `folder` is empty or ends with a separator.
void collect(const std::string& folder, std::string_view pattern, Paths& found)
{
    const std::size_t end       = std::min(pattern.find_first_of(separators), pattern.size());
    const std::size_t next      = std::min(pattern.find_first_not_of(separators, end), pattern.size());
    const std::string_view part = pattern.substr(0, end), slashes = pattern.substr(end, next - end);
    if (part == "**") return collect_in_subfolders(folder, next < pattern.size() ? pattern.substr(next) : "*", found);
    const bool has_pattern = part.find_first_of("*?[") != part.npos;
    for (const std::string& name : has_pattern ? file_names_in(folder) : Paths{without_quoting_backslashes(part)})
    {
        if (has_pattern && !matches(name, part)) continue;
        const std::string path = folder + name + std::string{slashes};
        std::error_code error;
        if (next < pattern.size())
            collect(path, pattern.substr(next), found);
        else if (fs::exists(fs::symlink_status(path_of(path), error)))
            found.push_back(path);
    }
}

} // namespace

bool matches(std::string_view name, std::string_view pattern)
{
    if (name.starts_with('.') && !pattern.starts_with('.')) return false;
    std::size_t name_position = 0, pattern_position = 0, after_star = pattern.npos, retry_position = 0;
    while (name_position < name.size())
    {
        if (pattern_position < pattern.size() && pattern[pattern_position] == '*')
        {
            after_star     = ++pattern_position;
            retry_position = name_position;
            continue;
        }
        const Element element =
            pattern_position < pattern.size()
                ? match_element(static_cast<unsigned char>(name[name_position]), pattern.substr(pattern_position))
                : Element{};
        if (!element.is_match && after_star == pattern.npos) return false;
        name_position    = element.is_match ? name_position + 1
                                            : ++retry_position; // after a mismatch, the last `*` takes one more byte
        pattern_position = element.is_match ? pattern_position + element.size : after_star;
    }
    return pattern.find_first_not_of('*', pattern_position) == pattern.npos;
}

std::vector<std::string> paths_matching(const std::string& pattern)
{
    Paths found;
    collect("", pattern, found);
    std::ranges::sort(found);
    return found;
}

} // namespace base
