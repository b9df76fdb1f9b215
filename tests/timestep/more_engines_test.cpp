// Compares presets with the rules of Unreal's asynchronous physics, LOVE, pygame, raylib, Ebitengine, matter-js,
// cannon-es, Cocos, Babylon.js, Minecraft, OpenTTD, Defold and PixiJS; matter-js, cannon-es and Babylon.js also with
// steps that their own code computed.
#include "scratch.hpp"
#include "shared_data.hpp"
#include "testing.hpp"

namespace more_engines
{
namespace
{

constexpr int frame_count = 100'000;

// Frame times of 30 to 240 Hz displays, of uneven and slow PCs and coarse clocks, with freezes of a second, hitches and
// zeros. All numbers have at most 32 bits, so that JavaScript can compute the same list.
class FramesOfGames
{
public:
    Nanos next()
    {
        const std::uint32_t kind = (random() >> 8U) % 16;
        const std::int64_t dice = random() >> 4U;
        const std::int64_t usual = regular(i_++ / 128 % 12, dice);
        if (kind == 0 && dice % 8 == 0) return 1s;
        if (kind == 1 && dice % 8 == 0) return Nanos{60'000'000 + dice % 540'000'000};
        if (kind == 2 && dice % 64 == 0) return 0ns;
        return Nanos{usual};
    }

private:
    std::uint32_t random() { return state_ = state_ * 1664525U + 1013904223U; }

    static std::int64_t regular(int display, std::int64_t dice)
    {
        switch (display)
        {
        case 0: return 16'666'667;
        case 1: return 16'666'666 + dice % 3;
        case 2: return 6'944'444;
        case 3: return 4'166'667;
        case 4: return dice % 40'000'000;
        case 5: return 15'666'667 + dice % 2'000'001;
        case 6: return 33'333'333;
        case 7: return 8'333'333;
        case 8: return 16'000'000 + dice % 2 * 1'000'000;
        case 9: return 50'000'000 + dice % 70'000'000;
        case 10: return 400'000 + dice % 1'000;
        default: return 20'000'000 + dice % 3;
        }
    }

    std::uint32_t state_ = 1;
    int i_ = 0;
};

// Total steps of 100,000 frames, and the FNV-1a hash of the steps of each frame.
struct Run
{
    std::int64_t steps = 0;
    std::uint32_t hash = 2166136261U;

