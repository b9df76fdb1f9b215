#include "lab/metrics/lane_verdict.hpp"

#include "lab/stage/playing.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string_view>

using namespace lab;
using namespace std::chrono_literals;

namespace
{

LaneRun late_lane(std::string_view loop, std::string_view delay)
{
    return lane_of(loop, {{"machine.vsync", "off"}, {"machine.delay_ms", delay}});
}

LaneVerdict::Kind judged(const LaneRun& lane) { return verdict_of(lane.lane(), lane.lane().newest()).kind; }

} // namespace

TEST_CASE("the worst picture of the last two seconds decides whether a loop is wrong")
{
    for (const std::string_view loop : {"variable", "semi-fixed"})
    {
        CAPTURE(loop);
        LaneRun lane = late_lane(loop, "16ms");
        while (lane.next_frame_at() < 5s)
        {
            lane.frame();
            const telemetry::FrameSample& now = lane.lane().newest().sample;
            const StateError error            = state_error(lane.lane(), now);
            double worst                      = 0;
            double fastest                    = 0;
            const telemetry::Frames frames{lane.lane().samples()};
            for (std::size_t i = 0; i < frames.size(); ++i)
            {
                if (frames[i].wall < now.wall - 2s - 18ms) continue;
                worst   = std::max(worst, std::abs(frames[i].shown_x - frames[i].right_x));
                fastest = std::max(fastest, std::abs(frames[i].v));
            }
            CHECK(error.worst == worst);
            CHECK(error.limit == doctest::Approx(std::max(fastest / 60 / 10, 0.001)));
            CHECK(error.is_visible() == (worst > error.limit));
            CHECK(error.is_wrong() == (error.is_visible() && lane.lane().judged().longest_step > 0.025));
            if (error.at != nullptr) CHECK(std::abs(error.at->shown_x - error.at->right_x) == worst);
        }
    }
}

TEST_CASE("a loop with steps up to its rate is DIFFERENT, never WRONG, and does not change this every moment")
{
    for (const std::string_view delay : {"14ms", "15ms", "16ms", "18ms", "25ms", "40ms", "42ms", "75ms"})
    {
        CAPTURE(delay);
        LaneRun lane = late_lane("semi-fixed", delay);
        Nanos since{};
        bool was = false;
        while (lane.next_frame_at() < 60s)
        {
            lane.frame();
            const bool is = judged(lane) == LaneVerdict::Kind::different;
            if (judged(lane) == LaneVerdict::Kind::started) continue;
            const telemetry::FrameSample& now = lane.lane().newest().sample;
            const StateError error            = state_error(lane.lane(), now);
            REQUIRE_FALSE(error.is_wrong());
            REQUIRE((!is || error.is_different()));
            if (is == was) continue;
            if (was && !error.is_different()) CHECK(now.wall - since >= 2s); // it stays so for two seconds
            since = now.wall;
            was   = is;
        }
        CHECK(was);
    }
}

TEST_CASE("accumulator, interpolated and fixed are never wrong, however late; an estimate has no state error")
{
    for (const std::string_view loop : {"accumulator", "interpolated", "fixed", "extrapolated"})
        for (const std::string_view delay : {"0", "16ms", "25ms", "42ms", "75ms"})
        {
            CAPTURE(loop);
            CAPTURE(delay);
            LaneRun lane = late_lane(loop, delay);
            while (lane.next_frame_at() < 10s)
            {
                lane.frame();
                REQUIRE_FALSE(state_error(lane.lane(), lane.lane().newest().sample).is_visible());
            }
        }
}
