// Tests what Escape closes, the comparison of a kept set-up with the present one, and the machine of each mode.
#include "lab/metrics/lane_verdict.hpp"
#include "lab/settings/controls.hpp"
#include "lab/settings/lag_text.hpp"
#include "lab/settings/set_up.hpp"
#include "lab/stage/playing.hpp"

#include <doctest/doctest.h>

using namespace lab;
using namespace std::chrono_literals;

namespace
{

void press_escape(Lab& lab)
{
    lab.handle_key(*find_key("Escape"));
    play(lab, 2);
}

std::string verdict_in_words(const Lab& lab, std::size_t lane)
{
    return verdict_text(verdict_of(lab.lane(lane), lab.lane(lane).newest()));
}

} // namespace

TEST_CASE("Escape closes the list of keys, then a frozen frame, then a lesson, one at a time")
{
    Settings settings;
    turn(settings, "lab.lesson", "fifty-on-sixty");
    Lab lab = lab_of(settings);
    play(lab, 3);
    lab.freeze(lab.lane().samples().back().wall);
    lab.settings.view.shows_key_list = true;
    press_escape(lab);
    CHECK_FALSE(lab.settings.view.shows_key_list);
    CHECK(lab.frozen_at());
    press_escape(lab);
    CHECK_FALSE(lab.frozen_at());
    CHECK(lab.settings.mode == Mode::lesson);
    press_escape(lab);
    CHECK(lab.settings.mode == Mode::live);
    press_escape(lab);
    CHECK(lab.settings.mode == Mode::live);
}

TEST_CASE("Escape ends a presentation, and leaves a race as it is")
{
    Lab lab = lab_of({});
    lab.switch_presentation(true);
    press_escape(lab);
    CHECK_FALSE(lab.settings.view.presentation_mode);
    lab.settings.mode = Mode::race;
    press_escape(lab);
    CHECK(lab.settings.mode == Mode::race);
}

TEST_CASE("a comparison runs the kept set-up as it was, and the present one as it is turned")
{
    Settings kept;
    turn(kept, {{"loop.preset", "fixed"}, {"machine.delay_ms", "100ms"}});
    Settings settings;
    settings.race.kept_set_up = set_up_text(kept);
    settings.mode             = Mode::compare;
    Lab lab                   = lab_of(settings);
    play(lab, 120);
    REQUIRE(lab.lane_count() == 2);
    CHECK(lab.lane_setup(0).name == "fixed (kept)");
    CHECK(verdict_in_words(lab, 0).starts_with("SLOW"));
    CHECK(verdict_in_words(lab, 1).starts_with("OK"));
    turn(lab.settings, {{"loop.preset", "fixed"}, {"machine.delay_ms", "40ms"}});
    play(lab, 240);
    CHECK(verdict_in_words(lab, 1).starts_with("SLOW"));
    CHECK(lab.lane(0).samples().back().measured > 99ms);
    CHECK(lab.lane(1).samples().back().measured < 60ms);
    CHECK(lab.lane_setup(0).settings.machine.lag.delay == 100ms);
}

TEST_CASE("without a kept set-up there is no comparison")
{
    Settings settings;
    settings.mode = Mode::compare;
    Lab lab       = lab_of(settings);
    play(lab, 2);
    CHECK(lab.settings.mode == Mode::live);
    CHECK(lab.lane_count() == 1);
}

TEST_CASE("More shows again what Less has left: a race, loops side by side, or a comparison")
{
    for (const Mode mode : {Mode::race, Mode::duel, Mode::live, Mode::compare})
    {
        CAPTURE(static_cast<int>(mode));
        Settings settings;
        settings.mode              = mode;
        settings.race.side_by_side = mode == Mode::live;
        settings.race.kept_set_up  = set_up_text({});
        Lab lab                    = lab_of(settings);
        play(lab, 2);
        const std::string before = set_up_text(lab.settings);
        lab.switch_all_panels(false);
        play(lab, 2);
        CHECK(is_first_screen(lab.settings));
        lab.switch_all_panels(true);
        play(lab, 2);
        CHECK(set_up_text(lab.settings) == before);
        CHECK(lab.settings.view.shows_all_panels);
        lab.settings.mode              = Mode::live;
        lab.settings.race.side_by_side = false;
        lab.switch_all_panels(false);
        lab.switch_all_panels(true);
        CHECK(lab.settings.mode == Mode::live);
        CHECK_FALSE(lab.settings.race.side_by_side);
    }
}

