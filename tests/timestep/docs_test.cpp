// What the documents say of the presets is what the presets say of themselves.
#include "timestep/presets.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <initializer_list>
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

std::string joined(std::initializer_list<std::string_view> parts)
{
    std::string all;
    for (const std::string_view part : parts) all += part;
    return all;
}

// Line ends and indents are as good as a blank.
std::string flowing(const std::string& text)
{
    std::istringstream words{text};
    std::string all;
    for (std::string word; words >> word;)
    {
        if (!all.empty()) all += ' ';
        all += word;
    }
    return all;
}

std::string section_of(const std::string& document, std::string_view name)
{
    const std::string heading = joined({"\n### ", name, "\n"});
    const auto start          = document.find(heading);
    if (start == std::string::npos) return {};
    const auto end = document.find("\n#", start + heading.size());
    return document.substr(start, end == std::string::npos ? end : end - start);
}

std::string header_of(const Preset& preset)
{
    std::string file{preset.name};
    std::replace(file.begin(), file.end(), '-', '_');
    return joined({"timestep/presets/", file, ".hpp"});
}

bool says(const std::string& text, const std::string& what) { return text.find(what) != std::string::npos; }
} // namespace

TEST_CASE("docs/loops.md has a section for every preset, in its order and in the fixed form")
{
    const std::string document = text_of("docs/loops.md");
    std::size_t last           = 0;
    for (const Preset& preset : all_presets)
    {
        CAPTURE(preset.name);
        const std::string section = section_of(document, preset.name);
        REQUIRE_FALSE(section.empty());
        CHECK(document.find(section) > last);
        last = document.find(section);

        const std::string text = flowing(section);
        CHECK(says(text, joined({"*", preset.title, ": ", preset.price, ".*"})));
        CHECK(says(text, joined({"Header: `", header_of(preset), "`."})));
        CHECK(says(section, "```text\n"));
        CHECK(says(text, joined({"- **Source:** ", preset.source, "."})));
        for (const char* part : {"- **Promise:** ", "- **Price:** ", "- **Breaks:** ", "- **Choose it:** "})
            CHECK(says(text, part));
        CHECK(says(text, joined({"- **Ships in:** ", preset.ships})));
        CHECK(says(text, joined({"- **Differs:** ", preset.differs})) == !preset.differs.empty());
    }
}

TEST_CASE("docs/loops.md has no section for a loop that does not exist")
{
    std::istringstream lines{text_of("docs/loops.md")};
    std::size_t sections = 0;
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with("### "))
        {
            ++sections;
            CHECK(find_preset(line.substr(4)) != nullptr);
        }
    CHECK(sections == all_presets.size());
}

TEST_CASE("the pictures and promises in docs/loops.md are those of the headers")
{
    const std::string document = text_of("docs/loops.md");
    for (const Preset& preset : all_presets)
    {
        CAPTURE(preset.name);
        const std::string section = section_of(document, preset.name);
        std::istringstream lines{text_of(joined({"src/", header_of(preset)}))};
        std::string header; // the comment at its top, as prose
        for (std::string line; std::getline(lines, line) && line.starts_with("//");)
        {
            const std::string rest = line.substr(2);
            if (rest.starts_with("  ") && rest.find('|') != std::string::npos) CHECK(says(section, rest + "\n"));
            header += rest + "\n";
        }
        const auto same = [&](const std::string& in_header, const std::string& in_document)
        {
            const std::string from_header = flowing(header.substr(header.find(in_header) + in_header.size()));
            const auto start              = section.find(in_document) + in_document.size();
            std::string there             = flowing(section.substr(start, section.find("\n- **", start) - start));
            there[0]                      = from_header[0]; // a sentence of its own begins with a capital there
            CHECK(from_header.starts_with(there));
        };
        same("Promise:", "**Promise:**");
        same("Price:", "**Price:**");
        same("Breaks:", "**Breaks:**");
    }
}

TEST_CASE("docs/choosing.md asks five questions and only names loops that exist")
{
    const std::string document = text_of("docs/choosing.md");
    std::set<std::string> named;
    int questions = 0;
    std::istringstream lines{document};
    for (std::string line; std::getline(lines, line);)
        questions += line.starts_with("### ") && line.ends_with('?') ? 1 : 0;
    CHECK(questions == 5);
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
        CAPTURE(name);
        CHECK(find_preset(name) != nullptr);
    }
}

TEST_CASE("an example is a whole program of under 60 lines")
{
    int examples = 0;
    for (const auto& entry : std::filesystem::directory_iterator{"examples"})
    {
        if (entry.path().extension() != ".cpp") continue;
        ++examples;
        CAPTURE(entry.path().string());
        const std::string text = text_of(entry.path());
        CHECK(std::count(text.begin(), text.end(), '\n') < 60);
        CHECK(says(text, "int main("));
    }
    CHECK(examples == 4);
}
