#include "testing.hpp"
#include "timestep/steady_clock.hpp"

namespace
{
// Start time of each frame if frame i works for work(i).
std::vector<Nanos> begins(auto& pacer, FakeClock& clock, int frames, const std::function<Nanos(int)>& work)
{
    std::vector<Nanos> at;
    for (int i = 0; i < frames; ++i)
    {
        pacer.wait(clock, clock.now(), {});
        at.push_back(clock.now());
        clock.work(work(i));
    }
    return at;
}

const auto four_ms = [](int) { return Nanos{4ms}; };
} // namespace

TEST_CASE("busy-wait keeps the exact rate: frame 60,000 at 60 Hz begins after 1000 s, within one spin")
{
    BusyWait pacer{hz(60)};
    FakeClock clock{.spin_cost = 1us};
    const auto at = begins(pacer, clock, 60'001, [](int) { return Nanos{16ms}; });
    CHECK(at.back() - at.front() >= 1000s - 1us);
    CHECK(at.back() - at.front() < 1000s + 2us);
    CHECK(clock.naps == 0);
}

TEST_CASE("the blow threshold makes up a frame 31 ms after the previous slot and forgives one of 33 ms")
{
    const auto frames_in_a_burst = [](Nanos hitch)
    {
        SleepAndYield pacer{hz(100), LateFrameRule::catch_up_short, 32ms};
        FakeClock clock;
        const auto at = begins(pacer, clock, 10, [&](int i) { return i == 1 ? 10ms + hitch : Nanos{1ms}; });
        int burst = 0;
        for (std::size_t i = 3; i < at.size(); ++i) burst += at[i] - at[i - 1] < 9ms ? 1 : 0;
        return burst;
    };
    CHECK(frames_in_a_burst(21ms) == 3);
    CHECK(frames_in_a_burst(23ms) == 0);
}

TEST_CASE("a clock that runs backwards starts the schedule again, without a long wait")
{
    BusyWait pacer{hz(100)};
    FakeClock clock{.time = 10h};
    begins(pacer, clock, 3, four_ms);
    clock.time -= 2h;
    const auto at = begins(pacer, clock, 3, four_ms);
    CHECK(at[0] < 8h + 1s);
    CHECK(at[1] - at[0] < 10ms + 1us);
    CHECK(at[1] - at[0] >= 10ms);
}

TEST_CASE("a clock that jumps back during a wait does not block the wait")
{
    struct JumpingClock : FakeClock
    {
        void spin()
        {
            FakeClock::spin();
            if (spun > 2ms && time > 5h) time -= 5h;
        }
    } clock;
    clock.time = 10h;
    BusyWait pacer{hz(100)};
    for (int i = 0; i < 3; ++i) pacer.wait(clock, clock.now(), {});
    CHECK(clock.spun < 1s);
    clock.time = 10h;
    UntilStep until;
    until.wait(clock, clock.now(), {.dt = 10ms, .alpha = 0.0});
    CHECK(clock.spun < 1s);
}

TEST_CASE("sleep-and-yield sleeps for 6 ms after the slot and spins the rest, 62.5 % of 16 ms, with or without work")
{
    for (const int work : {0, 3})
    {
        SleepAndYield pacer{every(16ms)};
        FakeClock clock;
        begins(pacer, clock, 101, [&](int) { return work * Nanos{1ms}; });
        CHECK(clock.slept == 6ms + 100 * (6 - work) * Nanos{1ms});
        CHECK(clock.spun >= 1010ms);
        CHECK(clock.spun < 1011ms);
    }
}

namespace
{

// The four loops of the article "Treatment to cure a broken time step", with nanoseconds instead of milliseconds.
struct Article
{
    Nanos sleep_threshold;
    LateFrameRule late;
    Nanos time{}; // the clock starts at 0

    void wait(FakeClock& clock)
    {
        constexpr Nanos interval = 16ms;
        constexpr Nanos blow_threshold = 32ms;
        for (;;)
        {
            const Nanos dt = clock.now() - time;
            if (late == LateFrameRule::catch_up_short && dt < Nanos::zero())
            {
                time = clock.now();
                continue;
            }
            if (dt < sleep_threshold) clock.sleep(1ms);
            if (late == LateFrameRule::catch_up_short && dt > blow_threshold) time += dt;
            if (dt >= interval)
            {
                time += late == LateFrameRule::drift ? dt : interval;
                return;
            }
            if (dt >= sleep_threshold) clock.spin();
        }
    }
};

} // namespace

TEST_CASE("the fixed family begins its frames at the times of the article's loops, the first after a whole interval")
{
    const auto work = [](int i) { return Nanos{(i * 7'919'191LL) % (i % 10 == 0 ? 70'000'000 : 17'000'000)}; };
    const auto check = [&](auto pacer, Article article)
    {
        FakeClock ours, theirs;
        ours.spin_cost = theirs.spin_cost = 10us;
        const auto at = begins(pacer, ours, tries(20'000), work);
        CHECK(at[0] >= 16ms);
        CHECK(at[0] < 16ms + ours.spin_cost);
        for (std::size_t i = 0; i < at.size(); ++i)
        {
            article.wait(theirs);
            REQUIRE(at[i] == theirs.now());
            theirs.work(work(static_cast<int>(i)));
        }
        CHECK(ours.slept == theirs.slept);
    };
    check(BusyWait{every(16ms)}, {0ms, LateFrameRule::catch_up});
    check(SleepAndYield{every(16ms)}, {6ms, LateFrameRule::catch_up});
    check(SleepAndYield{every(16ms), LateFrameRule::drift}, {6ms, LateFrameRule::drift});
    check(SleepAndYield{every(16ms), LateFrameRule::catch_up_short}, {6ms, LateFrameRule::catch_up_short});
}

TEST_CASE("hybrid is on time for any overshoot of its sleeps, once it has measured the largest")
{
    for (const Nanos worst : {Nanos{65us}, Nanos{1ms}, Nanos{3ms}})
    {
        Hybrid pacer{hz(60)};
        FakeClock clock{.overshoot = [&](int nap) { return nap % 17 == 0 ? worst : worst / 10; }};
        const auto at = begins(pacer, clock, 600, [](int) { return Nanos{2ms}; });
        for (std::size_t i = 60; i < at.size(); ++i)
            REQUIRE(at[i] - at[0] - Nanos{static_cast<std::int64_t>(i) * 50'000'000 / 3} < 2us);
        CHECK(clock.naps > 600);
        CHECK(pacer.worst_overshoot() <= worst);
    }
}

TEST_CASE("hybrid forgets a long sleep and then sleeps longer again")
{
    Hybrid pacer{hz(60)};
    FakeClock clock{.overshoot = [](int nap) { return nap == 0 ? Nanos{8ms} : Nanos{50us}; }};
    begins(pacer, clock, 3, four_ms);
    CHECK(pacer.worst_overshoot() > 7ms);
    begins(pacer, clock, 300, four_ms);
    CHECK(pacer.worst_overshoot() < 200us);
}

TEST_CASE("fna-sleep never sleeps into the next step, and counts no sleep as longer than 4 ms, but this one for good")
{
    FnaSleep pacer;
    FakeClock clock{.overshoot = [](int nap) { return nap == 3 ? Nanos{20ms} : Nanos{70us}; }};
    const StepPlan plan = {.dt = 16'666'700ns, .alpha = 0.0};
    CHECK(pacer.longest_nap() == 1ms);
    for (int i = 0; i < 2; ++i) pacer.wait(clock, clock.now(), plan);
    CHECK(pacer.longest_nap() == 4ms);
    const Nanos start = clock.now();
    pacer.wait(clock, start, plan);
    CHECK(clock.now() - start >= plan.dt);
    CHECK(clock.now() - start < plan.dt + 1us);
    for (int i = 0; i < 1000; ++i) pacer.wait(clock, clock.now(), plan);
    CHECK(pacer.longest_nap() == 4ms);
}

namespace
{
// FNA's estimate of its longest sleep from a list of the last 128 sleeps, in units of 100 ns.
struct FnaEstimate
{
    std::vector<std::int64_t> previous = std::vector<std::int64_t>(128, 10'000);
    std::size_t index = 0;
    std::int64_t worst = 10'000;

    void update(std::int64_t slept)
    {
        slept = std::min<std::int64_t>(slept, 40'000);
        if (slept >= worst)
            worst = slept;
        else if (previous[index] == worst)
            worst = *std::max_element(previous.begin(), previous.end());
        previous[index] = slept;
        index = (index + 1) % 128;
    }
};
} // namespace

TEST_CASE("fna-sleep expects the longest sleep that FNA's own rule expects, and spins as long")
{
    FnaEstimate theirs;
    struct RecordingClock : FakeClock
    {
        FnaEstimate* estimate = nullptr;
        void sleep(Nanos duration)
        {
            const Nanos before = now();
            FakeClock::sleep(duration);
            estimate->update((now() - before) / 100ns);
        }
    } clock;
    clock.estimate = &theirs;
    clock.overshoot = [](int nap) { return nap % 1000 == 500 ? Nanos{nap * 2us} : Nanos{nap * 7919 % 90 * 1us}; };
    FnaSleep pacer;
    const StepPlan plan = {.dt = 16'666'700ns, .alpha = 0.0};
    for (int i = 0; i < 1000; ++i)
    {
        pacer.wait(clock, clock.now(), plan);
        REQUIRE(pacer.longest_nap() == theirs.worst * 100ns);
    }
    CHECK(clock.naps > 4 * 128);
    CHECK(pacer.longest_nap() == 4ms);
}

TEST_CASE("after one sleep of 6 ms fna-sleep spins 3.6 ms a frame for good, and 0.3 ms without this sleep")
{
    const auto spun_a_frame = [](Nanos late)
    {
        FnaSleep pacer;
        FakeClock clock{.overshoot = [&](int nap) { return nap == 100 ? late : Nanos{65us}; }};
        const StepPlan plan = {.dt = 16'666'700ns, .alpha = 0.0};
        for (int i = 0; i < 100; ++i) pacer.wait(clock, clock.now(), plan);
        const Nanos before = clock.spun;
        for (int i = 0; i < 1000; ++i) pacer.wait(clock, clock.now(), plan);
        return to_millis(clock.spun - before) / 1000;
    };
    CHECK(spun_a_frame(5ms) == doctest::Approx(3.9).epsilon(0.1));
    CHECK(spun_a_frame(65us) < 1.0);
}

TEST_CASE("until-step wakes when a step is due, so that no frame is without a step and no step is late")
{
    auto loop = presets::monogame();
    FakeClock clock;
    Nanos last = clock.now();
    int empty = 0;
    for (int i = 0; i < 5000; ++i)
    {
        const Nanos now = clock.now();
        const StepPlan plan = loop.plan({.frame_time = now - last});
        last = now;
        REQUIRE(plan.steps <= 1);
        empty += loop.pacer.renders(plan) ? 0 : 1;
        clock.work(3ms);
        loop.pacer.wait(clock, now, plan);
    }
    CHECK(empty <= 1); // the first frame has no frame time
    CHECK(clock.slept > clock.spun);
}

TEST_CASE("render-if-stepped sleeps 2 ms instead of drawing the same picture again")
{
    RenderIfStepped pacer;
    FakeClock clock;
    CHECK_FALSE(pacer.renders({.steps = 0}));
    pacer.wait(clock, clock.now(), {.steps = 0});
    CHECK(clock.now() == 2ms);
    CHECK(pacer.renders({.steps = 1}));
    pacer.wait(clock, clock.now(), {.steps = 1});
    CHECK(clock.now() == 2ms);
}

TEST_CASE("vsync and free-running do not wait; only vsync asks for VSYNC")
{
    FakeClock clock;
    Loop loop;
    for (const char* name : {"vsync", "free-running"})
    {
        REQUIRE(loop.pacer.choose(name));
        loop.pacer.wait(clock, clock.now(), {});
        CHECK(clock.now() == 0ns);
        CHECK(loop.pacer.wants_vsync() == (loop.pacer.name() == "vsync"));
    }
}

TEST_CASE("the pacer follows the step rate only in a loop whose frame rate sets its speed")
{
    auto fixed = presets::fixed_busy_wait(hz(60));
    fixed.set_rate(hz(75));
    CHECK(fixed.pacer.rate == hz(75));
    auto free = build(NoFilter{}, FixedStep{hz(60)}, Unlimited{}, Presentation::latest, Hybrid{hz(30)});
    free.set_rate(hz(75));
    CHECK(free.pacer.rate == hz(30));
}

TEST_CASE("the real clock runs forwards and sleeps at least as long as asked")
{
    SteadyClock clock;
    const Nanos start = clock.now();
    clock.sleep(1ms);
    clock.spin();
    CHECK(clock.now() - start >= 1ms);
}
