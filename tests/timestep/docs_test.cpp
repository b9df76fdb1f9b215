// Checks facts in the documents and examples against the library.
#include "timestep/presets.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

using namespace timestep;

namespace
{
std::string text_of(const std::filesystem::path& path)
{
    std::ifstream file{path};
    CAPTURE(path.string());
    REQUIRE(file);
    return {std::istreambuf_iterator<char>{file}, {}};
}

bool says(const std::string& text, const std::string& what) { return text.find(what) != std::string::npos; }
} // namespace

TEST_CASE("docs/choosing.md numbers its questions from 1 and names only loops that exist")
{
    const std::string document = text_of("docs/choosing.md");
    std::set<std::string> named;
    int questions = 0;
    std::istringstream lines{document};
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with("### ")) CHECK(line.starts_with("### " + std::to_string(++questions) + ". "));
    CHECK(questions > 3);
    for (auto at = document.find("**"); at != std::string::npos; at = document.find("**", at))
    {
        const auto end         = document.find("**", at + 2);
        const std::string bold = document.substr(at + 2, end - at - 2);
        at                     = end + 2;
        if (std::all_of(bold.begin(), bold.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; }))
            named.insert(bold);
    }
    CHECK(named.size() >= 9);
    for (const std::string& name : named)
    {
        CHECK_MESSAGE(find_preset(name) != nullptr, "docs/choosing.md names the loop '", name,
                      "', which is not in src/timestep/presets.hpp; correct the page, then run: ",
                      "ctest --preset release -R '^timestep$'");
    }
}

TEST_CASE("every example is a complete program of under 120 lines")
{
    int examples = 0;
    for (const auto& entry : std::filesystem::directory_iterator{"examples"})
    {
        if (entry.path().extension() != ".cpp") continue;
        ++examples;
        CAPTURE(entry.path().string());
        const std::string text = text_of(entry.path());
        CHECK(std::count(text.begin(), text.end(), '\n') < 120);
        CHECK(says(text, "int main("));
    }
    CHECK(examples == 15);
}
