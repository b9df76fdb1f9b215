#include "lab/metrics/lane_story.hpp"

#include "lab/stage/playing.hpp"
#include "timestep/presets.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace lab;
using namespace std::chrono_literals;

namespace
{

void play_until(LaneRunner& lane, Nanos end)
{
    while (lane.next_frame_at() < end) lane.frame();
}

std::string told(const LaneRunner& lane)
{
    const scenes::Moment now = lane.lane().newest();
    return story_of(lane.lane(), now.sample, verdict_of(lane.lane(), now));
}

std::string told(std::string_view loop, const Turns& turns, Nanos length = 3s)
{
    LaneRunner lane = lane_of(loop, turns);
    play_until(lane, length);
    return told(lane);
}

} // namespace

TEST_CASE("the explanation of a verdict has the numbers that the verdict is based on")
{
    CHECK(told("fixed", {{"machine.delay_ms", "40ms"}}) ==
          "runs at 0.33 of real time: 33.3 ms of each frame of 50 ms are lost");
    CHECK(told("fixed", {{"machine.refresh_hz", "144"}}) ==
          "runs at 2.40 of real time: 1 step of 16.7 ms in each frame of 6.94 ms");
    CHECK(told("variable", {{"machine.delay_ms", "40ms"}}) == "steps of 50 ms: over the wall at once, and never in it");
    CHECK(told("variable", {{"machine.delay_ms", "150ms"}}) == "steps of 167 ms: this spring survives up to 81.6 ms");
    CHECK(told("accumulator", {{"loop.hz", "50"}}) ==
          "0 to 1 steps of 20 ms a frame of 16.7 ms: the motion comes in jumps");
    for (const std::string_view loop : {"variable", "interpolated"})
        CHECK(told(loop, {{"machine.jitter_ms", "30ms"}, {"machine.vsync", "off"}, {"scene.name", "uniform-motion"}})
                  .ends_with(": this PC is uneven, and the loop follows it"));
    CHECK(told("semi-fixed", {{"machine.delay_ms", "16ms"}, {"loop.hz", "50"}}) ==
          "in real time: 2 steps of 13.3 to 20 ms a frame");
    CHECK(told("interpolated", {}) == "in real time: 1 step of 16.7 ms a frame; its pictures are 16.7 ms old");
    CHECK(told("extrapolated", {}) == "in real time: 1 to 2 steps of 10 ms a frame");
}

TEST_CASE("a spiral of death and a freeze have their own explanations")
{
    CHECK(told("accumulator", {{"machine.step_cost_ms", "20ms"}})
              .starts_with("each frame owes more steps than the last"));
    LaneRunner frozen = lane_of("interpolated");
    play_until(frozen, 3s);
    frozen.hitch(2s);
    for (int i = 0; i < 90; ++i) frozen.frame();
    CHECK(told(frozen) ==
          "in real time: 0 to 2 steps of 16.7 ms a frame; its pictures are 16.7 ms old; 1.77 s given up at 5.0 s");
}

TEST_CASE("every loop on every PC has an explanation with readable numbers")
{
    for (const timestep::Preset& loop : timestep::all_presets)
        for (const Turns& pc : {Turns{},
                                {{"machine.delay_ms", "75ms"}},
                                {{"machine.vsync", "off"}},
                                {{"machine.jitter_ms", "30ms"}, {"loop.hz", "50"}},
                                {{"machine.step_cost_ms", "20ms"}}})
        {
            const std::string said = told(loop.name, pc, 2s);
            CAPTURE(loop.name);
            CAPTURE(said);
            CHECK(said.size() > 10);
            CHECK(said.size() < 110);
            for (const char* never : {"nan", "inf", "e+", "e-", " 0 ms", "-0"})
                CHECK(said.find(never) == std::string::npos);
        }
}
