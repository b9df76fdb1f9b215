// Tables of frame times and the steps that each engine takes for them.
#include "steps_of.hpp"
#include "thorough.hpp"
#include "timestep/presets.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using namespace timestep;

namespace
{
// Returns frame times as a busy PC measures them: a refresh period with noise, and sometimes two or ten periods.
std::vector<Nanos> noisy_frames(std::size_t count, std::uint64_t seed)
{
    std::mt19937_64 engine{seed};
    std::vector<Nanos> frames(count);
    for (Nanos& frame : frames)
    {
        const std::uint64_t r      = engine();
        const std::int64_t periods = r % 997 == 0 ? 10 : r % 61 == 0 ? 2 : 1;
        frame = Nanos{periods * 16'683'333 + static_cast<std::int64_t>(engine() % 2'000'000) - 1'000'000};
    }
    return frames;
}
} // namespace

TEST_CASE("bevy limits a frame to 250 ms: 16 steps of 1/64 s")
{
    auto loop = presets::bevy();
    loop.plan({.frame = 1s});
    const StepPlan plan = loop.plan({.frame = 1s});
    CHECK(plan.steps == 16);
    CHECK(plan.dropped == 750ms);
}

TEST_CASE("bevy's steps of 60 Hz are 16,666,667 ns, so three exact frames take 1, 1, 0 steps")
{
    CHECK(presets::bevy(hz(60)).plan({}).dt == 16'666'667ns);
    const std::vector<Nanos> frames{0ns, 16'666'667ns, 16'666'667ns, 16'666'666ns, 16'666'667ns};
    CHECK(steps_of(presets::bevy(hz(60)), frames) == Steps{0, 1, 1, 0, 1});
}

TEST_CASE("monogame takes 29 steps for a frame of half a second or more and counts a lag of 28")
{
    for (const Nanos frame : {Nanos{500ms}, Nanos{2s}})
    {
        auto loop           = presets::monogame();
        const StepPlan plan = loop.plan({.frame = frame});
        CHECK(plan.steps == 29);
        CHECK(plan.dt == 16'666'700ns);
        CHECK(plan.dropped == frame - 500ms);
        CHECK(loop.stepper.lag() == 28);
        CHECK(loop.stepper.running_slowly());
    }
}

TEST_CASE("monogame clears its slow flag at the 29th tick with a single step")
{
    auto loop = presets::monogame();
    loop.plan({.frame = 500ms});
    for (int tick = 1; tick <= 28; ++tick)
    {
        CHECK(loop.plan({.frame = 16'666'700ns}).steps == 1);
        CHECK(loop.stepper.running_slowly());
    }
    CHECK(loop.plan({.frame = 16'666'700ns}).steps == 1);
    CHECK_FALSE(loop.stepper.running_slowly());
}

TEST_CASE("fna takes the same steps as monogame and has its own pacer")
{
    const auto frames = noisy_frames(5000, 3);
    CHECK(steps_of(presets::fna(), frames) == steps_of(presets::monogame(), frames));
    CHECK(any(presets::fna()).pacer.name() == "fna-sleep");
}

TEST_CASE("unity takes 16 steps of 0.02 s for a frame of one second")
{
    auto loop           = presets::unity();
    const StepPlan plan = loop.plan({.frame = 1s});
    CHECK(plan.steps == 16);
    CHECK(plan.dropped == 1s - 333'333'333ns);
}

TEST_CASE("unreal cuts .0170364 s into 2 x .0085182 s, and .2 s into 6 x .016667 s with .1 s dropped")
{
    auto loop     = presets::unreal();
    StepPlan plan = loop.plan({.frame = 17'036'400ns});
    CHECK(plan.steps == 2);
    CHECK(plan.dt == 8'518'200ns);
    CHECK(plan.dt_seconds == static_cast<double>(.0170364F / 2.0F));
    plan = loop.plan({.frame = 200ms});
    CHECK(plan.steps == 6);
    CHECK(plan.dt == 16'666'668ns); // 1/60 s as a 32-bit float
    CHECK(plan.dropped == 100ms);
    CHECK(loop.plan({.frame = 1ns}).steps == 1);
    CHECK(loop.plan({.frame = 0ns}).steps == 0);
}

