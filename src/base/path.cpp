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
    std::size_t size = 1;     ///< length in bytes of the first element of a pattern, such as "?" or "[a-z]"
    bool fits        = false; ///< true if this element of the pattern matches the byte
};

// Compares `byte` with the set `[...]` at the beginning of `pattern`. If the set has no `]`, only the byte `[` matches.
Element set_of(unsigned char byte, std::string_view pattern)
{
    const bool inverted = pattern.size() > 1 && (pattern[1] == '!' || pattern[1] == '^');
    const auto at       = [&](std::size_t i) { return static_cast<unsigned char>(pattern[i]); };
    bool found          = false;
    std::size_t i       = inverted ? 2 : 1;
    for (const std::size_t first = i; i < pattern.size() && (i == first || pattern[i] != ']'); ++i)
    {
        if (backslash_quotes && pattern[i] == '\\' && i + 1 < pattern.size()) ++i;
        const unsigned char low = at(i);
        const bool range        = i + 2 < pattern.size() && pattern[i + 1] == '-' && pattern[i + 2] != ']';
        if (range) i += 2;
        found = found || (low <= byte && byte <= at(i));
    }
    if (i >= pattern.size()) return {1, byte == '['};
    return {i + 1, found != inverted};
}

// Compares `byte` with the first element of `pattern`, which must not be empty or begin with `*`.
Element element_of(unsigned char byte, std::string_view pattern)
{
    if (pattern[0] == '?') return {1, true};
    if (pattern[0] == '[') return set_of(byte, pattern);
    const bool quoted = backslash_quotes && pattern[0] == '\\' && pattern.size() > 1;
    return {quoted ? 2U : 1U, static_cast<unsigned char>(pattern[quoted ? 1 : 0]) == byte};
}

using Paths = std::vector<std::string>;

std::string unquoted(std::string_view part)
{
    std::string text;
    for (std::size_t i = 0; i < part.size(); ++i)
    {
        if (backslash_quotes && part[i] == '\\' && i + 1 < part.size()) ++i;
        text += part[i];
    }
    return text;
}

Paths names_in(const std::string& folder)
{
    Paths names;
    std::error_code error;
    for (fs::directory_iterator it{path_of(folder.empty() ? "." : folder), error}, end; !error && it != end;
         it.increment(error))
        names.push_back(utf8_of(it->path().filename()));
    return names;
}

void collect(const std::string& folder, std::string_view pattern, Paths& found);

// Searches all folders below `folder`, too; follows no symbolic links and skips names that begin with a dot.
void collect_below(const std::string& folder, std::string_view pattern, Paths& found)
{
    collect(folder, pattern, found);
    for (const std::string& name : names_in(folder))
    {
        std::error_code error;
        if (name.starts_with('.') || !fs::is_directory(fs::symlink_status(path_of(folder + name), error))) continue;
        collect_below(folder + name + "/", pattern, found);
    }
}

// `folder` is empty or ends with a separator.
void collect(const std::string& folder, std::string_view pattern, Paths& found)
{
    const std::size_t end       = std::min(pattern.find_first_of(separators), pattern.size());
    const std::size_t next      = std::min(pattern.find_first_not_of(separators, end), pattern.size());
    const std::string_view part = pattern.substr(0, end), slashes = pattern.substr(end, next - end);
    if (part == "**") return collect_below(folder, next < pattern.size() ? pattern.substr(next) : "*", found);
    const bool has_pattern = part.find_first_of("*?[") != part.npos;
    for (const std::string& name : has_pattern ? names_in(folder) : Paths{unquoted(part)})
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
    std::size_t n = 0, p = 0, after_star = pattern.npos, retry = 0;
    while (n < name.size())
    {
        if (p < pattern.size() && pattern[p] == '*')
        {
            after_star = ++p;
            retry      = n;
            continue;
        }
        const Element element =
            p < pattern.size() ? element_of(static_cast<unsigned char>(name[n]), pattern.substr(p)) : Element{};
        if (!element.fits && after_star == pattern.npos) return false;
        n = element.fits ? n + 1 : ++retry; // after a mismatch, lets the last `*` match one byte more and tries again
        p = element.fits ? p + element.size : after_star;
    }
    return pattern.find_first_not_of('*', p) == pattern.npos;
}

std::vector<std::string> paths_matching(const std::string& pattern)
{
    Paths found;
    collect("", pattern, found);
    std::ranges::sort(found);
    return found;
}

} // namespace base
