#include "lab/lane/account.hpp"
#include "lab/settings/lane_setup.hpp"
#include "thorough.hpp"
#include "timestep/presets.hpp"
#include "timestep/snapshots.hpp"

#include <doctest/doctest.h>

#include <random>

using namespace lab;
using namespace std::chrono_literals;

namespace
{

LaneSetup setup_of(std::string_view loop, Nanos step_cost, timestep::Rate refresh = timestep::hz(60))
{
    LaneSetup setup;
    setup.settings.loop.choose(static_cast<std::size_t>(timestep::find_preset(loop) - timestep::all_presets.data()));
    setup.settings.loop.async        = true;
    setup.settings.machine.step_cost = step_cost;
    setup.settings.machine.refresh   = refresh;
    return setup;
}

void check_account(const Lane& lane)
{
    const Totals& t = lane.totals();
    REQUIRE(t.in == t.stepped + lane.samples().back().plan.carried + t.dropped + t.filter_error);
}

} // namespace

TEST_CASE("with a thread of its own a loop's pictures never go back, and are at most a step and a frame old")
{
    for (const Nanos cost : {Nanos{0}, Nanos{5ms}, Nanos{16ms}})
        for (const timestep::Rate refresh : {timestep::hz(60), timestep::hz(144), timestep::Rate{60000, 1001}})
        {
            CAPTURE(cost.count());
            CAPTURE(timestep::hertz(refresh));
            LaneRun lane{setup_of("accumulator", cost, refresh)};
            const Nanos dt = timestep::step_ns(timestep::hz(60));
            Nanos shown    = Nanos::min();
            for (int i = 0; i < tries(20'000); ++i)
            {
                const telemetry::FrameSample sample = lane.frame();
                check_account(lane.lane());
                REQUIRE(sample.shown >= shown);
                shown = sample.shown;
                if (sample.wall < 100ms) continue;
                const Nanos age = sample.simulated + sample.plan.carried - sample.shown;
                REQUIRE(age >= dt - 2ns);
                REQUIRE(age <= dt + cost + 3ns); // the thread has at most one step to compute when a step is due
            }
            CHECK(lane.lane().totals().dropped == 0ns);
        }
}

TEST_CASE("steps do not delay the frames of a loop with a thread of its own, also when they cost more than a step")
{
    const auto run = [](Nanos cost, bool async)
    {
        LaneSetup setup           = setup_of("interpolated", cost);
        setup.settings.loop.async = async;
        return run_lane(setup, {.time = 60s});
    };
    const LaneResult free = run(0ms, true), dear = run(30ms, true), slow = run(30ms, false);
    CHECK(free.metrics.frames == dear.metrics.frames);
    CHECK(dear.ticks == doctest::Approx(60'000 / 30).epsilon(0.01)); // the thread computes all the time
    CHECK(slow.metrics.frames < dear.metrics.frames / 4);
}

TEST_CASE("a loop whose steps follow the frames is refused a thread of its own")
{
    LaneSetup setup;
    const auto error = apply(setup, {{"loop", "variable"}, {"async", "on"}});
    REQUIRE(error);
    CHECK(error->what == "async: this loop's steps follow the frames: it cannot run on a thread of its own");
    CHECK(!apply(setup, {{"loop", "godot"}, {"async", "on"}}));
}

TEST_CASE("a budget ends the thread's plan after the step in which it is used up")
{
    LaneSetup setup            = setup_of("accumulator", 20ms);
    setup.settings.loop.budget = 8ms;
    LaneRun lane{setup};
    for (int i = 0; i < 600; ++i)
    {
        lane.frame();
        check_account(lane.lane());
    }
    CHECK(lane.lane().world().ticks() == doctest::Approx(500).epsilon(0.01)); // 10 s of steps of 20 ms
}

TEST_CASE("a thread of its own shows the pictures that a reader of Snapshots shows")
{
    const Nanos cost = 5ms, dt = timestep::step_ns(timestep::hz(50));
    OwnThread thread{0ns, 0ns};
    timestep::Loop loop = timestep::any(timestep::presets::accumulator(timestep::hz(50)));
    timestep::Snapshots<double> snapshots;
    std::mt19937_64 random{1};
    Nanos now{};
    std::int64_t steps = 0, written = 0;
    for (int i = 0; i < 10'000; ++i)
    {
        const Nanos frame{static_cast<std::int64_t>(random() % 40'000'000)};
        now += frame;
        // A step is due every 20 ms; its state is ready 5 ms later. The thread wakes up to 1 ns after the exact time.
        for (; (written + 1) * dt + cost + 1ns <= now; ++written)
            snapshots.write(static_cast<double>(written + 1), (written + 1) * dt);
        const timestep::StepPlan plan = thread.plan(loop, {.frame = frame}, cost, 0ns);
        steps += plan.steps;
        const auto picture = snapshots.read(now - dt);
        if (!picture.any || written != steps || written < 2) continue;
        CHECK(static_cast<double>(steps) - 1.0 + plan.alpha == doctest::Approx(picture.state).epsilon(1e-9));
    }
    CHECK(steps == doctest::Approx(timestep::to_seconds(now) * 50).epsilon(0.001));
}

TEST_CASE("no time is lost when the thread, the loop, its rate or the budget change, in any loop")
{
    for (const timestep::Preset& preset : timestep::all_presets)
    {
        CAPTURE(preset.name);
        Settings settings = setup_of(preset.name, 7ms).settings;
        Lane lane{settings};
        sim::VirtualPc pc{settings.machine, 1};
        std::mt19937_64 random{2};
        for (int i = 0; i < tries(20'000); ++i)
        {
            switch (random() % 60)
            {
            case 0: settings.loop.async = !settings.loop.async; break;
            case 1: settings.loop.set_rate(timestep::hz(20 + static_cast<int>(random() % 100))); break;
            case 2: settings.loop.budget = Nanos{static_cast<std::int64_t>(random() % 2 * 8'000'000)}; break;
            case 3: settings.loop.choose(random() % timestep::all_presets.size()); break;
            case 4: settings.loop.choose(static_cast<std::size_t>(&preset - timestep::all_presets.data())); break;
            default: break;
            }
            settings.machine.step_cost = Nanos{static_cast<std::int64_t>(random() % 20 * 1'000'000)};
            lane.apply(settings);
            const Nanos frame{static_cast<std::int64_t>(random() % (i % 50 == 0 ? 400'000'000 : 30'000'000))};
            lane.begin_frame({pc.begin_recorded_frame(frame)}, settings, {}, pc);
            check_account(lane);
        }
    }
}

TEST_CASE("the account of a loop with a thread of its own is that of a lane with a world")
{
    for (const std::string_view loop : {"interpolated", "godot", "variable", "monogame", "unreal-async"})
    {
        CAPTURE(loop);
        const LaneSetup setup = setup_of(loop, 9ms);
        const RunLength length{.frames = 5000};
        const Account account = account_of(setup, length);
        LaneRun lane{setup};
        while (lane.goes_on(length)) lane.frame();
        CHECK(account.missing() == 0ns);
        CHECK(account.ticks == lane.lane().world().ticks());
        CHECK(account.carried == lane.lane().samples().back().plan.carried);
    }
}
