// Runs without a window: metrics of a run, and numbers that follow from the virtual PC, the loops and the metrics.
#include "lab/metrics/scoreboard.hpp"
#include "lab/stage/playing.hpp"

using sim::VsyncMode;
using timestep::hz;

namespace
{

LaneSetup setup_of(std::string_view loop, std::string_view machine = "office-laptop-60")
{
    LaneSetup setup{.name = std::string{loop}};
    setup.settings.loop.choose(id_of(*timestep::find_preset(loop)));
    setup.settings.machine = sim::find_machine_preset(machine)->settings;
    return setup;
}

LaneSetup setup_of(std::string_view loop, timestep::Rate rate, std::string_view scene = "uniform-motion")
{
    LaneSetup setup{.name = std::string{loop}};
    setup.settings.loop.choose(id_of(*timestep::find_preset(loop)));
    setup.settings.loop.set_rate(rate);
    setup.settings.scene = *scenes::find_scene_defaults(scene);
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

TEST_CASE("lanes with equal settings agree to the bit, alone and together; another seed gives another state")
{
    const LaneSetup setups[]{setup_of("semi-fixed"), setup_of("semi-fixed"), setup_of("interpolated")};
    const auto together = run_lanes(setups, {.time = 20s});
    const auto alone    = run_lane(setups[0], {.time = 20s});
    CHECK(together[0].state_hash == together[1].state_hash);
    CHECK(together[0].state_hash == alone.state_hash);
    CHECK(together[0].metrics.animation.rms_ms == alone.metrics.animation.rms_ms);
    CHECK(together[2].setup.name == "interpolated");
    LaneSetup other     = setups[0];
    other.settings.seed = 2;
    CHECK(run_lane(other, {.time = 20s}).state_hash != alone.state_hash);
}

TEST_CASE("fixed-step lanes agree tick by tick on every machine; variable and semi-fixed do not")
{
    for (const char* loop : {"fixed", "accumulator", "interpolated"})
    {
        std::vector<LaneSetup> everywhere;
        for (const sim::MachinePreset& preset : sim::machine_presets())
            everywhere.push_back(setup_of(loop, preset.name));
        CHECK_FALSE(find_first_differing_step(everywhere));
        CHECK(test_reproducibility(setup_of(loop)));
    }
    for (const char* loop : {"variable", "semi-fixed"})
    {
        const LaneSetup two[]{setup_of(loop, "gaming-pc-144"), setup_of(loop, "television-59.94")};
        CHECK(find_first_differing_step(two) == 1);
        CHECK_FALSE(test_reproducibility(setup_of(loop)));
    }
}

TEST_CASE("the hash at a tick is the hash of that tick's state, for any number of steps in a frame")
{
    LaneSetup slow = setup_of("accumulator", "old-pc-25");
    slow.settings.loop.set_rate(hz(240));
    LaneSetup fast = setup_of("accumulator", "gaming-pc-144");
    fast.settings.loop.set_rate(hz(240));
    const auto a = run_lane(slow, {.ticks = 480});
    const auto b = run_lane(fast, {.ticks = a.ticks});
    CHECK(a.ticks >= 480);
    CHECK(b.ticks == a.ticks);
    CHECK(a.state_hash == b.state_hash);
}

TEST_CASE("a run ends with the first of its limits")
{
    const LaneSetup setup = setup_of("accumulator", "old-pc-25");
    CHECK(run_lane(setup, {.frames = 77}).metrics.frames == 77);
    CHECK(run_lane(setup, {.time = 10s, .frames = 77}).metrics.frames == 77);
    CHECK(run_lane(setup, {.time = 10s}).metrics.frames == 251); // frames at 0, 40 ms ... 10 s
    CHECK(run_lane(setup, {.frames = 0}).metrics.frames == 0);
    CHECK(run_lane(setup, {.ticks = 0}).metrics.frames == 0);
}

TEST_CASE("a recording gives a lane exactly its frames, ends the run, and shows each picture one frame later")
{
    LaneSetup setup = setup_of("variable");
    const std::vector<Nanos> frames{10ms, 30ms, 0ms, 20ms, 20ms};
    setup.recording = Playback{"a.csv", frames, AtEnd::stop};
    std::vector<telemetry::FrameSample> samples;
    const auto result = run_lane(setup, {}, [&](const telemetry::FrameSample& s) { samples.push_back(s); });
    REQUIRE(samples.size() == frames.size());
    Nanos wall{};
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        wall += frames[i];
        CHECK(samples[i].measured == frames[i]);
        CHECK(samples[i].wall == wall);
        CHECK(samples[i].displayed == (i + 1 < frames.size()));
        if (i + 1 < frames.size()) CHECK(samples[i].screen == wall + frames[i + 1]);
    }
    CHECK(result.metrics.pacing.mean_ms == 16.0);
    CHECK(result.metrics.progress.speed == 1.0);
}

TEST_CASE("in a race every loop gets the same lag")
{
    std::vector<std::vector<Nanos>> fed;
    for (const char* loop : {"variable", "accumulator", "interpolated"})
    {
        LaneSetup setup                  = setup_of(loop, "vrr-48-144");
        setup.settings.machine.step_cost = 0ns;
        auto& frames                     = fed.emplace_back();
        run_lane(setup, {.time = 5s}, [&](const telemetry::FrameSample& s) { frames.push_back(s.measured); });
    }
    CHECK(fed[0] == fed[1]);
    CHECK(fed[0] == fed[2]);
}

TEST_CASE("a lane's integration error is the distance of its pictures from the exact motion at their time")
{
    LaneSetup setup            = setup_of("accumulator", "television-59.94");
    scenes::SceneSettings free = *scenes::find_scene_defaults("spring-and-ball");
    set_knob(free, "wall-x", 2.0); // the ball never reaches the wall
    setup.settings.scene      = free;
    setup.settings.integrator = sim::Integrator::exact;
    CHECK(run_lane(setup, {.time = 5s}).metrics.accuracy.integration_error_max < 1e-9);
    setup.settings.integrator = sim::Integrator::explicit_euler;
    CHECK(run_lane(setup, {.time = 500ms}).metrics.accuracy.integration_error_max > 0.1);

    setup                     = setup_of("interpolated", "television-59.94");
    setup.settings.scene      = free;
    setup.settings.integrator = sim::Integrator::exact;
    // A straight blend has its largest error at the turning point: the height of the arc.
    const double chord = 1.0 - std::cos(std::sqrt(600.0) / 60.0 / 2.0);
    CHECK(run_lane(setup, {.time = 60s}).metrics.accuracy.integration_error_max ==
          doctest::Approx(chord).epsilon(0.02));
}

TEST_CASE("every metric has a key and a sentence, and is found by its key")
{
    std::set<std::string_view> keys;
    for (const MetricRow& metric : all_metrics())
    {
        const std::string mend = "; correct the row of " + std::string{metric.key} +
                                 " in src/lab/metrics/scoreboard.cpp, then run: ctest --preset release -R '^lab$'";
        CHECK_MESSAGE(keys.insert(metric.key).second, "another metric has this key", mend);
        CHECK(find_metric(metric.key) == &metric);
        CHECK_MESSAGE((metric.definition.size() > 20 && metric.definition.back() == '.'), "`what` is no sentence",
                      mend);
    }
    CHECK(find_metric("no-such-metric") == nullptr);
}

TEST_CASE("a time that differs from 0 only by the rounding of clocks to nanoseconds is 0 on the scoreboard")
{
    std::vector<LaneResult> results(2);
    results[0].metrics.animation.mean_ms = 0.0;
    results[1].metrics.animation.mean_ms = 1.4e-6;
    const MetricRow& error               = *find_metric("animation_error_mean_ms");
    CHECK(value_text(error, results[1]) == "0");
    CHECK(standings(error, results) == std::vector<Standing>(2, Standing::none));
    results[1].metrics.animation.mean_ms = 2e-5;
    CHECK(value_text(error, results[1]) == "0.000020");
    CHECK(standings(error, results) == std::vector<Standing>(2, Standing::none));
}

TEST_CASE("the scoreboard marks no value as best or worst if a player cannot see the difference")
{
    std::vector<LaneResult> results(3);
    for (auto& result : results) result.metrics.progress.speed = 1.0;
    const MetricRow& speed            = *find_metric("speed");
    results[1].metrics.progress.speed = 0.9997;
    CHECK(standings(speed, results) == std::vector<Standing>(3, Standing::none));
    results[2].metrics.progress.speed = 0.9;
    CHECK(standings(speed, results) == std::vector<Standing>{Standing::best, Standing::best, Standing::worst});
    const MetricRow& error = *find_metric("state_error_max_m");
    for (std::size_t i = 0; i < 3; ++i)
        results[i].metrics.accuracy.state_error_max = i == 2 ? std::numeric_limits<double>::infinity() : 1e-9;
    CHECK(standings(error, results) == std::vector<Standing>{Standing::best, Standing::best, Standing::worst});
}

TEST_CASE("the scoreboard ranks by each metric's better direction, marks best and worst, and puts NaN last")
{
    std::vector<LaneResult> results(4);
    const double speeds[]{0.5, 1.01, 1.4, std::nan("")};
    for (std::size_t i = 0; i < 4; ++i)
    {
        results[i].metrics.progress.speed    = speeds[i];
        results[i].metrics.progress.drift_ms = i == 2 ? -3.0 : 5.0;
    }
    const MetricRow& speed = *find_metric("speed");
    CHECK(ranked_indices(speed, results) == std::vector<std::size_t>{1, 2, 0, 3});
    CHECK(standings(speed, results) ==
          std::vector<Standing>{Standing::worst, Standing::best, Standing::none, Standing::none});
    CHECK(ranked_indices(*find_metric("drift_ms"), results).front() == 2);
    CHECK(standings(*find_metric("drift_ms"), results) ==
          std::vector<Standing>{Standing::worst, Standing::worst, Standing::best, Standing::worst});
    for (const char* same : {"tunnelled", "frames"})
        CHECK(standings(*find_metric(same), results) == std::vector<Standing>(4, Standing::none));
    CHECK(value_text(speed, results[0]) == "0.5");
    CHECK(value_text(speed, results[3]) == "-");
    CHECK(value_text(*find_metric("blew_up"), results[0]) == "no");
    CHECK(value_text(*find_metric("reproducible"), results[0]) == "-");
    CHECK(hash_text(std::uint64_t{0xabc}) == "0000000000000abc");
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

TEST_CASE("with steps of 16.7 ms that cost 20 ms no loop runs faster than 0.83 of real time")
{
    for (const char* loop : {"accumulator", "semi-fixed", "interpolated", "godot", "mainloop-js", "rapier"})
        CHECK_MESSAGE(metrics_of(without_vsync(loop, hz(60), 6ms, 20ms), 60s).progress.speed < 0.834, loop);
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
    CHECK(r.metrics.progress.dropped_ms > 50'000.0);
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
