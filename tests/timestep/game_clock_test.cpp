// Tests the parts around a loop: frame timer, game clock, step budget, discard_carried, and run() with a reference.
#include "testing.hpp"
#include "timestep/frame_timer.hpp"

TEST_CASE("the game clock applies speed and pause, and then its maximum")
{
    const auto delta = [](Speed speed, Nanos maximum, Nanos wall)
    {
        GameClock clock;
        clock.speed = speed;
        clock.max_time_per_frame = maximum;
        return clock.advance(wall);
    };
    CHECK(delta(1, 1s, 250ms) == 250ms);
    CHECK(delta(2, 1s, 250ms) == 500ms);
    CHECK(delta({1, 2}, 1s, 250ms) == 125ms);
    CHECK(delta(1, 500ms, 250ms) == 250ms);
    CHECK(delta(1, 500ms, 500ms) == 500ms);
    CHECK(delta(1, 500ms, 750ms) == 500ms);
    CHECK(delta(2000, 1s, 16ms) == 1s);
    CHECK(delta(1, -1s, 16ms) == 0ns);
    CHECK(delta(10000, Nanos::max(), Nanos::max()) > 24h * 365 * 100);
    GameClock fast;
    fast.speed = 10'000;
    fast.max_time_per_frame = Nanos::max();
    for (int i = 0; i < 10; ++i) fast.advance(Nanos::max());
    CHECK(fast.elapsed() == Nanos::max());

    GameClock clock;
    clock.paused = true;
    CHECK(clock.advance(250ms) == 0ns);
    clock.paused = false;
    CHECK(clock.advance(-5ms) == 0ns);
    CHECK(clock.elapsed() == 0ns);
}

TEST_CASE("a speed is an exact fraction from 0 to 10,000")
{
    CHECK(Speed{2, 20} == Speed{1, 10});
    CHECK(Speed::make(0) == Speed{0});
    CHECK(Speed::make(10'000'000'000, 1'000'000) == Speed{10'000});
    static_assert(!std::is_assignable_v<Speed&, double>); // an implicit conversion would turn 0.5 into 0
    using Fraction = std::pair<std::int64_t, std::int64_t>;
    for (const auto& [num, den] : {Fraction{-1, 1}, Fraction{1, 0}, Fraction{1, -1}, Fraction{1, 1'000'001},
                                   Fraction{10'001, 1}, Fraction{20'001, 2}, Fraction{INT64_MAX, INT64_MIN}})
        CHECK_FALSE_MESSAGE(Speed::make(num, den), num, "/", den);
    CHECK(Speed::nearest(0.1) == Speed{1, 10});
    CHECK(Speed::nearest(0.0) == Speed{0});
    for (const double speed : {-0.1, std::nan(""), 1e300}) CHECK_FALSE_MESSAGE(Speed::nearest(speed), speed);
}

TEST_CASE("every setting of the game clock accepts its limits and reads them back")
{
    GameClock clock;
    for (const auto& knob : GameClock::knobs())
        for (const double value : {knob.min, knob.max})
        {
            CAPTURE(knob.name);
            knob.set(clock, value);
            CHECK(knob.get(clock) == doctest::Approx(value));
        }
}

TEST_CASE("a million frames at changing speeds lose less than a thousandth of a nanosecond")
{
    GameClock clock;
    clock.max_time_per_frame = Nanos::max();
    std::mt19937_64 engine{2};
    long double exact = 0.0L;
    for (int i = 0; i < tries(1'000'000); ++i)
    {
        clock.speed =
            Speed::make(static_cast<std::int64_t>(engine() % 30), 1 + static_cast<std::int64_t>(engine() % 10)).value();
        const Nanos frame = random_time(engine, 1us);
        exact +=
            static_cast<long double>(frame.count() * clock.speed.num()) / static_cast<long double>(clock.speed.den());
        clock.advance(frame);
        REQUIRE(std::abs(static_cast<double>(exact - clock.elapsed().count()) - clock.nanosecond_fraction()) < 1e-3);
    }
}

