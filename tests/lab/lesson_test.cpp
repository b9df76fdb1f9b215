#include "lab/lab.hpp"
#include "machine/virtual_pc.hpp"

#include <doctest/doctest.h>

#include <memory>

using namespace lab;
using namespace std::chrono_literals;

namespace
{

std::size_t place_of(std::string_view name)
{
    const ExperimentFile* file = find_experiment(name);
    REQUIRE(file != nullptr);
    return static_cast<std::size_t>(file - all_experiments().data());
}

// The verdict comes from a thread of its own.
void wait_for_verdict(Lesson& lesson)
{
    while (lesson.stage() != Lesson::Stage::revealed) lesson.advance(Nanos::zero());
}

void check_same(const Verdict& a, const Verdict& b)
{
    CHECK(a.explanation == b.explanation);
    REQUIRE(a.results.size() == b.results.size());
    for (std::size_t i = 0; i < a.results.size(); ++i)
    {
        CHECK(a.results[i].state_hash == b.results[i].state_hash);
        CHECK(a.results[i].metrics.frames == b.results[i].metrics.frames);
    }
    REQUIRE(a.lines.size() == b.lines.size());
    for (std::size_t i = 0; i < a.lines.size(); ++i) CHECK(a.lines[i].checked.left == b.lines[i].checked.left);
}

Lab in_window(std::string_view experiment)
{
    Settings settings;
    settings.mode       = Mode::experiment;
    settings.experiment = place_of(experiment);
    return {settings, std::make_unique<machine::VirtualPc>(settings.machine, 1)};
}

void key(Lab& lab, std::string_view name) { lab.apply(*find_key(name)); }

void frames(Lab& lab, int count)
{
    for (int i = 0; i < count; ++i)
    {
        lab.advance();
        lab.lose_time();
    }
}

} // namespace

TEST_CASE("what is watched in the window is what the command line computes, number by number")
{
    for (const char* name : {"fifty-on-sixty", "exploding-spring", "two-pcs-one-game"})
    {
        CAPTURE(name);
        Lesson watched{place_of(name)};
        const auto computed = std::get<Verdict>(run_experiment(watched.experiment()));
        watched.run();
        while (watched.stage() == Lesson::Stage::running) watched.advance(16'666'667ns * 7);
        wait_for_verdict(watched);
        check_same(*watched.verdict(), computed);

        Lesson skipped{place_of(name)};
        skipped.run();
        skipped.advance(333ms);
        skipped.to_the_end();
        while (skipped.stage() == Lesson::Stage::running) skipped.advance(1ms);
        wait_for_verdict(skipped);
        check_same(*skipped.verdict(), computed);
    }
}

TEST_CASE("nothing moves before it is run, and a guess is final from then on")
{
    Lesson lesson{place_of("fifty-on-sixty")};
    lesson.advance(1s);
    CHECK(lesson.lanes()[0].lane().totals().frames <= 1);
    CHECK(lesson.done() < 0.01);
    lesson.guess_at(99);
    CHECK_FALSE(lesson.guess().has_value());
    lesson.guess_at(0);
    lesson.guess_at(lesson.experiment().right);
    lesson.run();
    lesson.guess_at(0);
    CHECK(lesson.guess() == lesson.experiment().right);
    lesson.advance(30s);
    CHECK(lesson.done() == doctest::Approx(0.5).epsilon(0.01));
    CHECK(lesson.verdict() == nullptr);
    lesson.to_the_end();
    wait_for_verdict(lesson);
    CHECK(lesson.done() == 1.0);
    CHECK(lesson.learnt() == Learnt::right);
    CHECK(lesson.verdict()->holds());
    lesson.restart();
    CHECK(lesson.stage() == Lesson::Stage::asking);
    CHECK(lesson.verdict() == nullptr);
    CHECK(lesson.done() < 0.01);
}

TEST_CASE("in the laboratory digits answer, space runs, and nobody can bend the numbers")
{
    Lab lab = in_window("fifty-on-sixty");
    frames(lab, 2);
    REQUIRE(lab.lesson() != nullptr);
    CHECK(lab.lanes() == 2);
    key(lab, "2");
    CHECK(lab.lesson()->guess() == 1U);
    CHECK(lab.settings.loop.preset == Settings{}.loop.preset);
    key(lab, "Space");
    CHECK(lab.lesson()->stage() == Lesson::Stage::running);
    CHECK_FALSE(lab.settings.paused);
    frames(lab, 30);
    key(lab, "H");
    key(lab, "]");
    key(lab, "S");
    lab.lesson()->to_the_end();
    while (lab.lesson()->stage() != Lesson::Stage::revealed) frames(lab, 1);
    CHECK(lab.lesson()->verdict()->holds());
    CHECK(lab.progress.experiments.at("fifty-on-sixty") == Learnt::right);
    CHECK(lab.results().size() == 2);
}

