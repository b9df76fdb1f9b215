// Runs without a window: metrics of a run, and numbers that follow from the virtual PC, the loops and the metrics.
#include "lab/metrics/metric_table.hpp"
#include "lab/stage/playing.hpp"

using timestep::hz;

namespace
{

LaneSetup setup_of(std::string_view loop, std::string_view machine = "office-laptop-60")
{
    LaneSetup setup{.name = std::string{loop}};
    setup.config.loop.choose_preset(id_of(*timestep::find_preset(loop)));
    setup.config.machine = sim::find_machine_preset(machine)->settings;
    return setup;
}

} // namespace

TEST_CASE("the hash at a tick is the hash of that tick's state, for any number of steps in a frame")
{
    LaneSetup slow = setup_of("accumulator", "old-pc-25");
    slow.config.loop.set_rate(hz(240));
    LaneSetup fast = setup_of("accumulator", "gaming-pc-144");
    fast.config.loop.set_rate(hz(240));
    const auto a = run_lane(slow, {.max_steps = 480});
    const auto b = run_lane(fast, {.max_steps = a.step_count});
    CHECK(a.step_count >= 480);
    CHECK(b.step_count == a.step_count);
    CHECK(a.state_hash == b.state_hash);
}

TEST_CASE("a run ends with the first of its limits")
{
    const LaneSetup setup = setup_of("accumulator", "old-pc-25");
    CHECK(run_lane(setup, {.max_frames = 77}).metrics.frame_count == 77);
    CHECK(run_lane(setup, {.max_wall_time = 10s, .max_frames = 77}).metrics.frame_count == 77);
    CHECK(run_lane(setup, {.max_wall_time = 10s}).metrics.frame_count == 251); // frames at 0, 40 ms ... 10 s
    CHECK(run_lane(setup, {.max_frames = 0}).metrics.frame_count == 0);
    CHECK(run_lane(setup, {.max_steps = 0}).metrics.frame_count == 0);
}

TEST_CASE("a recording gives a lane exactly its frames, ends the run, and shows each picture one frame later")
{
    LaneSetup setup = setup_of("variable");
    const std::vector<Nanos> frames{10ms, 30ms, 0ms, 20ms, 20ms};
    setup.recording = RecordingPlayback{"a.csv", frames, PlaybackEndBehaviour::stop};
    std::vector<telemetry::FrameSample> samples;
    const auto result = run_lane(setup, {}, [&](const telemetry::FrameSample& s) { samples.push_back(s); });
    REQUIRE(samples.size() == frames.size());
    Nanos wall{};
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        wall += frames[i];
        CHECK(samples[i].measured_frame_time == frames[i]);
        CHECK(samples[i].start_wall_time == wall);
        CHECK(samples[i].is_displayed == (i + 1 < frames.size()));
        if (i + 1 < frames.size()) CHECK(samples[i].screen_time == wall + frames[i + 1]);
    }
    CHECK(result.metrics.frame_times.mean_ms == 16.0);
    CHECK(result.metrics.progress.speed == 1.0);
}

TEST_CASE("a lane's integration error is the distance of its pictures from the exact motion at their time")
{
    LaneSetup setup = setup_of("accumulator", "television-59.94");
    scenes::SceneSettings free = *scenes::find_scene_defaults("spring-and-ball");
    set_knob(free, "wall-x", 2.0); // the ball never reaches the wall
    setup.config.scene = free;
    setup.config.integrator = sim::Integrator::exact;
    CHECK(run_lane(setup, {.max_wall_time = 5s}).metrics.accuracy.integration_error_max < 1e-9);
    setup.config.integrator = sim::Integrator::explicit_euler;
    CHECK(run_lane(setup, {.max_wall_time = 500ms}).metrics.accuracy.integration_error_max > 0.1);

    setup = setup_of("interpolated", "television-59.94");
    setup.config.scene = free;
    setup.config.integrator = sim::Integrator::exact;
    // A straight blend has its largest error at the turning point: the height of the arc.
    const double chord = 1.0 - std::cos(std::sqrt(600.0) / 60.0 / 2.0);
    CHECK(run_lane(setup, {.max_wall_time = 60s}).metrics.accuracy.integration_error_max ==
          doctest::Approx(chord).epsilon(0.02));
}

TEST_CASE("every metric has a key and a sentence, and is found by its key")
{
    std::set<std::string_view> keys;
    for (const Metric& metric : all_metrics())
    {
        const std::string mend = "; correct the row of " + std::string{metric.key} +
                                 " in src/lab/metrics/metric_table.cpp, then run: ctest --preset release -R '^lab$'";
        CHECK_MESSAGE(keys.insert(metric.key).second, "another metric has this key", mend);
        CHECK(find_metric(metric.key) == &metric);
        CHECK_MESSAGE((metric.definition.size() > 20 && metric.definition.back() == '.'), "`what` is no sentence",
                      mend);
    }
    CHECK(std::ranges::count_if(all_metrics(), &Metric::decides) == 8);
    CHECK(find_metric("no-such-metric") == nullptr);
}

