// Tests numbers that follow from the virtual PC, the loops and the metrics together.
#include "lab/metrics/scoreboard.hpp"
#include "timestep/presets.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace lab;
using namespace std::chrono_literals;
using sim::VsyncMode;
using timestep::hz;

namespace
{

std::size_t index_of(std::string_view loop)
{
    return static_cast<std::size_t>(timestep::find_preset(loop) - timestep::all_presets.data());
}

LaneSetup setup_of(std::string_view loop, timestep::Rate rate, std::string_view scene = "uniform-motion")
{
    LaneSetup setup;
    setup.name = loop;
    setup.settings.loop.choose(index_of(loop));
    setup.settings.loop.set_rate(rate);
    setup.settings.scene = *scenes::find_scene(scene);
    return setup;
}

LaneSetup on_display(std::string_view loop, timestep::Rate rate, timestep::Rate refresh)
{
    LaneSetup setup                = setup_of(loop, rate);
    setup.settings.machine.refresh = refresh;
    return setup;
}

LaneSetup without_vsync(std::string_view loop, timestep::Rate rate, Nanos render, Nanos step)
{
    LaneSetup setup                    = setup_of(loop, rate);
    setup.settings.machine.vsync       = VsyncMode::off;
    setup.settings.machine.render_cost = render;
    setup.settings.machine.step_cost   = step;
    return setup;
}

telemetry::Metrics metrics_of(const LaneSetup& setup, Nanos time) { return run_lane(setup, {.time = time}).metrics; }

} // namespace

TEST_CASE("a 50 Hz accumulator on 60 Hz has no step in 1 of 6 frames and an animation error of 5.556 ms")
{
    const auto m = metrics_of(on_display("accumulator", hz(50), hz(60)), 60s);
    CHECK(m.frames == 3601);
    CHECK(m.steps.zero_share == doctest::Approx(1.0 / 6).epsilon(1e-12));
    CHECK(m.steps.multi_share == 0.0);
    CHECK(m.animation.mean_ms == doctest::Approx(5.5556).epsilon(1e-4));
    CHECK(m.animation.presentmon_mean_ms == doctest::Approx(3.3333).epsilon(1e-4)); // repeated pictures do not count
    CHECK(m.progress.speed == 1.0);
    CHECK(m.progress.drift_ms == 0.0);
}

TEST_CASE("50 Hz interpolated on 60 Hz has an animation error under 1 us and a picture age of exactly 20 ms")
{
    const auto m = metrics_of(on_display("interpolated", hz(50), hz(60)), 60s);
    CHECK(m.animation.max_ms < 1e-3);
    CHECK(m.age.age_mean_ms == 20.0);
    CHECK(m.age.age_max_ms == 20.0);
    // The latency is the age plus one refresh period.
    CHECK(m.age.latency_mean_ms == doctest::Approx(20.0 + 1000.0 / 60).epsilon(1e-6));
    CHECK(m.accuracy.state_error_max < 1e-9);
}

TEST_CASE("a 60 Hz accumulator on a 144 Hz display has an animation error of 8.10 ms")
{
    const auto m = metrics_of(on_display("accumulator", hz(60), hz(144)), 60s);
    CHECK(m.animation.mean_ms == doctest::Approx(8.10).epsilon(5e-4));
    CHECK(m.steps.zero_share == doctest::Approx(7.0 / 12).epsilon(1e-3));
}

TEST_CASE("60 Hz steps on a 59.94 Hz display give two steps in one frame every 16.683 s")
{
    LaneSetup setup = on_display("accumulator", hz(60), {60000, 1001});
    std::vector<Nanos> doubles;
    run_lane(setup, {.time = 100s},
             [&](const telemetry::FrameSample& s)
             {
                 if (s.plan.steps == 2) doubles.push_back(s.wall);
             });
    REQUIRE(doubles.size() >= 5);
    for (std::size_t i = 1; i < doubles.size(); ++i)
        CHECK(timestep::to_seconds(doubles[i] - doubles[i - 1]) == doctest::Approx(16.6833).epsilon(1e-5));
}

TEST_CASE("120 Hz steps of 5 ms with 6 ms of drawing give frames of 15 ms on average at full speed")
{
    const auto m = metrics_of(without_vsync("accumulator", hz(120), 6ms, 5ms), 300s);
    CHECK(m.pacing.mean_ms == doctest::Approx(15.0).epsilon(1e-3));
    CHECK(m.progress.speed == doctest::Approx(1.0).epsilon(1e-4));
}

TEST_CASE("120 Hz steps of 9 ms: a cap of 0.25 s gives 276 ms at 0.906 of real time; without it frames grow forever")
{
    const auto capped = metrics_of(without_vsync("interpolated", hz(120), 6ms, 9ms), 600s);
    CHECK(capped.progress.speed == doctest::Approx(0.906).epsilon(1e-3));
    CHECK(capped.pacing.max_ms == 276.0);
    CHECK(capped.steps.most == 30);
    const auto spiral = metrics_of(without_vsync("accumulator", hz(120), 6ms, 9ms), 60s);
    CHECK(spiral.pacing.max_ms > 4000.0);
    // Each step of 8.33 ms costs 9 ms, 1.08 times its length.
    CHECK(spiral.progress.speed == doctest::Approx(1 / 1.08).epsilon(0.01));
}

