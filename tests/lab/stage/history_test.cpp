// Tests that a past setting, loop or throw is not blamed on the present one.
#include "lab/stage/planted_window.hpp"

namespace
{

void set_delay(PlantedWindow& w, Nanos delay) { w.lab.session.settings.lane.machine.lag.delay = delay; }

std::string newest_note(const Lab& lab) { return lab.restart_note(0, lab.lane(0).samples().back()); }

constexpr std::string_view loop_note = "restarted: variable had put the motion off course";

} // namespace

TEST_CASE("after a setting that put the motion off course, all lanes start again when the changed control rests")
{
    for (const Nanos delay : {20ms, 50ms, 100ms})
    {
        CAPTURE(delay.count());
        PlantedWindow w{opening_of("variable", delay)};
        w.run(4s);
        REQUIRE(verdict_now(w.lab.lane(0)).requires_restart());
        set_delay(w, 10ms);
        w.run(200ms);
        set_delay(w, 0ms);
        w.run(200ms);
        CHECK(w.lab.lane(0).samples().back().game_time > 4s); // a key may follow
        w.run(200ms);
        for (std::size_t i = 0; i < w.lab.shown_lane_count(); ++i)
            CHECK(w.lab.lane(i).samples().back().game_time < 500ms);
        CHECK(newest_note(w.lab) == loop_note);
        w.run(1s);
        CHECK(newest_note(w.lab) == loop_note);
        w.run(1s);
        CHECK(newest_note(w.lab) == "");
        CHECK(said(w.lab.lane(0)) == "OK");
    }
}

TEST_CASE("while the mouse holds the changed control, no lane starts again")
{
    PlantedWindow w{opening_of("variable", 50ms)};
    w.run(4s);
    w.lab.session.is_mouse_holding_control = true;
    set_delay(w, 0ms);
    w.run(2s);
    CHECK(w.lab.lane(0).samples().back().game_time > 5s);
    w.lab.session.is_mouse_holding_control = false;
    w.run(100ms);
    CHECK(w.lab.lane(0).samples().back().game_time < 200ms);
}

TEST_CASE("slow motion, a hitch, another path and a setting of the view start nothing again")
{
    for (const auto& [loop, delay, key] : {std::tuple{"fixed", 50ms, ""},
                                           {"interpolated", 0ms, "H"},
                                           {"semi-fixed", 33ms, ""},
                                           {"accumulator", 0ms, "B"}})
    {
        CAPTURE(loop);
        PlantedWindow w{opening_of(loop, delay)};
        w.run(2s);
        if (*key != '\0') w.press(key, 4s);
        w.run(2s);
        set_delay(w, 20ms);
        w.run(1s);
        CHECK(w.lab.lane(0).samples().back().game_time > 4s);
        CHECK(newest_note(w.lab) == "");
    }
    PlantedWindow w{opening_of("variable", 50ms)};
    w.run(4s);
    REQUIRE(verdict_now(w.lab.lane(0)).requires_restart());
    w.lab.session.settings.view.uses_light_theme = true;
    w.lab.session.settings.stage.time_scale = 0.5;
    w.run(1s);
    CHECK(w.lab.lane(0).samples().back().game_time > 4s);
}

TEST_CASE("a pause and a frozen display stay as they are when the lanes start again")
{
    for (const bool is_frozen : {false, true})
    {
        CAPTURE(is_frozen);
        PlantedWindow w{opening_of("variable", 50ms)};
        w.run(4s);
        if (is_frozen)
            w.lab.freeze_at(2s);
        else
            w.press("Space");
        set_delay(w, 0ms);
        w.run(1s);
        CHECK(w.lab.stage_clock().is_paused);
        CHECK_FALSE(w.lab.frozen_at());
        CHECK(w.lab.lane(0).samples().back().game_time < 100ms);
    }
}

TEST_CASE("the note of a new start names the hand after a throw, ends with the next event, and an undo has it, too")
{
    PlantedWindow w{opening_of("variable", 50ms)};
    w.run(4s);
    w.press("4", 500ms);
    CHECK(newest_note(w.lab) == loop_note);
    w.press("H", 100ms);
    w.run(600ms);
    CHECK(newest_note(w.lab) == "");

    PlantedWindow thrown{opening_of("variable", 40ms)};
    thrown.run(100ms);
    for (int i = 0; i < 20; ++i)
    {
        thrown.lab.session.input = {.grabbed = true, .drag_target_x = -0.8 + 0.04 * i};
        thrown.frame();
    }
    thrown.lab.session.input.grabbed = false;
    thrown.run(3s);
    REQUIRE(verdict_now(thrown.lab.lane(0)).requires_restart());
    set_delay(thrown, 0ms);
    thrown.run(1s);
    CHECK(newest_note(thrown.lab) == "restarted after your throw");

    PlantedWindow undone{opening_of("variable")};
    undone.run(1s);
    set_delay(undone, 50ms);
    undone.run(4s);
    undone.press("Ctrl+Z", 1s);
    CHECK(undone.lab.session.settings.lane.machine.lag.delay == 0ms);
    CHECK(undone.lab.lane(0).samples().back().game_time < 1s);
    CHECK(newest_note(undone.lab) == loop_note);
}

TEST_CASE("a lane that was only slow is called so, and another scene is no new start of the old one")
{
    PlantedWindow w{opening_of("fixed", 50ms)};
    w.run(4s);
    w.press("4", 500ms);
    CHECK(newest_note(w.lab).starts_with("restarted: fixed was SLOW"));
    PlantedWindow other{opening_of("variable", 50ms)};
    other.run(4s);
    REQUIRE(verdict_now(other.lab.lane(0)).requires_restart());
    other.press("S", 1s);
    CHECK(newest_note(other.lab) == "");
}
