#include "base/path.hpp"
#include "scratch.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <string>

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

TEST_CASE("a file whose name is not UTF-8 is found by that name, and its name is unchanged")
{
    const Scratch scratch;
    const std::string name = "latin-1-\xfc.csv";
    const auto path        = scratch.path(name);
    std::ofstream{path} << "frame_ns\n";
    CHECK(std::filesystem::exists(base::path_of(base::utf8_of(path))));
    CHECK(base::utf8_of(path.filename()) == name);
}
