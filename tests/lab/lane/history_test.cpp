#include "lab/lane/displayed.hpp"
#include "thorough.hpp"

#include "lab/settings/journal.hpp"
#include "lab/stage/playing.hpp"
#include "scenes/spring_and_ball/spring_and_ball.hpp"
#include "scenes/storm/storm.hpp"

#include <doctest/doctest.h>

using namespace lab;
using namespace std::chrono_literals;

namespace
{

// A frame at time `wall` that shows a ball at `x`.
struct Made
{
    telemetry::FrameSample sample{};
    scenes::AnyState shown = scenes::SpringAndBall::State{};
    scenes::AnyState held  = scenes::SpringAndBall::State{};
    sim::Events events{};
    scenes::AnyState none{};

    Made(Nanos wall, double x)
    {
        sample.wall                                = wall;
        shown.as<scenes::SpringAndBall::State>().x = x;
    }
    scenes::Moment look() const { return {sample, shown, held, held, held, events, 0, none, none}; }
};

double x_of(const scenes::AnyState& state) { return state.as<scenes::SpringAndBall::State>().x; }

const scenes::Moment shown_on(Lab& lab, std::size_t lane) { return lab.on_screen(lane).parts.front().moment; }

} // namespace

TEST_CASE("a history returns the newest frame that had begun at a time")
{
    LaneHistory history{1U << 20U};
    CHECK(history.at(1s) == nullptr);
    for (int i = 1; i <= 5; ++i) history.keep(Made{i * 100ms, static_cast<double>(i)}.look());
    CHECK(x_of(history.at(100ms)->shown) == 1);
    CHECK(x_of(history.at(399ms)->shown) == 3);
    CHECK(x_of(history.at(1h)->shown) == 5);
    CHECK(x_of(history.at(0ms)->shown) == 1); // the oldest frame, if all frames are later
    history.clear();
    CHECK(history.at(1s) == nullptr);
    CHECK(history.bytes() == 0);
}

