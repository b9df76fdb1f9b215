#include "testing.hpp"

TEST_CASE("each policy limits the steps of a frame, and carries or drops the rest")
{
    struct Row
    {
        LoopOverloadPolicy overload;
        Nanos before, frame; // frame times: first a frame without a limit, then the tested frame
        std::int64_t steps;
        Nanos carried, dropped;
        Rate rate = hz(100);
    };
    const Row table[]{
        {Unlimited{}, 0ns, 1h, 360'000, 0ns, 0ns},
        {CapFrameTime{250ms}, 7ms, 1s, 25, 7ms, 750ms}, // limits the frame time without the carried time
        {CapAccumulator{.limit = 255ms}, 7ms, 1s, 25, 5ms, 752ms}, // limits the sum of frame time and carried time
        {CapAccumulator{.max_steps = 5}, 7ms, 1s, 5, 0ns, 957ms},
        {CapSteps{8}, 7ms, 1s, 8, 7ms, 920ms}, // drops whole steps and keeps the remainder
        {CapSteps{5}, 0ns, 8'333'334ns, 0, 8'333'334ns, 0ns, hz(60)},
        {CapSteps{5}, 0ns, 16'666'667ns, 1, 0ns, 0ns, hz(60)},
        {CapSteps{5}, 0ns, 1s, 5, 0ns, 916'666'666ns, hz(60)},
        {KeepDebt{8}, 7ms, 1s, 8, 927ms, 0ns},
        {Resync{8}, 0ns, 80ms, 8, 0ns, 0ns}, // exactly 8 steps are due
        {Resync{8}, 7ms, 74ms, 1, 0ns, 71ms},
        {RestartClock{100ms}, 0ns, 100ms, 10, 0ns, 0ns},
        {RestartClock{100ms}, 7ms, 93ms, 10, 0ns, 0ns},
        {RestartClock{100ms}, 7ms, 93'000'001ns, 1, 0ns, 90'000'001ns},
        {RestartClock{100ms}, 0ns, 1s, 1, 0ns, 983'316'666ns, {60000, 1001}}, // step of fractional nanoseconds
        {OneStep{}, 0ns, 15ms, 1, 5ms, 0ns},
        {OneStep{}, 0ns, 1s, 1, 10ms, 980ms}, // carries at most one step
        {OneStep{}, 0ns, 9ms, 0, 9ms, 0ns},
    };
    for (const Row& row : table)
    {
        INFO("overload ", row.overload.name(), ", row.frame ", row.frame.count());
        Loop loop;
        loop.stepper = FixedStep{row.rate};
        loop.overload = Unlimited{};
        (void)loop.plan({.frame_time = row.before});
        loop.overload = row.overload;
        const StepPlan plan = loop.plan({.frame_time = row.frame});
        CHECK(plan.steps == row.steps);
        CHECK(plan.carried == row.carried);
        CHECK(plan.dropped == row.dropped);
        CHECK(plan.alpha == doctest::Approx(to_seconds(row.carried) / step_seconds(row.rate)));
    }
}

TEST_CASE("semi-fixed counts its tail as one of the steps that cap-steps allows")
{
    const auto plan = [](Nanos frame) { return SemiFixed{hz(100)}.plan({.frame_time = frame}, CapSteps{3}); };
    CHECK(plan(25ms).steps == 2);
    CHECK(plan(25ms).tail == 5ms);
    CHECK(plan(30ms).steps == 3);
    CHECK(plan(30ms).dropped == 0ns);
    CHECK(plan(35ms).steps == 3);
    CHECK(plan(35ms).tail == 0ns);
    CHECK(plan(35ms).dropped == 5ms);
}

TEST_CASE("a policy has the same effect on a stepper that counts ticks or milliseconds")
{
    FixedTicks ms{hz(100), 1ms, StepRounding::nearest};
    ms.plan({.frame_time = 7ms}, Unlimited{});
    CHECK(ms.plan({.frame_time = 1s}, CapFrameTime{250ms}).steps == 25);
    CHECK(ms.carried() == 7ms);
    CHECK(ms.plan({.frame_time = 1s}, CapAccumulator{.limit = 255ms}).steps == 25);
    CHECK(ms.plan({.frame_time = 1s}, RestartClock{100ms}).steps == 1);
    CHECK(ms.plan({.frame_time = 1s}, Resync{8}).dropped > 980ms);
}

TEST_CASE("steps that did not run are carried: of a frame of 1 s at 6 Hz two run, and four are due in the next frame")
{
    auto loop = presets::accumulator(hz(6));
    StepPlan plan = loop.plan({.frame_time = 1s});
    int ran = 0;
    const StepsLeft left = run_steps(plan, [&](double) { return ++ran < 2; });
    CHECK(ran == 2);
    CHECK(left.steps == 4);
    CHECK(left.was_stopped);
    CHECK(plan.stepped == 1s);
    plan = loop.give_back_unrun_steps(plan, left);
    CHECK(plan.steps == 2);
    CHECK(plan.stepped == 333'333'334ns);
    CHECK(plan.carried == 666'666'666ns);
    CHECK(plan.alpha == 4.0);
    CHECK(plan.dropped == 0ns);
    CHECK(loop.plan({}).steps == 4);
}

TEST_CASE("the overload policy decides how much of the steps that did not run is carried")
{
    const auto carried_with = [](auto overload)
    {
        auto loop = build(NoFilter{}, FixedStep{hz(100)}, Unlimited{});
        const StepPlan plan = loop.plan({.frame_time = 1s});
        FixedStep stepper{hz(100)};
        stepper.plan({.frame_time = 1s}, Unlimited{});
        StepPlan rest = plan;
        stepper.give_back_unrun_steps(rest, {.steps = 90}, overload);
        CHECK(rest.steps == 10);
        CHECK(rest.carried + rest.dropped == 900ms);
        return rest.carried;
    };
    CHECK(carried_with(Unlimited{}) == 900ms);
    CHECK(carried_with(KeepDebt{8}) == 900ms);
    CHECK(carried_with(CapFrameTime{250ms}) == 250ms);
    CHECK(carried_with(CapAccumulator{.limit = 500ms}) == 500ms);
    CHECK(carried_with(CapSteps{8}) == 80ms);
    CHECK(carried_with(Resync{8}) == 10ms);
    CHECK(carried_with(RestartClock{100ms}) == 10ms);
    CHECK(carried_with(OneStep{}) == 20ms);
}

TEST_CASE("a step that ends the loop in the last step of a frame leaves nothing")
{
    auto loop = presets::accumulator(hz(100));
    const StepPlan plan = loop.plan({.frame_time = 20ms});
    const StepsLeft left = run_steps(plan, [n = 0](double) mutable { return ++n < 2; });
    CHECK(left.was_stopped);
    CHECK(left.steps == 0);
    CHECK(loop.give_back_unrun_steps(plan, left).stepped == 20ms);
}

TEST_CASE("every stepper that carries time carries the steps that did not run, and takes them in a later frame")
{
    constexpr std::array drops{FrameLocked::name, Variable::name, SemiFixed::name, Substepped::name};
    for (const std::string_view name : LoopStepper::names)
    {
        CAPTURE(name);
        Loop loop = loop_with(name, "none");
        StepPlan plan;
        for (int i = 0; i < 100 && plan.steps == 0; ++i) plan = loop.plan({.frame_time = 30ms});
        REQUIRE(plan.steps > 0);
        const StepPlan rest =
            loop.give_back_unrun_steps(plan, {.steps = plan.steps, .tail = plan.tail, .was_stopped = true});
        CHECK(rest.steps == 0);
        CHECK(rest.carried == loop.carried());
        const Nanos kept = rest.carried - plan.carried, lost = rest.dropped - plan.dropped;
        CHECK(rest.stepped + kept + lost + rest.filter_error - plan.filter_error == plan.stepped);
        if (std::ranges::count(drops, name) != 0)
        {
            CHECK(rest.tail == 0ns);
            CHECK(kept == 0ns);
            CHECK(lost == plan.stepped);
            continue;
        }
        INFO("a stepper with carried time needs give_back_unrun_steps() in src/timestep/steppers; one without is in "
             "`drops` here; "
             "then: ctest --preset release -R '^timestep$'");
        CHECK(lost == 0ns);
        CHECK(std::chrono::abs(kept - plan.stepped) <= 2ns);
        if (loop.stepper.clock_relation() == ClockRelation::lags)
            CHECK(rest.alpha == doctest::Approx(to_seconds(rest.carried) / rest.dt_seconds).epsilon(1e-4));
        if (loop.stepper.clock_relation() == ClockRelation::leads)
            CHECK(rest.alpha == doctest::Approx(1.0 + to_seconds(rest.carried) / rest.dt_seconds).epsilon(1e-4));
        CHECK(loop.plan({.frame_time = 1ns}).steps > 0);
    }
}

TEST_CASE("a loop that blends two states shows the newest one if steps are left")
{
    for (const auto& preset :
         {to_preset(presets::interpolated), to_preset(presets::step_ahead), to_preset(presets::accumulator)})
    {
        CAPTURE(preset.name);
        Loop loop = preset.make(hz(100));
        loop.overload.choose("none");
        const StepPlan plan = loop.plan({.frame_time = 50ms});
        CHECK(loop.give_back_unrun_steps(plan, {.steps = 3}).alpha == (preset.name == "accumulator" ? 3.0 : 1.0));
    }
}

TEST_CASE("every preset accounts for every nanosecond of 100,000 frames that stop after any step")
{
    int stopped = 0;
    for (const Preset& preset : all_presets)
    {
        CAPTURE(preset.name);
        Loop loop = preset();
        std::mt19937_64 random{33};
        Account account;
        Nanos ran{};
        for (int i = 0; i < tries(100'000); ++i)
        {
            const Nanos frame = i % 64 == 0 ? Nanos{} : random_time(random, i % 50 == 0 ? 400ms : 40ms);
            const auto most = static_cast<std::int64_t>(random() % 4); // the budget ends during or after this step
            StepPlan plan = loop.plan({.frame_time = frame});
            std::int64_t taken = 0;
            const StepsLeft left = run_steps(plan, [&](double) { return ++taken <= most; });
            stopped += left.steps > 0 ? 1 : 0;
            plan = loop.give_back_unrun_steps(plan, left);

            REQUIRE(plan.steps + (plan.tail > 0ns ? 1 : 0) == taken);
            ran += plan.steps * plan.dt + plan.tail;
            REQUIRE(account.balances(frame, plan, loop.carried()));
            REQUIRE(plan.stepped >= -1ns);
        }
        CHECK(to_seconds(ran) == doctest::Approx(to_seconds(account.stepped)).epsilon(1e-5));
    }
    CHECK(stopped > tries(100'000));
}