TEST_CASE("unreal takes one step for 1/60 s rounded to any nanosecond, because it counts in 32-bit floats")
{
    auto loop = presets::unreal();
    for (const Nanos frame : {16'666'666ns, 16'666'667ns, 16'666'668ns}) CHECK(loop.plan({.frame = frame}).steps == 1);
    CHECK(loop.plan({.frame = 16'666'669ns}).steps == 2);

    constexpr float longest = 1.0F / 60.0F;
    std::mt19937_64 random{7};
    std::uniform_int_distribution<std::int64_t> frames{1, 120'000'000};
    for (int i = 0; i < tries(1'000'000); ++i)
    {
        const Nanos frame{frames(random)};
        const float seconds = std::fmin(static_cast<float>(to_seconds(frame)), 6.0F * longest);
        const int steps     = std::clamp(static_cast<int>(std::ceil(seconds / longest)), 1, 6);
        const StepPlan plan = loop.plan({.frame = frame});
        REQUIRE(plan.steps == steps);
        REQUIRE(static_cast<float>(plan.dt_seconds) == seconds / static_cast<float>(steps));
    }
}

TEST_CASE("bullet on a 60 Hz clock rounded up to microseconds loses a third of its steps at first, 0.08 % in an hour")
{
    auto loop          = presets::bullet();
    std::int64_t steps = 0;
    for (std::int64_t frame = 1; frame <= 216'000; ++frame)
    {
        const auto reading = [](std::int64_t i) { return Nanos{(i * 1'000'000 + 59) / 60 * 1000}; };
        steps += loop.plan({.frame = reading(frame) - reading(frame - 1)}).steps;
        if (frame == 300) CHECK(steps == 200);
    }
    CHECK(static_cast<double>(steps) / 216'000.0 == doctest::Approx(0.9992).epsilon(1e-4));
}

TEST_CASE("godot-smoothed pays back the lost parts of microseconds: a delta of 25 ms every seven minutes, and no "
          "missing step")
{
    auto loop   = presets::godot_smoothed();
    int doubles = 0;
    Nanos behind{};
    for (std::int64_t frame = 1; frame <= 216'000; ++frame)
    {
        const Nanos measured{(frame * 1'000'000'000 + 30) / 60 - ((frame - 1) * 1'000'000'000 + 30) / 60};
        const StepPlan plan = loop.plan({.frame = measured});
        const Nanos counted = plan.filtered;
        if (frame <= 600) continue;
        REQUIRE(plan.steps == 1);
        doubles += counted > 24ms && counted < 25ms ? 1 : 0;
        behind += measured - counted;
        REQUIRE(behind < 17ms);
    }
    CHECK(doubles == 8);
}

TEST_CASE("godot measures whole microseconds, and a later frame counts the parts that are left")
{
    auto fine = presets::godot(), coarse = presets::godot();
    Nanos now{}, shown{};
    for (const Nanos frame : noisy_frames(tries(1'000'000), 11))
    {
        now += frame + 123ns;
        const Nanos reading = now / 1us * 1us;
        const StepPlan a    = fine.plan({.frame = frame + 123ns});
        const StepPlan b    = coarse.plan({.frame = reading - std::exchange(shown, reading)});
        REQUIRE(a.steps == b.steps);
        REQUIRE(a.alpha == b.alpha);
    }
}

TEST_CASE("mainloop-js and phaser add and subtract milliseconds in doubles, as the JavaScript originals")
{
    std::mt19937_64 random{3};
    std::uniform_int_distribution<std::int64_t> micros{1, 40'000};
    auto capped       = presets::mainloop_js();
    auto free         = presets::phaser();
    const double step = 1000.0 / 60.0;
    double kept = 0.0, elapsed = 0.0;
    int unlike_exact = 0;
    auto exact       = presets::accumulator();
    for (int i = 0; i < tries(4'000'000); ++i)
    {
        const Nanos frame  = i % 3 == 0 ? Nanos{16'667us} : micros(random) * Nanos{1us};
        const double delta = static_cast<double>(frame.count()) / 1e6;
        int steps = 0, all = 0;
        for (kept += delta; kept >= step && steps < 240; ++steps) kept -= step;
        for (elapsed += delta; elapsed >= step; ++all) elapsed -= step;
        const StepPlan plan = capped.plan({.frame = frame});
        REQUIRE(plan.steps == steps);
        REQUIRE(plan.alpha == kept / step);
        REQUIRE(free.plan({.frame = frame}).steps == all);
        unlike_exact += exact.plan({.frame = frame}).steps != all ? 1 : 0;
    }
    CHECK(unlike_exact > 0);
}

TEST_CASE("mainloop-js takes 240 steps for 5000 ms at alpha 60.44, and 61 steps in the next 16.667 ms")
{
    auto loop = presets::mainloop_js();
    for (const Nanos frame : {16'667us, 8'000us, 8'000us, 8'000us})
        loop.plan({.frame = frame}); // after these frames 0.44 of a step is carried
    StepPlan plan = loop.plan({.frame = 5000ms});
    CHECK(plan.steps == 240);
    CHECK(plan.alpha == doctest::Approx(60.44).epsilon(1e-4));
    CHECK(plan.dropped == 0ns);
    plan = loop.plan({.frame = 16'667us});
    CHECK(plan.steps == 61);
    CHECK(plan.alpha == doctest::Approx(0.44).epsilon(1e-3));
}

TEST_CASE("jolt takes 1, 0, 1, 1, 1 steps for .016667, .01, .01, .1, .016667 s and drops .07 s")
{
    auto loop = presets::jolt();
    Steps steps;
    Nanos dropped{};
    for (const Nanos frame : {Nanos{16'667us}, Nanos{10ms}, Nanos{10ms}, Nanos{100ms}, Nanos{16'667us}})
    {
        const StepPlan plan = loop.plan({.frame = frame});
        steps.push_back(plan.steps);
        dropped += plan.dropped;
    }
    CHECK(steps == Steps{1, 0, 1, 1, 1});
    CHECK(to_seconds(dropped) == doctest::Approx(.07).epsilon(1e-4));
    CHECK(loop.carried() == 16'666'666ns); // at most one whole step is kept
}

TEST_CASE("bullet-10 takes 1, 0, 0, 1, 2, 6 steps for 16667, 8000 x 3, 30000, 100000 us")
{
    const std::vector<Nanos> frames{16'667us, 8'000us, 8'000us, 8'000us, 30'000us, 100'000us};
    CHECK(steps_of(presets::bullet_10(), frames) == Steps{1, 0, 0, 1, 2, 6});
    CHECK(steps_of(presets::bullet(), frames) == Steps{1, 0, 0, 1, 1, 1});
}

TEST_CASE("bullet runs at 0.7 of real time on a 60 Hz clock rounded to microseconds")
{
    auto loop = presets::bullet();
    Nanos stepped{}, wall{};
    for (std::int64_t i = 0; i < 600; ++i)
    {
        const Nanos frame = i % 3 == 2 ? 16'666us : 16'667us;
        wall += frame;
        stepped += loop.plan({.frame = frame}).stepped;
    }
    CHECK(to_seconds(stepped) / to_seconds(wall) == doctest::Approx(0.7017).epsilon(1e-3));
}

TEST_CASE("rapier steps ahead of the clock: the first nanosecond takes a step, and alpha is (h + diff) / h")
{
    auto loop     = presets::rapier(hz(50));
    StepPlan plan = loop.plan({.frame = 1ns});
    CHECK(plan.steps == 1);
    CHECK(plan.carried == 1ns - 20ms);
    plan = loop.plan({.frame = 5ms - 1ns});
    CHECK(plan.steps == 0);
    CHECK(plan.alpha == doctest::Approx(0.25));
    plan = loop.plan({.frame = 15ms});
    CHECK(plan.steps == 0); // the last step ends exactly at the clock
    CHECK(plan.alpha == 1.0);
    CHECK(loop.plan({.frame = 40ms}).steps == 2);
}

TEST_CASE("doom drops time beyond five tics; quake3 rounds its step to whole milliseconds; source ticks every 15 ms")
{
    auto doom     = presets::doom();
    StepPlan plan = doom.plan({.frame = 1s});
    CHECK(plan.steps == 5);
    CHECK(to_seconds(plan.dropped) == doctest::Approx(30.0 / 35.0).epsilon(1e-8));

    CHECK(presets::quake3().plan({}).dt == 50ms);
    CHECK(presets::quake3(hz(60)).plan({}).dt == 16ms);
    CHECK(steps_of(presets::quake3(), {49'999'999ns, 1ns, 100ms}) == Steps{0, 1, 2});
    CHECK(presets::quake3().plan({.frame = 6s}).dropped == 1s);

    CHECK(steps_of(presets::source(), {15ms, 14ms, 1ms, 45ms}) == Steps{1, 0, 1, 3});
}

TEST_CASE("quake steps when at least 1/72 s has passed, and no step is longer than 100 ms")
{
    auto loop = presets::quake();
    CHECK(steps_of(loop, {7ms, 6ms, 1ms, 13'888'888ns, 1ns}) == Steps{0, 0, 1, 0, 1});
    loop.plan({.frame = 10ms});
    const StepPlan plan = loop.plan({.frame = 190ms});
    CHECK(plan.dt == 100ms);
    CHECK(plan.dropped == 100ms);
    CHECK(plan.alpha == 1.0);
}

TEST_CASE("box2d takes one step per frame, and phaser has no limit of steps")
{
    CHECK(steps_of(presets::box2d(), {1ms, 1s}) == Steps{1, 1});
    CHECK(steps_of(presets::phaser(), {60s}) == Steps{3600});
}

TEST_CASE("steptimer limits a frame to 100 ms, and counts a frame within 0.25 ms of a step as that step")
{
    auto loop     = presets::steptimer();
    StepPlan plan = loop.plan({.frame = 16'916'500ns}); // 2,499 ticks longer than a step
    CHECK(plan.steps == 1);
    CHECK(plan.carried == 0ns);
    CHECK(plan.filter_error == 249'900ns);
    plan = loop.plan({.frame = 16'916'600ns}); // 2,500 ticks longer, which is not within the tolerance
    CHECK(plan.carried == 250us);
    plan = loop.plan({.frame = 1s});
    CHECK(plan.dropped == 900ms);
}

TEST_CASE("glaiel drops the first frame, and drops all but one step when more than 8 steps are due")
{
    auto loop     = presets::glaiel();
    StepPlan plan = loop.plan({.frame = 16'667us});
    CHECK(plan.steps == 0);
    CHECK(plan.carried == 0ns);
    CHECK(plan.dropped == 16'666'600ns);
    CHECK(loop.plan({.frame = 16'667us}).steps == 1);
    CHECK(loop.plan({.frame = 16'867us}).filter_error ==
          16'867us - 16'666'600ns - 50'100ns); // 2,004 ticks longer than a step: not snapped
    plan = loop.plan({.frame = 1s});           // a frame of 1 s counts as one step
    CHECK(plan.dropped == 1s - 16'666'600ns);
    CHECK(plan.steps == 1);
}

TEST_CASE("glaiel snaps frame times to the refresh period of the frame's input")
{
    auto loop = presets::glaiel();
    Nanos filtered{};
    for (int i = 0; i < 8; ++i) filtered = loop.plan({.frame = 6'900us, .refresh_period = 6'944'444ns}).filtered;
    CHECK(filtered == 6'944'400ns);
}

TEST_CASE("cute adds 1/60 s to the first frame and limits the accumulator to 5 steps")
{
    auto loop     = presets::cute();
    StepPlan plan = loop.plan({.frame = 16'667us});
    CHECK(plan.steps == 2);
    CHECK(plan.dropped == -16'666'600ns);
    plan = loop.plan({.frame = 1s});
    CHECK(plan.steps == 5);
    CHECK(plan.carried == 0ns);
}

TEST_CASE("godot's clock is off by at most jitter_fix steps, and filter_error is that difference")
{
    for (const double fix : {0.0, 0.25, 0.5, 1.0})
        for (const std::uint64_t seed : {1U, 2U, 3U})
        {
            auto loop               = presets::godot();
            loop.stepper.jitter_fix = fix;
            Nanos filter_error{};
            for (const Nanos frame : noisy_frames(tries(100'000), seed))
            {
                filter_error += loop.plan({.frame = frame}).filter_error;
                const double deficit = loop.stepper.deficit();
                REQUIRE(std::abs(deficit) <= fix / 60.0 + 1e-12);
                // The clock does not show parts of a microsecond.
                REQUIRE(std::abs(to_seconds(filter_error) - deficit) < 1e-6 + 3e-9);
            }
        }
}

TEST_CASE("godot's smoother locks on to 60 Hz and then counts 16,666 us a frame, 0.67 us too little")
{
    auto loop        = presets::godot_smoothed();
    const auto noisy = [](int i) { return std::chrono::microseconds{16'667 + (i * 7919 % 401 - 200)}; };
    int smooth_from  = -1;
    for (int i = 0; i < 2000; ++i)
    {
        const Nanos filtered = loop.filter.filter({.frame = noisy(i)});
        if (loop.filter.complete() && smooth_from < 0) smooth_from = i;
        if (smooth_from >= 0) REQUIRE(filtered % 16'666us == 0us);
    }
    CHECK(loop.filter.complete());
    CHECK(loop.filter.estimate() == 60);
    CHECK(smooth_from == 179); // the third average of 60 frames confirms the estimate
}

TEST_CASE("godot's smoother does not change long and very short frames, and stops smoothing off its rate")
{
    GodotSmoother smoother;
    for (int i = 0; i < 300; ++i) smoother.filter({.frame = 16'667us});
    CHECK(smoother.filter({.frame = 2s}) == 2s);
    CHECK(smoother.filter({.frame = 900us}) == 900us);
    CHECK(smoother.filter({.frame = 33'334us}) == 2 * 16'666us);
    for (int i = 0; i < 200; ++i) smoother.filter({.frame = 7'123us});
    CHECK(smoother.filter({.frame = 7'123us}) == 7'123us);

    GodotSmoother slow; // below 50 fps from the start, so it never smooths
    for (int i = 0; i < 1000; ++i) CHECK(slow.filter({.frame = 25'001us}) == 25'001us);
}

TEST_CASE("engines that count ticks are off by less than one tick")
{
    const auto stays_within = [](auto loop, Nanos tick)
    {
        Nanos filter_error{};
        for (const Nanos frame : noisy_frames(tries(50'000), 9))
        {
            filter_error += loop.plan({.frame = frame}).filter_error;
            REQUIRE(filter_error >= 0ns);
            REQUIRE(filter_error < tick);
        }
    };
    stays_within(presets::monogame(), 100ns);
    stays_within(presets::fna(), 100ns);
    stays_within(presets::cute(), 100ns);
    stays_within(presets::quake3(), 1ms);
}

TEST_CASE("bullet's 32-bit floats are off by at most their last bits in a frame")
{
    for (auto loop : {presets::bullet(), presets::bullet_10()})
        for (const Nanos frame : noisy_frames(tries(50'000), 11))
        {
            const Nanos off = loop.plan({.frame = frame}).filter_error;
            REQUIRE(std::abs(to_seconds(off)) < 4e-9 + 2.4e-7 * to_seconds(frame));
        }
}

TEST_CASE("loops that count exactly have no filter error, so all lost time is dropped time")
{
    constexpr std::array rounded{FixedTicks::name,  Godot::name,        Glaiel::name,  MonoGame::name,
                                 Cute::name,        StepTimer::name,    Bullet::name,  Substepped::name,
                                 FixedMillis::name, FixedSeconds::name, Babylon::name, UnrealAsync::name,
                                 Minecraft::name,   Defold::name,       Matter::name};
    for (const Preset& preset : all_presets)
    {
        CAPTURE(preset.name);
        Loop loop = preset();
        if (loop.filter.name() != NoFilter::name || std::ranges::find(rounded, loop.stepper.name()) != rounded.end())
            continue;
        for (const Nanos frame : noisy_frames(tries(20'000), 5))
            REQUIRE(loop.plan({.frame = frame}).filter_error == 0ns);
    }
}