    bool operator==(const Run&) const = default;
};

Run run_of(auto loop)
{
    FramesOfGames frames;
    Run run;
    for (int i = 0; i < frame_count; ++i)
    {
        const std::int64_t steps = loop.plan({.frame_time = frames.next()}).steps;
        run.steps += steps;
        run.hash = (run.hash ^ static_cast<std::uint32_t>(steps)) * 16777619U;
    }
    return run;
}

struct Taken
{
    std::int64_t steps = 0;
    double seconds = 0.0; // length of each step in seconds
};

// Compares steps and step lengths in all frames. A step of zero length counts as no step.
void follows(auto loop, auto rule)
{
    FramesOfGames frames;
    for (int i = 0; i < frame_count; ++i)
    {
        const Nanos frame = frames.next();
        const Taken expected = rule(frame);
        const StepPlan plan = loop.plan({.frame_time = frame});
        INFO("i ", i, ", frame ", frame.count());
        REQUIRE(plan.steps == (expected.seconds > 0.0 ? expected.steps : 0));
        if (plan.steps > 0) REQUIRE(plan.dt_seconds == expected.seconds);
    }
}

// Plans one frame of `loop` for each of `works` (CPU time before the wait), with the loop's own waits, as run() does.
std::vector<StepPlan> paced(auto loop, FakeClock& clock, const std::vector<Nanos>& works)
{
    std::vector<StepPlan> plans;
    Nanos last = clock.now();
    for (const Nanos work : works)
    {
        clock.work(work);
        loop.pacer.wait(clock, last, {});
        const Nanos now = clock.now();
        plans.push_back(loop.plan({.frame_time = now - last}));
        last = now;
    }
    return plans;
}

// The preset with the longest name that begins the name of the file: unreal-async of unreal_async_ue51.
const Preset* preset_of_file(std::string name)
{
    std::ranges::replace(name, '_', '-');
    const Preset* found = nullptr;
    for (const Preset& preset : all_presets)
        if (name.starts_with(preset.name) && (!found || preset.name.size() > found->name.size())) found = &preset;
    return found;
}

std::vector<std::vector<std::string>> rows_of(const std::filesystem::path& path)
{
    std::vector<std::vector<std::string>> rows;
    for (const std::string& line : lines_of(text_of(path)))
        if (!line.empty() && line.front() >= '0' && line.front() <= '9') rows.push_back(cells_of(line + ","));
    return rows;
}

void compare_row(const std::vector<std::string>& row, const StepPlan& plan)
{
    const double millis = row.at(3).empty() ? -1.0 : std::stod(row.at(3));
    const bool zero_step = millis == 0.0;
    CAPTURE(row.at(0));
    REQUIRE(plan.steps == (zero_step ? 0 : std::stoll(row.at(2))));
    // Defold's file truncates every step to whole microseconds; the preset carries the fraction to the next frame.
    if (millis > 0.0 && plan.steps > 0) REQUIRE(std::abs(plan.dt_seconds * 1e3 - millis) < 1e-3);
}

} // namespace

TEST_CASE("matter-js, cannon-es and babylon-lockstep take the steps of the engines' own code in 100,000 frames")
{
    // Computed with Node.js from npm packages: Runner.tick of matter-js 0.20.0 after a first tick at 1000 ms,
    // World.step(1/60, dt, 10) of cannon-es 0.20.0, and Scene.animate of @babylonjs/core 7.54.3 with
    // deterministicLockstep, lockstepMaxSteps 4 and timeStep 1/60.
    CHECK(run_of(presets::matter_js()) == Run{95'949, 2'493'754'864U});
    CHECK(run_of(presets::cannon_es()) == Run{133'543, 3'874'276'542U});
    CHECK(run_of(presets::babylon_lockstep()) == Run{175'191, 2'367'561'972U});
}

TEST_CASE("unreal-async adds float32 frame times in a double, and flushes it in a frame of zero time")
{
    const double async_dt = 0.033333F;
    follows(presets::unreal_async(),
            [&, kept = 0.0](Nanos frame) mutable -> Taken
            {
                kept += static_cast<double>(static_cast<float>(to_seconds(frame)));
                if (frame == 0ns) return {1, std::exchange(kept, 0.0)};
                const double steps = std::floor(kept / async_dt);
                kept -= async_dt * steps;
                return {static_cast<std::int64_t>(steps), async_dt};
            });
}

TEST_CASE("minecraft adds whole milliseconds / 50 in float32 and runs at most 10 ticks of 50 ms")
{
    follows(presets::minecraft(),
            [now = Nanos{}, last = std::int64_t{0}, partial = 0.0F](Nanos frame) mutable -> Taken
            {
                now += frame;
                const std::int64_t reading = now / 1ms;
                partial += static_cast<float>(reading - std::exchange(last, reading)) / 50.0F;
                const int ticks = static_cast<int>(partial);
                partial -= static_cast<float>(ticks);
                return {std::min(ticks, 10), 0.05};
            });
}

TEST_CASE("defold never runs a negative number of steps after its rate was raised")
{
    for (const std::int64_t kept_us : {100'003, 200'017, 300'007, 400'009, 430'001})
        for (std::int64_t rate = 1'000; rate < 1'000'000'000; rate = rate * 13 / 10)
        {
            Loop loop{.stepper = Defold{hz(2)}};
            (void)loop.plan({.frame_time = Nanos{kept_us * 1'000}});
            loop.set_rate(hz(rate));
            CHECK(loop.plan({.frame_time = 0ns}).steps > 0);
            CHECK(loop.plan({.frame_time = 0ns}).steps >= 0);
        }
}

TEST_CASE("defold makes a step as long as a long frame, in float32 on a clock of whole microseconds")
{
    follows(presets::defold(),
            [now = Nanos{}, last = std::int64_t{0}, kept = 0.0F](Nanos frame) mutable -> Taken
            {
                now += frame;
                const std::int64_t reading = now / 1us;
                const auto measured =
                    static_cast<float>(static_cast<double>(reading - std::exchange(last, reading)) / 1e6);
                const float counted = std::fmin(measured, 0.5F);
                const float step = std::fmax(1.0F / 60.0F, counted);
                kept += counted;
                const auto steps = static_cast<std::uint32_t>(kept / step);
                kept = kept - static_cast<float>(steps) * step;
                return {steps, step};
            });
}

TEST_CASE("ebitengine rounds the due ticks and counts at most 5 of them as due")
{
    follows(presets::ebitengine(),
            [unconsumed = std::int64_t{0}](Nanos frame) mutable -> Taken
            {
                constexpr std::int64_t tick = 1'000'000'000 / 60;
                unconsumed += frame.count();
                unconsumed = std::min(unconsumed, std::max<std::int64_t>(5 * tick, 1'000'000'000LL * 5 / 60));
                const std::int64_t count = (unconsumed + tick / 2) / tick;
                unconsumed -= count * tick;
                return {count, 0.016666666};
            });
}

TEST_CASE("openttd runs one tick when its deadline has passed, and starts anew when it is five ticks late")
{
    follows(presets::openttd(),
            [now = Nanos{}, next = Nanos{}](Nanos frame) mutable -> Taken
            {
                now += frame;
                if (now < next) return {};
                next += 27ms;
                if (next < now - 5 * 27ms) next = now;
                return {1, 0.027};
            });
}

TEST_CASE("cocos takes one step a frame from its seconds in a double and keeps the rest")
{
    follows(presets::cocos(),
            [kept = 0.0](Nanos frame) mutable -> Taken
            {
                kept += to_seconds(frame);
                if (kept < 1.0 / 60.0) return {};
                kept -= 1.0 / 60.0;
                return {1, 1.0 / 60.0};
            });
}

TEST_CASE("love and pixi-ticker take each frame as a step; pixi-ticker counts at most 100 ms")
{
    follows(presets::love(), [](Nanos frame) -> Taken { return {1, to_seconds(frame)}; });
    follows(presets::pixi_ticker(),
            [](Nanos frame) -> Taken {
                return {1, to_seconds(std::min<Nanos>(frame, 100ms))};
            });
}

TEST_CASE("fixed-seconds drops whole steps exactly as the remainder of floating-point numbers does")
{
    for (const Rate rate : {hz(60), Rate{60000, 1001}, hz(7), hz(1000)})
    {
        auto loop = presets::cannon_es(rate);
        double kept = 0.0;
        FramesOfGames frames;
        for (int i = 0; i < 10'000; ++i)
        {
            const Nanos frame = frames.next() * 7;
            kept += to_seconds(frame);
            for (int n = 0; kept >= step_seconds(rate) && n < 10; ++n) kept -= step_seconds(rate);
            kept = std::fmod(kept, step_seconds(rate));
            REQUIRE(loop.plan({.frame_time = frame}).alpha == kept / step_seconds(rate));
        }
    }
}

TEST_CASE("matter-js follows a change of the frame rate after 10 frames, and completely after 90")
{
    auto loop = presets::matter_js();
    for (int i = 0; i < 200; ++i) CHECK(loop.plan({.frame_time = 16'666'667ns}).steps == 1);
    Steps steps;
    for (int i = 0; i < 200; ++i) steps.push_back(loop.plan({.frame_time = 33'333'333ns}).steps);
    CHECK(std::count(steps.begin(), steps.begin() + 10, 1) == 10);
    CHECK(std::count(steps.begin() + 10, steps.begin() + 90, 2) > 20);
    CHECK(std::count(steps.begin() + 10, steps.begin() + 90, 1) > 20);
    CHECK(std::count(steps.begin() + 90, steps.end(), 2) == 110);
}

TEST_CASE("pygame's frames last 16 ms at 60 frames a second, and a late one delays all later frames")
{
    FakeClock clock{.time = 1ms};
    for (const StepPlan& plan : paced(presets::pygame(), clock, std::vector<Nanos>(1000, 8'333'333ns)))
        REQUIRE(plan.dt == 16ms);
    CHECK(clock.now() / 1ms == 1 + 1000 * 16);
    CHECK(clock.spun == 0ns);

    const auto plans = paced(presets::pygame(), clock, {8ms, 40ms, 8ms, 8ms});
    CHECK(plans[1].dt >= 40ms);
    CHECK(plans[2].dt == 16ms);
    CHECK(plans[3].dt == 16ms);
}

TEST_CASE("raylib waits for the rest of 1/60 s: it sleeps for 95 % of it and spins for 5 %")
{
    FakeClock clock{.spin_cost = 1ns};
    for (const StepPlan& plan : paced(presets::raylib(), clock, std::vector<Nanos>(100, 6'666'667ns)))
        REQUIRE(plan.dt == 16'666'667ns);
    CHECK(clock.naps == 100);
    CHECK(clock.slept == 100 * 9'500'000ns);
    CHECK(clock.spun == 100 * 500'000ns);

    const auto plans = paced(presets::raylib(), clock, {5ms, 40ms, 5ms});
    CHECK(plans[1].dt == 40ms);
    CHECK(plans[2].dt == 16'666'667ns);
}

TEST_CASE("love sleeps for a millisecond after every frame")
{
    FakeClock clock;
    const auto plans = paced(presets::love(), clock, {5ms, 40ms, 0ms});
    CHECK(plans[0].dt == 6ms);
    CHECK(plans[1].dt == 41ms);
    CHECK(plans[2].dt == 1ms);
    CHECK(clock.naps == 3);
}

TEST_CASE("whole-ticks counts a fraction of a tick in a later frame")
{
    WholeTicks filter;
    Steps counted;
    for (int i = 0; i < 6; ++i) counted.push_back(filter.filter({.frame_time = 16'666'667ns}) / 1ms);
    CHECK(counted == Steps{16, 17, 17, 16, 17, 17});
}

TEST_CASE("every engine in ../shared/vectors/engines is a preset that takes its steps in every frame")
{
    SKIP_WITHOUT(shared_data("vectors/engines"));
    for (const auto& entry : std::filesystem::directory_iterator{shared_data("vectors/engines")})
    {
        const std::string file = entry.path().stem().string();
        CAPTURE(file);
        const Preset* preset = preset_of_file(file);
        REQUIRE_MESSAGE(preset, "no preset's name begins the name of this file");
        Loop loop = preset->make(preset->default_rate);
        const auto rows = rows_of(entry.path());
        REQUIRE(rows.size() >= 20);

        // pygame and raylib wait themselves. Each frame time in their files is twice the work of the frame.
        const bool paces = file.starts_with("pygame") || file.starts_with("raylib");
        std::vector<Nanos> works;
        for (const auto& row : rows) works.push_back(std::min<Nanos>(Nanos{std::stoll(row.at(1))}, 30ms) / 2);
        FakeClock clock{.spin_cost = 1ns};
        const auto plans = paces ? paced(loop, clock, works) : std::vector<StepPlan>{};
        for (std::size_t i = 0; i < rows.size(); ++i)
            compare_row(rows[i], paces ? plans[i] : loop.plan({.frame_time = Nanos{std::stoll(rows[i].at(1))}}));
    }
}

} // namespace more_engines
