#include "base/path.hpp"
#include "scratch.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <string>

namespace
{

namespace fs = std::filesystem;
using Names  = std::vector<std::string>;

// Returns the paths in the scratch folder that match, relative to the folder.
Names matching(const Scratch& scratch, const std::string& pattern)
{
    const std::string front = base::utf8_of(scratch.path(""));
    Names found             = base::paths_matching(front + pattern);
    for (std::string& path : found) path.erase(0, front.size());
    return found;
}

} // namespace

TEST_CASE("a path keeps all characters when it is converted to UTF-8 and back")
{
    for (const std::string text : {"", ".", "a/b.csv", "Größe/Ωμέγα/日本語.csv", "a b/\U0001F3AE.toml"})
    {
        CAPTURE(text);
        CHECK(base::utf8_of(base::path_of(text)) == text);
    }
    CHECK(base::utf8_of(base::path_of("Größe/Ωμέγα.csv").filename()) == "Ωμέγα.csv");
    CHECK(base::utf8_of(base::path_of("Größe/Ωμέγα.csv").extension()) == ".csv");
}

TEST_CASE("a pattern matches the same names as a shell's pattern")
{
    struct Row
    {
        const char *pattern, *matching, *other;
    };
    for (const Row& row : {Row{"*.csv", "a.csv", "a.csv2"},
                           {"a*b*c", "a-b-b-c", "a-b-b"},
                           {"**", "a", ".a"},
                           {"a?c", "abc", "ac"},
                           {"[a-c]x", "bx", "dx"},
                           {"[!a-c]x", "dx", "bx"},
                           {"[^a-c]x", "dx", "ax"},
                           {"[]]", "]", "a"},
                           {"[a-]", "-", "b"},
                           {"[a-c-e]", "-", "d"},
                           {"[", "[", "a"},
                           {"a[b*", "a[bc", "ab"},
                           {"[!]a]", "b", "]"},
                           {".*", ".hidden", "shown"},
                           {"*", "shown", ".hidden"},
                           {"?", "\xE9", ""},
                           {"*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}})
    {
        CAPTURE(std::string{row.pattern});
        CHECK(base::matches(row.matching, row.pattern));
        CHECK_FALSE(base::matches(row.other, row.pattern));
    }
}

TEST_CASE("matching paths are sorted by their bytes; patterns in folder names match, too")
{
    const Scratch scratch;
    for (const char* const folder : {"run 1", "run 2", "other"}) fs::create_directories(scratch.path(folder));
    for (const char* const file :
         {"b", "C", "a", ".hidden", "run 1/x.csv", "run 2/x.csv", "run 2/y.csv", "other/x.csv"})
        scratch.file(file, "");
    CHECK(matching(scratch, "?") == Names{"C", "a", "b"});
    CHECK(matching(scratch, "run*/*.csv") == Names{"run 1/x.csv", "run 2/x.csv", "run 2/y.csv"});
    CHECK(matching(scratch, "run*/y.csv") == Names{"run 2/y.csv"});
    CHECK(matching(scratch, "run*/") == Names{"run 1/", "run 2/"});
    CHECK(matching(scratch, "**/x.csv") == Names{"other/x.csv", "run 1/x.csv", "run 2/x.csv"});
    CHECK(matching(scratch, "run*/**/x.csv") == Names{"run 1/x.csv", "run 2/x.csv"});
    CHECK(matching(scratch, "**/b") == Names{"b"});
    CHECK(matching(scratch, "a/*") == Names{});
    CHECK(matching(scratch, "none/*") == Names{});
}
