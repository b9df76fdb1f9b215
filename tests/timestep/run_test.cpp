#include "fake_clock.hpp"
#include "timestep/presets.hpp"
#include "timestep/run.hpp"

#include <doctest/doctest.h>

using namespace timestep;

TEST_CASE("run simulates the elapsed time, draws after the steps, and ends when render returns false")
{
    FakeClock clock;
    double simulated = 0.0;
    int frames       = 0;
    run(
        presets::interpolated(hz(50)), clock, [&](double dt) { simulated += dt; },
        [&](const StepPlan& plan)
        {
            clock.work(7ms);
            CHECK(plan.presentation == Presentation::interpolate);
            return ++frames < 1000;
        });
    CHECK(frames == 1000);
    CHECK(simulated == doctest::Approx(6.98)); // 999 frames of 7 ms
}

TEST_CASE("run takes the tail of semi-fixed")
{
    FakeClock clock;
    std::vector<double> steps;
    int frames = 0;
    run(
        presets::semi_fixed(hz(100)), clock, [&](double dt) { steps.push_back(dt); },
        [&](const StepPlan&)
        {
            clock.work(25ms);
            return ++frames < 2;
        });
    CHECK(steps == std::vector<double>{0.01, 0.01, 0.005});
}

TEST_CASE("take_steps takes every step of a plan, with the tail's own length, and counts them")
{
    const StepPlan plan{.steps = 2, .dt_seconds = 0.01, .tail = 5ms};
    std::vector<double> lengths;
    std::vector<std::int64_t> counted;
    CHECK(take_steps(plan,
                     [&](double dt, std::int64_t i)
                     {
                         lengths.push_back(dt);
                         counted.push_back(i);
                     }));
    CHECK(lengths == std::vector<double>{0.01, 0.01, 0.005});
    CHECK(counted == std::vector<std::int64_t>{0, 1, 2});
    CHECK_FALSE(take_steps(plan, [](double, std::int64_t i) { return i < 1; }));
}

TEST_CASE("run passes the display's refresh period to the loop")
{
    const auto counted_with = [](Nanos refresh_period)
    {
        FakeClock clock;
        Nanos counted{};
        int frames = 0;
        run(
            presets::glaiel(), clock, [](double) {},
            [&](const StepPlan& plan)
            {
                clock.work(6'900us);
                counted = plan.filtered;
                return ++frames < 10;
            },
            refresh_period);
        return counted;
    };
    CHECK(counted_with(6'944'444ns) == 6'944'400ns); // snapped to the refresh period, in ticks of glaiel's clock
    CHECK(counted_with(Nanos{}) == 6'900us);
}

TEST_CASE("run ends at once when a step returns false")
{
    FakeClock clock;
    int steps = 0;
    run(
        presets::accumulator(hz(100)), clock, [&](double) { return ++steps < 3; },
        [&](const StepPlan&) { clock.work(50ms); });
    CHECK(steps == 3);
}

TEST_CASE("run waits: fixed with a pacer runs at the right speed on a fast machine")
{
    FakeClock clock;
    int steps = 0;
    run(
        presets::fixed_sleep(hz(60)), clock, [&](double) { ++steps; },
        [&](const StepPlan&) { return clock.now() < 10s; });
    CHECK(steps >= 600);
    CHECK(steps <= 602);
}

TEST_CASE("run draws one picture per step for loops that wait for steps")
{
    for (const Preset& preset : all_presets)
    {
        CAPTURE(preset.name);
        if (preset().pacer.renders(StepPlan{})) continue;
        FakeClock clock;
        int steps = 0, pictures = 0;
        run(
            preset(), clock, [&](double) { ++steps; },
            [&](const StepPlan& plan)
            {
                CHECK(plan.steps > 0);
                ++pictures;
                clock.work(3ms);
                return clock.now() < 5s;
            });
        CHECK(pictures >= 5.0 * hertz(preset.default_rate) * 0.9);
        CHECK(steps == pictures);
    }
}
