// Tests what Escape closes, and lists of lanes that a user changes in odd orders.
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
    CHECK(lab.session.settings.mode == Mode::lanes);
    press(lab, "Escape", 2);
    CHECK(lab.session.settings.mode == Mode::lanes);
}

TEST_CASE("Escape ends a presentation, and leaves the lanes as they are")
{
    LabOf lab;
    lab.set_audience_view(true);
    press(lab, "Escape", 2);
    CHECK_FALSE(lab.session.settings.view.shows_audience_view);
    press(lab, "C", 2);
    press(lab, "Escape", 2);
    CHECK(lab.shown_lane_count() == 5);
}

TEST_CASE("of this and a copy, a control changes the copy only, until it is to change all lanes")
{
    SteadyLabOf lab{settings_with({{"loop.preset", "fixed"}, {"machine.delay_ms", "100ms"}}), 10};
    show_ready_list(lab.session.settings, ReadyList::this_and_copy);
    play(lab, 240);
    REQUIRE(lab.shown_lane_count() == 2);
    CHECK(lab.selected_lane_index() == 1);
    turn(lab, {{"machine.delay_ms", "0ms"}}, 240);
    CHECK(said(lab.lane(0)).starts_with("SLOW"));
    CHECK_FALSE(said(lab.lane(1)).starts_with("SLOW"));
    CHECK(lab.lane(0).samples().back().measured_frame_time > 99ms);
    CHECK(lab.lane(1).samples().back().measured_frame_time < 20ms);
    turn(lab, {{"stage.one_lane", "off"}, {"loop.hz", "30"}}, 2);
    CHECK(lab.experiment.lanes[0].setup().config.loop.rate == timestep::hz(30));
    turn(lab, {{"machine.delay_ms", "20ms"}}, 2); // the lanes differ in it
    CHECK(lab.experiment.lanes[0].setup().config.machine.lag.delay == 100ms);
}

TEST_CASE("without the file of a replay there is no replay, but the lanes")
{
    LabOf lab{{.mode = Mode::replay}, 2};
    CHECK(lab.session.settings.mode == Mode::lanes);
    CHECK(lab.shown_lane_count() == 1);
}

TEST_CASE("More shows again the lanes that Less has left, and the first screen the selected one")
{
    LabOf lab{with_lanes("fixed;variable;godot"), 2};
    lab.select_lane(1);
    play(lab, 2);
    const std::string before = configuration_string(lab.session.settings);
    lab.session.enter_first_screen();
    play(lab, 2);
    CHECK(lab.experiment.lanes[0].setup().name == "variable");
    CHECK(lab.experiment.lanes[1].setup().name == "interpolated");
    lab.select_lane(1); // the reference is no lane of the list
    press(lab, "1", 2);
    lab.session.leave_first_screen();
    play(lab, 2);
    CHECK(lab.selected_lane_index() == 1);
    CHECK(lanes_text(lab.session.settings) == "fixed;fixed;godot");
    press(lab, "2", 2);
    CHECK(configuration_string(lab.session.settings) == before);
}

TEST_CASE("C shows the five loops on the user's PC, and again the lanes of before, with what was changed for all")
{
    SteadyLabOf lab{settings_with({{"machine.delay_ms", "30ms"}, {"machine.vsync", "off"}, {"loop.preset", "godot"}}),
                    5};
    press(lab, "C", 5);
    REQUIRE(lab.shown_lane_count() == 5);
    for (const LaneRun& lane : lab.experiment.lanes)
    {
        CHECK(lane.setup().config.machine.lag.delay == 30ms);
        CHECK(lane.setup().config.machine.vsync == sim::VsyncMode::off);
    }
    turn(lab, {{"machine.delay_ms", "50ms"}, {"scene.name", "orbit"}}, 20); // longer than changes join one undo step
    press(lab, "C", 5);
    REQUIRE(lab.shown_lane_count() == 1);
    CHECK(configuration_string(lab.session.settings) == "timestep-lab set-up 1 loop.preset=godot machine.delay_ms=50ms "
                                                        "machine.vsync=off scene.name=orbit");
    press(lab, "Ctrl+Z", 2);
    CHECK(lab.shown_lane_count() == 5);
    press(lab, "Ctrl+Shift+Z", 2);
    CHECK(lab.shown_lane_count() == 1);
}

TEST_CASE("C twice restores a list in its order, with its selected lane")
{
    SteadyLabOf lab{with_ready_list(ReadyList::four_pcs), 5};
    const std::string before = lanes_text(lab.session.settings);
    lab.select_lane(2);
    play(lab, 2);
    press(lab, "C", 5);
    REQUIRE(lab.shown_lane_count() == 5);
    press(lab, "C", 5);
    CHECK(lab.selected_lane_index() == 2);
    lab.select_lane(0);
    CHECK(lanes_text(lab.session.settings) == before);
}

