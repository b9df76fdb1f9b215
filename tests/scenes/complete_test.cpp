// Checks that every scene has its own test files: one that draws a state of NaN, and one that lists the effects of its
// controls.
#include "scenes/scene.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace
{
std::string text_of(const std::filesystem::path& path)
{
    std::ifstream file{path};
    return {std::istreambuf_iterator<char>{file}, {}};
}
} // namespace

TEST_CASE("every scene has its own test that draws a state of NaN, and a table of its controls' effects")
{
    for (const scenes::SceneType* row : scenes::all_scenes())
    {
        std::string name{row->name};
        std::ranges::replace(name, '-', '_');
        const std::string folder = "tests/scenes/" + name + "/";
        const std::string test   = folder + name + "_test.cpp";
        const std::string page   = " (docs/add-a-scene.md, \"What it touches\"), then run: ctest --preset release -R ";
        CHECK_MESSAGE(std::filesystem::exists(test), "add " << test << page << "'^scenes$'");
        CHECK_MESSAGE(text_of(test).find("check_ruined<") != std::string::npos,
                      "call check_ruined in " << test << page << "'^scenes$'");
        CHECK_MESSAGE(text_of(folder + "panel.py").find("ROWS = [") != std::string::npos,
                      "add " << folder << "panel.py" << page << "'^gui_knobs$'");
    }
}
