#include "lab/settings/loop_search.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

using namespace timestep;

namespace
{
std::set<std::string_view> loops_with(std::string_view wanted)
{
    std::set<std::string_view> names;
    for (const Preset& preset : all_presets)
        if (lab::finds_loop(preset, wanted)) names.insert(preset.name);
    return names;
}

bool has_all(const std::set<std::string_view>& found, std::initializer_list<std::string_view> wanted)
{
    return std::ranges::all_of(wanted, [&](std::string_view name) { return found.contains(name); });
}
} // namespace

TEST_CASE("loops are found by engine, language and pacing")
{
    CHECK(loops_with("").size() == all_presets.size());
    CHECK(has_all(loops_with("unreal"), {"unreal", "unreal-async"}));
    CHECK(loops_with("UNREAL async") == std::set<std::string_view>{"unreal-async"});
    CHECK(has_all(loops_with("js"),
                  {"phaser", "mainloop-js", "matter-js", "cannon-es", "babylon-lockstep", "pixi-ticker", "cocos"}));
    CHECK_FALSE(loops_with("js").contains("raylib"));
    CHECK(has_all(loops_with("c#"), {"monogame", "fna"}));
    CHECK(has_all(loops_with("c++"), {"godot", "bullet", "defold", "openttd", "unreal-async"}));
    CHECK(has_all(loops_with("rust"), {"bevy", "rapier"}));
    CHECK(has_all(loops_with("lua"), {"love"}));
    CHECK(has_all(loops_with("python"), {"pygame"}));
    CHECK(has_all(loops_with("java"), {"minecraft"}));
    CHECK(has_all(loops_with("sleep"),
                  {"fixed-sleep", "canonical-snooze", "fna", "monogame", "love", "pygame", "raylib"}));
    CHECK_FALSE(loops_with("sleep").contains("unity"));
    CHECK(has_all(loops_with("spin"), {"fixed-busy-wait", "fixed-sleep", "fna", "raylib"}));
    CHECK_FALSE(loops_with("spin vsync").contains("raylib"));
    CHECK(has_all(loops_with("vsync"), {"interpolated", "love"}));
    CHECK(loops_with("no such loop").empty());
}

TEST_CASE("every shelf of the menu begins at a preset, in the order of all presets")
{
    std::size_t from = 0;
    CHECK(lab::shelves.front().first == all_presets.front().name);
    for (const lab::Shelf& shelf : lab::shelves)
    {
        CAPTURE(shelf.title);
        const Preset* const first = find_preset(shelf.first);
        REQUIRE(first != nullptr);
        const auto at = static_cast<std::size_t>(first - all_presets.data());
        CHECK((at == 0 || at > from));
        from = at;
    }
    for (const Preset& preset : all_presets)
    {
        const bool literature = &preset < find_preset(lab::shelves[1].first);
        const bool articles   = !literature && &preset < find_preset(lab::shelves[2].first);
        CHECK(preset.group == (literature ? Group::literature : articles ? Group::articles : Group::engines));
    }
}
