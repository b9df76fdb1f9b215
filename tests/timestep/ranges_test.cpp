// Tests values outside their documented ranges and at the ends of these ranges.
#include "testing.hpp"
#include "timestep/blend.hpp"
#include "timestep/latched_input.hpp"
#include "timestep/smooth.hpp"
#include "timestep/tick_sync.hpp"

namespace
{
// Hides a value from the compiler, as if a user had typed it.
template <class T>
T at_run_time(T value)
{
    volatile T hidden = value;
    return hidden;
}

class LoopsAtRandom
{
public:
    explicit LoopsAtRandom(std::uint64_t seed)
        : random_{seed}
    {
    }

    // A number from 0 to max: often 0 or max, otherwise of a random order of magnitude.
    std::int64_t whole(std::int64_t max)
    {
        const std::uint64_t kind = random_() % 8;
        if (kind == 0) return 0;
        if (kind == 1) return max;
        const std::uint64_t bits = random_() % 63 + 1;
        return static_cast<std::int64_t>((random_() >> (64U - bits)) % (static_cast<std::uint64_t>(max) + 1));
    }
    Rate rate() { return {1 + whole(Rate::max_term - 1), 1 + whole(Rate::max_term - 1)}; }
    Nanos frame()
    {
        const bool is_usual = random_() % 2 == 0;
        const Nanos length{whole(is_usual ? 3'000'000'000 : std::numeric_limits<std::int64_t>::max() / 2)};
        return random_() % 10 == 0 ? -length : length;
    }

    // A loop of compatible parts, whose knobs are inside and outside their ranges.
    Loop loop()
    {
        Loop loop;
        do {
            loop = Loop{};
            choose(loop.filter);
            choose(loop.stepper);
            choose(loop.overload);
        } while (check(loop));
        loop.set_rate(rate());
        turn_knobs(loop.filter);
        turn_knobs(loop.stepper);
        turn_knobs(loop.overload);
        return loop;
    }

private:
    template <class Axis>
    void choose(Axis& axis)
    {
        axis.choose(Axis::names[random_() % Axis::names.size()]);
    }

    template <class... Ts>
    void turn_knobs(LoopPart<Ts...>& axis)
    {
        const auto turn = [&]<class T>(T& chosen)
        {
            for (const Knob<T>& knob : knobs_of<T>)
                knob.set(chosen, value(knob.min, knob.max, knob.unit.empty() && !knob.is_integer));
        };
        std::visit(turn, static_cast<std::variant<Ts...>&>(axis));
    }

    double value(double min, double max, bool is_real)
    {
        switch (random_() % 8)
        {
        case 0: return min;
        case 1: return max;
        case 2: return min - 1000.0;
        case 3: return max * 10.0 + 1.0;
        case 4: return is_real && max <= 1.0 ? std::nan("") : 0.0;
        default: return min + (max - min) * static_cast<double>(random_() % 1000) / 999.0;
        }
    }

    std::mt19937_64 random_;
};
} // namespace

TEST_CASE("Rate::make refuses a rate out of its range, and nearest_rate returns one in the range of a slider")
{
    CHECK(nearest_rate(at_run_time(std::nan(""))) == Rate{1, 1000});
    CHECK(nearest_rate(at_run_time(1e300)) == hz(1'000'000));
    CHECK(Rate::make(60) == hz(60));
    CHECK(Rate::make(60'000, 1001) == Rate{60'000, 1001});
    for (const std::int64_t wrong : {std::int64_t{0}, std::int64_t{-60}, Rate::max_term + 1})
    {
        CHECK_FALSE(Rate::make(wrong));
        CHECK_FALSE(Rate::make(1, wrong));
    }
}

TEST_CASE("with the worst rate of the range a loop is exact over long and short frames")
{
    auto loop = presets::accumulator({999'999'937, 999'983});
    Account account;
    for (int i = 0; i < 10'000; ++i)
    {
        const Nanos frame = i % 100 == 0 ? Nanos{10s} : Nanos{(i * 7'919'017LL) % 50'000'000};
        const StepPlan plan = loop.plan({.frame_time = frame});
        REQUIRE(plan.steps >= 0);
        REQUIRE(plan.filter_error == 0ns);
        REQUIRE(account.balances(frame, plan, loop.carried()));
        REQUIRE((plan.dropped == 0ns || frame == 10s)); // ExactTimeUnit::max_time() is 2.3 s at this rate
    }
}

TEST_CASE("limits out of their ranges count as the nearest value")
{
    const auto first_plan = [](const auto& overload) { return FixedStep{hz(1000)}.plan({.frame_time = 1s}, overload); };
    CHECK(first_plan(CapFrameTime{Nanos{at_run_time<std::int64_t>(-1)}}).steps == 1);
    CHECK(first_plan(CapFrameTime{Nanos::max()}).steps == 1000);
    CHECK(first_plan(CapAccumulator{.limit = Nanos{at_run_time<std::int64_t>(-1)}}).steps == 1);
    CHECK(first_plan(CapAccumulator{.max_steps = at_run_time(std::numeric_limits<std::int64_t>::max())}).steps == 1000);
    CHECK(first_plan(CapSteps{at_run_time<std::int64_t>(-5)}).steps == 1);
    CHECK(first_plan(KeepDebt{at_run_time<std::int64_t>(0)}).steps == 1);
    CHECK(first_plan(Resync{at_run_time<std::int64_t>(-1)}).steps == 1);
    CHECK(first_plan(Resync{at_run_time(std::numeric_limits<std::int64_t>::max())}).steps == 1000);
    CHECK(first_plan(RestartClock{Nanos{at_run_time<std::int64_t>(-1)}}).steps == 1);
}

TEST_CASE("a number of seconds that is not a number counts as 0, and one above 292 years as 292 years")
{
    const double nan = at_run_time(std::nan("")), infinity = at_run_time(std::numeric_limits<double>::infinity());
    CHECK(from_seconds(nan) == 0ns);
    for (const double years : {1e10, 1e300, infinity})
    {
        CHECK(from_seconds(at_run_time(years)) > 24h * 365 * 292);
        CHECK(from_seconds(at_run_time(-years)) == -from_seconds(years));
    }
    CHECK(from_seconds(at_run_time(9.2e9)) == 9'200'000'000s);
    NanosTruncator truncator;
    CHECK(truncator.truncate(infinity) > 24h * 365 * 292);
    CHECK(truncator.truncate(nan) == 0ns);
    CHECK(truncator.truncate(1.5e-9) == 1ns);
    CHECK(truncator.truncate(0.5e-9) == 1ns);
    CHECK(StepPlan{.dt_seconds = 1e9, .alpha = -infinity}.time_to_next_step() > 24h * 365 * 292);
    CHECK(StepPlan{.dt_seconds = 1e9, .alpha = nan}.time_to_next_step() == 1ns);
    const StepPlan plan{.steps = 1, .dt = 10ms, .dt_seconds = 0.01};
    CHECK(StepTimes{.frame_start = 1s, .plan = plan, .nanosecond_fraction = nan}.end_time(0) == 1s);
}

TEST_CASE("lerp of integers returns the first one for an alpha that is not a number, and stays in the type's range")
{
    const double nan = at_run_time(std::nan("")), infinity = at_run_time(std::numeric_limits<double>::infinity());
    CHECK(lerp(0, 10, nan) == 0);
    CHECK(lerp(7, 7, infinity) == 7);
    CHECK(lerp(0, 10, infinity) == std::numeric_limits<int>::max());
    CHECK(lerp(0, 10, -infinity) == std::numeric_limits<int>::min());
    CHECK(lerp(std::uint64_t{5}, std::uint64_t{1}, 1e300) == 0);
    CHECK(std::isnan(lerp(0.0, 10.0, nan)));
    CHECK(std::isnan(approach_angle(0.0, nan, 1.0, 1.0)));
    CHECK(approach_angle(0.0, 1e300, 1.0, 0.0) == 0.0);
}

TEST_CASE("a client's tick synchronisation accepts every frame time, every lead and every time of the server")
{
    constexpr Nanos max = Nanos::max(), min = Nanos::min();
    for (const Nanos target : {0ns, max, min})
    {
        TickSync sync{target};
        for (const Nanos lead : {max, min, 0ns, min})
            for (const Nanos correction : {min, 0ns, max})
                for (int i = 0; i < 300; ++i)
                {
                    sync.record_lead(lead, correction);
                    REQUIRE(sync.correct_frame_time(i % 2 == 0 ? max : 1ms) >= 950us);
                }
        REQUIRE(std::abs(sync.lead_error().count()) < tick_time(hz(1), 86'400 * 365).count());
        CHECK(sync.first_tick(hz(Rate::max_term), max, max) > 9'000'000'000'000'000'000);
        CHECK(sync.first_tick(hz(60), min, min) < 0);
    }
    TickSync sync{30ms};
    sync.record_lead(10ms, 0ns);
    CHECK(sync.correct_frame_time(100ms) == 105ms);
    CHECK(sync.correct_frame_time(max) == max);
}

TEST_CASE("steps that are not the last steps of the plan cannot be given back")
{
    for (const std::string_view name : {"interpolated", "monogame", "cannon-es", "semi-fixed", "phaser", "rapier"})
    {
        CAPTURE(name);
        Loop loop = find_preset(name)->make(hz(60));
        const StepPlan plan = loop.plan({.frame_time = 90ms});
        const Nanos carried = loop.carried();
        for (const StepsLeft& wrong :
             {StepsLeft{.steps = plan.steps + 1}, StepsLeft{.steps = -1}, StepsLeft{.tail = plan.tail + 1ns},
              StepsLeft{.tail = -1ns}, StepsLeft{.steps = std::numeric_limits<std::int64_t>::max()}})
        {
            const StepPlan unchanged = loop.give_back_unrun_steps(plan, wrong);
            CHECK(unchanged.steps == plan.steps);
            CHECK(unchanged.stepped == plan.stepped);
            CHECK(unchanged.dropped == plan.dropped);
            CHECK(loop.carried() == carried);
        }
        CHECK(loop.give_back_unrun_steps(plan, {.steps = plan.steps, .tail = plan.tail}).steps == 0);
    }
}

TEST_CASE("buttons below 0 and above 63 are refused and never down")
{
    for (const int button : {-1, 64, 1000})
    {
        LatchedButtons latched;
        CHECK_FALSE(latched.push(0ns, at_run_time(button), true));
        Buttons buttons;
        buttons.set_button(at_run_time(button), true);
        CHECK(buttons == Buttons{});
        CHECK_FALSE(buttons.is_down(at_run_time(button)));
        CHECK(latched.consume_step_events({10ms, {.steps = 1, .dt = 10ms}}, 0) == Buttons{});
    }
    CHECK(LatchedButtons{}.push(0ns, 63, true));
}

TEST_CASE(
    "loops with random rates and knobs, in and out of their ranges, account for every nanosecond of a million frames")
{
    LoopsAtRandom random{2026};
    for (int frames = 0; frames < tries(1'000'000);)
    {
        Loop loop = random.loop();
        INFO("filter ", loop.filter.name(), ", stepper ", loop.stepper.name());
        CAPTURE(loop.overload.name());
        for (int k = 0; k < 20; ++k, ++frames)
        {
            if (k % 7 == 6) loop.set_rate(random.rate());
            const Nanos before = loop.carried();
            const Nanos frame = random.frame();
            const Nanos refresh = Nanos{random.whole(1'000'000'000)};
            const StepPlan plan = loop.plan({.frame_time = frame, .refresh_period = refresh});
            REQUIRE(plan.steps >= 0);
            REQUIRE(plan.stepped >= 0ns);
            REQUIRE(std::isfinite(plan.dt_seconds));
            REQUIRE(Account{.in = before}.balances(frame, plan, loop.carried()));
            if (plan.steps >= FixedMillis::highest_step_limit)
                break; // the next frames would run as many steps each, too
        }
    }
}
