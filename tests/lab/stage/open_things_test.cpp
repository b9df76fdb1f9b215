// Tests what Escape closes, and the comparison of a kept set-up with the present one.
#include "lab/metrics/lane_verdict.hpp"
#include "lab/settings/set_up.hpp"
#include "lab/stage/playing.hpp"

#include <doctest/doctest.h>

using namespace lab;
using namespace std::chrono_literals;

namespace
{

void press_escape(Lab& lab)
{
    lab.apply(*find_key("Escape"));
    play(lab, 2);
}

std::string verdict_in_words(const Lab& lab, std::size_t lane)
{
    return in_words(verdict_of(lab.lane(lane), lab.lane(lane).newest()));
}

} // namespace

TEST_CASE("Escape closes the list of keys, then a frozen frame, then a lesson, one at a time")
{
    Settings settings;
    turn(settings, "lab.lesson", "fifty-on-sixty");
    Lab lab = lab_of(settings);
    play(lab, 3);
    lab.freeze(lab.lane().samples().back().wall);
    lab.settings.view.help = true;
    press_escape(lab);
    CHECK_FALSE(lab.settings.view.help);
    CHECK(lab.frozen());
    press_escape(lab);
    CHECK_FALSE(lab.frozen());
    CHECK(lab.settings.mode == Mode::lesson);
    press_escape(lab);
    CHECK(lab.settings.mode == Mode::live);
    press_escape(lab);
    CHECK(lab.settings.mode == Mode::live);
}

TEST_CASE("Escape ends a presentation, and leaves a race as it is")
{
    Lab lab = lab_of({});
    lab.present(true);
    press_escape(lab);
    CHECK_FALSE(lab.settings.view.present);
    lab.settings.mode = Mode::race;
    press_escape(lab);
    CHECK(lab.settings.mode == Mode::race);
}

TEST_CASE("a comparison runs the kept set-up as it was, and the present one as it is turned")
{
    Settings kept;
    turn(kept, {{"loop.preset", "fixed"}, {"machine.delay_ms", "100ms"}});
    Settings settings;
    settings.race.kept = set_up_text(kept);
    settings.mode      = Mode::compare;
    Lab lab            = lab_of(settings);
    play(lab, 120);
    REQUIRE(lab.lanes() == 2);
    CHECK(lab.setup(0).name == "fixed (kept)");
    CHECK(verdict_in_words(lab, 0).starts_with("SLOW"));
    CHECK(verdict_in_words(lab, 1).starts_with("OK"));
    turn(lab.settings, {{"loop.preset", "fixed"}, {"machine.delay_ms", "40ms"}});
    play(lab, 240);
    CHECK(verdict_in_words(lab, 1).starts_with("SLOW"));
    CHECK(lab.lane(0).samples().back().measured > 99ms);
    CHECK(lab.lane(1).samples().back().measured < 60ms);
    CHECK(lab.setup(0).settings.machine.lag.delay == 100ms);
}

TEST_CASE("without a kept set-up there is no comparison")
{
    Settings settings;
    settings.mode = Mode::compare;
    Lab lab       = lab_of(settings);
    play(lab, 2);
    CHECK(lab.settings.mode == Mode::live);
    CHECK(lab.lanes() == 1);
}

TEST_CASE("Ctrl+Z takes back a change, and Ctrl+Shift+Z repeats it")
{
    Lab lab = lab_of({});
    play(lab, 10);
    turn(lab.settings, "machine.delay_ms", "40ms");
    play(lab, 10);
    lab.apply(*find_key("Ctrl+Z"));
    CHECK(lab.settings.machine.lag.delay == 0ms);
    play(lab, 10);
    lab.apply(*find_key("Ctrl+Shift+Z"));
    CHECK(lab.settings.machine.lag.delay == 40ms);
}

TEST_CASE("More shows again what Less has left: a race, loops side by side, or a comparison")
{
    for (const Mode mode : {Mode::race, Mode::duel, Mode::live, Mode::compare})
    {
        CAPTURE(static_cast<int>(mode));
        Settings settings;
        settings.mode              = mode;
        settings.race.side_by_side = mode == Mode::live;
        settings.race.kept         = set_up_text({});
        Lab lab                    = lab_of(settings);
        play(lab, 2);
        const std::string before = set_up_text(lab.settings);
        lab.unfold(false);
        play(lab, 2);
        CHECK(is_first_screen(lab.settings));
        lab.unfold(true);
        play(lab, 2);
        CHECK(set_up_text(lab.settings) == before);
        CHECK(lab.settings.view.more);
        lab.settings.mode              = Mode::live;
        lab.settings.race.side_by_side = false;
        lab.unfold(false);
        lab.unfold(true);
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
    lab.present(true);
    play(lab, 10);
    lab.apply(*find_key("Ctrl+Z"));
    CHECK(lab.settings.machine.lag.delay == 0ms);
    CHECK(lab.settings.view.present);
}

TEST_CASE("changed parameters of a loop reach its lane on the first screen and the lanes of a duel")
{
    for (const Mode mode : {Mode::live, Mode::duel})
    {
        CAPTURE(static_cast<int>(mode));
        Settings settings;
        settings.mode      = mode;
        settings.view.more = mode == Mode::duel;
        turn(settings, {{"loop.preset", "godot"}, {"stepper.max_steps", "5"}});
        Lab lab = lab_of(settings);
        play(lab, 5);
        turn(lab.settings, "stepper.max_steps", "2");
        play(lab, 5);
        const Settings& lane = lab.setup(0).settings;
        CHECK(find_control(lane, "stepper.max_steps")->get(lane) == 2);
    }
}
