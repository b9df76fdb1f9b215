// Tables of frame times and the number of steps that each engine runs for them.
#include "testing.hpp"

namespace
{
// Frame times as a busy PC measures them: a refresh period with noise, and sometimes two or ten periods.
std::vector<Nanos> noisy_frames(std::size_t count, std::uint64_t seed)
{
    std::mt19937_64 engine{seed};
    std::vector<Nanos> frames(count);
    for (Nanos& frame : frames)
    {
        const std::uint64_t r = engine();
        const std::int64_t periods = r % 997 == 0 ? 10 : r % 61 == 0 ? 2 : 1;
        frame = Nanos{periods * 16'683'333 + static_cast<std::int64_t>(engine() % 2'000'000) - 1'000'000};
    }
    return frames;
}
} // namespace

TEST_CASE("unreal takes one step for 1/60 s rounded to any nanosecond, because it counts in 32-bit floats")
{
    auto loop = presets::unreal();
    for (const Nanos frame : {16'666'666ns, 16'666'667ns, 16'666'668ns})
        CHECK(loop.plan({.frame_time = frame}).steps == 1);
    CHECK(loop.plan({.frame_time = 16'666'669ns}).steps == 2);

    constexpr float longest = 1.0F / 60.0F;
    std::mt19937_64 random{7};
    std::uniform_int_distribution<std::int64_t> frames{1, 120'000'000};
    for (int i = 0; i < tries(1'000'000); ++i)
    {
        const Nanos frame{frames(random)};
        const float seconds = std::fmin(static_cast<float>(to_seconds(frame)), 6.0F * longest);
        const int steps = std::clamp(static_cast<int>(std::ceil(seconds / longest)), 1, 6);
        const StepPlan plan = loop.plan({.frame_time = frame});
        REQUIRE(plan.steps == steps);
        REQUIRE(static_cast<float>(plan.dt_seconds) == seconds / static_cast<float>(steps));
    }
}

