// Checks the camera of a lane: its jitter on the screen against closed forms, its copies and its reference.
#include "lab/stage/playing.hpp"

namespace
{

telemetry::MeanScreenJitter jitter_of(const LaneSetup& setup, Nanos length = 20s)
{
    return run_lane(setup, {.max_wall_time = length}).metrics.jitter;
}

LaneSetup at_rates(std::int64_t step_hz, std::int64_t display_hz, double speed = 8.0)
{
    LaneSetup setup = setup_from("scene=camera loop=interpolated");
    setup.config.loop.set_rate(timestep::hz(step_hz));
    setup.config.machine.refresh_rate = timestep::hz(display_hz);
    scenes::set_knob(setup.config.scene, "speed", speed);
    return setup;
}

} // namespace

// The camera is ahead of the blended runner by (1 - alpha) steps: a saw-tooth that falls by a frame's motion in each
// frame and rises by a step's motion in a frame with a step. The distance from the line is half of the motion of a step
// in the two frames at each rise; of two rises in a row only the first and the last frame count.
TEST_CASE("a camera at the newest state trembles by min(1 / frame rate, 1 / step rate - 1 / frame rate)")
{
    for (const auto& [step_hz, display_hz] : {std::pair{60, 144}, {60, 75}, {60, 120}, {50, 60}, {30, 60}, {20, 144}})
        for (const double speed : {2.0, 8.0, 24.0})
        {
            const auto jitter = jitter_of(at_rates(step_hz, display_hz, speed), 60s);
            const double expected_ms = std::min(1000.0 / display_hz, 1000.0 / step_hz - 1000.0 / display_hz);
            CHECK(jitter.mean_ms == doctest::Approx(expected_ms).epsilon(0.002));
            CHECK(jitter.mean_mm == doctest::Approx(expected_ms * speed).epsilon(0.002));
        }
    CHECK(jitter_of(at_rates(60, 60)).mean_ms < 0.01); // alpha is constant
}

TEST_CASE("only a camera at another time than the drawn runner trembles")
{
    // On a PC with frames of 7 to 27 ms.
    const auto jitter_with = [](std::string_view loop, std::string_view follow)
    {
        return jitter_of(setup_from(fmt::format("scene=camera loop={} scene.camera={} vsync=off delay=5ms jitter=20ms",
                                                loop, follow)))
            .mean_ms;
    };
    CHECK(jitter_with("interpolated", "newest") > 3.0);
    CHECK(jitter_with("interpolated", "blended") == 0.0);
    CHECK(jitter_with("accumulator", "newest") == 0.0);
    CHECK(jitter_with("extrapolated", "blended") == 0.0);
    CHECK(jitter_with("extrapolated", "newest") > 3.0);
}

TEST_CASE("only a camera at another moment than the drawn body makes an even motion UNEVEN, at any speed of the mouse")
{
    for (const std::string_view loop : {"variable", "accumulator", "interpolated"})
        for (const int display_hz : {60, 120, 144, 240})
            for (const std::string_view follow :
                 {"newest", "blended", "stepped", "smoothed-newest", "smoothed-blended"})
                for (const int mouse_speed : {0, 4})
                {
                    CAPTURE(loop);
                    CAPTURE(display_hz);
                    CAPTURE(follow);
                    LaneRun lane{
                        setup_from(fmt::format("scene=camera loop={} display-hz={} scene.camera={} scene.mouse={}",
                                               loop, display_hz, follow, mouse_speed))};
                    run_to(lane, 5s);
                    const Judgement& judgement = lane.lane().judgement();
                    const bool trembles = follow == "newest" && loop == "interpolated" && display_hz != 60;
                    // The steps of `accumulator` jerk by themselves.
                    if (loop != "accumulator") CHECK(verdict_name(judgement.verdict) == (trembles ? "UNEVEN" : "OK"));
                    CHECK(verdict_explanation(lane.lane(), lane.lane().samples().back(), judgement)
                              .starts_with("the camera follows another moment") == trembles);
                }
}