TEST_CASE("a digit sets the loop of the selected lane, an added lane is its copy, and undo restores the list")
{
    SteadyLabOf lab{{}, 5};
    add_lane(lab.session.settings);
    play(lab, 10);
    press(lab, "2", 10);
    add_lane(lab.session.settings);
    play(lab, 10);
    press(lab, "1", 10);
    CHECK(lanes_text(lab.session.settings) == "interpolated;variable;fixed");
    lab.select_lane(0);
    play(lab, 10);
    remove_lane(lab.session.settings);
    play(lab, 10);
    CHECK(lanes_text(lab.session.settings) == "variable;fixed");
    CHECK(lab.selected_lane_index() == 0);
    for (const char* text : {"interpolated;variable;fixed", "interpolated;variable;variable"})
    {
        press(lab, "Ctrl+Z", 10);
        CHECK(lanes_text(lab.session.settings) == text);
        CHECK(lab.shown_lane_count() == 3);
    }
    for (int i = 0; i < 10; ++i) add_lane(lab.session.settings);
    play(lab, 2);
    CHECK(lab.shown_lane_count() == StageSettings::max_lanes);
    for (int i = 0; i < 10; ++i) remove_lane(lab.session.settings);
    play(lab, 2);
    CHECK(lab.shown_lane_count() == 1);
}

TEST_CASE("a lane that is added, moved or left keeps its world, and one that joins continues that of the lane above it")
{
    SteadyLabOf lab{with_lanes("fixed,machine=old-pc-25;variable"), 120};
    const double times[]{lab.lane(0).world().time(), lab.lane(1).world().time()};
    REQUIRE(times[0] < 0.9 * times[1]);
    lab.select_lane(1);
    add_lane(lab.session.settings);
    play(lab, 1);
    CHECK(std::abs(lab.lane(0).world().time() - times[0]) < 0.1);
    CHECK(std::abs(lab.lane(1).world().time() - times[1]) < 0.1);
    CHECK(std::abs(lab.lane(2).world().time() - times[1]) < 0.1);
}

TEST_CASE("on this PC all lanes get the same frames, of the PC of the selected lane")
{
    Settings settings = with_lanes("interpolated,delay=10ms;interpolated,delay=30ms");
    turn(settings, "lab.frames", "this-pc");
    LabOf lab{settings, 20};
    for (const std::size_t selected : {1, 0, 1})
    {
        lab.select_lane(selected);
        play(lab, 20);
        const Nanos frame_time = lab.lane(0).samples().back().measured_frame_time;
        CHECK(lab.lane(1).samples().back().measured_frame_time == frame_time);
        CHECK((frame_time > 29ms) == (selected == 1));
    }
    CHECK(lab.lane(0).world().state_hash() == lab.lane(1).world().state_hash());
}

TEST_CASE("undo leaves a presentation as it is")
{
    LabOf lab{{}, 10};
    turn(lab, {{"machine.delay_ms", "40ms"}}, 10);
    lab.set_audience_view(true);
    play(lab, 10);
    press(lab, "Ctrl+Z");
    CHECK(lab.session.settings.lane.machine.lag.delay == 0ms);
    CHECK(lab.session.settings.view.shows_audience_view);
}

TEST_CASE("changed parameters of a loop reach its lane on the first screen, and all lanes that run it")
{
    for (const bool more : {false, true})
    {
        CAPTURE(more);
        Settings settings = settings_with({{"loop.preset", "godot"}, {"stepper.max_steps", "5"}});
        if (more) show_ready_list(settings, ReadyList::four_pcs);
        settings.view.shows_all_panels = more;
        LabOf lab{settings, 5};
        turn(lab, {{"stepper.max_steps", "2"}}, 5);
        for (std::size_t i = 0; i < (more ? 4 : 1); ++i)
        {
            const Settings lane{.lane = lab.experiment.lanes[i].setup().config};
            CHECK(find_control(lane, "stepper.max_steps")->get(lane) == 2);
        }
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
    CHECK(lab.session.settings.lane.machine.lag.delay == 0ms);
    press(lab, "Ctrl+Shift+Z");
    CHECK(lab.session.settings.lane.machine.lag.delay == 40ms);
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
    CHECK(lab.session.settings_to_save().mode == Mode::lanes);
    CHECK(parsable_value_text(lab.session.settings_to_save(), control_of(ControlId::frame_delay)) == "50ms");
}

TEST_CASE("what is set for this PC besides the delay is named, and cleared")
{
    Settings settings = settings_with({{"machine.delay_ms", "30ms"}, {"machine.vsync", "off"}});
    CHECK(hidden_slowdown_text(settings).empty());
    turn(settings, {{"machine.jitter_ms", "4ms"}, {"machine.step_cost_ms", "0.5ms"}, {"machine.spike_ms", "90ms"}});
    CHECK(hidden_slowdown_text(settings) == "jitter 4ms, cost per step 0.5ms");
    settings.lane.machine.lag.added_lags = {sim::lag::Pauses{}};
    CHECK(hidden_slowdown_text(settings).ends_with("more lag " +
                                                   parsable_lag_text(settings.lane.machine.lag.added_lags)));
    turn(settings, "machine.lag", "off");
    CHECK(hidden_slowdown_text(settings) == "cost per step 0.5ms");
    reset_hidden_slowdown(settings);
    CHECK(hidden_slowdown_text(settings).empty());
    CHECK(configuration_string(settings) ==
          "timestep-lab set-up 1 machine.lag=off machine.delay_ms=30ms machine.vsync=off");
}
