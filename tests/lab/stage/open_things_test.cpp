// Tests what Escape closes, the comparison of a kept set-up with the present one, and the machine of each mode.
#include "lab/settings/lag_text.hpp"
#include "lab/stage/playing.hpp"

TEST_CASE("Escape closes the list of keys, then a frozen frame, then a lesson, one at a time")
{
    Settings settings = settings_with({{"lab.lesson", "fifty-on-sixty"}});
    LabOf lab{settings, 3};
    lab.freeze_at(lab.lane().samples().back().start_wall_time);
    lab.session.settings.view.shows_help_page = true;
    press(lab, "Escape", 2);
    CHECK_FALSE(lab.session.settings.view.shows_help_page);
    CHECK(lab.frozen_at());
    press(lab, "Escape", 2);
    CHECK_FALSE(lab.frozen_at());
    CHECK(lab.session.settings.mode == Mode::lesson);
    press(lab, "Escape", 2);
    CHECK(lab.session.settings.mode == Mode::live);
    press(lab, "Escape", 2);
    CHECK(lab.session.settings.mode == Mode::live);
}

TEST_CASE("Escape ends a presentation, and leaves a race as it is")
{
    LabOf lab;
    lab.set_audience_view(true);
    press(lab, "Escape", 2);
    CHECK_FALSE(lab.session.settings.view.shows_audience_view);
    lab.session.settings.mode = Mode::race;
    press(lab, "Escape", 2);
    CHECK(lab.session.settings.mode == Mode::race);
}

TEST_CASE("a comparison runs the kept set-up as it was, and the present one as it is turned")
{
    Settings kept = settings_with({{"loop.preset", "fixed"}, {"machine.delay_ms", "100ms"}});
    LabOf lab{{.mode = Mode::compare, .race = {.kept_configuration = configuration_string(kept)}}, 120};
    REQUIRE(lab.shown_lane_count() == 2);
    CHECK(lab.experiment.lanes[0].setup().name == "fixed (kept)");
    CHECK(said(lab.lane(0)).starts_with("SLOW"));
    CHECK(said(lab.lane(1)).starts_with("OK"));
    turn(lab, {{"loop.preset", "fixed"}, {"machine.delay_ms", "40ms"}}, 240);
    CHECK(said(lab.lane(1)).starts_with("SLOW"));
    CHECK(lab.lane(0).samples().back().measured_frame_time > 99ms);
    CHECK(lab.lane(1).samples().back().measured_frame_time < 60ms);
    CHECK(lab.experiment.lanes[0].setup().config.machine.lag.delay == 100ms);
}

TEST_CASE("without a kept set-up there is no comparison, and without a replay no replay, but the live loop")
{
    for (const Mode mode : {Mode::compare, Mode::replay})
    {
        LabOf lab{{.mode = mode}, 2};
        CHECK(lab.session.settings.mode == Mode::live);
        CHECK(lab.shown_lane_count() == 1);
    }
}

TEST_CASE("More shows again what Less has left: a race, loops side by side, or a comparison")
{
    for (const Mode mode : {Mode::race, Mode::duel, Mode::live, Mode::compare})
    {
        CAPTURE(static_cast<int>(mode));
        LabOf lab{{.mode = mode,
                   .race = {.kept_configuration = configuration_string({}), .is_side_by_side = mode == Mode::live}},
                  2};
        const std::string before = configuration_string(lab.session.settings);
        lab.session.enter_first_screen();
        play(lab, 2);
        CHECK(shows_first_screen(lab.session.settings));
        lab.session.leave_first_screen();
        play(lab, 2);
        CHECK(configuration_string(lab.session.settings) == before);
        CHECK(lab.session.settings.view.shows_all_panels);
        lab.session.settings.mode = Mode::live;
        lab.session.settings.race.is_side_by_side = false;
        lab.session.enter_first_screen();
        lab.session.leave_first_screen();
        CHECK(lab.session.settings.mode == Mode::live);
        CHECK_FALSE(lab.session.settings.race.is_side_by_side);
    }
}

TEST_CASE("undo leaves a presentation as it is")
{
    LabOf lab{{}, 10};
    turn(lab, {{"machine.delay_ms", "40ms"}}, 10);
    lab.set_audience_view(true);
    play(lab, 10);
    press(lab, "Ctrl+Z");
    CHECK(lab.session.settings.machine().lag.delay == 0ms);
    CHECK(lab.session.settings.view.shows_audience_view);
}

TEST_CASE("changed parameters of a loop reach its lane on the first screen and the lanes of a duel")
{
    for (const Mode mode : {Mode::live, Mode::duel})
    {
        CAPTURE(static_cast<int>(mode));
        Settings settings{.mode = mode, .view = {.shows_all_panels = mode == Mode::duel}};
        turn(settings, {{"loop.preset", "godot"}, {"stepper.max_steps", "5"}});
        LabOf lab{settings, 5};
        turn(lab, {{"stepper.max_steps", "2"}}, 5);
        const Settings lane{.lane = lab.experiment.lanes[0].setup().config};
        CHECK(find_control(lane, "stepper.max_steps")->get(lane) == 2);
    }
}

