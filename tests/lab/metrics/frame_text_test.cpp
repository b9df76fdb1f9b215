#include "lab/metrics/frame_text.hpp"

#include <doctest/doctest.h>

using telemetry::FrameSample;
using namespace std::chrono_literals;

TEST_CASE("a frame's text has its steps and its carried and dropped time")
{
    FrameSample f{.measured = 17'200us};
    f.plan = {.steps = 1, .dt = 16'666'667ns, .carried = 500us};
    CHECK(lab::in_words(f) == "frame of 17.2 ms: 1 step of 16.7 ms, 0.5 ms carried");
    f.plan = {.steps = 0, .carried = 17'200us};
    CHECK(lab::in_words(f) == "frame of 17.2 ms: no step, 17.2 ms carried");
    f.plan = {.steps = 1, .dt = 10ms, .tail = 7'200us};
    CHECK(lab::in_words(f) == "frame of 17.2 ms: 1 step of 10.0 ms + 1 step of 7.2 ms");
    f.plan = {.steps = 0, .dt = 20ms, .tail = 17'200us};
    CHECK(lab::in_words(f) == "frame of 17.2 ms: 1 step of 17.2 ms");
    f.plan = {.steps = 1, .dt = 10ms, .dropped = 7'200us};
    CHECK(lab::in_words(f) == "frame of 17.2 ms: 1 step of 10.0 ms, 7.2 ms dropped");
    f.plan = {.steps = 2, .dt = 10ms, .carried = -2ms, .dropped = -800us};
    CHECK(lab::in_words(f) == "frame of 17.2 ms: 2 steps of 10.0 ms, 2.0 ms ahead, 0.8 ms made up");
    f.events = telemetry::paused;
    CHECK(lab::in_words(f) == "paused: no time passed in the game");
}
