// Tests hooks, the probe (attached as a hook or called directly), and the function that runs a loop.
#include "scratch.hpp"
#include "testing.hpp"
#include "timestep/hooks.hpp"
#include "timestep/probe.hpp"

namespace
{

struct Log
{
    std::vector<std::string> events{};

    void frame_planned(const FrameInput& in, const StepPlan& plan)
    {
        events.push_back("frame " + std::to_string(in.frame_time / 1ms) + " " + std::to_string(plan.steps));
    }
    void time_dropped(Nanos time) { events.push_back("dropped " + std::to_string(time / 1ms)); }
    void step_begins(double) { events.emplace_back("step"); }
    void step_ends(double) { events.emplace_back("stepped"); }
    void wait_begins() { events.emplace_back("wait"); }
    void wait_ends() { events.emplace_back("waited"); }
};

template <class Loop>
concept accepts_hooks = requires(Loop loop, Log hooks, NoHooks none)
{
    hooked(loop, hooks), hooked(loop, none);
};
static_assert(accepts_hooks<decltype(presets::interpolated())>);
static_assert(!accepts_hooks<decltype(hooked(presets::interpolated(), std::declval<Log&>()))>,
              "a second hooks object would replace the first one without a message");

struct OnlySteps
{
    int steps = 0;
    void step_ends(double) { ++steps; }
};

std::vector<std::string> lines_in(const std::filesystem::path& file) { return lines_of(text_of(file)); }

std::string without_time(const std::string& line)
{
    const auto first = line.find(','), second = line.find(',', first + 1);
    return line.substr(0, first) + line.substr(second);
}

} // namespace

TEST_CASE("hooks are called for each frame, drop, step and wait of run(), in this order")
{
    VirtualClock clock;
    Log log;
    auto loop = hooked(presets::interpolated(hz(50)), log);
    int frames = 0;
    run(
        loop, clock, [&] { return Nanos{frames == 1 ? 300ms : 20ms}; }, [](double) {},
        [&](const StepPlan&) { return ++frames < 2; });
    std::vector<std::string> wanted{"frame 20 1", "step", "stepped", "wait", "waited", "frame 300 12", "dropped 50"};
    for (int i = 0; i < 12; ++i) wanted.insert(wanted.end(), {"step", "stepped"});
    CHECK(log.events == wanted);
}

TEST_CASE("a loop with hooks decides as the loop without them, in run(), run_steps() and give_back_unrun_steps()")
{
    OnlySteps hooks;
    auto plain = presets::monogame(hz(60));
    auto loop = hooked(plain, hooks);
    int steps = 0, left = 0;
    for (int i = 0; i < 200; ++i)
    {
        const Nanos frame = Nanos{7ms} * (i % 5) + (i == 100 ? Nanos{1s} : Nanos{});
        const StepPlan expected = plain.plan({.frame_time = frame});
        const auto plan = loop.plan({.frame_time = frame});
        CHECK(plan.steps == expected.steps);
        CHECK(plan.carried == expected.carried);
        int taken = 0;
        const StepsLeft rest = run_steps(plan, [&](double, std::int64_t) { return ++taken < 2; });
        steps += taken;
        left += static_cast<int>(rest.steps);
        CHECK(loop.give_back_unrun_steps(plan, rest).carried == plain.give_back_unrun_steps(expected, rest).carried);
    }
    CHECK(left > 0);
    CHECK(hooks.steps == steps);
}

TEST_CASE("a loop with NoHooks is the loop itself")
{
    NoHooks none;
    static_assert(std::is_same_v<decltype(hooked(presets::interpolated(), none)), decltype(presets::interpolated())>);
    CHECK(hooked(presets::interpolated(hz(50)), none).rate() == hz(50));
}

TEST_CASE_FIXTURE(
    WithScratch,
    "a probe as hooks writes the frame time, the steps with the tail, the simulated time and alpha of each plan")
{
    {
        Probe probe{scratch.path("probe.csv").c_str()};
        REQUIRE(probe.is_open());
        auto loop = hooked(presets::semi_fixed(hz(50)), probe);
        for (const Nanos frame : {Nanos{20ms}, Nanos{45ms}, Nanos{5ms}}) (void)loop.plan({.frame_time = frame});
    }
    const auto lines = lines_in(scratch.path("probe.csv"));
    REQUIRE(lines.size() == 4);
    CHECK(lines[0] == "probe_format,time_ns,clock,frame_ns,steps,simulated_ns,alpha,drawn,camera");
    CHECK(without_time(lines[1]) == "2,game,20000000,1,20000000,1.000000,,");
    CHECK(without_time(lines[2]) == "2,game,45000000,3,45000000,1.000000,,");
    CHECK(without_time(lines[3]) == "2,game,5000000,1,5000000,1.000000,,");
}

TEST_CASE_FIXTURE(
    WithScratch,
    "a probe by hand writes the steps, the blend and the positions that it was told, and leaves the others empty")
{
    {
        Probe probe{scratch.path("probe.csv").c_str()};
        probe.begin_frame(Nanos{20ms});
        probe.count_step(1.0 / 60.0);
        probe.count_step(1.0 / 60.0);
        probe.set_alpha(-0.25);
        probe.set_drawn_position(12.5);
        probe.set_camera_position(-1.0 / 3.0);
        probe.begin_frame();
        CHECK(lines_in(scratch.path("probe.csv")).size() == 2); // a frame's line is complete at the next frame
        probe.begin_frame(Nanos{-1ms});
        probe.count_step();
        probe.begin_frame(Nanos{1ms});
        probe.set_alpha(1e300);
        probe.set_drawn_position(-1e300);
    }
    const auto lines = lines_in(scratch.path("probe.csv"));
    REQUIRE(lines.size() == 5);
    CHECK(without_time(lines[1]) == "2,game,20000000,2,33333333,-0.250000,12.500000,-0.333333");
    CHECK(without_time(lines[2]).starts_with("2,probe,"));
    CHECK(lines[2].ends_with(",0,0,,,"));
    CHECK(without_time(lines[3]) == "2,game,-1000000,1,,,,");
    CHECK(without_time(lines[4]) == "2,game,1000000,0,,9223372036854.775807,-9223372036854.775807,");
}