TEST_CASE("a race, a duel and a lesson have a machine of their own, and leaving them restores this PC's")
{
    for (const std::string mode : {"race", "duel"})
    {
        INFO(mode);
        LabOf lab;
        turn(lab, {{"machine.delay_ms", "30ms"}, {"machine.vsync", "off"}}, 2);
        turn(lab, {{"lab.mode", mode}}, 2);
        CHECK(parsable_value_text(lab.session.settings, control_of(ControlId::render_cost)) ==
              "40ms"); // the preset old-pc-25
        CHECK(parsable_value_text(lab.session.settings, control_of(ControlId::frame_delay)) == "0ms");
        turn(lab, {{"machine.jitter_ms", "4ms"}}, 2);
        enter(lab, Mode::lesson, 2);
        enter(lab, Mode::live, 2);
        CHECK(parsable_value_text(lab.session.settings, control_of(ControlId::frame_delay)) == "30ms");
        CHECK(parsable_value_text(lab.session.settings, *find_control({}, "machine.jitter_ms")) == "0ms");
        CHECK(hidden_slowdown_text(lab.session.settings).empty());
        turn(lab, {{"lab.mode", mode}}, 2);
        CHECK(parsable_value_text(lab.session.settings, *find_control({}, "machine.jitter_ms")) == "4ms");
    }
}

TEST_CASE("a drag that rests for two seconds is undone as one step")
{
    LabOf lab{{}, 10};
    lab.session.is_mouse_holding_control = true;
    for (const char* delay : {"20ms", "40ms"}) turn(lab, {{"machine.delay_ms", delay}}, 120);
    lab.session.is_mouse_holding_control = false;
    play(lab, 10);
    press(lab, "Ctrl+Z");
    CHECK(lab.session.settings.machine().lag.delay == 0ms);
    press(lab, "Ctrl+Shift+Z");
    CHECK(lab.session.settings.machine().lag.delay == 40ms);
}

TEST_CASE("undo and redo across the start of a race restore the machine of each")
{
    LabOf lab;
    turn(lab, {{"machine.delay_ms", "30ms"}}, 20);
    press(lab, "C", 20);
    press(lab, "Ctrl+Z", 2);
    CHECK(lab.session.settings.mode == Mode::live);
    CHECK(parsable_value_text(lab.session.settings, control_of(ControlId::frame_delay)) == "30ms");
    press(lab, "Ctrl+Shift+Z", 2);
    CHECK(lab.session.settings.mode == Mode::race);
    CHECK(parsable_value_text(lab.session.settings, control_of(ControlId::render_cost)) == "40ms");
}

TEST_CASE("a set-up copied in a race has the race's machine, and pasting it keeps this PC's")
{
    LabOf of_race;
    enter(of_race, Mode::race, 2);
    turn(of_race.session.settings, "machine.jitter_ms", "4ms");
    const std::string text = configuration_string(of_race.session.settings);
    LabOf lab;
    turn(lab, {{"machine.delay_ms", "30ms"}}, 2);
    REQUIRE_FALSE(lab.open_configuration(text));
    play(lab, 2);
    CHECK(configuration_string(lab.session.settings) == text);
    enter(lab, Mode::live, 2);
    CHECK(parsable_value_text(lab.session.settings, control_of(ControlId::frame_delay)) == "30ms");
    CHECK(parsable_value_text(lab.session.settings, *find_control({}, "machine.jitter_ms")) == "0ms");
}

TEST_CASE("a race that the program starts with keeps its machine")
{
    Settings settings{.mode = Mode::race};
    turn(settings, "machine.delay_ms", "60ms");
    LabOf lab{settings, 2};
    CHECK(parsable_value_text(lab.session.settings, control_of(ControlId::frame_delay)) == "60ms");
    CHECK(parsable_value_text(lab.session.settings, control_of(ControlId::render_cost)) == "2ms");
    enter(lab, Mode::live, 2);
    CHECK(parsable_value_text(lab.session.settings, control_of(ControlId::frame_delay)) == "0ms");
}

TEST_CASE("the next start restores neither a link's set-up nor a lesson")
{
    LabOf lab;
    turn(lab, {{"machine.delay_ms", "30ms"}, {"loop.preset", "fixed"}}, 20);
    const std::string before = configuration_string(lab.session.settings);
    Settings shared = settings_with({{"machine.delay_ms", "90ms"}, {"loop.preset", "variable"}});
    REQUIRE_FALSE(lab.open_configuration("#" + percent_encoded_configuration(shared)));
    play(lab, 20);
    CHECK(parsable_value_text(lab.session.settings, control_of(ControlId::frame_delay)) == "90ms");
    CHECK(configuration_string(lab.session.settings_to_save()) == before);
    press(lab, "Ctrl+Z", 20);
    turn(lab.session.settings, "machine.delay_ms", "50ms");
    enter(lab, Mode::lesson, 20);
    CHECK(lab.session.settings_to_save().mode == Mode::live);
    CHECK(parsable_value_text(lab.session.settings_to_save(), control_of(ControlId::frame_delay)) == "50ms");
}

TEST_CASE("what is set for this PC besides the delay is named, and cleared")
{
    Settings settings = settings_with({{"machine.delay_ms", "30ms"}, {"machine.vsync", "off"}});
    CHECK(hidden_slowdown_text(settings).empty());
    turn(settings, {{"machine.jitter_ms", "4ms"}, {"machine.step_cost_ms", "0.5ms"}, {"machine.spike_ms", "90ms"}});
    CHECK(hidden_slowdown_text(settings) == "jitter 4ms, cost per step 0.5ms");
    settings.machine().lag.added_lags = {sim::lag::Pauses{}};
    CHECK(hidden_slowdown_text(settings).ends_with("more lag " + parsable_lag_text(settings.machine().lag.added_lags)));
    turn(settings, "machine.lag", "off");
    CHECK(hidden_slowdown_text(settings) == "cost per step 0.5ms");
    reset_hidden_slowdown(settings);
    CHECK(hidden_slowdown_text(settings).empty());
    CHECK(configuration_string(settings) ==
          "timestep-lab set-up 1 machine.lag=off machine.delay_ms=30ms machine.vsync=off");
}
