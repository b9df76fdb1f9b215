#include "thorough.hpp"
#include "timestep/game_clock.hpp"
#include "timestep/presets.hpp"
#include "timestep/ticks.hpp"

#include <doctest/doctest.h>

#include <random>

using namespace timestep;

namespace
{
constexpr std::int64_t years_292 = 9'214'646'400; // in seconds
__extension__ using Wide         = __int128;

Wide ceil_of(Wide a, Wide b) { return a / b + (a % b > 0 ? 1 : 0); }
} // namespace

TEST_CASE("the time of tick n is exact over 292 years, in both directions, at any rate")
{
    std::mt19937_64 engine{1};
    for (const Rate rate : {hz(60), Rate{60000, 1001}, hz(1), hz(1000), Rate{1, 1'000'000}, Rate{999'999'937, 999'983},
                            hz(1'000'000'000)})
    {
        CAPTURE(hertz(rate));
        const auto last = static_cast<std::int64_t>(static_cast<Wide>(years_292) * rate.num / rate.den);
        for (int i = 0; i < tries(100'000); ++i)
        {
            const std::int64_t n = i == 0    ? last
                                   : i == 1  ? -last
                                   : i < 100 ? i - 50
                                             : static_cast<std::int64_t>(engine()) % (last + 1);
            const Nanos t        = tick_time(rate, n);
            REQUIRE(t.count() ==
                    static_cast<std::int64_t>(ceil_of(static_cast<Wide>(n) * rate.den * 1'000'000'000, rate.num)));
            REQUIRE(tick_at(rate, t) == n);
            REQUIRE(tick_at(rate, t - 1ns) == n - 1);
        }
    }
    CHECK(tick_time(hz(60), 0) == 0ns);
    CHECK(tick_time(hz(60), 1) == 16'666'667ns);
    CHECK(tick_time(hz(60), 552'878'784'000) == Nanos{std::chrono::seconds{years_292}});
    CHECK(tick_time({60000, 1001}, 60000) == 1001s);
}

TEST_CASE("an accumulator takes step n at the time of tick n + 1, at any rate")
{
    for (const Rate rate : {hz(60), Rate{60000, 1001}, hz(144), Rate{125, 2}})
    {
        auto loop = presets::accumulator(rate);
        TickCounter ticks;
        std::mt19937_64 engine{2};
        Nanos now{};
        for (int i = 0; i < 20'000; ++i)
        {
            const Nanos frame{static_cast<std::int64_t>(engine() % 40'000'000)};
            now += frame;
            const StepTimes times = ticks.next(now, loop.plan({.frame = frame}));
            REQUIRE(times.first_tick + times.count() == tick_at(rate, now));
            for (std::int64_t k = 0; k < times.count(); ++k)
            {
                const Nanos off = times.end(k) - tick_time(rate, times.tick(k) + 1);
                REQUIRE(std::abs(off.count()) <= 1);
                REQUIRE(std::abs((times.begin(k) - tick_time(rate, times.tick(k))).count()) <= 1);
            }
        }
    }
}

TEST_CASE("the end of a step on the wall clock is right within 1 ns at speeds 0.1, 1 and 10, and after pauses")
{
    for (const Rate rate : {hz(60), Rate{60000, 1001}, hz(30)})
        for (const Speed speed : {Speed{1, 10}, Speed{1, 3}, Speed{1}, Speed{10}})
        {
            CAPTURE(hertz(rate));
            CAPTURE(speed.value());
            auto loop = presets::accumulator(rate);
            GameClock game;
            game.speed   = speed;
            game.maximum = Nanos::max();
            TickCounter ticks;
            std::mt19937_64 engine{3};
            Nanos now{}, paused{};
            for (int i = 0; i < 20'000; ++i)
            {
                const Nanos frame{static_cast<std::int64_t>(engine() % 40'000'000)};
                now += frame;
                game.paused = i % 100 > 90;
                if (game.paused) paused += frame;
                const StepPlan plan   = loop.plan({.frame = game.advance(frame)});
                const StepTimes times = ticks.next(now, plan, game.speed, game.fraction());
                if (game.paused) REQUIRE(times.count() == 0);
                for (std::int64_t k = 0; k < times.count(); ++k)
                {
                    // Step n ends at (n + 1) / rate of game time, which is this wall time, plus all pauses.
                    const long double exact = 1e9L *
                                              static_cast<long double>((times.tick(k) + 1) * rate.den * speed.den()) /
                                              static_cast<long double>(rate.num * speed.num());
                    REQUIRE(std::abs(static_cast<double>(exact - (times.end(k) - paused).count())) < 1.0);
                    REQUIRE(times.end(k) > now - frame);
                    REQUIRE(times.end(k) <= now);
                }
            }
        }
}

TEST_CASE("at a tenth of the speed the second step of 60 Hz ends after 333.3 ms")
{
    auto loop = presets::accumulator(hz(60));
    GameClock game;
    game.speed            = {1, 10};
    const StepPlan plan   = loop.plan({.frame = game.advance(340ms)});
    const StepTimes times = TickCounter{}.next(340ms, plan, game.speed, game.fraction());
    REQUIRE(times.count() == 2);
    CHECK(times.end(1) == 333'333'333ns);
    CHECK(times.end(0) == 166'666'667ns);
    CHECK(times.next_step_in() > 160ms);
    CHECK(times.next_step_in() <= 160ms + 11ns);
}

TEST_CASE("the next step is due when next_step_in() has passed, and not a nanosecond before, for every accumulator")
{
    for (const Rate rate : {hz(60), Rate{60000, 1001}, hz(30), hz(144)})
    {
        auto behind = presets::accumulator(rate);
        auto ahead  = presets::rapier(rate);
        std::mt19937_64 engine{4};
        for (int i = 0; i < 10'000; ++i)
        {
            const auto check_due = [](auto& loop, Nanos frame)
            {
                const StepPlan plan = loop.plan({.frame = frame});
                auto early = loop, due = loop;
                REQUIRE(due.plan({.frame = plan.next_step_in()}).steps == 1);
                REQUIRE(early.plan({.frame = plan.next_step_in() - 2ns}).steps == 0);
            };
            const Nanos frame{static_cast<std::int64_t>(engine() % 40'000'000)};
            check_due(behind, frame);
            check_due(ahead, frame);
        }
    }
    CHECK(StepPlan{}.next_step_in() == 1ns);
    CHECK(StepTimes{.speed = Speed{0}}.next_step_in() == Nanos::max());
}
