// Tests of the parts around a loop: frame timer, virtual clock, budget of the steps, discard_overstep, run by
// reference.
#include "thorough.hpp"
#include "timestep/clock.hpp"
#include "timestep/frame_timer.hpp"
#include "timestep/game_clock.hpp"
#include "timestep/presets.hpp"
#include "timestep/run.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

using namespace timestep;

TEST_CASE("counter readings are converted exactly, whatever the frequency, up to 292 years")
{
    __extension__ using Wide = unsigned __int128;
    std::mt19937_64 engine{1};
    for (const std::uint64_t frequency : {1ULL, 3ULL, 1000ULL, 24'000'000ULL, 10'000'000ULL, 1'000'000'000ULL,
                                          3'579'545ULL, 4'294'967'291ULL, 9'000'000'000ULL})
        for (int i = 0; i < tries(100'000); ++i)
        {
            const Wide most           = std::min<Wide>(UINT64_MAX, Wide{9'200'000'000} * frequency);
            const std::uint64_t count = static_cast<std::uint64_t>(engine() % most);
            REQUIRE(from_ticks(count, frequency).count() ==
                    static_cast<std::int64_t>(Wide{count} * 1'000'000'000 / frequency));
        }
}

TEST_CASE("frame times add up to the time between the first and the last reading")
{
    FrameTimer timer;
    std::mt19937_64 engine{2};
    std::uint64_t count = 123'456'789;
    const Nanos first   = from_ticks(count, 3'579'545);
    Nanos sum{};
    CHECK(timer.frame(count, 3'579'545) == 0ns);
    for (int i = 0; i < 100'000; ++i)
    {
        count += engine() % 100'000;
        sum += timer.frame(count, 3'579'545);
    }
    CHECK(sum == from_ticks(count, 3'579'545) - first);
    timer.restart(); // after a suspend
    CHECK(timer.frame(24h) == 0ns);
    CHECK(timer.frame(24h + 16ms) == 16ms);
}

TEST_CASE("discard_overstep drops what is carried, and the account stays exact, for every preset")
{
    for (const Preset& preset : all_presets)
    {
        CAPTURE(preset.name);
        Loop loop = preset();
        std::mt19937_64 engine{3};
        Nanos in{}, out{};
        for (int i = 0; i < 3'000; ++i)
        {
            const Nanos frame{static_cast<std::int64_t>(engine() % 40'000'000)};
            const StepPlan plan = loop.plan({.frame = frame});
            in += frame;
            out += plan.stepped + plan.dropped + plan.filter_error;
            if (engine() % 10 == 0)
            {
                out += loop.discard_overstep();
                REQUIRE(loop.carried() == 0ns);
            }
            REQUIRE(in == out + loop.carried());
        }
    }
    auto loop = presets::accumulator(hz(50));
    loop.plan({.frame = 39ms});
    CHECK(loop.discard_overstep() == 19ms);
    CHECK(loop.plan({.frame = 19ms}).steps == 0);
    CHECK(loop.plan({.frame = 1ms}).steps == 1);
}

TEST_CASE("with a budget no frame's steps take longer than the budget and one step, and no time is lost, in any preset")
{
    for (const Preset& preset : all_presets)
        for (const Nanos cost : {Nanos{0}, Nanos{3ms}, Nanos{20ms}})
        {
            CAPTURE(preset.name);
            Loop loop = preset();
            const StepBudget budget{8ms};
            VirtualClock clock;
            std::mt19937_64 engine{4};
            Nanos in{}, out{};
            std::int64_t fewer = 0;
            for (int i = 0; i < 2'000; ++i)
            {
                const Nanos frame{static_cast<std::int64_t>(engine() % 60'000'000)};
                in += frame;
                const StepPlan plan = loop.plan({.frame = frame});
                const Nanos begin   = clock.now();
                const StepPlan done =
                    loop.give_back(plan, budget.take_steps(clock, plan, [&](double) { clock.work(cost); }));
                REQUIRE(clock.now() - begin < 8ms + cost + 1ns);
                REQUIRE(done.steps <= plan.steps);
                REQUIRE((plan.steps == 0 || done.steps > 0));
                fewer += plan.steps - done.steps;
                out += done.stepped + done.dropped + done.filter_error;
                REQUIRE(in == out + done.carried);
                REQUIRE(done.carried == loop.carried());
            }
            if (cost == 0ns) CHECK(fewer == 0);
        }
}

TEST_CASE(
    "a game that cannot keep up takes one step a frame with a budget, and catches up later if the policy allows it")
{
    auto loop = presets::accumulator(hz(60));
    const StepBudget budget{8ms};
    VirtualClock clock;
    double simulated = 0.0;
    const auto frame = [&](Nanos length, Nanos cost)
    {
        const StepPlan plan = loop.plan({.frame = length});
        const auto step     = [&](double dt)
        {
            simulated += dt;
            clock.work(cost);
        };
        return loop.give_back(plan, budget.take_steps(clock, plan, step)).steps;
    };
    for (int i = 0; i < 60; ++i) CHECK(frame(50ms, 20ms) == 1);
    CHECK(frame(1ns, 10us) == 120); // 180 steps were due in 3 s
    CHECK(simulated == doctest::Approx(3.0));
}

TEST_CASE("run by reference polls before it plans, uses the frame time of the poll, and leaves the loop to the caller")
{
    VirtualClock clock;
    auto loop = presets::accumulator(hz(50));
    GameClock game;
    game.speed = {1, 2};
    int polls = 0, steps = 0, pictures = 0;
    run(
        loop, clock,
        [&](Nanos frame)
        {
            ++polls;
            return game.advance(frame);
        },
        [&](double) { ++steps; },
        [&](const StepPlan&)
        {
            clock.work(10ms);
            return ++pictures < 100;
        });
    CHECK(polls == 100);
    CHECK(steps == 24); // 99 frames of 5 ms of game time
    CHECK(loop.carried() == 15ms);

    run(
        loop, clock, [&] { return ++polls < 110; }, [](double) {}, [&](const StepPlan&) { clock.work(10ms); });
    CHECK(polls == 110);
    run(
        loop, clock, [&] { ++polls; }, [](double) {}, [&](const StepPlan&) { return false; });
    CHECK(polls == 111);
}

TEST_CASE("sleeps of the virtual clock are late as set, and all of its time is accounted for")
{
    VirtualClock clock{.late = 65us};
    clock.sleep(1ms);
    clock.spin();
    clock.work(3ms);
    CHECK(clock.now() == clock.slept + clock.spun + 3ms);
    CHECK(clock.slept == 1065us);
    CHECK(clock.sleeps == 1);
}