TEST_CASE("bullet on a 60 Hz clock rounded up to microseconds loses a third of its steps at first, 0.08 % in an hour")
{
    auto loop = presets::bullet();
    std::int64_t steps = 0;
    for (std::int64_t frame = 1; frame <= 216'000; ++frame)
    {
        const auto reading = [](std::int64_t i) { return Nanos{(i * 1'000'000 + 59) / 60 * 1000}; };
        steps += loop.plan({.frame_time = reading(frame) - reading(frame - 1)}).steps;
        if (frame == 300) CHECK(steps == 200);
    }
    CHECK(static_cast<double>(steps) / 216'000.0 == doctest::Approx(0.9992).epsilon(1e-4));
}

TEST_CASE("godot-smoothed pays back the lost parts of microseconds: a delta of 25 ms every seven minutes, and no "
          "missing step")
{
    auto loop = presets::godot_smoothed();
    int doubles = 0;
    Nanos behind{};
    for (std::int64_t frame = 1; frame <= 216'000; ++frame)
    {
        const Nanos measured{(frame * 1'000'000'000 + 30) / 60 - ((frame - 1) * 1'000'000'000 + 30) / 60};
        const StepPlan plan = loop.plan({.frame_time = measured});
        const Nanos counted = plan.filtered_frame_time;
        if (frame <= 600) continue;
        REQUIRE(plan.steps == 1);
        doubles += counted > 24ms && counted < 25ms ? 1 : 0;
        behind += measured - counted;
        REQUIRE(behind < 17ms);
    }
    CHECK(doubles == 8);
}

TEST_CASE("mainloop-js and phaser add and subtract milliseconds in doubles, as the JavaScript originals")
{
    std::mt19937_64 random{3};
    std::uniform_int_distribution<std::int64_t> micros{1, 40'000};
    auto capped = presets::mainloop_js();
    auto free = presets::phaser();
    const double step = 1000.0 / 60.0;
    double kept = 0.0, elapsed = 0.0;
    int unlike_exact = 0;
    auto exact = presets::accumulator();
    for (int i = 0; i < tries(4'000'000); ++i)
    {
        const Nanos frame = i % 3 == 0 ? Nanos{16'667us} : micros(random) * Nanos{1us};
        const double delta = static_cast<double>(frame.count()) / 1e6;
        int steps = 0, all = 0;
        for (kept += delta; kept >= step && steps < 240; ++steps) kept -= step;
        for (elapsed += delta; elapsed >= step; ++all) elapsed -= step;
        const StepPlan plan = capped.plan({.frame_time = frame});
        REQUIRE(plan.steps == steps);
        REQUIRE(plan.alpha == kept / step);
        REQUIRE(free.plan({.frame_time = frame}).steps == all);
        unlike_exact += exact.plan({.frame_time = frame}).steps != all ? 1 : 0;
    }
    CHECK(unlike_exact > 0);
}

TEST_CASE("engines take the steps of their rules, and drop the time of long frames as they do")
{
    struct Row
    {
        std::string_view preset;
        std::vector<Nanos> frames;
        Steps steps; ///< steps of each frame
        Nanos dt; ///< length of a step in the last frame
        Nanos dropped{}; ///< sum over all frames
        Nanos carried{0}; ///< carried time after the last frame
        std::optional<Rate> rate{}; ///< in place of the preset's own step rate
    };
    constexpr Nanos step = 16'666'667ns; // of 60 Hz
    const Row table[]{
        {"bevy", {1s, 1s}, {0, 16}, 15'625us, 750ms}, // the first frame has no frame time
        {"bevy", {0ns, step, step, step - 1ns, step}, {0, 1, 1, 0, 1}, step, 0ns, step - 1ns, hz(60)},
        {"monogame", {500ms}, {29}, 16'666'700ns, 0ns, 16'665'700ns},
        {"monogame", {2s}, {29}, 16'666'700ns, 1500ms, 16'665'700ns},
        {"unity", {1s}, {16}, 20ms, 1s - 333'333'333ns, 13'333'333ns},
        {"unreal", {17'036'400ns}, {2}, 8'518'200ns},
        {"unreal", {1ns, 0ns, 200ms}, {1, 0, 6}, 16'666'668ns, 100ms}, // 1/60 s as a 32-bit float
        // 60.44 steps are carried into the last frame.
        {"mainloop-js", {16'667us, 8ms, 8ms, 8ms, 5s, 16'667us}, {1, 0, 0, 1, 240, 61}, step, 0ns, 7'334'000ns},
        // Carries at most one whole step.
        {"jolt", {16'667us, 10ms, 10ms, 100ms, 16'667us}, {1, 0, 1, 1, 1}, step, 70'000'666ns, step - 1ns},
        {"bullet-10", {16'667us, 8ms, 8ms, 8ms, 30ms, 100ms}, {1, 0, 0, 1, 2, 6}, 16'666'668ns, 0ns, 4'000'321ns},
        {"bullet", {16'667us, 8ms, 8ms, 8ms, 30ms, 100ms}, {1, 0, 0, 1, 1, 1}, 16'666'668ns, 100ms + 5ns, 4'000'321ns},
        {"rapier", {0ns, 1ns, 5ms - 1ns, 15ms}, {0, 1, 0, 0}, 20ms, 0ns, 0ns, hz(50)}, // leads the clock
        {"rapier", {20ms, 1ns, 40ms}, {1, 1, 2}, 20ms, 0ns, 1ns - 20ms, hz(50)},
        {"doom", {1s}, {5}, 28'571'429ns, 857'142'857ns},
        {"quake3", {6s}, {100}, 50ms, 1s},
        {"quake3", {16ms}, {1}, 16ms, 0ns, 0ns, hz(60)},
        {"quake", {10ms, 190ms}, {0, 1}, 100ms, 100ms},
        {"phaser", {60s}, {3600}, step},
        {"steptimer", {16'916'500ns}, {1}, 16'666'600ns}, // 2,499 ticks longer than a step: snapped
        {"steptimer", {16'916'600ns}, {1}, 16'666'600ns, 0ns, 250us},
        {"steptimer", {1s}, {6}, 16'666'600ns, 900ms, 400ns},
        {"glaiel", {16'667us}, {0}, 16'666'600ns, 16'666'600ns},
        {"glaiel", {16'667us, 16'667us, 16'867us, 1s}, {0, 1, 1, 1}, 16'666'600ns, 1s, 100'200ns}, // 1 s: one step
        {"cute", {16'667us, 1s}, {2, 5}, 16'666'600ns, 900'000'800ns},
    };
    for (const Row& row : table)
    {
        INFO("preset ", row.preset, ", row.dt ", row.dt.count());
        const Preset& preset = *find_preset(row.preset);
        Loop loop = preset.make(row.rate.value_or(preset.default_rate));
        Steps steps;
        Nanos dropped{}, dt{};
        for (const Nanos frame : row.frames)
        {
            const StepPlan plan = loop.plan({.frame_time = frame});
            steps.push_back(plan.steps);
            dropped += plan.dropped;
            dt = plan.dt;
        }
        CHECK(steps == row.steps);
        CHECK(dt == row.dt);
        CHECK(dropped == row.dropped);
        CHECK(loop.carried() == row.carried);
    }
    CHECK(to_loop(presets::fna()).pacer.name() == "fna-sleep");
}

TEST_CASE("godot's clock is off by at most jitter_fix steps, and filter_error is that difference")
{
    for (const double fix : {0.0, 0.25, 0.5, 1.0})
        for (const std::uint64_t seed : {1U, 2U, 3U})
        {
            auto loop = presets::godot();
            loop.stepper.jitter_fix = fix;
            Nanos filter_error{};
            for (const Nanos frame : noisy_frames(tries<std::size_t>(100'000), seed))
            {
                filter_error += loop.plan({.frame_time = frame}).filter_error;
                const double deficit = loop.stepper.deficit_seconds();
                REQUIRE(std::abs(deficit) <= fix / 60.0 + 1e-12);
                // The clock omits fractions of a microsecond.
                REQUIRE(std::abs(to_seconds(filter_error) - deficit) < 1e-6 + 3e-9);
            }
        }
}

TEST_CASE("godot's smoother locks on to 60 Hz and then counts 16,666 us a frame, 0.67 us too little")
{
    auto loop = presets::godot_smoothed();
    const auto noisy = [](int i) { return std::chrono::microseconds{16'667 + (i * 7919 % 401 - 200)}; };
    int smooth_from = -1;
    for (int i = 0; i < 2000; ++i)
    {
        const Nanos filtered = loop.filter.filter({.frame_time = noisy(i)});
        if (loop.filter.is_confirmed() && smooth_from < 0) smooth_from = i;
        if (smooth_from >= 0) REQUIRE(filtered % 16'666us == 0us);
    }
    CHECK(loop.filter.is_confirmed());
    CHECK(loop.filter.estimated_hz() == 60);
    CHECK(smooth_from == 179); // the third mean of 60 frames confirms the estimate
}

TEST_CASE("godot's smoother does not change long and very short frames, and stops smoothing off its rate")
{
    GodotSmoother smoother;
    for (int i = 0; i < 300; ++i) smoother.filter({.frame_time = 16'667us});
    CHECK(smoother.filter({.frame_time = 2s}) == 2s);
    CHECK(smoother.filter({.frame_time = 900us}) == 900us);
    CHECK(smoother.filter({.frame_time = 33'334us}) == 2 * 16'666us);
    for (int i = 0; i < 200; ++i) smoother.filter({.frame_time = 7'123us});
    CHECK(smoother.filter({.frame_time = 7'123us}) == 7'123us);

    GodotSmoother slow; // below 50 fps, the smoother stays off
    for (int i = 0; i < 1000; ++i) CHECK(slow.filter({.frame_time = 25'001us}) == 25'001us);
}

TEST_CASE("engines that count ticks are off by less than one tick")
{
    const auto stays_within = [](auto loop, Nanos tick)
    {
        Nanos filter_error{};
        for (const Nanos frame : noisy_frames(tries<std::size_t>(50'000), 9))
        {
            filter_error += loop.plan({.frame_time = frame}).filter_error;
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
        for (const Nanos frame : noisy_frames(tries<std::size_t>(50'000), 11))
            REQUIRE(std::abs(to_seconds(loop.plan({.frame_time = frame}).filter_error)) <
                    4e-9 + 2.4e-7 * to_seconds(frame));
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
        for (const Nanos frame : noisy_frames(tries<std::size_t>(20'000), 5))
            REQUIRE(loop.plan({.frame_time = frame}).filter_error == 0ns);
    }
}
