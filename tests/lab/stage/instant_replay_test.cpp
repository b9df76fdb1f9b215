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
LaneRunner exploding() { return lane_of("variable", {{"machine.lag", "on"}, {"machine.delay_ms", "100ms"}}); }

void run_to(LaneRunner& lane, Nanos wall)
{
    while (lane.next_frame_at() <= wall) lane.frame();
}

// Runs the lane until its ball is gone and returns that time.
Nanos gone_at(LaneRunner& lane)
{
    while (!is_gone(lane.frame())) CHECK_FALSE(instant_replay_of(lane.lane()).has_value());
    return lane.lane().samples().back().wall;
}

} // namespace

TEST_CASE("an instant replay shows the last 1.2 s before the end once, at a tenth of the speed")
{
    LaneRunner lane   = exploding();
    const Nanos gone  = gone_at(lane);
    const Nanos since = std::max(gone - instant_replay_span, Nanos::zero());
    Nanos last        = instant_replay_of(lane.lane()).value();
    CHECK(last == since);
    for (Nanos later = 1s; later < (gone - since) * 10; later += 1s)
    {
        run_to(lane, gone + later);
        const Nanos now = instant_replay_of(lane.lane()).value_or(Nanos::max());
        CHECK(now > last);
        CHECK(now < gone);
        const Nanos watched = lane.lane().samples().back().wall - gone;
        CHECK(std::chrono::abs((now - since) * 10 - watched) < 100ns);
        CHECK_FALSE(is_gone(lane.lane().moment_at(now).sample));
        last = now;
    }
    run_to(lane, gone + 12'100ms);
    CHECK_FALSE(instant_replay_of(lane.lane()).has_value());
    run_to(lane, gone + 600s);
    CHECK_FALSE(instant_replay_of(lane.lane()).has_value());
}

TEST_CASE("a reset ends an instant replay, and the next one does not begin before the reset")
{
    LaneRunner lane   = exploding();
    const Nanos first = gone_at(lane);
    run_to(lane, first + 2s);
    REQUIRE(instant_replay_of(lane.lane()).has_value());
    lane.lane().reset();
    const Nanos reset = lane.next_frame_at();
    const Nanos again = gone_at(lane);
    CHECK(instant_replay_of(lane.lane()).value() >= std::max(again - instant_replay_span, reset - 200ms));
}
