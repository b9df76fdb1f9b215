#include "steps_of.hpp"
#include "timestep/presets.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace timestep;

namespace
{
// Returns frame times of a display at `refresh`, rounded so that their sum is exact.
std::vector<Nanos> display(Rate refresh, std::int64_t count)
{
    std::vector<Nanos> frames;
    const auto at = [&](std::int64_t i)
    { return Nanos{(i * refresh.den * 1'000'000'000 + refresh.num - 1) / refresh.num}; };
    for (std::int64_t i = 0; i < count; ++i) frames.push_back(at(i + 1) - at(i));
    return frames;
}
} // namespace

TEST_CASE("fixed takes one step for a frame of any length")
{
    CHECK(steps_of(any(presets::fixed()), {1ms, 40ms, 0ms, 3s}) == Steps{1, 1, 1, 1});
    auto loop           = presets::fixed(hz(50));
    const StepPlan plan = loop.plan({.frame = 50ms});
    CHECK(plan.dt == 20ms);
    CHECK(plan.dropped == 30ms);
}

TEST_CASE("variable takes one step as long as the frame, and no step for a frame of zero")
{
    auto loop           = presets::variable();
    const StepPlan plan = loop.plan({.frame = 37ms});
    CHECK(plan.steps == 1);
    CHECK(plan.dt == 37ms);
    CHECK(plan.dt_seconds == 0.037);
    CHECK(loop.plan({.frame = 0ms}).steps == 0);
}

TEST_CASE("semi-fixed at 10 ms cuts 35 ms into 10, 10, 10 and 5, 8 ms into 8, and 30 ms into 10, 10, 10")
{
    auto loop     = presets::semi_fixed(hz(100));
    StepPlan plan = loop.plan({.frame = 35ms});
    CHECK(plan.steps == 3);
    CHECK(plan.tail == 5ms);
    plan = loop.plan({.frame = 8ms});
    CHECK(plan.steps == 0);
    CHECK(plan.tail == 8ms);
    plan = loop.plan({.frame = 30ms});
    CHECK(plan.steps == 3);
    CHECK(plan.tail == 0ms);
}

TEST_CASE("interpolated limits a frame to 250 ms and reports the dropped time")
{
    auto loop           = presets::interpolated(hz(100));
    const StepPlan plan = loop.plan({.frame = 1s});
    CHECK(plan.steps == 25);
    CHECK(plan.dropped == 750ms);
    CHECK(plan.presentation == Presentation::interpolate);
}

TEST_CASE("the accumulator's alpha is the carried time divided by the step")
{
    auto loop = presets::accumulator(every(2s));
    const std::vector<std::pair<std::int64_t, double>> expected{{0, 0.5}, {1, 0.0}, {0, 0.5}};
    for (const auto& [steps, alpha] : expected)
    {
        const StepPlan plan = loop.plan({.frame = 1s});
        CHECK(plan.steps == steps);
        CHECK(plan.alpha == alpha);
    }
    const StepPlan plan = loop.plan({.frame = 7s});
    CHECK(plan.steps == 4); // 1 s was carried, so 8 s are due
    CHECK(plan.carried == 0s);
}

TEST_CASE("50 Hz on 60 Hz steps 0,1,1,1,1,1; 60 Hz on 50 Hz steps 1,1,1,1,2; 60 Hz on 144 Hz steps in 5 of 12 frames")
{
    CHECK(steps_of(any(presets::accumulator(hz(50))), display(hz(60), 12)) ==
          Steps{0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1});
    CHECK(steps_of(any(presets::accumulator(hz(60))), display(hz(50), 10)) == Steps{1, 1, 1, 1, 2, 1, 1, 1, 1, 2});
    CHECK(steps_of(any(presets::accumulator(hz(60))), display(hz(144), 12)) ==
          Steps{0, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 1});
}

TEST_CASE("60 Hz steps on a 59.94 Hz display take one extra step every 16.683 s")
{
    const auto steps = steps_of(any(presets::accumulator(hz(60))), display({60000, 1001}, 3001));
    std::vector<std::size_t> doubles;
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (steps[i] == 2) doubles.push_back(i);
    REQUIRE(doubles.size() == 3);
    CHECK(doubles[1] - doubles[0] == 1000); // 1000 frames of 1001/60000 s are 16.683 s
}

TEST_CASE("a change of the step rate keeps the carried time")
{
    auto loop = presets::accumulator(hz(10));
    CHECK(loop.plan({.frame = 70ms}).steps == 0);
    loop.set_rate(hz(50));
    CHECK(loop.carried() == 70ms);
    CHECK(loop.plan({.frame = 0ms}).steps == 3);
    CHECK(loop.carried() == 10ms);
}