TEST_CASE("a longer half-life hides more of a camera that moves toward the newest state, but adds lag")
{
    double last_ms = 1000.0 / 144;
    for (const double half_life : {0.0, 0.02, 0.1, 0.5})
    {
        LaneSetup setup = at_rates(60, 144);
        scenes::set_knob(setup.config.scene, "camera", 3);
        scenes::set_knob(setup.config.scene, "half-life", half_life);
        const double ms = jitter_of(setup, 60s).mean_ms;
        CHECK((half_life == 0.0 ? ms == doctest::Approx(last_ms).epsilon(0.002) : ms < 0.9 * last_ms));
        CHECK(ms > 0.01);
        last_ms = ms;
        for (const int right : {2, 4}) // stepped, and moved toward the blended state
        {
            scenes::set_knob(setup.config.scene, "camera", right);
            CHECK(jitter_of(setup, 60s).mean_ms < 0.01);
        }
    }
}

TEST_CASE("the camera is a part of the lane's state, and changes nothing in the world")
{
    const LaneSetup newest = setup_from("scene=camera loop=interpolated");
    LaneSetup stepped = newest;
    turn(stepped.config, {{"scene.camera", "stepped"}, {"scene.mouse", "3"}});
    CHECK(run_lane(newest, {.max_wall_time = 10s}).state_hash == run_lane(stepped, {.max_wall_time = 10s}).state_hash);

    // A copy of the lane, as in a replay's snapshot, computes the same camera positions.
    LaneRun run{stepped, true};
    for (int i = 0; i < 100; ++i) run.simulate_frame();
    Lane copy = run.lane();
    sim::VirtualPc pc{1};
    sim::VirtualPc other_pc{1};
    for (int i = 0; i < 50; ++i)
        CHECK(copy.begin_frame({7ms}, stepped.config, {}, other_pc).camera_x ==
              run.lane().begin_frame({7ms}, stepped.config, {}, pc).camera_x);
}

TEST_CASE("the history keeps the camera, a reset puts it at the runner, and a scene without a camera has none")
{
    LaneRun run{setup_from("scene=camera loop=interpolated scene.camera=smoothed-blended"), true};
    const telemetry::FrameSample early = run.simulate_frame();
    for (int i = 0; i < 200; ++i) run.simulate_frame();
    CHECK(run.lane().moment_at(early.start_wall_time).sample.camera_x == early.camera_x);
    CHECK(run.lane().samples().back().camera_x > 1.0);
    reset(run);
    CHECK(run.simulate_frame().camera_x < 0.5);
    turn(run, {{"scene.name", "uniform-motion"}});
    CHECK(std::isnan(run.simulate_frame().camera_x));
    CHECK(std::isnan(run.lane().samples().back().reference_camera_x));
}

TEST_CASE("the reference has a camera of the same kind at its own body, without the steps")
{
    for (const std::string_view follow : {"newest", "blended", "stepped", "smoothed-newest", "smoothed-blended"})
    {
        LaneRun run{setup_from(fmt::format("scene=camera loop=accumulator scene.camera={}", follow))};
        telemetry::FrameSample last;
        for (int i = 0; i < 600; ++i) last = run.simulate_frame();
        const bool is_at_body = follow == "newest" || follow == "blended";
        CHECK(last.reference_x_at_frame_start - last.reference_camera_x ==
              doctest::Approx(is_at_body ? 0.0 : 8.0 * 0.1 / std::log(2.0)));
        CHECK(last.shown_x - last.camera_x ==
              doctest::Approx(last.reference_x_at_frame_start - last.reference_camera_x).epsilon(0.001));
    }
}

TEST_CASE("the reference camera moves from the first frame after a restart on, as in a new lane")
{
    const LaneSetup setup = setup_from("scene=camera loop=accumulator scene.camera=smoothed-blended");
    LaneRun restarted{setup};
    for (int i = 0; i < 300; ++i) restarted.simulate_frame();
    reset(restarted);
    LaneRun fresh{setup};
    fresh.simulate_frame(); // at the time 0
    const auto lag_of = [](const telemetry::FrameSample& s)
    { return s.reference_x_at_frame_start - s.reference_camera_x; };
    for (int i = 0; i < 20; ++i)
    {
        const double restarted_lag = lag_of(restarted.simulate_frame());
        const double fresh_lag = lag_of(fresh.simulate_frame());
        INFO("frame ", i);
        CHECK(restarted_lag == doctest::Approx(fresh_lag));
    }
}