TEST_CASE("undo leaves a presentation as it is")
{
    Lab lab = lab_of({});
    play(lab, 10);
    turn(lab.settings, "machine.delay_ms", "40ms");
    play(lab, 10);
    lab.switch_presentation(true);
    play(lab, 10);
    lab.handle_key(*find_key("Ctrl+Z"));
    CHECK(lab.settings.machine.lag.delay == 0ms);
    CHECK(lab.settings.view.presentation_mode);
}

TEST_CASE("changed parameters of a loop reach its lane on the first screen and the lanes of a duel")
{
    for (const Mode mode : {Mode::live, Mode::duel})
    {
        CAPTURE(static_cast<int>(mode));
        Settings settings;
        settings.mode                  = mode;
        settings.view.shows_all_panels = mode == Mode::duel;
        turn(settings, {{"loop.preset", "godot"}, {"stepper.max_steps", "5"}});
        Lab lab = lab_of(settings);
        play(lab, 5);
        turn(lab.settings, "stepper.max_steps", "2");
        play(lab, 5);
        const Settings& lane = lab.lane_setup(0).settings;
        CHECK(find_control(lane, "stepper.max_steps")->get(lane) == 2);
    }
}

TEST_CASE(
    "a race, a duel, a lesson and a network game have a machine of their own, and leaving them restores this PC's")
{
    for (const std::string mode : {"race", "duel", "network"})
    {
        INFO(mode);
        Lab lab = lab_of({});
        turn(lab.settings, {{"machine.delay_ms", "30ms"}, {"machine.vsync", "off"}});
        play(lab, 2);
        turn(lab.settings, "lab.mode", mode);
        play(lab, 2);
        CHECK(value_text(lab.settings, control(ControlId::render_cost)) == "40ms"); // the preset old-pc-25
        CHECK(value_text(lab.settings, control(ControlId::frame_delay)) == "0ms");
        turn(lab.settings, "machine.jitter_ms", "4ms");
        play(lab, 2);
        lab.settings.mode = Mode::lesson;
        play(lab, 2);
        lab.settings.mode = Mode::live;
        play(lab, 2);
        CHECK(value_text(lab.settings, control(ControlId::frame_delay)) == "30ms");
        CHECK(value_text(lab.settings, *find_control({}, "machine.jitter_ms")) == "0ms");
        CHECK(lag_text_without_delay_and_vsync(lab.settings).empty());
        turn(lab.settings, "lab.mode", mode);
        play(lab, 2);
        CHECK(value_text(lab.settings, *find_control({}, "machine.jitter_ms")) == "4ms");
    }
}

TEST_CASE("a drag that rests for two seconds is undone as one step")
{
    Lab lab = lab_of({});
    play(lab, 10);
    lab.is_control_held = true;
    for (const char* delay : {"20ms", "40ms"})
    {
        turn(lab.settings, "machine.delay_ms", delay);
        play(lab, 120);
    }
    lab.is_control_held = false;
    play(lab, 10);
    lab.handle_key(*find_key("Ctrl+Z"));
    CHECK(lab.settings.machine.lag.delay == 0ms);
    lab.handle_key(*find_key("Ctrl+Shift+Z"));
    CHECK(lab.settings.machine.lag.delay == 40ms);
}

TEST_CASE("undo and redo across the start of a race restore the machine of each")
{
    Lab lab = lab_of({});
    turn(lab.settings, "machine.delay_ms", "30ms");
    play(lab, 20);
    lab.handle_key(*find_key("C"));
    play(lab, 20);
    lab.handle_key(*find_key("Ctrl+Z"));
    play(lab, 2);
    CHECK(lab.settings.mode == Mode::live);
    CHECK(value_text(lab.settings, control(ControlId::frame_delay)) == "30ms");
    lab.handle_key(*find_key("Ctrl+Shift+Z"));
    play(lab, 2);
    CHECK(lab.settings.mode == Mode::race);
    CHECK(value_text(lab.settings, control(ControlId::render_cost)) == "40ms");
}