TEST_CASE("a history stays within its budget and covers ten seconds, for any frame time" * doctest::skip(is_sanitized))
{
    for (const Nanos frame : std::initializer_list<Nanos>{100us, 1ms, 16ms, 250ms})
        for (const std::size_t budget : {std::size_t{60'000}, std::size_t{1} << 20U, std::size_t{9} << 20U})
        {
            CAPTURE(frame.count());
            CAPTURE(budget);
            LaneHistory history{budget};
            const std::int64_t frames = 30s / frame;
            for (std::int64_t i = 1; i <= frames; ++i)
            {
                history.keep(Made{i * frame, static_cast<double>(i)}.look());
                REQUIRE(history.bytes() <= budget);
            }
            CHECK(history.at(0ns)->sample.wall <= 20s + 350ms);
            const Nanos apart = LaneHistory::reach / static_cast<std::int64_t>(budget / sizeof(scenes::KeptMoment));
            CHECK(25s - history.at(25s)->sample.wall <= apart + frame);
        }
}

TEST_CASE("a state's own memory counts for the budget, and a state larger than the budget is not kept")
{
    Made made{1s, 0};
    made.shown = scenes::Storm::State{.x = std::vector<float>(100'000), .v = std::vector<float>(100'000)};
    LaneHistory small{700'000};
    small.keep(made.look());
    CHECK(small.size() == 0);
    LaneHistory large{2'000'000};
    large.keep(made.look());
    CHECK(large.size() == 1);
    CHECK(large.bytes() > 800'000);
    made.sample.wall = 2s;
    large.keep(made.look());
    CHECK(large.size() == 1); // the budget holds two frames, so one is kept every five seconds
    made.sample.wall = 7s;
    large.keep(made.look());
    CHECK(large.size() == 2);
}

TEST_CASE("a frozen laboratory shows every lane at the frozen time, and no lane runs")
{
    Settings settings;
    settings.mode = Mode::race;
    turn(settings, "scene.name", "spring-and-ball");
    Lab lab = lab_of(settings);
    std::vector<std::pair<Nanos, double>> seen; // wall time and position of the fifth lane's frames
    for (int i = 0; i < 200; ++i)
    {
        play(lab, 1);
        const telemetry::FrameSample& s = lab.lane(4).samples().back();
        if (seen.empty() || seen.back().first != s.wall) seen.emplace_back(s.wall, s.shown_x);
    }
    const auto& [wall, x] = seen[seen.size() / 2];
    lab.freeze(wall);
    CHECK(settings.paused == false);
    CHECK(lab.settings.paused);
    for (std::size_t i = 0; i < lab.lanes(); ++i)
    {
        CHECK(shown_on(lab, i).sample.wall <= wall);
        CHECK(wall - shown_on(lab, i).sample.wall < 34ms);
    }
    CHECK(x_of(shown_on(lab, 4).shown) == x);
    CHECK(shown_on(lab, 4).sample.displayed);
    CHECK(shown_on(lab, 4).sample.screen > wall);
    const std::int64_t frame = lab.lane(4).samples().back().frame;
    play(lab, 20);
    CHECK(lab.lane(4).samples().back().frame == frame);
    CHECK(x_of(shown_on(lab, 4).shown) == x);
    lab.go_on();
    play(lab, 20);
    CHECK_FALSE(lab.frozen());
    CHECK(lab.lane(4).samples().back().frame > frame);
    CHECK(shown_on(lab, 4).sample.wall > wall);
}

TEST_CASE("Left and Right step through the frames; Space and Escape continue the run")
{
    Lab lab          = lab_of({});
    const auto press = [&](const char* key)
    {
        lab.apply(*find_key(key));
        play(lab, 1);
    };
    play(lab, 100);
    const auto frame_shown    = [&] { return shown_on(lab, 0).sample.frame; };
    const std::int64_t newest = frame_shown();
    press("Left");
    CHECK(frame_shown() == newest - 1);
    press("Left");
    press("Left");
    CHECK(frame_shown() == newest - 3);
    press("Right");
    CHECK(frame_shown() == newest - 2);
    press("Space");
    CHECK_FALSE(lab.frozen());
    CHECK_FALSE(lab.settings.paused);
    CHECK(frame_shown() > newest);
    press("Left");
    CHECK(lab.frozen());
    press("Escape");
    CHECK_FALSE(lab.frozen());
    for (int i = 0; i < 300; ++i) lab.apply(*find_key("Left"));
    CHECK(frame_shown() == 0); // the oldest frame
    press("R");
    CHECK_FALSE(lab.frozen());
}

TEST_CASE("changing the race, the scene or the mode ends freezing")
{
    Settings settings;
    settings.mode = Mode::race;
    for (const char* key : {"1", "S", "C"})
    {
        CAPTURE(key);
        Lab lab = lab_of(settings);
        play(lab, 50);
        lab.freeze(300ms);
        lab.apply(*find_key(key));
        play(lab, 2);
        CHECK_FALSE(lab.frozen());
        CHECK_FALSE(lab.on_screen(0).parts.empty());
    }
    Lab live = lab_of({});
    play(live, 50);
    live.freeze(300ms);
    live.apply(*find_key("S"));
    play(live, 2);
    CHECK(shown_on(live, 0).shown.is_like(live.lane().presented()));
}

TEST_CASE("a pause of any length is one sample")
{
    Lab lab = lab_of({});
    play(lab, 10);
    lab.apply(*find_key("Space"));
    play(lab, 200);
    CHECK(lab.lane().samples().size() == 11);
    const telemetry::FrameSample& last = lab.lane().samples().back();
    CHECK(telemetry::is_paused(last));
    CHECK(last.frame == 209);
    CHECK(last.wall - lab.lane().samples()[9].wall > 3s);
}

TEST_CASE("the journal names each changed control with both values, and joins the changes of a dragged slider")
{
    Settings settings;
    turn(settings, "scene.name", "spring-and-ball");
    Journal journal;
    journal.see(settings, 0ms);
    turn(settings, "scene.stiffness", "700");
    journal.see(settings, 100ms);
    for (int i = 1; i <= 5; ++i)
    {
        turn(settings, "machine.delay_ms", std::to_string(i * 10) + "ms");
        journal.see(settings, 1s + i * 50ms);
    }
    settings.view.light = true; // a setting that does not change any lane
    journal.see(settings, 2s);
    settings.loop.choose(0);
    journal.see(settings, 3s);
    REQUIRE(journal.entries().size() == 3);
    CHECK(journal.entries()[0].text == "stiffness 600 \u2192 700 N/m");
    CHECK(journal.entries()[0].at == 100ms);
    CHECK(journal.entries()[1].text == "frame delay 0 \u2192 50 ms");
    CHECK(journal.entries()[1].at == 1050ms);
    CHECK(journal.entries()[2].text == "loop interpolated \u2192 fixed");
}

TEST_CASE("a frame records how long its pacer slept and how long it spun")
{
    Settings settings;
    settings.machine.vsync       = sim::VsyncMode::off;
    settings.machine.render_cost = 1ms;
    set(settings, "loop.preset", "fixed-sleep");
    Lab sleeper = lab_of(settings);
    play(sleeper, 20);
    CHECK(sleeper.lane().samples().back().slept == 5ms);
    // The pacer yields for the rest of the wait.
    CHECK(sleeper.lane().samples().back().slept + sleeper.lane().samples().back().spun < 17ms);
    set(settings, "loop.preset", "fixed-busy-wait");
    Lab spinner = lab_of(settings);
    play(spinner, 20);
    CHECK(spinner.lane().samples().back().spun > 5ms);
    CHECK(spinner.lane().samples().back().slept == 0ms);
}
