#include "lab/metrics/lane_verdict.hpp"

#include "lab/stage/playing.hpp"
#include "sim/physics/events.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

using namespace lab;
using namespace std::chrono_literals;

namespace
{

void run_for(LaneRunner& lane, Nanos length)
{
    for (const Nanos until = lane.next_frame_at() + length; lane.next_frame_at() < until;) lane.frame();
}

std::string said(LaneRunner& lane) { return in_words(verdict_of(lane.lane(), lane.lane().newest())); }

std::string said(std::string_view loop, const Turns& turns, Nanos after = 3s)
{
    LaneRunner lane = lane_of(loop, turns);
    run_for(lane, after);
    return said(lane);
}

constexpr std::string_view five[]{"fixed", "variable", "semi-fixed", "accumulator", "interpolated"};

} // namespace

TEST_CASE("each of the five loops gets the verdict of its behaviour at each delay")
{
    struct Row
    {
        std::string_view hz;
        std::string_view delay;
        std::string_view verdicts[5];
    };
    constexpr std::string_view few = "RIGHT, 12 pictures a second";
    // With VSYNC a frame lasts whole refresh periods: 16.7, 33.3, 50, 83.3 and 166.7 ms.
    constexpr Row rows[]{
        {"60", "0", {"RIGHT", "RIGHT", "RIGHT", "RIGHT", "RIGHT"}},
        {"60", "16ms", {"SLOW 0.50x", "WRONG by up to 0.29 m", "RIGHT", "RIGHT", "RIGHT"}},
        {"60", "40ms", {"SLOW 0.33x", "THROUGH THE WALL x20", "RIGHT", "RIGHT", "RIGHT"}},
        {"60", "75ms", {"SLOW 0.20x", "GONE after 2.67 s", few, few, few}},
        {"60",
         "150ms",
         {"SLOW 0.10x", "GONE after 1.00 s", "RIGHT, 6 pictures a second", "RIGHT, 6 pictures a second",
          "RIGHT, 6 pictures a second"}},
        {"50", "0", {"FAST 1.20x", "RIGHT", "WRONG by up to 0.061 m", "UNEVEN 10 a second", "RIGHT"}},
        {"50", "16ms", {"SLOW 0.60x", "WRONG by up to 0.29 m", "RIGHT", "UNEVEN 10 a second", "RIGHT"}},
        {"50", "40ms", {"SLOW 0.40x", "THROUGH THE WALL x20", "THROUGH THE WALL x5", "UNEVEN 20 a second", "RIGHT"}},
        {"50", "75ms", {"SLOW 0.24x", "GONE after 2.67 s", "WRONG by up to 1.7 m", few, few}},
    };
    for (const Row& row : rows)
        for (std::size_t i = 0; i < 5; ++i)
        {
            CAPTURE(row.hz);
            CAPTURE(row.delay);
            CAPTURE(five[i]);
            const Turns turns{{"scene.name", "spring-and-ball"}, {"machine.delay_ms", row.delay}, {"loop.hz", row.hz}};
            CHECK(said(five[i], turns) == row.verdicts[i]);
        }
}

TEST_CASE("on the first screen variable is through the wall from 40 ms on and gone from 75 ms on; the others are not")
{
    for (const auto& [delay, verdict] : {std::pair{"40ms", "THROUGH THE WALL"},
                                         {"50ms", "THROUGH THE WALL"},
                                         {"75ms", "GONE after "},
                                         {"100ms", "GONE after "},
                                         {"150ms", "GONE after "}})
    {
        CAPTURE(delay);
        const Turns slow{{"machine.delay_ms", delay}};
        CHECK(said("variable", slow).starts_with(verdict));
        CHECK(said("fixed", slow).starts_with("SLOW"));
        for (const std::string_view loop : {"semi-fixed", "accumulator", "interpolated"})
            CHECK(said(loop, slow).starts_with("RIGHT"));
    }
}