TEST_CASE("with steps of 16.7 ms that cost 20 ms no loop runs faster than 0.83 of real time")
{
    for (const char* loop : {"accumulator", "semi-fixed", "interpolated", "godot", "mainloop-js", "rapier"})
    {
        CAPTURE(loop);
        const auto m = metrics_of(without_vsync(loop, hz(60), 6ms, 20ms), 60s);
        CHECK(m.progress.speed < 0.834);
    }
    const auto spiral = metrics_of(without_vsync("accumulator", hz(60), 6ms, 20ms), 60s);
    CHECK(spiral.progress.speed == doctest::Approx(0.83).epsilon(0.005));
}

TEST_CASE("a freeze of 4 s puts the game behind and does not make later pictures older, in every loop that drops it")
{
    for (const char* loop : {"interpolated", "canonical", "unity", "variable-clamped", "steptimer", "bullet-10"})
    {
        CAPTURE(loop);
        LaneSetup setup                 = on_display(loop, hz(60), hz(60));
        setup.settings.machine.lag.more = {sim::lag::Spike{300, 4s}};
        const auto m                    = metrics_of(setup, 20s);
        CHECK(m.age.age_max_ms < 1000.0 / 60 + 0.01);
        CHECK(m.age.latency_mean_ms < 60.0); // on average, although the frozen frame has a latency of 4 s
        CHECK(m.age.behind_mean_ms > 2000.0);
    }
}

TEST_CASE("a spiral ends after its number of frames, because the brake stops long frames")
{
    LaneSetup setup = without_vsync("accumulator", hz(120), 6ms, 9ms);
    bool braked     = false;
    const auto r    = run_lane(setup, {.frames = 300},
                               [&](const telemetry::FrameSample& s) { braked |= (s.events & telemetry::brake) != 0; });
    CHECK(r.metrics.frames == 300);
    CHECK(braked);
    CHECK(r.metrics.pacing.max_ms < 61'000.0);
}

TEST_CASE("fixed runs at 2.4 on 144 Hz and at 0.5 on 30 Hz, and reports the time made up or dropped")
{
    const auto fast = metrics_of(on_display("fixed", hz(60), hz(144)), 10s);
    CHECK(fast.progress.speed == doctest::Approx(2.4).epsilon(1e-6));
    CHECK(fast.progress.dropped_ms == doctest::Approx(-14'000.0).epsilon(1e-5));
    const auto slow = metrics_of(on_display("fixed", hz(60), hz(30)), 10s);
    CHECK(slow.progress.speed == doctest::Approx(0.5).epsilon(1e-6));
    CHECK(slow.progress.drift_ms == doctest::Approx(-5000.0).epsilon(1e-5));
}

TEST_CASE("without interpolation pictures are half a step old on average, evenly spread with deviation h/sqrt(12)")
{
    LaneSetup setup                 = without_vsync("accumulator", hz(50), 1ms, 0ns);
    setup.settings.machine.lag.more = {sim::lag::Random{0ms, 7ms}};
    std::vector<double> ages;
    run_lane(setup, {.time = 600s},
             [&](const telemetry::FrameSample& s) { ages.push_back(timestep::to_millis(telemetry::picture_age(s))); });
    double mean = 0.0;
    for (const double age : ages)
    {
        REQUIRE((age >= 0.0 && age < 20.0));
        mean += age / static_cast<double>(ages.size());
    }
    double variance = 0.0;
    for (const double age : ages) variance += (age - mean) * (age - mean) / static_cast<double>(ages.size());
    CHECK(mean == doctest::Approx(10.0).epsilon(0.01));
    CHECK(std::sqrt(variance) == doctest::Approx(20.0 / std::sqrt(12.0)).epsilon(0.01));
}

TEST_CASE("with timer noise the interpolated picture is still exactly one step old, and its animation error is 2/3 ms")
{
    LaneSetup setup                    = on_display("interpolated", hz(50), hz(60));
    setup.settings.machine.clock.noise = 1ms;
    const auto m                       = metrics_of(setup, 60s);
    CHECK(m.age.age_mean_ms == doctest::Approx(20.0).epsilon(1e-9));
    // Two random errors of up to 1 ms differ by 2/3 ms on average.
    CHECK(m.animation.mean_ms == doctest::Approx(2.0 / 3).epsilon(0.03));
}

TEST_CASE("with VSYNC off the latency is the picture age plus the drawing")
{
    const auto m = metrics_of(without_vsync("interpolated", hz(50), 4ms, 0ns), 20s);
    CHECK(m.age.age_mean_ms == 20.0);
    CHECK(m.age.latency_mean_ms == doctest::Approx(24.0).epsilon(1e-9));
}