TEST_CASE("a set-up copied in a race has the race's machine, and pasting it keeps this PC's")
{
    Lab of_race           = lab_of({});
    of_race.settings.mode = Mode::race;
    play(of_race, 2);
    turn(of_race.settings, "machine.jitter_ms", "4ms");
    const std::string text = set_up_text(of_race.settings);
    Lab lab                = lab_of({});
    turn(lab.settings, "machine.delay_ms", "30ms");
    play(lab, 2);
    REQUIRE_FALSE(lab.apply_set_up(text));
    play(lab, 2);
    CHECK(set_up_text(lab.settings) == text);
    lab.settings.mode = Mode::live;
    play(lab, 2);
    CHECK(value_text(lab.settings, control(ControlId::frame_delay)) == "30ms");
    CHECK(value_text(lab.settings, *find_control({}, "machine.jitter_ms")) == "0ms");
}

TEST_CASE("a race that the program starts with keeps its machine")
{
    Settings settings;
    settings.mode = Mode::race;
    turn(settings, "machine.delay_ms", "60ms");
    Lab lab = lab_of(settings);
    play(lab, 2);
    CHECK(value_text(lab.settings, control(ControlId::frame_delay)) == "60ms");
    CHECK(value_text(lab.settings, control(ControlId::render_cost)) == "2ms");
    lab.settings.mode = Mode::live;
    play(lab, 2);
    CHECK(value_text(lab.settings, control(ControlId::frame_delay)) == "0ms");
}

TEST_CASE("the next start restores neither a link's set-up nor a lesson")
{
    Lab lab = lab_of({});
    turn(lab.settings, {{"machine.delay_ms", "30ms"}, {"loop.preset", "fixed"}});
    play(lab, 20);
    const std::string before = set_up_text(lab.settings);
    Settings shared;
    turn(shared, {{"machine.delay_ms", "90ms"}, {"loop.preset", "variable"}});
    REQUIRE_FALSE(lab.apply_set_up("#" + set_up_fragment(shared)));
    play(lab, 20);
    CHECK(value_text(lab.settings, control(ControlId::frame_delay)) == "90ms");
    CHECK(set_up_text(lab.settings_to_save()) == before);
    lab.handle_key(*find_key("Ctrl+Z"));
    play(lab, 20);
    turn(lab.settings, "machine.delay_ms", "50ms");
    lab.settings.mode = Mode::lesson;
    play(lab, 20);
    CHECK(lab.settings_to_save().mode == Mode::live);
    CHECK(value_text(lab.settings_to_save(), control(ControlId::frame_delay)) == "50ms");
}

TEST_CASE("what is set for this PC besides the delay is named, and cleared")
{
    Settings settings;
    turn(settings, {{"machine.delay_ms", "30ms"}, {"machine.vsync", "off"}});
    CHECK(lag_text_without_delay_and_vsync(settings).empty());
    turn(settings, {{"machine.jitter_ms", "4ms"}, {"machine.step_cost_ms", "0.5ms"}, {"machine.spike_ms", "90ms"}});
    CHECK(lag_text_without_delay_and_vsync(settings) == "jitter 4ms, cost per step 0.5ms");
    settings.machine.lag.more = {sim::lag::Pauses{}};
    CHECK(lag_text_without_delay_and_vsync(settings).ends_with("more lag " + lag_text(settings.machine.lag.more)));
    turn(settings, "machine.lag", "off");
    CHECK(lag_text_without_delay_and_vsync(settings) == "lag off, cost per step 0.5ms");
    reset_lag_except_delay_and_vsync(settings);
    CHECK(lag_text_without_delay_and_vsync(settings).empty());
    CHECK(set_up_text(settings) == "timestep-lab set-up 1 machine.delay_ms=30ms machine.vsync=off");
}
