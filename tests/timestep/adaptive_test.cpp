#include "fake_clock.hpp"
#include "thorough.hpp"
#include "timestep/build.hpp"
#include "timestep/pacers/next_step.hpp"
#include "timestep/run.hpp"
#include "timestep/ticks.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <vector>

using namespace timestep;

namespace
{
// The measurements of a loop with this pacer during a day, on a clock whose sleeps overshoot by 50 to 100 us, one in
// 100 by 1 ms.
struct Day
{
    std::int64_t multiple = 0, pictures = 0, frames = 0;
    std::vector<Nanos> late; // times from the moment at which a step is due to the start of its frame
    FakeClock clock;
};

Day day_of(Rate rate, Nanos length, Nanos spin)
{
    Day day;
    std::mt19937_64 engine{static_cast<std::uint64_t>(rate.num)};
    day.clock.spin_cost = spin;
    day.clock.overshoot = [&engine](int)
    { return engine() % 100 == 0 ? Nanos{1ms} : Nanos{static_cast<std::int64_t>(50'000 + engine() % 50'000)}; };
    auto loop = build(NoFilter{}, FixedStep{rate}, Unlimited{}, Presentation::latest, Adaptive{});
    run(
        loop, day.clock, [&] { ++day.frames; }, [](double) {},
        [&](const StepPlan& plan)
        {
            day.multiple += plan.steps > 1 ? 1 : 0;
            day.late.push_back(plan.carried);
            day.clock.work(Nanos{static_cast<std::int64_t>(engine() % 2'000'000)});
            return day.clock.now() < length;
        });
    day.pictures = static_cast<std::int64_t>(day.late.size());
    return day;
}
} // namespace

TEST_CASE("in a virtual day the adaptive pacer makes no frame with no step or two steps, at 20, 30, 59.94 and 128 Hz")
{
    for (const Rate rate : {hz(20), hz(30), Rate{60000, 1001}, hz(128)})
    {
        CAPTURE(hertz(rate));
        const Nanos length = tries(24h);
        const Day day      = day_of(rate, length, 20us);
        CHECK(day.multiple == 0);
        CHECK(day.frames == day.pictures + 1); // only the first frame has no step
        CHECK(day.pictures == tick_at(rate, day.clock.now()));
        CHECK(day.clock.naps <= day.frames);
    }
}

TEST_CASE("at 20 Hz the adaptive pacer wakes up once a step, spins less than 1 % of the time, and is on time")
{
    Day day = day_of(hz(20), 100s, 200ns);
    CHECK(day.clock.naps <= 2001);
    CHECK(day.clock.spun < 100s / 100);
    std::sort(day.late.begin(), day.late.end());
    CHECK(day.late[day.late.size() / 2] < 1us);
    CHECK(day.late[day.late.size() * 9 / 10] < 1us);
    CHECK(day.late.back() < 1ms);
}

TEST_CASE("the adaptive pacer learns the overshoot of the machine, and spins no longer than most_spin")
{
    for (const Nanos overshoot : {Nanos{0}, Nanos{60us}, Nanos{300us}, Nanos{5ms}})
    {
        CAPTURE(overshoot.count());
        FakeClock clock;
        clock.overshoot = [&](int) { return overshoot; };
        Adaptive pacer;
        for (int i = 0; i < 3000; ++i) pacer.wait(clock, clock.now(), {.dt = 20ms, .dt_seconds = 0.02, .alpha = 0.0});
        CHECK(pacer.margin() <= 500us);
        CHECK(pacer.margin() >= std::min<Nanos>(overshoot - overshoot / 10, 500us));
        CHECK(pacer.margin() <= overshoot + overshoot / 5 + 3us);
    }
}

TEST_CASE("the adaptive pacer ends its wait if the clock is set back, and a loop without a clock refuses it")
{
    FakeClock clock;
    clock.time = 1h;
    Adaptive pacer;
    clock.overshoot = [&](int)
    {
        return -2h; // set back during the sleep
    };
    pacer.wait(clock, clock.now(), {.dt = 20ms, .dt_seconds = 0.02, .alpha = 0.0});
    CHECK(clock.now() < 0ns);
    static_assert(!check(BasicLoop<NoFilter, FixedStep, Unlimited, Adaptive>{}));
    static_assert(check(BasicLoop<NoFilter, Variable, Unlimited, Adaptive>{}).axis == "pacer");
}