TEST_CASE("progress keeps the best answer, and leaving an experiment leaves everything as it was")
{
    Lab lab                                    = in_window("fifty-on-sixty");
    lab.progress.experiments["fifty-on-sixty"] = Learnt::right;
    frames(lab, 1);
    lab.lesson()->guess_at(0);
    lab.lesson()->to_the_end();
    while (lab.lesson()->stage() != Lesson::Stage::revealed) frames(lab, 1);
    CHECK(lab.progress.experiments.at("fifty-on-sixty") == Learnt::right);
    lab.settings.mode = Mode::live;
    frames(lab, 1);
    CHECK(lab.lesson() == nullptr);
    CHECK(lab.lanes() == 1);
}

TEST_CASE("a panel may change the mode in the middle of a frame, which ends as it began")
{
    for (const Mode first : {Mode::live, Mode::race, Mode::duel, Mode::experiment})
        for (const Mode then : {Mode::live, Mode::race, Mode::duel, Mode::experiment})
        {
            CAPTURE(static_cast<int>(first));
            CAPTURE(static_cast<int>(then));
            Settings settings;
            settings.mode = first;
            Lab lab{settings, std::make_unique<machine::VirtualPc>(settings.machine, 1)};
            lab.advance();
            lab.settings.mode = then;
            lab.lose_time();
            frames(lab, 3);
            CHECK_FALSE(lab.lane().samples().empty());
            CHECK((lab.lesson() != nullptr) == (then == Mode::experiment));
        }
}

TEST_CASE("what is reset in the middle of a frame begins anew with the next one; this one ends as it began")
{
    for (const Mode mode : {Mode::live, Mode::race, Mode::duel, Mode::experiment})
        for (const bool beside : {false, true})
        {
            CAPTURE(static_cast<int>(mode));
            CAPTURE(beside);
            Settings settings;
            settings.mode        = mode;
            settings.race.beside = beside;
            Lab lab{settings, std::make_unique<machine::VirtualPc>(settings.machine, 1)};
            frames(lab, 20);
            lab.advance();
            const std::size_t lanes   = lab.lanes();
            const std::int64_t before = lab.lane(0).totals().frames;
            key(lab, "R");
            CHECK(lab.lanes() == lanes);
            for (std::size_t i = 0; i < lanes; ++i) CHECK(lab.on_screen(i).parts.size() == 1);
            lab.lose_time();
            frames(lab, 3);
            CHECK(lab.lanes() == lanes);
            if (mode != Mode::experiment) CHECK(lab.lane(0).totals().frames < before);
        }
}

TEST_CASE("a lesson hears no keys of the scene, and leaves none to be heard later")
{
    const auto jumps = [](bool pressed_in_lesson)
    {
        Settings settings;
        settings.scene = *physics::make_scene("player");
        Lab lab{settings, std::make_unique<machine::VirtualPc>(settings.machine, 1)};
        lab.press(Button::right, true);
        lab.press(Button::right, false);
        frames(lab, 30);
        lab.settings.mode = Mode::experiment;
        frames(lab, 2);
        if (pressed_in_lesson) lab.press(Button::jump, true);
        frames(lab, 2);
        lab.settings.mode = Mode::live;
        frames(lab, 30);
        return lab.lane().world().state_hash();
    };
    CHECK(jumps(true) == jumps(false));
}

TEST_CASE("a key that is let go while something else is on the stage is not held when the live loop goes on")
{
    for (const Mode mode : {Mode::race, Mode::experiment})
    {
        Settings settings;
        settings.scene = *physics::make_scene("player");
        Lab lab{settings, std::make_unique<machine::VirtualPc>(settings.machine, 1)};
        lab.press(Button::right, true);
        frames(lab, 30);
        REQUIRE(lab.lane().world().probe().v > 1.0);
        lab.settings.mode = mode;
        frames(lab, 2);
        lab.press(Button::right, false);
        lab.settings.mode = Mode::live;
        frames(lab, 60);
        CHECK(lab.lane().world().probe().v == 0.0);
    }
}
