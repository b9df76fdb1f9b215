#include "base/path.hpp"
#include "scratch.hpp"

TEST_CASE("a file whose name is not UTF-8 is found by that name, and its name is unchanged")
{
    const Scratch scratch;
    const std::string name = "latin-1-\xfc.csv";
    const auto path        = scratch.path(name);
    std::ofstream{path} << "frame_ns\n";
    CHECK(std::filesystem::exists(base::path_of(base::utf8_of(path))));
    CHECK(base::utf8_of(path.filename()) == name);
}

TEST_CASE("a byte after a backslash in a pattern has no special meaning")
{
    CHECK(base::matches("*", "\\*"));
    CHECK_FALSE(base::matches("a", "\\*"));
    CHECK(base::matches("]", "[\\]]"));
    CHECK_FALSE(base::matches("\\", "[\\]]"));
}