TEST_CASE("time is conserved: wall time times speed == elapsed + dropped + held back by hit-stops")
{
    GameClock clock;
    clock.speed = {3, 2};
    clock.max_time_per_frame = 20ms;
    Nanos wall{};
    int i = 0;
    for (const Nanos frame : random_frames(10'000, 30ms, 3))
    {
        wall += frame;
        if (i++ % 1000 == 5) clock.add_hit_stop(6, hz(60));
        clock.advance(frame);
    }
    CHECK(clock.elapsed() + clock.dropped() + 1s == wall * 3 / 2);
    CHECK(clock.dropped() > 0ns);
}

TEST_CASE("a single step in a pause is exactly one step at 24 to 1000 Hz, again and again, from any phase")
{
    for (const Rate rate : {hz(24), hz(25), hz(30), Rate{60000, 1001}, hz(60), hz(90), hz(120), hz(128), hz(144),
                            hz(240), Rate{1000000, 7}, hz(1000)})
        for (const Nanos phase : {0ns, 1ns, 7'654'321ns, 33'333'333ns, step_ns(rate) - 1ns})
        {
            INFO("hertz ", to_hertz(rate), ", phase ", phase.count());
            auto behind = presets::accumulator(rate);
            auto ahead = presets::rapier(rate);
            GameClock clock;
            StepPlan of_behind = behind.plan({.frame_time = phase});
            StepPlan of_ahead = ahead.plan({.frame_time = phase});
            clock.paused = true;
            for (int i = 0; i < 1000; ++i)
            {
                clock.request_single_step(of_behind.time_to_next_step());
                of_behind = behind.plan({.frame_time = clock.advance(16ms)});
                REQUIRE(of_behind.steps == 1);
                clock.request_single_step(of_ahead.time_to_next_step());
                of_ahead = ahead.plan({.frame_time = clock.advance(16ms)});
                REQUIRE(of_ahead.steps == 1);
                REQUIRE(behind.plan({.frame_time = clock.advance(16ms)}).steps == 0);
            }
        }
}

TEST_CASE("a single step is taken in a pause only, and once")
{
    GameClock clock;
    clock.request_single_step(5ms);
    CHECK(clock.advance(16ms) == 16ms);
    clock.paused = true;
    CHECK(clock.advance(16ms) == 0ns);
    clock.request_single_step(5ms);
    CHECK(clock.advance(16ms) == 5ms);
    CHECK(clock.advance(16ms) == 0ns);
    clock.request_single_step(5ms);
    clock.paused = false;
    CHECK(clock.advance(1ms) == 1ms);
    clock.paused = true;
    CHECK(clock.advance(1ms) == 0ns);
}

TEST_CASE("a hit-stop of n ticks costs n steps, at any rate and speed")
{
    for (const Rate rate : {hz(30), hz(50), hz(60), Rate{60000, 1001}, hz(144)})
        for (const Speed speed : {Speed{1}, Speed{1, 10}, Speed{10}})
        {
            INFO("hertz ", to_hertz(rate), ", speed.value() ", speed.value());
            auto loop = presets::accumulator(rate);
            GameClock clock;
            clock.speed = speed;
            std::int64_t steps = 0, fewest = 1000;
            for (int frame = 0; frame < 14'286; ++frame)
            {
                if (frame % 1400 == 500) clock.add_hit_stop(8, rate);
                const std::int64_t now = loop.plan({.frame_time = clock.advance(7'000'001ns)}).steps;
                if (frame % 1400 == 501) fewest = std::min(fewest, now);
                steps += now;
            }
            const Nanos without = 14'286 * 7'000'001ns * speed.num() / speed.den();
            CHECK(steps == tick_at(rate, without) - 10 * 8);
            if (speed == Speed{1}) CHECK(fewest == 0);
        }
}

TEST_CASE("the rounding of many hit-stops does not add up")
{
    GameClock clock;
    clock.max_time_per_frame = Nanos::max();
    for (int i = 0; i < 3000; ++i) clock.add_hit_stop(1, hz(60));
    CHECK(clock.advance(50s + 1ns) == 1ns);
}

TEST_CASE("fast-forward passes its time as fast as the maximum allows, and drops nothing")
{
    GameClock clock;
    clock.add_fast_forward(1s);
    int frames = 0;
    for (; clock.fast_forward_left() > 0ns; ++frames) CHECK(clock.advance(10ms) <= 250ms);
    CHECK(frames == 5);
    CHECK(clock.elapsed() == 1s + 50ms);
    CHECK(clock.dropped() == 0ns);
    CHECK(clock.advance(10ms) == 10ms);
}

TEST_CASE("one total of dropped time contains what the clock and the loop dropped")
{
    GameClock clock;
    clock.max_time_per_frame = 500ms;
    auto loop = presets::interpolated(hz(50)); // drops frame time above 250 ms
    std::int64_t steps = 0;
    for (const Nanos frame : {10ms, 800ms, 300ms, 20ms})
    {
        const StepPlan plan = loop.plan({.frame_time = clock.advance(frame)});
        clock.add_dropped_time(plan);
        steps += plan.steps;
    }
    CHECK(clock.dropped() == 300ms + 250ms + 50ms);
    CHECK(steps * 20ms + loop.carried() + clock.dropped() == 1130ms);
}

TEST_CASE("a game clock takes any arguments: no time is negative and nothing overflows")
{
    std::mt19937_64 engine{4};
    const auto any_number = [&]
    {
        const auto bits = static_cast<std::int64_t>(engine());
        return engine() % 8 == 0 ? INT64_MIN : engine() % 8 == 0 ? INT64_MAX : bits >> (engine() % 64);
    };
    const auto rate_up_to = [&](std::uint64_t num, std::uint64_t den) {
        return Rate{static_cast<std::int64_t>(1 + engine() % num), static_cast<std::int64_t>(1 + engine() % den)};
    };
    GameClock clock;
    for (int i = 0; i < tries(1'000'000); ++i)
    {
        clock.speed = Speed::make(any_number(), any_number()).value_or(clock.speed);
        clock.paused = engine() % 4 == 0;
        clock.max_time_per_frame = Nanos{any_number()};
        switch (engine() % 4)
        {
        case 0: clock.request_single_step(Nanos{any_number()}); break;
        case 1: clock.add_hit_stop(any_number(), rate_up_to(1'000'000'000, 1'000'000)); break;
        case 2: clock.add_fast_forward(Nanos{any_number()}); break;
        default: clock.add_dropped_time({.dropped = Nanos{any_number()}});
        }
        REQUIRE(clock.advance(Nanos{any_number()}) >= 0ns);
        REQUIRE(clock.elapsed() >= 0ns);
        REQUIRE(clock.nanosecond_fraction() >= 0.0);
        REQUIRE(clock.nanosecond_fraction() <= 1.0);
        if (engine() % 100 == 0) clock = GameClock{};
    }
}

TEST_CASE("counter readings are converted exactly, whatever the frequency, up to 292 years")
{
    __extension__ using Wide = unsigned __int128;
    std::mt19937_64 engine{1};
    for (const std::uint64_t frequency : {1ULL, 3ULL, 1000ULL, 24'000'000ULL, 10'000'000ULL, 1'000'000'000ULL,
                                          3'579'545ULL, 4'294'967'291ULL, 9'000'000'000ULL})
        for (int i = 0; i < tries(100'000); ++i)
        {
            const Wide most = std::min<Wide>(UINT64_MAX, Wide{9'200'000'000} * frequency);
            const std::uint64_t count = static_cast<std::uint64_t>(engine() % most);
            REQUIRE(nanos_from_counter(count, frequency).count() ==
                    static_cast<std::int64_t>(Wide{count} * 1'000'000'000 / frequency));
        }
}

TEST_CASE("frame times add up to the time between the first and the last reading")
{
    FrameTimer timer;
    std::mt19937_64 engine{2};
    std::uint64_t count = 123'456'789;
    const Nanos first = nanos_from_counter(count, 3'579'545);
    Nanos sum{};
    CHECK(timer.measure_frame_time(count, 3'579'545) == 0ns);
    for (int i = 0; i < 100'000; ++i)
    {
        count += engine() % 100'000;
        sum += timer.measure_frame_time(count, 3'579'545);
    }
    CHECK(sum == nanos_from_counter(count, 3'579'545) - first);
    timer.discard_reading(); // after a suspend
    CHECK(timer.measure_frame_time(24h) == 0ns);
    CHECK(timer.measure_frame_time(24h + 16ms) == 16ms);
}

TEST_CASE("discard_carried drops what is carried, and the account stays exact, for every preset")
{
    for (const Preset& preset : all_presets)
    {
        CAPTURE(preset.name);
        Loop loop = preset();
        Account account;
        for (const Nanos frame : random_frames(3'000, 40ms, 3))
        {
            const StepPlan plan = loop.plan({.frame_time = frame});
            REQUIRE(account.balances(frame, plan, loop.carried()));
            if (frame.count() % 10 != 0) continue;
            account.dropped += loop.discard_carried();
            REQUIRE(loop.carried() == 0ns);
        }
    }
    auto loop = presets::accumulator(hz(50));
    (void)loop.plan({.frame_time = 39ms});
    CHECK(loop.discard_carried() == 19ms);
    CHECK(loop.plan({.frame_time = 19ms}).steps == 0);
    CHECK(loop.plan({.frame_time = 1ms}).steps == 1);
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
            Account account;
            std::int64_t fewer = 0;
            for (const Nanos frame : random_frames(2'000, 60ms, 4))
            {
                const StepPlan plan = loop.plan({.frame_time = frame});
                const Nanos begin = clock.now();
                const StepPlan done =
                    loop.give_back_unrun_steps(plan, budget.run_steps(clock, plan, [&](double) { clock.work(cost); }));
                REQUIRE(clock.now() - begin < 8ms + cost + 1ns);
                REQUIRE(done.steps <= plan.steps);
                REQUIRE((plan.steps == 0 || done.steps > 0));
                fewer += plan.steps - done.steps;
                REQUIRE(account.balances(frame, done, loop.carried()));
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
        const StepPlan plan = loop.plan({.frame_time = length});
        const auto step = [&](double dt)
        {
            simulated += dt;
            clock.work(cost);
        };
        return loop.give_back_unrun_steps(plan, budget.run_steps(clock, plan, step)).steps;
    };
    for (int i = 0; i < 60; ++i) CHECK(frame(50ms, 20ms) == 1);
    CHECK(frame(1ns, 10us) == 120); // 180 steps were due, 60 have run
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
    VirtualClock clock{.sleep_overshoot = 65us};
    clock.sleep(1ms);
    clock.spin();
    clock.work(3ms);
    CHECK(clock.now() == clock.slept + clock.spun + 3ms);
    CHECK(clock.slept == 1065us);
    CHECK(clock.sleep_count == 1);
}