TEST_CASE("without VSYNC variable passes the wall from 25 to 55 ms of delay on, and is gone from 65 to 90 ms on")
{
    // Returns the shortest delay in ms from which on, at every longer delay, the event happens within a minute.
    const auto begins = [](int sim::Events::*count)
    {
        int from = 150;
        for (; from > 0; --from)
        {
            LaneSetup setup;
            turn(setup.settings, {{"loop.preset", "variable"},
                                  {"machine.vsync", "off"},
                                  {"machine.render_cost_ms", "2ms"},
                                  {"machine.delay_ms", std::to_string(from)}});
            LaneRunner lane{setup};
            run_for(lane, 60s);
            if (lane.lane().world().events().*count == 0) break;
        }
        return from + 1;
    };
    const int passes = begins(&sim::Events::tunnelled);
    CHECK(passes >= 25);
    CHECK(passes <= 55);
    const int gone = begins(&sim::Events::blown_up);
    CHECK(gone >= 65);
    CHECK(gone <= 90);
}

TEST_CASE("one hitch is no stutter; uneven frames are a stutter in every loop")
{
    for (const std::string_view loop : {"variable", "accumulator", "interpolated"})
    {
        CAPTURE(loop);
        CHECK(said(loop, {{"machine.jitter_ms", "20ms"}, {"scene.name", "uniform-motion"}}, 20s).starts_with("UNEVEN"));
    }
    for (const std::string_view loop : {"accumulator", "interpolated"})
    {
        CAPTURE(loop);
        LaneRunner hitched = lane_of(loop);
        run_for(hitched, 3s);
        hitched.hitch(200ms);
        run_for(hitched, 500ms);
        CHECK(said(hitched) == "RIGHT");
    }
    // The loop `interpolated` takes in at most 0.25 s of a frame. It gives up the rest of a longer frame at once.
    LaneRunner broken = lane_of("interpolated");
    run_for(broken, 3s);
    broken.hitch(1250ms);
    run_for(broken, 3s);
    CHECK(said(broken) == "RIGHT");
}

TEST_CASE("steps that do not fit the display stutter without blending, as often as they do not fit")
{
    struct Row
    {
        std::string_view hz;
        std::string_view delay;
        std::string_view verdict;
    };
    constexpr Row rows[]{{"30", "0", "UNEVEN 60 a second"}, // each picture is shown for two refreshes
                         {"50", "0", "UNEVEN 10 a second"},
                         {"50", "20ms", "UNEVEN 10 a second"},
                         {"57", "0", "UNEVEN 3 a second"},
                         {"58", "0", "RIGHT"},
                         {"60", "0", "RIGHT"},
                         {"61", "0", "RIGHT"},
                         {"80", "0", "UNEVEN 20 a second"},
                         {"100", "0", "UNEVEN 20 a second"},
                         {"120", "0", "RIGHT"},
                         {"144", "0", "RIGHT"},
                         {"240", "0", "RIGHT"}};
    for (const Row& row : rows)
    {
        CAPTURE(row.hz);
        const Turns turns{{"loop.hz", row.hz}, {"machine.delay_ms", row.delay}, {"scene.name", "uniform-motion"}};
        CHECK(said("accumulator", turns) == row.verdict);
        CHECK(said("interpolated", turns) == "RIGHT");
    }
}

TEST_CASE("a lane of 2 or 3 steps a frame is UNEVEN as often as a picture is over 8 ms off")
{
    for (const int frame_ms : {40, 41, 42, 43, 45, 47, 48, 49, 50, 75, 77})
    {
        CAPTURE(frame_ms);
        // Steps in frame i: floor((i + 1) * frame / step) - floor(i * frame / step).
        int uneven       = 0;
        const int frames = 600;
        for (int i = 0; i < frames; ++i)
        {
            const int steps  = (i + 1) * frame_ms * 60 / 1000 - i * frame_ms * 60 / 1000;
            const double off = std::abs(steps * 1000.0 / 60 - frame_ms);
            uneven += off > 8.0 ? 1 : 0;
        }
        const double rate       = 1000.0 * uneven / (frames * frame_ms);
        const std::string delay = std::to_string(frame_ms) + "ms";
        const Turns turns{{"machine.vsync", "off"}, {"machine.render_cost_ms", "0"}, {"machine.delay_ms", delay}};
        LaneRunner lane = lane_of("accumulator", turns);
        run_for(lane, 6s);
        const LaneVerdict verdict = verdict_of(lane.lane(), lane.lane().newest());
        CAPTURE(rate);
        if (rate >= 4)
        {
            CHECK(verdict.kind == LaneVerdict::Kind::uneven);
            CHECK(std::abs(verdict.amount - rate) <= 1.5); // in one second, the pattern begins anywhere
        }
        if (rate <= 2) CHECK(verdict.kind == LaneVerdict::Kind::right);
        CHECK(said("interpolated", turns, 6s).starts_with("RIGHT"));
    }
}

