// Checks that every scene has its own test, which draws a state of NaN.
#include "scenes/scene.hpp"
#include "text.hpp"

#include <doctest/doctest.h>

#include <algorithm>

TEST_CASE("every scene has its own test that draws a state of NaN")
{
    for (const scenes::SceneType* row : scenes::all_scenes())
    {
        std::string name{row->name};
        std::ranges::replace(name, '-', '_');
        const std::string test = "tests/scenes/" + name + "/" + name + "_test.cpp";
        CHECK_MESSAGE(text_of(test).find("check_ruined<") != std::string::npos,
                      "call check_ruined in " << test << " (docs/add-a-scene.md, \"What it touches\")");
    }
}