TEST_CASE("a time that differs from 0 only by the rounding of clocks to nanoseconds is 0 on the scoreboard")
{
    std::vector<LaneResult> results(2);
    results[0].metrics.animation.mean_ms = 0.0;
    results[1].metrics.animation.mean_ms = 1.4e-6;
    const Metric& error = *find_metric("animation_error_mean_ms");
    CHECK(value_text_without_unit(error, results[1]) == "0");
    CHECK(rank_marks(error, results) == std::vector<RankMark>(2, RankMark::none));
    results[1].metrics.animation.mean_ms = 2e-5;
    CHECK(value_text_without_unit(error, results[1]) == "0.000020");
    CHECK(rank_marks(error, results) == std::vector<RankMark>(2, RankMark::none));
}

TEST_CASE("the scoreboard marks no value as best or worst if a player cannot see the difference")
{
    std::vector<LaneResult> results(3);
    for (auto& result : results) result.metrics.progress.speed = 1.0;
    const Metric& speed = *find_metric("speed");
    results[1].metrics.progress.speed = 0.9997;
    CHECK(rank_marks(speed, results) == std::vector<RankMark>(3, RankMark::none));
    results[2].metrics.progress.speed = 0.9;
    CHECK(rank_marks(speed, results) == std::vector<RankMark>{RankMark::best, RankMark::best, RankMark::worst});
    const Metric& error = *find_metric("state_error_max_m");
    for (std::size_t i = 0; i < 3; ++i)
        results[i].metrics.accuracy.state_error_max = i == 2 ? std::numeric_limits<double>::infinity() : 1e-9;
    CHECK(rank_marks(error, results) == std::vector<RankMark>{RankMark::best, RankMark::best, RankMark::worst});
}

TEST_CASE("the scoreboard ranks by each metric's better direction, marks best and worst, and puts NaN last")
{
    std::vector<LaneResult> results(4);
    const double speeds[]{0.5, 1.01, 1.4, std::nan("")};
    for (std::size_t i = 0; i < 4; ++i)
    {
        results[i].metrics.progress.speed = speeds[i];
        results[i].metrics.progress.drift_ms = i == 2 ? -3.0 : 5.0;
    }
    const Metric& speed = *find_metric("speed");
    CHECK(ranked_indices(speed, results) == std::vector<std::size_t>{1, 2, 0, 3});
    CHECK(rank_marks(speed, results) ==
          std::vector<RankMark>{RankMark::worst, RankMark::best, RankMark::none, RankMark::none});
    CHECK(ranked_indices(*find_metric("drift_ms"), results).front() == 2);
    CHECK(rank_marks(*find_metric("drift_ms"), results) ==
          std::vector<RankMark>{RankMark::worst, RankMark::worst, RankMark::best, RankMark::worst});
    for (const char* same : {"tunnelled", "frames"})
        CHECK(rank_marks(*find_metric(same), results) == std::vector<RankMark>(4, RankMark::none));
    CHECK(value_text_without_unit(speed, results[0]) == "0.5");
    CHECK(value_text_without_unit(speed, results[3]) == "-");
    CHECK(value_text_without_unit(*find_metric("blew_up"), results[0]) == "no");
    CHECK(value_text_without_unit(*find_metric("reproducible"), results[0]) == "-");
    CHECK(hash_text(std::uint64_t{0xabc}) == "0000000000000abc");
}

TEST_CASE("a spiral ends after its number of frames, because the brake stops long frames")
{
    const LaneSetup setup = setup_from("loop=accumulator hz=120 vsync=off render-cost=6ms step-cost=9ms");
    bool braked = false;
    const auto r = run_lane(setup, {.max_frames = 300},
                            [&](const telemetry::FrameSample& s)
                            { braked |= (s.events & telemetry::step_time_limit_reached) != 0; });
    CHECK(r.metrics.frame_count == 300);
    CHECK(braked);
    CHECK(r.metrics.frame_times.max_ms < 61'000.0);
    CHECK(r.metrics.progress.dropped_ms > 50'000.0);
}

TEST_CASE("without interpolation pictures are half a step old on average, evenly spread with deviation h/sqrt(12)")
{
    const LaneSetup setup =
        setup_from("loop=accumulator hz=50 vsync=off render-cost=1ms lag=random:7ms step-cost=0 scene=uniform-motion");
    std::vector<double> ages;
    run_lane(setup, {.max_wall_time = 600s},
             [&](const telemetry::FrameSample& s) { ages.push_back(timestep::to_millis(telemetry::state_age(s))); });
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
