#include "catalogue/presets.hpp"
#include "lab/stage/demonstration_driver.hpp"
#include "lab/stage/playing.hpp"

namespace
{

Settings unusual() { return settings_from("scene=chain loop=semi-fixed hz=50 delay=12ms lab.speed=0.5 view.light=on"); }

bool is_shown(const Lab& lab) { return lab.experiment.driver_as<DemonstrationDriver>() != nullptr; }

void show(Lab& lab, const Demonstration& demonstration, Nanos watched)
{
    lab.requested_demonstration = &demonstration;
    play(lab, 1);
    REQUIRE(is_shown(lab));
    const auto run = [&]() -> const DemonstrationRun&
    { return lab.experiment.driver_as<DemonstrationDriver>()->run(); };
    while (is_shown(lab) && run().elapsed_real_time() < watched) play(lab, 1);
}

void show(Lab& lab, std::string_view loop, Nanos watched)
{
    show(lab, *find_demonstration(id_of(*timestep::find_preset(loop))), watched);
}

void check_same(const Settings& a, const Settings& b)
{
    CHECK(differences_from_baseline(a, b).empty());
    CHECK(a.is_paused == b.is_paused);
}

// Returns the spring of the first screen with frames so long that it explodes.
LaneOf exploding() { return LaneOf{"variable", {{"machine.lag", "on"}, {"machine.delay_ms", "100ms"}}}; }

// Runs the lane until its ball is gone and returns that time.
Nanos gone_at(LaneRun& lane)
{
    while (!is_body_gone(lane.simulate_frame())) CHECK_FALSE(instant_replay_time_of(lane.lane()).has_value());
    return lane.lane().samples().back().start_wall_time;
}

} // namespace

