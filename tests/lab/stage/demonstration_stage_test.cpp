#include "lab/stage/demonstration_stage.hpp"

#include "lab/settings/set_up.hpp"
#include "playing.hpp"
#include "timestep/presets.hpp"

#include <string_view>
#include <vector>

using namespace lab;
using namespace std::chrono_literals;

namespace
{

// Returns settings that differ from the defaults in many controls.
Settings unusual()
{
    Settings settings;
    turn(settings, {{"scene.name", "chain"},
                    {"loop.preset", "semi-fixed"},
                    {"loop.hz", "50"},
                    {"machine.delay_ms", "12ms"},
                    {"lab.speed", "0.5"},
                    {"view.light", "on"}});
    return settings;
}

bool is_shown(const Lab& lab) { return lab.stage_as<DemonstrationStage>() != nullptr; }

// Shows the demonstration for `watched` seconds.
void show(Lab& lab, const Demonstration& demonstration, Nanos watched)
{
    lab.show_me(demonstration);
    lab.begin_frame();
    lab.end_frame();
    REQUIRE(is_shown(lab));
    const auto run = [&]() -> const DemonstrationRun& { return lab.stage_as<DemonstrationStage>()->run(); };
    while (is_shown(lab) && run().watched() < watched) play(lab, 1);
}

void show(Lab& lab, std::string_view loop, Nanos watched) { show(lab, *find_demonstration(loop), watched); }

std::vector<Demonstration> every_demonstration()
{
    std::vector<Demonstration> all{demonstrations().begin(), demonstrations().end()};
    all.push_back(stutter_demonstration());
    return all;
}

void check_same(const Settings& a, const Settings& b)
{
    CHECK(differences(a, b).empty());
    CHECK(a.paused == b.paused);
}

} // namespace

TEST_CASE("show me lasts ten seconds, and leaves all settings as they were before")
{
    for (const Demonstration& demonstration : every_demonstration())
        for (const bool more : {false, true})
        {
            CAPTURE(demonstration.loop);
            Settings settings  = unusual();
            settings.view.more = more;
            Lab lab            = lab_of(settings);
            play(lab, 30);
            const std::size_t lanes = lab.lanes();
            show(lab, demonstration, 9'800ms);
            CHECK(is_shown(lab));
            CHECK(lab.setup(0).name == demonstration.lanes[0].name);
            check_same(lab.settings, settings);
            play(lab, 40);
            CHECK_FALSE(is_shown(lab));
            check_same(lab.settings, settings);
            CHECK(lab.lanes() == lanes);
            CHECK(lab.setup(0).settings.loop.preset == settings.loop.preset);
        }
}

TEST_CASE("Escape, a switch or another mode ends show me early, and the settings are those of before, with the switch")
{
    const Settings settings = unusual();
    for (const std::string_view name : {"Escape", "2", "R", "L"})
    {
        CAPTURE(name);
        Lab lab    = lab_of(settings);
        Lab direct = lab_of(settings);
        play(lab, 30);
        play(direct, 30);
        show(lab, "variable", 6s);
        lab.apply(*find_key(name));
        if (name != "Escape") direct.apply(*find_key(name));
        play(lab, 2);
        CHECK_FALSE(is_shown(lab));
        check_same(lab.settings, direct.settings);
    }
    Lab lab = lab_of(settings);
    play(lab, 30);
    show(lab, "fixed", 2s);
    lab.settings.mode = Mode::race;
    play(lab, 2);
    CHECK_FALSE(is_shown(lab));
    CHECK(lab.settings.mode == Mode::race);
    lab.settings.mode = Mode::live;
    play(lab, 1);
    check_same(lab.settings, settings);
}

TEST_CASE("show me runs during a pause, at the usual speed, and the pause lasts")
{
    Settings settings = unusual();
    settings.paused   = true;
    Lab lab           = lab_of(settings);
    play(lab, 5);
    show(lab, "accumulator", 3s);
    CHECK(lab.lane().samples().back().wall > 2'900ms);
    lab.apply(*find_key("Escape"));
    play(lab, 2);
    check_same(lab.settings, settings);
}

TEST_CASE("the key D shows the chosen loop, and says so if there is no demonstration of it")
{
    Lab lab = lab_of(Settings{});
    play(lab, 5);
    lab.apply(*find_key("2"));
    lab.apply(*find_key("D"));
    play(lab, 1);
    REQUIRE(is_shown(lab));
    CHECK(lab.stage_as<DemonstrationStage>()->run().shown().loop == "variable");
    lab.apply(*find_key("6"));
    play(lab, 1);
    lab.requests.clear();
    lab.apply(*find_key("D"));
    play(lab, 1);
    CHECK_FALSE(is_shown(lab));
    REQUIRE(lab.requests.size() == 1);
    CHECK(std::holds_alternative<request::Notice>(lab.requests[0]));
}