TEST_CASE("a loop whose steps are a thousandth too long or too short gets early or late, a millisecond a second")
{
    CHECK(said("fixed", {{"loop.hz", "60.06"}}, 60s) == "43 ms LATE");
    CHECK(said("fixed", {{"loop.hz", "59.94"}}, 60s).ends_with(" ms EARLY"));
}

TEST_CASE("a spiral of death is a loop that owes more and more time; a loop that drops time is only slow")
{
    const Turns dear{{"machine.step_cost_ms", "20ms"}};
    CHECK(said("plain", dear, 20s).starts_with("SLOW"));
    CHECK(said("accumulator", dear, 20s) == "SPIRAL OF DEATH 0.83x");
    CHECK(said("unreal", dear, 20s) == "SLOW 0.75x");
}

TEST_CASE("a failure is cleared by a reset and by another loop")
{
    LaneRunner lane = lane_of("variable", {{"machine.delay_ms", "40ms"}});
    run_for(lane, 3s);
    CHECK(said(lane).starts_with("THROUGH THE WALL"));
    turn(lane.setup().settings, {{"machine.delay_ms", "0"}});
    run_for(lane, 100ms);
    lane.lane().reset();
    run_for(lane, 3s);
    CHECK(said(lane) == "RIGHT");

    turn(lane.setup().settings, {{"machine.delay_ms", "40ms"}});
    lane.lane().reset();
    run_for(lane, 3s);
    REQUIRE(said(lane).starts_with("THROUGH THE WALL"));
    turn(lane.setup().settings, {{"loop.preset", "interpolated"}});
    lane.obey();
    run_for(lane, 3s);
    CHECK(said(lane) == "RIGHT");
}

TEST_CASE("a lane that has just started has no verdict but JUST STARTED")
{
    for (const std::string_view delay : {"40ms", "75ms", "150ms", "400ms"})
    {
        CAPTURE(delay);
        LaneRunner lane = lane_of("fixed", {{"machine.delay_ms", delay}});
        run_for(lane, 1ms);
        CHECK(said(lane) == "JUST STARTED");
        for (int i = 0; i < 40; ++i)
        {
            run_for(lane, 1ms);
            CHECK((said(lane) == "JUST STARTED" || said(lane).starts_with("SLOW 0.")));
        }
        CHECK(said(lane).starts_with("SLOW 0."));
    }
}

TEST_CASE("a loop chosen after a slow one continues the game without being late")
{
    LaneRunner lane = lane_of("fixed", {{"machine.delay_ms", "75ms"}});
    run_for(lane, 5s);
    REQUIRE(said(lane) == "SLOW 0.20x");
    for (const std::string_view loop : {"accumulator", "variable-clamped", "interpolated"})
    {
        turn(lane.setup().settings, {{"loop.preset", loop}});
        lane.obey();
        run_for(lane, 100ms);
        CHECK(std::abs(timestep::to_millis(lane.lane().samples().back().late)) < 17.0);
    }
}

TEST_CASE("an invisible distance is no failure")
{
    LaneRunner still = lane_of(
        "variable", {{"machine.vsync", "off"}, {"machine.delay_ms", "90ms"}, {"scene.integrator", "implicit-euler"}});
    run_for(still, 60s);
    CHECK(said(still).starts_with("RIGHT"));
}
