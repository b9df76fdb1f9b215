#include "timestep/loop.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace timestep;

namespace
{
template <class Overload>
StepPlan plan_of(Overload overload, Nanos frame, Nanos before = {}, Rate rate = hz(100))
{
    FixedStep stepper{rate};
    stepper.plan({.frame = before}, Unlimited{});
    return stepper.plan({.frame = frame}, overload);
}
} // namespace

TEST_CASE("without a policy, an hour takes an hour of steps")
{
    CHECK(plan_of(Unlimited{}, 1h).steps == 360'000);
    CHECK(plan_of(Unlimited{}, 1h).dropped == 0ns);
}

TEST_CASE("cap-frame-time limits the frame time, not the carried time")
{
    const StepPlan plan = plan_of(CapFrameTime{250ms}, 1s, 7ms);
    CHECK(plan.steps == 25);
    CHECK(plan.carried == 7ms);
    CHECK(plan.dropped == 750ms);
}

TEST_CASE("cap-accumulator limits the carried time and the frame time together")
{
    StepPlan plan = plan_of(CapAccumulator{.limit = 255ms}, 1s, 7ms);
    CHECK(plan.steps == 25);
    CHECK(plan.carried == 5ms);
    CHECK(plan.dropped == 752ms);
    plan = plan_of(CapAccumulator{.steps = 5}, 1s, 7ms);
    CHECK(plan.steps == 5);
    CHECK(plan.carried == 0ms);
}

TEST_CASE("cap-steps drops whole steps and keeps the phase")
{
    const StepPlan plan = plan_of(CapSteps{8}, 1s, 7ms);
    CHECK(plan.steps == 8);
    CHECK(plan.carried == 7ms);
    CHECK(plan.dropped == 920ms);
}

TEST_CASE("at most 5 steps at 60 Hz: 1/120 s takes none, alpha .5; 1/60 s takes one; 1 s takes five and carries none")
{
    CHECK(plan_of(CapSteps{5}, 8'333'334ns, {}, hz(60)).steps == 0);
    CHECK(plan_of(CapSteps{5}, 8'333'334ns, {}, hz(60)).alpha == doctest::Approx(0.5));
    CHECK(plan_of(CapSteps{5}, 16'666'667ns, {}, hz(60)).steps == 1);
    CHECK(plan_of(CapSteps{5}, 1s, {}, hz(60)).steps == 5);
    CHECK(plan_of(CapSteps{5}, 1s, {}, hz(60)).carried == 0ns);
}

TEST_CASE("keep-debt runs its maximum of steps and carries the rest")
{
    const StepPlan plan = plan_of(KeepDebt{8}, 1s, 7ms);
    CHECK(plan.steps == 8);
    CHECK(plan.carried == 927ms);
    CHECK(plan.dropped == 0ns);
    CHECK(plan.alpha == doctest::Approx(92.7));
}

TEST_CASE("resync drops all but one step when more than 8 are due, and drops none at exactly 8")
{
    CHECK(plan_of(Resync{8}, 80ms).steps == 8);
    const StepPlan plan = plan_of(Resync{8}, 74ms, 7ms);
    CHECK(plan.steps == 1);
    CHECK(plan.carried == 0ns);
    CHECK(plan.dropped == 71ms);
}

TEST_CASE("restart-clock runs one step and drops the rest when frame and carried time exceed its limit")
{
    CHECK(plan_of(RestartClock{100ms}, 100ms).steps == 10);
    CHECK(plan_of(RestartClock{100ms}, 93ms, 7ms).steps == 10);
    const StepPlan plan = plan_of(RestartClock{100ms}, 93'000'001ns, 7ms);
    CHECK(plan.steps == 1);
    CHECK(plan.carried == 0ms);
    CHECK(plan.dropped == 90'000'001ns);
    // The same holds if the step is no whole number of nanoseconds.
    CHECK(plan_of(RestartClock{100ms}, 1s, {}, {60000, 1001}).steps == 1);
}

TEST_CASE("one-step runs at most one step and carries at most one")
{
    StepPlan plan = plan_of(OneStep{}, 15ms);
    CHECK(plan.steps == 1);
    CHECK(plan.carried == 5ms);
    plan = plan_of(OneStep{}, 1s);
    CHECK(plan.steps == 1);
    CHECK(plan.carried == 10ms);
    CHECK(plan.dropped == 980ms);
    CHECK(plan_of(OneStep{}, 9ms).steps == 0);
}

TEST_CASE("semi-fixed counts its tail as one of the steps that cap-steps allows")
{
    const auto plan = [](Nanos frame) { return SemiFixed{hz(100)}.plan({.frame = frame}, CapSteps{3}); };
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
    ms.plan({.frame = 7ms}, Unlimited{});
    CHECK(ms.plan({.frame = 1s}, CapFrameTime{250ms}).steps == 25);
    CHECK(ms.carried() == 7ms);
    CHECK(ms.plan({.frame = 1s}, CapAccumulator{.limit = 255ms}).steps == 25);
    CHECK(ms.plan({.frame = 1s}, RestartClock{100ms}).steps == 1);
    CHECK(ms.plan({.frame = 1s}, Resync{8}).dropped > 980ms);
}
