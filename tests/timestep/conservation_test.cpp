#include "testing.hpp"

namespace
{
// A random frame time: mostly a usual one, but also 0, 1 ns, hours and negative times, which break loops.
Nanos wild_frame(std::mt19937_64& engine)
{
    const std::uint64_t r = engine();
    switch (r % 64)
    {
    case 0: return 0ns;
    case 1: return 1ns;
    case 2: return Nanos{static_cast<std::int64_t>(engine() % 500'000'000)}; // a lag spike
    case 3: return r % 4096 == 3 ? Nanos{1h} : Nanos{static_cast<std::int64_t>(r % 97)}; // a suspend of 1 h
    case 4: return -Nanos{static_cast<std::int64_t>(engine() % 50'000'000)};
    default: return Nanos{static_cast<std::int64_t>(16'000'000 + engine() % 1'400'000)};
    }
}

const std::vector<Rate> rates{hz(60), Rate{60000, 1001},       Rate{125, 2}, hz(1000), hz(5),
                              hz(7),  every(Nanos{16'666'667})};
} // namespace

TEST_CASE("time in == stepped + carried + dropped + filter error, to the nanosecond, for every preset")
{
    const auto obeys = [](const Preset& preset, Rate rate, int count)
    {
        INFO("preset.name ", preset.name, ", hertz ", to_hertz(rate));
        Loop loop = preset.make(rate);
        std::mt19937_64 random{42};
        Account account;
        for (int i = 0; i < count; ++i)
        {
            const Nanos frame = wild_frame(random);
            const StepPlan plan = loop.plan({.frame_time = frame});
            const bool lawful = account.balances(frame, plan, loop.carried()) && plan.steps >= 0 &&
                                plan.filtered_frame_time == frame - plan.filter_error;
            if (!lawful) FAIL("frame ", i);
        }
    };
    for (const Preset& preset : all_presets)
    {
        obeys(preset, preset.default_rate, tries(1'000'000));
        for (const Rate rate : rates) obeys(preset, rate, tries(50'000));
    }
}

namespace
{
// Largest difference in nanoseconds between the sum of `stepped` and the sum of the steps that ran.
double misbooked(Loop loop)
{
    std::mt19937_64 random{7};
    Nanos stepped{};
    long double exact = 0.0L;
    double worst = 0.0;
    for (int i = 0; i < tries(100'000); ++i)
    {
        const StepPlan plan = loop.plan({.frame_time = wild_frame(random)});
        stepped += plan.stepped;
        exact += static_cast<long double>(plan.steps) * plan.dt_seconds * 1e9L + plan.tail.count();
        worst = std::max(worst, std::abs(static_cast<double>(exact - stepped.count())));
    }
    return worst;
}
} // namespace

TEST_CASE("the time counted as stepped equals the steps taken, within 2 ns, for every loop with one step length")
{
    for (const Preset& preset : all_presets)
        for (const Rate rate : {hz(60), Rate{60000, 1001}, hz(7)})
        {
            const Loop loop = preset.make(rate);
            if (loop.stepper.clock_relation() != ClockRelation::lags &&
                loop.stepper.clock_relation() != ClockRelation::leads)
                continue;
            INFO("preset.name ", preset.name, ", hertz ", to_hertz(rate));
            CHECK(misbooked(loop) < 2.01); // carried and dropped are each rounded to whole nanoseconds
        }
}

TEST_CASE("an overload policy drops whole steps, within two nanoseconds, if a step is no whole number of nanoseconds")
{
    for (const std::string_view stepper : {"fixed-step", "fixed-steady", "deadline"})
        for (const std::string_view overload : LoopOverloadPolicy::names)
        {
            INFO("stepper ", stepper, ", overload ", overload);
            Loop loop = loop_with(stepper, overload);
            loop.set_rate({60000, 1001});
            CHECK(misbooked(loop) < 2.01); // carried and dropped are each rounded to whole nanoseconds
        }
}

TEST_CASE("a rate is parsed exactly")
{
    CHECK(parse_rate("60") == hz(60));
    CHECK(parse_rate("59.94") == Rate{60000, 1001});
    for (const char* television : {"23.976", "23.977", "23.97"}) CHECK(parse_rate(television) == Rate{24000, 1001});
    for (const char* other : {"23.971", "23.975", "23.978", "23.98"}) CHECK(parse_rate(other) != Rate{24000, 1001});
    CHECK(parse_rate("119.88") == Rate{120000, 1001});
    CHECK(parse_rate("62.5") == Rate{125, 2});
    CHECK(parse_rate("60000/1001") == Rate{60000, 1001});
    CHECK(parse_rate("0.5") == Rate{1, 2});
    for (const char* bad : {"", "0", "-60", "60Hz", "1e3", "60/0", "0/1", ".", "60.12345", "nan", "99999999999"})
        CHECK_FALSE_MESSAGE(parse_rate(bad).has_value(), bad);
}