TEST_CASE("show me lasts ten seconds, and leaves all settings as they were before")
{
    for (const Demonstration& demonstration : loop_demonstrations())
        for (const bool more : {false, true})
        {
            CAPTURE(demonstration.name);
            Settings settings = unusual();
            settings.view.shows_all_panels = more;
            LabOf lab{settings, 30};
            const std::size_t lanes = lab.shown_lane_count();
            show(lab, demonstration, 9'800ms);
            CHECK(is_shown(lab));
            CHECK(lab.experiment.lanes[0].setup().name == demonstration.lanes[0].name);
            check_same(lab.session.settings, settings);
            play(lab, 40);
            CHECK_FALSE(is_shown(lab));
            check_same(lab.session.settings, settings);
            CHECK(lab.shown_lane_count() == lanes);
            CHECK(lab.experiment.lanes[0].setup().config.loop.preset == settings.lane.loop.preset);
        }
}

TEST_CASE("Escape, a switch or another mode ends show me early, and the settings are those of before, with the switch")
{
    const Settings settings = unusual();
    for (const std::string_view name : {"Escape", "2", "R", "L"})
    {
        CAPTURE(name);
        LabOf lab{settings};
        LabOf direct{settings};
        play(lab, 30);
        play(direct, 30);
        show(lab, "variable", 6s);
        press(lab, name);
        if (name != "Escape") press(direct, name);
        play(lab, 2);
        CHECK_FALSE(is_shown(lab));
        check_same(lab.session.settings, direct.session.settings);
    }
    LabOf lab{settings, 30};
    show(lab, "fixed", 2s);
    enter(lab, Mode::lesson, 2);
    CHECK_FALSE(is_shown(lab));
    CHECK(lab.session.settings.mode == Mode::lesson);
    enter(lab, Mode::lanes, 1);
    check_same(lab.session.settings, settings);
}

TEST_CASE("show me runs during a pause, at the usual speed, and the pause lasts")
{
    Settings settings = unusual();
    settings.is_paused = true;
    LabOf lab{settings, 5};
    show(lab, "accumulator", 3s);
    CHECK(lab.lane().samples().back().start_wall_time > 2'900ms);
    press(lab, "Escape", 2);
    check_same(lab.session.settings, settings);
}

TEST_CASE("the key D shows the chosen loop, and says so if there is no demonstration of it")
{
    LabOf lab{{}, 5};
    press(lab, "2");
    press(lab, "D", 1);
    REQUIRE(is_shown(lab));
    CHECK(lab.experiment.driver_as<DemonstrationDriver>()->run().demonstration().name == "variable");
    press(lab, "6", 1);
    lab.requests.clear();
    press(lab, "D", 1);
    CHECK_FALSE(is_shown(lab));
    REQUIRE(lab.requests.size() == 1);
    CHECK(std::holds_alternative<request::ShowNotice>(lab.requests[0]));
}

TEST_CASE("an instant replay shows the last 1.2 s before the end once, in 3 s")
{
    LaneOf lane = exploding();
    const Nanos gone = gone_at(lane);
    const Nanos since = std::max(gone - instant_replay_span, Nanos::zero());
    Nanos last = instant_replay_time_of(lane.lane()).value();
    CHECK(last == since);
    for (Nanos later = 500ms; later < (gone - since) * 5 / 2; later += 500ms)
    {
        run_to(lane, 1ns + gone + later);
        const Nanos now = instant_replay_time_of(lane.lane()).value_or(Nanos::max());
        CHECK(now > last);
        CHECK(now < gone);
        const Nanos watched = lane.lane().samples().back().start_wall_time - gone;
        CHECK(std::chrono::abs((now - since) * 5 / 2 - watched) < 100ns);
        CHECK_FALSE(is_body_gone(lane.lane().moment_at(now).sample));
        last = now;
    }
    run_to(lane, 1ns + gone + 3'100ms);
    CHECK_FALSE(instant_replay_time_of(lane.lane()).has_value());
    run_to(lane, 1ns + gone + 600s);
    CHECK_FALSE(instant_replay_time_of(lane.lane()).has_value());
}

TEST_CASE("a reset ends an instant replay, and the next one does not begin before the reset")
{
    LaneOf lane = exploding();
    const Nanos first = gone_at(lane);
    run_to(lane, 1ns + first + 2s);
    REQUIRE(instant_replay_time_of(lane.lane()).has_value());
    reset(lane);
    const Nanos reset = lane.next_frame_start_time();
    const Nanos again = gone_at(lane);
    CHECK(instant_replay_time_of(lane.lane()).value() >= std::max(again - instant_replay_span, reset - 200ms));
}

TEST_CASE("any key ends an instant replay; Escape does nothing else, and a later explosion is shown again")
{
    const Settings settings = settings_from("loop=variable vsync=on render-cost=2ms delay=100ms view.more=on");
    for (const std::string_view name : {"Escape", "T", "H", "R"})
    {
        CAPTURE(name);
        LabOf lab{settings};
        const auto replay = [&]
        {
            for (int i = 0; i < 600 && !lab.instant_replay_time(0); ++i) play(lab, 1);
            return lab.instant_replay_time(0).has_value();
        };
        REQUIRE(replay());
        play(lab, 2);
        CHECK(lab.instant_replay_time(0));
        press(lab, name);
        CHECK_FALSE(lab.instant_replay_time(0));
        play(lab, 2);
        CHECK_FALSE(lab.instant_replay_time(0));
        CHECK(lab.session.settings.view.plays_sound == (name == "T"));
        CHECK_FALSE(lab.session.settings.is_paused);
        press(lab, "R");
        CHECK(replay());
    }
    LabOf lab{settings, 10};
    CHECK_FALSE(lab.end_instant_replays());
}

TEST_CASE("the opening makes the PC slow by itself, ends with any key, and leaves settings and undo as they were")
{
    LabOf lab{{}, 6};
    lab.session.enter_first_screen();
    const Settings before = lab.session.settings;
    show(lab, opening_demonstration(), 5s);
    const auto& lanes = lab.experiment.lanes;
    CHECK(lanes[0].lane().world().events().tunnelled > 0);
    CHECK(lanes[1].lane().world().events().tunnelled == 0);
    CHECK(lanes[0].setup().config.machine.lag.delay == 50ms);
    check_same(lab.session.settings, before);
    lab.handle_key(*lab::find_key_binding("4"));
    play(lab, 2);
    CHECK_FALSE(is_shown(lab));
    CHECK(catalogue::preset_of(lab.session.settings.lane.loop.preset).name ==
          "accumulator"); // the key did what it does
    CHECK(lab.lane(0).world().events().tunnelled == 0);

    show(lab, opening_demonstration(), 8s);
    CHECK_FALSE(is_shown(lab)); // it ends by itself, and says whose turn it is
    CHECK(std::ranges::any_of(lab.requests,
                              [](const Request& r) { return std::holds_alternative<request::ShowNotice>(r); }));
}

TEST_CASE("without motion, the opening is a still of the broken wall that only the user ends")
{
    LabOf lab{{}, 6};
    lab.session.enter_first_screen();
    lab.session.settings.view.opening_moves = false;
    lab.requested_demonstration = &opening_demonstration();
    play(lab, 1);
    const auto shown_at = [&] { return lab.experiment.lanes[0].lane().newest_moment().sample.start_wall_time; };
    const auto at = shown_at();
    CHECK(lab.experiment.lanes[0].lane().world().events().tunnelled > 0);
    CHECK(lab.experiment.lanes[1].lane().world().events().tunnelled == 0);
    play(lab, 900);
    CHECK(is_shown(lab));
    CHECK(shown_at() == at);
    lab.handle_key(*lab::find_key_binding("R"));
    play(lab, 2);
    CHECK_FALSE(is_shown(lab));
}
