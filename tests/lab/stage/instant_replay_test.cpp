#include "lab/stage/instant_replay.hpp"

#include "lab/metrics/lane_verdict.hpp"
#include "playing.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace lab;
using namespace std::chrono_literals;

namespace
{

// Returns the spring of the first screen with frames so long that it explodes.
LaneRun exploding() { return lane_of("variable", {{"machine.lag", "on"}, {"machine.delay_ms", "100ms"}}); }

void run_past(LaneRun& lane, Nanos wall)
{
    while (lane.next_frame_at() <= wall) lane.frame();
}

// Runs the lane until its ball is gone and returns that time.
Nanos gone_at(LaneRun& lane)
{
    while (!is_gone(lane.frame())) CHECK_FALSE(instant_replay_of(lane.lane()).has_value());
    return lane.lane().samples().back().wall;
}

} // namespace

TEST_CASE("an instant replay shows the last 1.2 s before the end once, in 3 s")
{
    LaneRun lane      = exploding();
    const Nanos gone  = gone_at(lane);
    const Nanos since = std::max(gone - instant_replay_span, Nanos::zero());
    Nanos last        = instant_replay_of(lane.lane()).value();
    CHECK(last == since);
    for (Nanos later = 500ms; later < (gone - since) * 5 / 2; later += 500ms)
    {
        run_past(lane, gone + later);
        const Nanos now = instant_replay_of(lane.lane()).value_or(Nanos::max());
        CHECK(now > last);
        CHECK(now < gone);
        const Nanos watched = lane.lane().samples().back().wall - gone;
        CHECK(std::chrono::abs((now - since) * 5 / 2 - watched) < 100ns);
        CHECK_FALSE(is_gone(lane.lane().moment_at(now).sample));
        last = now;
    }
    run_past(lane, gone + 3'100ms);
    CHECK_FALSE(instant_replay_of(lane.lane()).has_value());
    run_past(lane, gone + 600s);
    CHECK_FALSE(instant_replay_of(lane.lane()).has_value());
}

TEST_CASE("a reset ends an instant replay, and the next one does not begin before the reset")
{
    LaneRun lane      = exploding();
    const Nanos first = gone_at(lane);
    run_past(lane, first + 2s);
    REQUIRE(instant_replay_of(lane.lane()).has_value());
    lane.lane().reset();
    const Nanos reset = lane.next_frame_at();
    const Nanos again = gone_at(lane);
    CHECK(instant_replay_of(lane.lane()).value() >= std::max(again - instant_replay_span, reset - 200ms));
}

TEST_CASE("any key ends an instant replay; Escape does nothing else, and a later explosion is shown again")
{
    Settings settings;
    turn(settings, {{"machine.vsync", "on"},
                    {"machine.render_cost_ms", "2ms"},
                    {"machine.delay_ms", "100ms"},
                    {"loop.preset", "variable"},
                    {"view.more", "on"}});
    for (const std::string_view name : {"Escape", "T", "H", "R"})
    {
        CAPTURE(name);
        Lab lab           = lab_of(settings);
        const auto replay = [&]
        {
            for (int i = 0; i < 600 && !lab.instant_replay(0); ++i) play(lab, 1);
            return lab.instant_replay(0).has_value();
        };
        REQUIRE(replay());
        play(lab, 2);
        CHECK(lab.instant_replay(0));
        lab.apply(*find_key(name));
        CHECK_FALSE(lab.instant_replay(0));
        play(lab, 2);
        CHECK_FALSE(lab.instant_replay(0));
        CHECK(lab.settings.view.sound == (name == "T"));
        CHECK_FALSE(lab.settings.paused);
        lab.apply(*find_key("R"));
        CHECK(replay());
    }
    Lab lab = lab_of(settings);
    play(lab, 10);
    CHECK_FALSE(lab.end_instant_replays());
}
