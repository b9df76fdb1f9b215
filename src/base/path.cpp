#include "base/path.hpp"

#include <algorithm>

namespace base
{

namespace
{

namespace fs = std::filesystem;

constexpr bool has_backslash_escapes = fs::path::preferred_separator != '\\';
constexpr std::string_view separators = has_backslash_escapes ? "/" : "/\\";

struct GlobElementMatch
{
    std::size_t element_bytes = 1; ///< length of one element of a pattern, such as "?" or "[a-z]"
    bool is_match = false; ///< true if the element matches the compared byte
};

// Matches `byte` with the set, such as "[a-z]", at the start of `pattern`. A "[" without a "]" matches itself.
GlobElementMatch match_character_set(unsigned char byte, std::string_view pattern)
{
    const bool is_inverted = pattern.size() > 1 && (pattern[1] == '!' || pattern[1] == '^');
    const auto byte_at = [&](std::size_t i) { return static_cast<unsigned char>(pattern[i]); };
    bool is_in_set = false;
    const std::size_t set_begin = is_inverted ? 2 : 1;
    std::size_t i = set_begin;
    while (i < pattern.size() && (i == set_begin || pattern[i] != ']'))
    {
        if (has_backslash_escapes && pattern[i] == '\\' && i + 1 < pattern.size()) ++i;
        const unsigned char range_begin = byte_at(i);
        const bool is_range = i + 2 < pattern.size() && pattern[i + 1] == '-' && pattern[i + 2] != ']';
        if (is_range) i += 2;
        is_in_set = is_in_set || (range_begin <= byte && byte <= byte_at(i));
        ++i;
    }
    if (i >= pattern.size()) return {1, byte == '['};
    return {i + 1, is_in_set != is_inverted};
}

// Matches `byte` with the first element of `pattern`, which must not be empty and must not begin with `*`.
GlobElementMatch match_glob_element(unsigned char byte, std::string_view pattern)
{
    if (pattern[0] == '?') return {1, true};
    if (pattern[0] == '[') return match_character_set(byte, pattern);
    const bool is_escaped = has_backslash_escapes && pattern[0] == '\\' && pattern.size() > 1;
    return {is_escaped ? 2U : 1U, static_cast<unsigned char>(pattern[is_escaped ? 1 : 0]) == byte};
}

using Strings = std::vector<std::string>;

std::string without_escaping_backslashes(std::string_view path_component)
{
    std::string text;
    for (std::size_t i = 0; i < path_component.size(); ++i)
    {
        if (has_backslash_escapes && path_component[i] == '\\' && i + 1 < path_component.size()) ++i;
        text += path_component[i];
    }
    return text;
}

Strings entry_names_in(const std::string& folder)
{
    Strings names;
    std::error_code error;
    for (fs::directory_iterator entry{path_from_utf8(folder.empty() ? "." : folder), error}, end;
         !error && entry != end; entry.increment(error))
        names.push_back(path_to_utf8(entry->path().filename()));
    return names;
}

void collect_matching_paths(const std::string& folder, std::string_view pattern, Strings& matching_paths);

// Adds matches in `folder` and all folders nested in it. Skips symbolic links and names that begin with a dot.
void collect_recursively(const std::string& folder, std::string_view pattern, Strings& matching_paths)
{
    collect_matching_paths(folder, pattern, matching_paths);
    for (const std::string& name : entry_names_in(folder))
    {
        std::error_code error;
        if (name.starts_with('.') || !fs::is_directory(fs::symlink_status(path_from_utf8(folder + name), error)))
            continue;
        collect_recursively(folder + name + "/", pattern, matching_paths);
    }
}

// Adds the paths in `folder` that match `pattern` to `matching_paths`. `folder` is empty or ends with a separator.
void collect_matching_paths(const std::string& folder, std::string_view pattern, Strings& matching_paths)
{
    const std::size_t component_end = std::min(pattern.find_first_of(separators), pattern.size());
    const std::size_t next_component_begin =
        std::min(pattern.find_first_not_of(separators, component_end), pattern.size());
    const std::string_view path_component = pattern.substr(0, component_end),
                           separators_after = pattern.substr(component_end, next_component_begin - component_end);
    if (path_component == "**")
        return collect_recursively(
            folder, next_component_begin < pattern.size() ? pattern.substr(next_component_begin) : "*", matching_paths);
    const bool has_wildcards = path_component.find_first_of("*?[") != path_component.npos;
    for (const std::string& name :
         has_wildcards ? entry_names_in(folder) : Strings{without_escaping_backslashes(path_component)})
    {
        if (has_wildcards && !matches_glob(name, path_component)) continue;
        const std::string path = folder + name + std::string{separators_after};
        std::error_code error;
        if (next_component_begin < pattern.size())
            collect_matching_paths(path, pattern.substr(next_component_begin), matching_paths);
        else if (fs::exists(fs::symlink_status(path_from_utf8(path), error)))
            matching_paths.push_back(path);
    }
}

} // namespace

bool matches_glob(std::string_view name, std::string_view pattern)
{
    if (name.starts_with('.') && !pattern.starts_with('.')) return false;
    std::size_t name_index = 0, pattern_index = 0, backtrack_pattern_index = pattern.npos, backtrack_name_index = 0;
    while (name_index < name.size())
    {
        if (pattern_index < pattern.size() && pattern[pattern_index] == '*')
        {
            backtrack_pattern_index = ++pattern_index;
            backtrack_name_index = name_index;
            continue;
        }
        const GlobElementMatch element =
            pattern_index < pattern.size()
                ? match_glob_element(static_cast<unsigned char>(name[name_index]), pattern.substr(pattern_index))
                : GlobElementMatch{};
        if (element.is_match)
        {
            ++name_index;
            pattern_index += element.element_bytes;
            continue;
        }
        if (backtrack_pattern_index == pattern.npos) return false;
        name_index = ++backtrack_name_index; // after a mismatch, the last `*` takes one more byte
        pattern_index = backtrack_pattern_index;
    }
    return pattern.find_first_not_of('*', pattern_index) == pattern.npos;
}

std::vector<std::string> expand_glob(const std::string& glob)
{
    Strings matching_paths;
    collect_matching_paths("", glob, matching_paths);
    std::ranges::sort(matching_paths);
    return matching_paths;
}

} // namespace base
