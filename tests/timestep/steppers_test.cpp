#include "testing.hpp"
#include "timestep/ticks.hpp"

namespace
{

// plan() also works at compile time: a frame of 35 ms at 100 Hz.
constexpr StepPlan decided = presets::interpolated(hz(100)).plan({.frame_time = 35ms});
static_assert(decided.steps == 3 && decided.carried == 5ms && decided.alpha == 0.5);
static_assert(presets::semi_fixed(hz(100)).plan({.frame_time = 35ms}).tail == 5ms);
static_assert(presets::godot().plan({.frame_time = 16'667us}).steps == 1);
static_assert(presets::bullet_10().plan({.frame_time = 100ms}).steps == 6);
static_assert(to_loop(presets::unreal()).plan({.frame_time = 200ms}).steps == 6);

SemiFixed semi_fixed_with(Nanos smallest_tail, Rate rate = hz(100))
{
    SemiFixed stepper{rate};
    stepper.smallest_tail = smallest_tail;
    return stepper;
}

// Counts of a loop with the pacer Adaptive over a day. Sleeps overshoot by 50 to 100 us, and one in 100 by 1 ms.
struct Day
{
    std::int64_t multiple = 0, pictures = 0, frames = 0;
    std::vector<Nanos> late; // time from the moment at which a step is due to the start of its frame
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

TEST_CASE("fixed-steady takes one step per frame where the plain accumulator takes 0, 2, 0, 2")
{
    std::vector<Nanos> noisy;
    for (int i = 0; i < 600; ++i) noisy.push_back(i % 2 == 0 ? 16'466'667ns : 16'866'667ns);
    const Steps plain = steps_of(FixedStep{hz(60)}, noisy, Unlimited{});
    const Steps steady = steps_of(FixedSteady{hz(60)}, noisy, Unlimited{});
    CHECK(std::count(plain.begin(), plain.end(), 1) == 0);
    CHECK(std::count(steady.begin() + 2, steady.end(), 1) == 598);
}

TEST_CASE("fixed-steady without slack takes the steps of the plain accumulator, except at exact multiples")
{
    std::vector<Nanos> noisy;
    for (int i = 0; i < 600; ++i) noisy.push_back(Nanos{16'000'001 + i * 7919 % 20'011 * 777});
    CHECK(steps_of(FixedSteady{hz(60), 0.0}, noisy, Unlimited{}) == steps_of(FixedStep{hz(60)}, noisy, Unlimited{}));
}

TEST_CASE("fixed-steady keeps its clock within the slack")
{
    FixedSteady stepper{hz(60), 0.25};
    for (int i = 0; i < 20'000; ++i)
    {
        const StepPlan plan = stepper.plan({.frame_time = Nanos{i * 7919 % 40'009 * 1000}}, Unlimited{});
        REQUIRE(plan.alpha >= -0.25);
        REQUIRE(plan.alpha <= 1.25);
    }
}

TEST_CASE("deadline takes the steps of fixed-step, at most one earlier, at any rate and with cap-frame-time")
{
    for (const Rate rate : {hz(60), Rate{60000, 1001}, hz(7)})
    {
        Deadline early{rate};
        FixedStep late{rate};
        const CapFrameTime cap{};
        std::int64_t lead = 0;
        for (int i = 0; i < 5000; ++i)
        {
            const Nanos frame{i * 7919 % 40'009 * 1000 + 1};
            lead += early.plan({.frame_time = frame}, cap).steps - late.plan({.frame_time = frame}, cap).steps;
            REQUIRE(lead >= 0);
            REQUIRE(lead <= 1);
        }
    }
}

TEST_CASE("semi-fixed carries a rest shorter than its smallest tail, and takes a step for a longer rest")
{
    SemiFixed stepper = semi_fixed_with(2ms);
    const std::tuple<Nanos, std::int64_t, Nanos, Nanos> table[]{
        {11ms, 1, 0ms, 1ms}, // 1 ms is shorter than the smallest tail, so it is carried
        {11ms, 1, 2ms, 0ms}, // 12 ms - 10 ms: the remainder equals the smallest tail
        {1ms, 0, 0ms, 1ms},     {500us, 0, 0ms, 1500us}, {20ms, 2, 0ms, 1500us},
        {15ms, 1, 6500us, 0ms}, {10ms, 1, 0ms, 0ms},
    };
    for (const auto& [frame, steps, tail, carried] : table)
    {
        const Nanos before = stepper.carried();
        const StepPlan plan = stepper.plan({.frame_time = frame}, Unlimited{});
        CHECK(plan.steps == steps);
        CHECK(plan.tail == tail);
        CHECK(plan.carried == carried);
        CHECK(plan.carried == stepper.carried());
        CHECK(plan.stepped == steps * 10ms + tail);
        CHECK(frame == plan.stepped + plan.carried - before + plan.dropped);
        CHECK(plan.dropped == 0ns);
    }
}

TEST_CASE("with a smallest tail steps are at most dt and at least that long, and time is conserved under every policy")
{
    const auto holds = [](Nanos smallest, const auto& overload)
    {
        SemiFixed stepper = semi_fixed_with(smallest, {60000, 1001});
        std::uint64_t random = 1;
        for (int i = 0; i < 20'000; ++i)
        {
            random = random * 6'364'136'223'846'793'005U + 1;
            const Nanos frame{static_cast<std::int64_t>((random >> 33U) % (i % 100 == 0 ? 900'000'000 : 40'000'000))};
            const Nanos before = stepper.carried();
            const StepPlan plan = stepper.plan({.frame_time = frame}, overload);
            REQUIRE(frame == plan.stepped + plan.carried - before + plan.dropped);
            REQUIRE(plan.stepped == plan.steps * plan.dt + plan.tail);
            REQUIRE(plan.tail < plan.dt);
            REQUIRE((plan.tail == 0ns || plan.tail >= smallest));
            REQUIRE(plan.carried < std::max(smallest, Nanos{1}));
            REQUIRE(plan.dropped >= 0ns);
        }
    };
    for (const Nanos smallest : {Nanos{0}, Nanos{1}, Nanos{800us}, Nanos{20ms}})
    {
        holds(smallest, Unlimited{});
        holds(smallest, CapFrameTime{100ms});
        holds(smallest, CapSteps{3});
        holds(smallest, RestartClock{100ms});
        holds(smallest, OneStep{});
    }
}

TEST_CASE("semi-fixed with a smallest tail of one step or more is an accumulator")
{
    SemiFixed semi = semi_fixed_with(10ms);
    FixedStep fixed{hz(100)};
    for (std::int64_t i = 0; i < 1000; ++i)
    {
        const FrameInput in{.frame_time = Nanos{i * 7'919'017 % 35'000'000}};
        const StepPlan a = semi.plan(in, Unlimited{}), b = fixed.plan(in, Unlimited{});
        REQUIRE(a.steps == b.steps);
        REQUIRE(a.tail == 0ns);
        REQUIRE(a.carried == b.carried);
    }
}

TEST_CASE("a change of the rate keeps semi-fixed's smallest tail and carried time")
{
    SemiFixed stepper = semi_fixed_with(2ms);
    stepper.plan({.frame_time = 11ms}, Unlimited{});
    stepper.set_rate(hz(50));
    CHECK(stepper.smallest_tail == 2ms);
    CHECK(stepper.carried() == 1ms);
    const StepPlan plan = stepper.plan({.frame_time = 20ms}, Unlimited{});
    CHECK(plan.steps == 1);
    CHECK(plan.carried == 1ms);
}

TEST_CASE("substepped never exceeds its step, also at a rate without an exact period")
{
    Substepped stepper{Rate{60000, 1001}};
    for (int i = 1; i < 5000; ++i)
    {
        const StepPlan plan = stepper.plan({.frame_time = Nanos{i * 7919 % 200'003 * 1000}}, Unlimited{});
        REQUIRE(plan.dt_seconds <= static_cast<double>(static_cast<float>(1001.0 / 60000.0)));
        REQUIRE(std::abs(plan.dt_seconds * static_cast<double>(plan.steps) - to_seconds(plan.stepped)) <= 1e-9);
    }
}

TEST_CASE("a change of the rate keeps the carried time of every stepper")
{
    for (const Preset& preset : all_presets)
    {
        CAPTURE(preset.name);
        Loop loop = preset.make(hz(10));
        (void)loop.plan({.frame_time = 0ms});
        (void)loop.plan({.frame_time = 57'123'456ns});
        const Nanos before = loop.carried();
        loop.set_rate(hz(50));
        CHECK(loop.rate() == hz(50));
        // Minecraft carries a float number of ticks.
        const Nanos rounding = loop.stepper.name() == Minecraft::name ? 10ns : 0ns;
        CHECK(std::chrono::abs(loop.carried() - before) <= rounding);
    }
}

TEST_CASE("changes of the rate at any time never make a frame take more steps than it has time for")
{
    constexpr Rate rates[]{hz(10), hz(30), hz(60), {60000, 1001}, hz(120), hz(1000)};
    for (const std::string_view stepper : LoopStepper::names)
        for (const std::string_view overload : LoopOverloadPolicy::names)
        {
            INFO("stepper ", stepper, ", overload ", overload);
            Loop loop = loop_with(stepper, overload);
            if (check(loop)) continue;
            std::mt19937_64 random{1};
            for (int i = 0; i < tries(2'000); ++i)
            {
                if (random() % 5 == 0) loop.set_rate(rates[random() % std::size(rates)]);
                const Nanos frame{static_cast<std::int64_t>(random() % 20'000'000)};
                const StepPlan plan = loop.plan({.frame_time = frame, .refresh_period = 16'666'667ns});
                REQUIRE(plan.steps >= 0);
                REQUIRE(plan.steps <= 1000); // one second at the highest step rate; no stepper carries more
            }
        }
}

TEST_CASE("a stepper that is ahead by more than a new step takes no step until the clock has caught up")
{
    Loop loop = find_preset("rapier")->make(hz(30));
    (void)loop.plan({.frame_time = 0ms});
    CHECK(loop.plan({.frame_time = 1ms}).steps == 1);
    loop.set_rate(hz(120)); // the loop leads the clock by 32.3 ms; a step is 8.3 ms
    StepPlan plan = loop.plan({.frame_time = 4ms});
    CHECK(plan.steps == 0);
    CHECK(plan.carried == -28'333'333ns);
    CHECK(plan.alpha == 0.0);
    for (int i = 0; i < 7; ++i) CHECK((plan = loop.plan({.frame_time = 4ms})).steps == 0);
    CHECK(plan.carried == -333'333ns);
    CHECK(plan.alpha == doctest::Approx(0.96));
    CHECK(loop.plan({.frame_time = 4ms}).steps == 1);
}

TEST_CASE("alpha is carried / dt if time is carried, and 1 otherwise")
{
    for (const Preset& preset : all_presets)
    {
        CAPTURE(preset.name);
        Loop loop = preset.make(preset.default_rate);
        for (int i = 0; i < 200; ++i)
        {
            const StepPlan plan = loop.plan({.frame_time = Nanos{i * 7919 % 40'009 * 1000}});
            if (plan.dt == 0ns) continue;
            const double share = static_cast<double>(plan.carried.count()) / static_cast<double>(plan.dt.count());
            const ClockRelation kind = loop.stepper.clock_relation();
            const double alpha = kind == ClockRelation::lags ? share : kind == ClockRelation::leads ? 1.0 + share : 1.0;
            const double close = preset.name == "cute" ? 1e-5 : 1e-6; // cute computes alpha before it removes a step
            REQUIRE(std::abs(plan.alpha - alpha) < close);
        }
    }
}

TEST_CASE("in a virtual day the adaptive pacer makes no frame with no step or two steps, at 20, 30, 59.94 and 128 Hz")
{
    for (const Rate rate : {hz(20), hz(30), Rate{60000, 1001}, hz(128)})
    {
        CAPTURE(to_hertz(rate));
        const Nanos length = tries(24h);
        const Day day = day_of(rate, length, 20us);
        CHECK(day.multiple == 0);
        CHECK(day.frames == day.pictures + 1); // only the first frame runs no step
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
        FakeClock clock{.overshoot = [&](int) { return overshoot; }};
        Adaptive pacer;
        for (int i = 0; i < 3000; ++i) pacer.wait(clock, clock.now(), {.dt = 20ms, .dt_seconds = 0.02, .alpha = 0.0});
        CHECK(pacer.spin_margin() <= 500us);
        CHECK(pacer.spin_margin() >= std::min<Nanos>(overshoot - overshoot / 10, 500us));
        CHECK(pacer.spin_margin() <= overshoot + overshoot / 5 + 3us);
    }
}

TEST_CASE("the adaptive pacer ends its wait if the clock is set back, and a loop without a clock refuses it")
{
    FakeClock clock{.time = 1h};
    Adaptive pacer;
    clock.overshoot = [&](int)
    {
        return -2h; // set back during the sleep
    };
    pacer.wait(clock, clock.now(), {.dt = 20ms, .dt_seconds = 0.02, .alpha = 0.0});
    CHECK(clock.now() < 0ns);
    static_assert(!check(BasicLoop<NoFilter, FixedStep, Unlimited, Adaptive>{}));
    static_assert(check(BasicLoop<NoFilter, Variable, Unlimited, Adaptive>{}).part == "pacer");
}