TEST_CASE_FIXTURE(WithScratch, "the first frame that a probe measures is zero, and the next one is the time since then")
{
    {
        Probe probe{scratch.path("probe.csv").c_str()};
        probe.begin_frame();
        probe.begin_frame();
    }
    const auto lines = lines_in(scratch.path("probe.csv"));
    REQUIRE(lines.size() == 3);
    const auto first = cells_of(lines[1]), second = cells_of(lines[2]);
    CHECK(first.at(3) == "0");
    CHECK(std::stoll(second.at(3)) == std::stoll(second.at(1)) - std::stoll(first.at(1)));
}

TEST_CASE_FIXTURE(
    WithScratch,
    "a probe adds its lines to the file that TIMESTEP_PROBE names, and does nothing if no file can be written")
{
    const std::string wanted = scratch.file("wanted.csv", "before\n");
    setenv("TIMESTEP_PROBE", wanted.c_str(), 1);
    {
        Probe probe{scratch.path("own.csv").c_str()};
        probe.begin_frame(Nanos{1ms});
    }
    unsetenv("TIMESTEP_PROBE");
    CHECK(lines_in(wanted).size() == 3);
    CHECK(scratch.names() == std::vector<std::string>{"wanted.csv"});

    Probe none{scratch.path("no such folder/probe.csv").c_str()};
    CHECK_FALSE(none.is_open());
    none.begin_frame();
    none.count_step(1.0);
    none.begin_frame();
    if (std::filesystem::exists("/dev/full"))
    {
        Probe full{"/dev/full"};
        CHECK_FALSE(full.is_open());
    }
}

TEST_CASE("run simulates the elapsed time, draws after the steps, and ends when render returns false")
{
    FakeClock clock;
    double simulated = 0.0;
    int frames = 0;
    run(
        presets::interpolated(hz(50)), clock, [&](double dt) { simulated += dt; },
        [&](const StepPlan& plan)
        {
            clock.work(7ms);
            CHECK(plan.presentation == Presentation::interpolate);
            return ++frames < 1000;
        });
    CHECK(frames == 1000);
    CHECK(simulated == doctest::Approx(6.98)); // 999 frames of 7 ms
}

TEST_CASE("run_steps takes every step of a plan, with the tail's own length, and counts them")
{
    const StepPlan plan{.steps = 2, .dt_seconds = 0.01, .tail = 5ms};
    std::vector<double> lengths;
    std::vector<std::int64_t> counted;
    const StepsLeft left = run_steps(plan,
                                     [&](double dt, std::int64_t i)
                                     {
                                         lengths.push_back(dt);
                                         counted.push_back(i);
                                     });
    CHECK_FALSE(left.was_stopped);
    CHECK(lengths == std::vector<double>{0.01, 0.01, 0.005});
    CHECK(counted == std::vector<std::int64_t>{0, 1, 2});
    CHECK(run_steps(plan, [](double, std::int64_t i) { return i < 1; }).was_stopped);
}

TEST_CASE("run passes the display's refresh period to the loop")
{
    const auto counted_with = [](Nanos refresh_period)
    {
        FakeClock clock;
        Nanos counted{};
        int frames = 0;
        run(
            presets::glaiel(), clock, [](double) {},
            [&](const StepPlan& plan)
            {
                clock.work(6'900us);
                counted = plan.filtered_frame_time;
                return ++frames < 10;
            },
            refresh_period);
        return counted;
    };
    CHECK(counted_with(6'944'444ns) == 6'944'400ns); // snapped to the refresh period, in units of glaiel's clock
    CHECK(counted_with(Nanos{}) == 6'900us);
}

TEST_CASE("run ends at once when a step returns false")
{
    FakeClock clock;
    int steps = 0;
    run(
        presets::accumulator(hz(100)), clock, [&](double) { return ++steps < 3; },
        [&](const StepPlan&) { clock.work(50ms); });
    CHECK(steps == 3);
}

TEST_CASE("run waits: fixed with a pacer runs at the right speed on a fast machine")
{
    FakeClock clock;
    int steps = 0;
    run(
        presets::fixed_sleep(hz(60)), clock, [&](double) { ++steps; },
        [&](const StepPlan&) { return clock.now() < 10s; });
    CHECK(steps >= 600);
    CHECK(steps <= 602);
}

TEST_CASE("run draws one picture per step for loops that wait for steps")
{
    for (const Preset& preset : all_presets)
    {
        CAPTURE(preset.name);
        if (preset().pacer.renders(StepPlan{})) continue;
        FakeClock clock;
        int steps = 0, pictures = 0;
        run(
            preset(), clock, [&](double) { ++steps; },
            [&](const StepPlan& plan)
            {
                CHECK(plan.steps > 0);
                ++pictures;
                clock.work(3ms);
                return clock.now() < 5s;
            });
        CHECK(pictures >= 5.0 * to_hertz(preset.default_rate) * 0.9);
        CHECK(steps == pictures);
    }
}
