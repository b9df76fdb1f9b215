#include "testing.hpp"

namespace
{
Nanos after(auto& filter, Nanos frame) { return filter.filter({.frame_time = frame}); }
} // namespace

TEST_CASE("clamp limits a frame time to its minimum and maximum")
{
    Clamp clamp{1ms, 100ms};
    CHECK(after(clamp, 0ms) == 1ms);
    CHECK(after(clamp, 50ms) == 50ms);
    CHECK(after(clamp, 1h) == 100ms);
}

TEST_CASE("the moving average of ten spreads a late frame over ten frames")
{
    MovingAverage filter{10};
    for (int i = 0; i < 20; ++i) CHECK(after(filter, 10ms) == 10ms);
    for (int i = 0; i < 10; ++i) CHECK(after(filter, i == 0 ? Nanos{60ms} : Nanos{10ms}) == 15ms);
    CHECK(after(filter, 10ms) == 10ms);
}

TEST_CASE("the moving average starts with the frames so far, and replaces frames above its limit")
{
    MovingAverage filter{4, 200ms};
    CHECK(after(filter, 30ms) == 30ms);
    CHECK(after(filter, 10ms) == 20ms);
    CHECK(after(filter, 5s) == Nanos{50ms} / 3); // mean of 30, 10 and 10 ms; 5 s is above the limit
    MovingAverage first{4, 200ms};
    CHECK(after(first, 5s) == 200ms);
}

TEST_CASE("a moving average of one frame, the shortest, changes no frame time")
{
    Loop loop;
    REQUIRE(loop.filter.choose("moving-average"));
    turn(loop.filter, "n", 1.0);
    for (const Nanos frame : {16ms, 5ms, 90ms}) CHECK(loop.plan({.frame_time = frame}).filtered_frame_time == frame);
}

TEST_CASE("the moving average loses no time: input and output sums differ by less than its window")
{
    MovingAverage filter{7};
    Nanos in{}, out{};
    for (int i = 0; i < 100'000; ++i)
    {
        const Nanos frame{16'000'000 + i * 7919 % 1'000'003};
        in += frame;
        out += after(filter, frame);
        REQUIRE(std::abs((in - out).count()) < 7 * 1'000'003);
    }
}

TEST_CASE("the moving average starts again when its length changes")
{
    MovingAverage filter{10};
    for (int i = 0; i < 10; ++i) after(filter, 10ms);
    filter.frame_count = 2;
    CHECK(after(filter, 40ms) == 40ms);
    CHECK(after(filter, 10ms) == 25ms);
}

TEST_CASE("the exponential average moves by its weight, and starts again at an error above its reset")
{
    ExponentialAverage filter;
    CHECK(after(filter, 16ms) == 16ms);
    CHECK(after(filter, 17ms) == 16'025us);
    CHECK(after(filter, 30ms) == 30ms);
    CHECK(after(filter, 1s) == 100ms);
    CHECK(after(filter, 0s) == 1us);
}

TEST_CASE("snap-to-refresh snaps to a common period whose tolerance the frame time is strictly within")
{
    const auto snapped = SnapToRefresh::snapped;
    using Row = std::pair<Nanos, Nanos>; // period and tolerance in sokol_time.h
    for (const auto& [period, tolerance] :
         {Row{16'666'667ns, 1ms}, Row{13'888'889ns, 250us}, Row{13'333'333ns, 250us}, Row{11'764'706ns, 250us},
          Row{11'111'111ns, 250us}, Row{10'000'000ns, 500us}, Row{8'333'333ns, 500us}, Row{6'944'445ns, 500us},
          Row{4'166'667ns, 1ms}})
    {
        CAPTURE(period.count());
        CHECK(snapped(period - tolerance) == period - tolerance);
        CHECK(snapped(period - tolerance + 1ns) == period);
        CHECK(snapped(period + tolerance - 1ns) == period);
        CHECK(snapped(period + tolerance) == period + tolerance);
    }
    CHECK(snapped(13'600us) == 13'600us); // between the tolerances of 72 and 75 Hz
    CHECK(snapped(33'333us) == 33'333us);
}

TEST_CASE("snap-to-refresh averages first, and starts again at a frame that is far off")
{
    SnapToRefresh filter;
    for (int i = 0; i < 100; ++i) CHECK(after(filter, i % 2 == 0 ? 16'200us : 17'100us) == 16'666'667ns);
    CHECK(after(filter, 40ms) == 40ms);
    CHECK(after(filter, 8ms) == 8'333'333ns);
}

TEST_CASE("godot-smoother moves its estimate to a new refresh rate in steps, down more slowly than up")
{
    const auto estimates = [](GodotSmoother& smoother, Nanos frame, int means)
    {
        std::vector<std::int64_t> all;
        for (int i = 0; i < 60 * means; ++i)
        {
            smoother.filter({.frame_time = frame});
            if (i % 60 == 59) all.push_back(smoother.estimated_hz());
        }
        return all;
    };
    using Rates = std::vector<std::int64_t>;
    GodotSmoother up, down, down_by_two;
    CHECK(estimates(up, Nanos{1s} / 55, 1) == Rates{55});
    CHECK(estimates(up, Nanos{1s} / 60, 8) == Rates{55, 57, 57, 58, 58, 59, 59, 60});
    estimates(up, Nanos{1s} / 60, 2);
    CHECK_FALSE(up.is_confirmed());
    estimates(up, Nanos{1s} / 60, 1);
    CHECK(up.is_confirmed());
    CHECK(estimates(down, Nanos{1s} / 60, 1) == Rates{60});
    CHECK(estimates(down, Nanos{1s} / 59, 4) == Rates{60, 60, 59, 59});
    CHECK(estimates(down_by_two, Nanos{1s} / 60, 1) == Rates{60});
    CHECK(estimates(down_by_two, Nanos{1s} / 58, 16).at(14) == 60);
    CHECK(down_by_two.estimated_hz() == 59);
}

TEST_CASE("a filter's change counts as filter_error, not as dropped")
{
    BasicLoop<Clamp, Variable> loop{};
    const StepPlan plan = loop.plan({.frame_time = 1s});
    CHECK(plan.filtered_frame_time == 100ms);
    CHECK(plan.filter_error == 900ms);
    CHECK(plan.dropped == 0ns);
}

TEST_CASE("a negative frame time takes at most one step and is dropped, with every filter")
{
    for (const std::string_view name : LoopFilter::names)
    {
        CAPTURE(name);
        Loop loop;
        REQUIRE(loop.filter.choose(name));
        REQUIRE(loop.stepper.choose("fixed-step"));
        for (int i = 0; i < 5; ++i) (void)loop.plan({.frame_time = 16ms});
        const StepPlan plan = loop.plan({.frame_time = -1h});
        CHECK(plan.steps <= 1);
        CHECK(plan.dropped == -1h);
    }
}
