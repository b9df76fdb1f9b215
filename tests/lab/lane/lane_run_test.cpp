#include "lab/settings/lane_setup.hpp"
#include "lab/stage/experiment.hpp"
#include "lab/stage/playing.hpp"
#include "timestep/snapshots.hpp"

using sim::VsyncMode;
using timestep::hz;

namespace
{

LaneSetup fifty_hertz(VsyncMode vsync, Nanos render)
{
    return {.config = {.machine = {.vsync = vsync, .refresh_rate = hz(50), .render_cost = render},
                       .scene = *scenes::find_scene_defaults("uniform-motion")}};
}

LaneSetup setup_of(std::string_view loop, Nanos step_cost, timestep::Rate refresh_rate = timestep::hz(60))
{
    LaneSetup setup;
    setup.config.loop.choose_preset(id_of(*timestep::find_preset(loop)));
    setup.config.loop.wants_own_thread = true;
    setup.config.machine.step_cost = step_cost;
    setup.config.machine.refresh_rate = refresh_rate;
    return setup;
}

} // namespace

TEST_CASE("slow motion, pauses and fast forward do not change the lanes' results")
{
    const LaneConfig base{.machine = sim::find_machine_preset("office-laptop-60")->settings};
    std::vector<LaneSetup> setups;
    for (const timestep::Preset& preset : timestep::all_presets)
        setups.push_back(make_lane_setup({{"loop", std::string{preset.name}}}, base));
    LaneRuns smooth{setups};
    smooth.advance_to(5s);

    LaneRuns jerky{setups};
    TimeScale tempo;
    Nanos to{};
    for (int i = 0; to < 5s; ++i)
    {
        tempo.is_paused = i % 5 == 4;
        tempo.scale = i % 3 == 0 ? 0.01 : i % 3 == 1 ? 1.0 : 20.0;
        to = std::min(to + tempo.virtual_time(16ms), Nanos{5s});
        jerky.advance_to(to);
    }
    const auto even = smooth.results();
    const auto uneven = jerky.results();
    for (std::size_t i = 0; i < setups.size(); ++i)
    {
        CHECK(even[i].state_hash == uneven[i].state_hash);
        CHECK(even[i].metrics.animation.mean_ms == uneven[i].metrics.animation.mean_ms);
        CHECK(even[i].state_hash == run_lane(setups[i], {.max_wall_time = 5s}).state_hash);
    }
}

TEST_CASE("a tempo gives no time while paused, and runs at least at a thousandth of real time")
{
    CHECK(TimeScale{.is_paused = true}.virtual_time(16ms) == 0ns);
    CHECK(TimeScale{.scale = 0.25}.virtual_time(16ms) == 4ms);
    CHECK(TimeScale{.scale = 0.25}.real_time(4ms) == 16ms);
    CHECK(TimeScale{.scale = 1e-9}.virtual_time(16ms) == 16us);
}

TEST_CASE("a single frame advances the lane that is furthest behind")
{
    LaneRuns lanes{std::array{fifty_hertz(VsyncMode::off, 10ms), fifty_hertz(VsyncMode::off, 25ms)}};
    for (int i = 0; i < 9; ++i) lanes.simulate_earliest_next_frame();
    CHECK(lanes.results()[0].metrics.frame_count == 6); // frames at 0, 10, 20, 30, 40, 50 ms
    CHECK(lanes.results()[1].metrics.frame_count == 3); // frames at 0, 25, 50 ms
    CHECK(lanes.wall_time() == 50ms);
}

TEST_CASE("a race stops at its limit of frames and continues in the next call")
{
    LaneRuns lanes{std::array{fifty_hertz(VsyncMode::off, 1ms)}};
    CHECK_FALSE(lanes.advance_to(1s, 100));
    CHECK(lanes[0].metrics().frame_count == 100);
    CHECK(lanes.advance_to(1s, 1000));
    CHECK(lanes[0].metrics().frame_count == 1001);
}

TEST_CASE("with VSYNC the screen shows one picture, from the refresh at which it arrived")
{
    LaneRuns lanes{std::array{fifty_hertz(VsyncMode::on, 5ms)}};
    lanes.advance_to(100ms);
    LaneRun& lane = lanes[0];
    CHECK(lane.advance_display_to(19ms).screen_bands.empty());
    for (const auto& [at, shown] : {std::pair{20ms, 0}, std::pair{39ms, 0}, std::pair{40ms, 1}, std::pair{65ms, 2}})
    {
        const auto screen_bands = lane.advance_display_to(at).screen_bands;
        REQUIRE(screen_bands.size() == 1);
        CHECK(screen_bands[0].top == 0.0);
        CHECK(screen_bands[0].moment.sample.frame_number == shown);
    }
}

TEST_CASE("without VSYNC the screen tears at the display's line, and shows one picture again from the next refresh")
{
    // Pictures at 25, 50, 75 ms; refreshes at 10, 30, 50, 70 ms, half a period from those of the PC's first frame.
    LaneRuns lanes{std::array{fifty_hertz(VsyncMode::off, 25ms)}};
    lanes.advance_to(200ms);
    LaneRun& lane = lanes[0];
    CHECK(lane.advance_display_to(24ms).screen_bands.empty());
    CHECK(lane.advance_display_to(28ms).screen_bands.size() == 1); // no earlier picture to show above the tear
    CHECK(lane.advance_display_to(49ms).screen_bands.front().moment.sample.frame_number == 0);
    const auto whole = lane.advance_display_to(60ms).screen_bands;
    REQUIRE(whole.size() == 1);
    CHECK(whole[0].moment.sample.frame_number == 1);
    const auto torn = lane.advance_display_to(79ms).screen_bands;
    REQUIRE(torn.size() == 2);
    CHECK(torn[0].top == 0.0);
    CHECK(torn[0].moment.sample.frame_number == 1);
    CHECK(torn[1].top == doctest::Approx(0.25));
    CHECK(torn[1].moment.sample.frame_number == 2);
    CHECK(lane.advance_display_to(91ms).screen_bands.size() == 1);
}

TEST_CASE("a display that is off by some ppm drifts against the steps with the beat period of the closed form")
{
    for (const int ppm : {-200, -150, -100, -75, -50, -30, -20, -15, -10, -5, 5, 10, 15, 20, 30, 50, 75, 100, 150, 200})
    {
        CAPTURE(ppm);
        LaneSetup setup{.config = {.machine = {.display_ppm = ppm},
                                   .scene = *scenes::find_scene_defaults("uniform-motion"),
                                   .start_phase = 0.5}};
        setup.config.loop.choose_preset(id_of(*timestep::find_preset("accumulator")));
        const double beat_s = 1.0 / std::abs(60.0 * (1.0 + 1e-6 * ppm) - 60.0);
        LaneRun run{setup};
        std::vector<double> slips; // frames that run no step or two
        while (timestep::to_seconds(run.next_frame_start_time()) < 3.0 * beat_s)
        {
            const telemetry::FrameSample& frame = run.simulate_frame();
            if (frame.frame_number > 0 && frame.plan.steps != 1)
                slips.push_back(timestep::to_seconds(frame.start_wall_time));
        }
        REQUIRE(slips.size() == 3);
        for (std::size_t i = 0; i < 3; ++i)
            CHECK(slips[i] == doctest::Approx((static_cast<double>(i) + 0.5) * beat_s).epsilon(0.001));
    }
}

TEST_CASE("the tally counts no bounce that only one of body and ring has had for a moment, and every lost one")
{
    LaneSetup setup = setup_of("interpolated", Nanos{});
    setup.config.scene = *scenes::find_scene_defaults("ball-with-part");
    LaneRun late{setup};
    int unequal = 0;
    while (late.next_frame_start_time() < 20s)
    {
        if (late.lane().totals().frame_count == 100) late.add_hitch(500ms); // 267 ms behind for good
        late.simulate_frame();
        unequal += late.lane().bounces() != late.lane().reference_bounces() ? 1 : 0;
        CHECK(late.lane().tallied_reference_bounces() == late.lane().bounces());
    }
    CHECK(unequal > 20);
    setup = setup_of("fixed", Nanos{});
    setup.config.scene = *scenes::find_scene_defaults("ball-with-part");
    setup.config.machine.render_cost = 40ms;
    LaneRun slow{setup};
    while (slow.next_frame_start_time() < 20s) slow.simulate_frame();
    CHECK(slow.lane().tallied_reference_bounces() == slow.lane().reference_bounces());
    CHECK(slow.lane().reference_bounces() > slow.lane().bounces() + 3);
}

TEST_CASE("frames of one refresh are torn in the middle without VSYNC, and whole with it")
{
    for (const auto& [vsync, band_count] : {std::pair{VsyncMode::off, 2U}, std::pair{VsyncMode::on, 1U}})
    {
        LaneRuns lanes{std::array{fifty_hertz(vsync, 20ms)}};
        lanes.advance_to(200ms);
        const auto bands = lanes[0].advance_display_to(108ms).screen_bands;
        REQUIRE(bands.size() == band_count);
        if (band_count == 2) CHECK(bands[1].top == doctest::Approx(0.5));
    }
}

TEST_CASE("advance_display_to returns every picture since its last call once, in order")
{
    LaneRuns lanes{std::array{fifty_hertz(VsyncMode::on, 5ms)}};
    lanes.advance_to(1s);
    std::vector<std::int64_t> seen;
    for (const auto& [at, most] :
         {std::pair{15ms, 0U}, std::pair{110ms, 5U}, std::pair{110ms, 0U}, std::pair{500ms, 20U}})
    {
        const DisplayContent screen = lanes[0].advance_display_to(at);
        CHECK(screen.new_moments.size() == most);
        for (const scenes::Moment& moment : screen.new_moments) seen.push_back(moment.sample.frame_number);
    }
    for (std::size_t i = 0; i < seen.size(); ++i) CHECK(seen[i] == static_cast<std::int64_t>(i));
}

TEST_CASE("a picture keeps the exact motion at the start of its frame")
{
    LaneRuns lanes{std::array{fifty_hertz(VsyncMode::on, 5ms)}};
    lanes.advance_to(1s);
    const DisplayContent screen = lanes[0].advance_display_to(1s);
    REQUIRE(screen.screen_bands.size() == 1);
    const scenes::Moment& moment = screen.screen_bands[0].moment;
    const auto& world = lanes[0].lane().world();
    scenes::World exact = world;
    scenes::AnyState out = moment.fine_step_state;
    REQUIRE(exact.write_exact_state(timestep::to_seconds(moment.sample.game_time), out));
    CHECK(world.observables(moment.fine_step_state).x == doctest::Approx(world.observables(out).x).epsilon(1e-3));
}

TEST_CASE("with a thread of its own a loop's pictures never go back, and are at most a step and a frame old")
{
    for (const Nanos cost : {Nanos{0}, Nanos{5ms}, Nanos{16ms}})
        for (const timestep::Rate refresh : {timestep::hz(60), timestep::hz(144), timestep::Rate{60000, 1001}})
        {
            INFO("cost ", cost.count(), ", refresh ", timestep::to_hertz(refresh));
            LaneRun lane{setup_of("accumulator", cost, refresh)};
            const Nanos dt = timestep::step_ns(timestep::hz(60));
            Nanos shown = Nanos::min();
            for (int i = 0; i < tries(20'000); ++i)
            {
                const telemetry::FrameSample sample = lane.simulate_frame();
                check_account(lane.lane());
                REQUIRE(sample.shown_time >= shown);
                shown = sample.shown_time;
                if (sample.start_wall_time < 100ms) continue;
                const Nanos age = sample.simulated_time + sample.plan.carried - sample.shown_time;
                REQUIRE(age >= dt - 2ns);
                REQUIRE(age <= dt + cost + 3ns); // the thread has at most one step to compute when a step is due
            }
            CHECK(lane.lane().totals().dropped_time == 0ns);
        }
}

TEST_CASE("steps do not delay the frames of a loop with a thread of its own, also when they cost more than a step")
{
    const auto run = [](Nanos cost, bool async)
    {
        LaneSetup setup = setup_of("interpolated", cost);
        setup.config.loop.wants_own_thread = async;
        return run_lane(setup, {.max_wall_time = 60s});
    };
    const LaneResult free = run(0ms, true), dear = run(30ms, true), slow = run(30ms, false);
    CHECK(free.metrics.frame_count == dear.metrics.frame_count);
    CHECK(dear.step_count == doctest::Approx(60'000 / 30).epsilon(0.01)); // the thread computes all the time
    CHECK(slow.metrics.frame_count < dear.metrics.frame_count / 4);
}

TEST_CASE("a loop whose steps follow the frames is refused a thread of its own")
{
    LaneSetup setup;
    const auto error = apply_assignments(setup, {{"loop", "variable"}, {"async", "on"}});
    REQUIRE(error);
    CHECK(error->message == "async: this loop's steps depend on the frame times, so it cannot run on its own thread");
    CHECK(!apply_assignments(setup, {{"loop", "godot"}, {"async", "on"}}));
}

TEST_CASE("a budget ends the thread's plan after the step in which it is used up")
{
    LaneSetup setup = setup_of("accumulator", 20ms);
    setup.config.loop.step_budget = 8ms;
    LaneRun lane{setup};
    for (int i = 0; i < 600; ++i)
    {
        lane.simulate_frame();
        check_account(lane.lane());
    }
    CHECK(lane.lane().world().step_count() == doctest::Approx(500).epsilon(0.01)); // 10 s of steps of 20 ms
}

TEST_CASE("a thread of its own shows the pictures that a reader of Snapshots shows")
{
    const Nanos cost = 5ms, dt = timestep::step_ns(timestep::hz(50));
    SimulatedThread thread{0ns, 0ns};
    timestep::Loop loop = timestep::to_loop(timestep::presets::accumulator(timestep::hz(50)));
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
            snapshots.publish(static_cast<double>(written + 1), (written + 1) * dt);
        const timestep::StepPlan plan = thread.simulate_frame(loop, {.frame_time = frame}, cost, 0ns);
        steps += plan.steps;
        const auto picture = snapshots.read(now - dt);
        if (!picture.has_state || written != steps || written < 2) continue;
        CHECK(static_cast<double>(steps) - 1.0 + plan.alpha == doctest::Approx(picture.state).epsilon(1e-9));
    }
    CHECK(steps == doctest::Approx(timestep::to_seconds(now) * 50).epsilon(0.001));
}

TEST_CASE("no time is lost when the thread, the loop, its rate or the budget change, in any loop")
{
    for (const timestep::Preset& preset : timestep::all_presets)
    {
        CAPTURE(preset.name);
        LaneConfig config = setup_of(preset.name, 7ms).config;
        Lane lane{config};
        sim::VirtualPc pc{1};
        std::mt19937_64 random{2};
        for (int i = 0; i < tries(20'000); ++i)
        {
            switch (random() % 60)
            {
            case 0: config.loop.wants_own_thread = !config.loop.wants_own_thread; break;
            case 1: config.loop.set_rate(timestep::hz(20 + static_cast<int>(random() % 100))); break;
            case 2: config.loop.step_budget = Nanos{static_cast<std::int64_t>(random() % 2 * 8'000'000)}; break;
            case 3:
                config.loop.choose_preset(static_cast<timestep::PresetId>(random() % timestep::all_presets.size()));
                break;
            case 4: config.loop.choose_preset(id_of(preset)); break;
            default: break;
            }
            config.machine.step_cost = Nanos{static_cast<std::int64_t>(random() % 20 * 1'000'000)};
            lane.apply(config);
            const Nanos frame{static_cast<std::int64_t>(random() % (i % 50 == 0 ? 400'000'000 : 30'000'000))};
            lane.begin_frame({pc.begin_frame(config.machine, frame)}, config, {}, pc);
            check_account(lane);
        }
    }
}

TEST_CASE("an accumulator at the refresh rate takes the same steps in each frame, whenever it is chosen")
{
    const auto check_equal_steps = [](LaneRun& run, std::int64_t steps)
    {
        for (int frame = 0; frame < 12; ++frame) CHECK(run.simulate_frame().plan.steps == steps);
    };
    const auto check_chosen_after = [&](int start_frame, const sim::MachineSettings& machine, std::int64_t steps)
    {
        CAPTURE(start_frame);
        CAPTURE(to_hertz(machine.refresh_rate));
        CAPTURE(steps);
        LaneRun run{{.config = {.machine = machine}}};
        turn(run, {{"loop.preset", "variable"}});
        for (int frame = 0; frame < start_frame; ++frame) run.simulate_frame();
        turn(run.setup().config, {{"loop.preset", "accumulator"}});
        run.setup().config.loop.set_rate(machine.refresh_rate);
        run.apply_setup();
        check_equal_steps(run, steps);
    };
    for (const timestep::Rate refresh_rate : {hz(60), timestep::Rate{60'000, 1001}, hz(90), hz(144)})
        for (int start_frame = 3; start_frame < 12; ++start_frame) // with three buffers, the first two frames are short
        {
            sim::MachineSettings machine{.buffers = sim::Buffers::three, .refresh_rate = refresh_rate};
            check_chosen_after(start_frame, machine, 1);
            machine.buffers = sim::Buffers::two;
            for (int refreshes = 1; refreshes < 5; ++refreshes)
            {
                machine.lag.delay = (refreshes - 1) * step_ns(refresh_rate);
                check_chosen_after(start_frame, machine, refreshes);
            }
        }
}

TEST_CASE(
    "behind a compositor a frame that a later one replaces is not displayed, in samples, metrics and pictures alike")
{
    for (const char* const loop : {"pygame", "interpolated", "minecraft"})
        for (const char* const cost : {"1ms", "16ms", "40ms"})
        {
            LaneSetup setup =
                make_lane_setup({{"loop", loop}, {"vsync", "composed"}, {"render-cost", cost}, {"jitter", "9ms"}});
            std::vector<telemetry::FrameSample> sent;
            const LaneResult result =
                run_lane(setup, {.max_wall_time = 20s}, [&](const telemetry::FrameSample& s) { sent.push_back(s); });
            std::int64_t displayed_count = 0;
            Nanos newest_screen_time{-1};
            for (std::size_t i = 0; i < sent.size(); ++i)
            {
                CHECK(sent[i].frame_number == static_cast<std::int64_t>(i));
                if (!sent[i].is_displayed) continue;
                ++displayed_count;
                CHECK(sent[i].screen_time > newest_screen_time);
                CHECK_FALSE(sent[i].is_torn);
                newest_screen_time = sent[i].screen_time;
                // The newest frame that is finished at its refresh: the next one begins later or is finished later.
                for (std::size_t k = i + 1; k < sent.size() && sent[k].start_wall_time < newest_screen_time; ++k)
                    CHECK_FALSE((sent[k].is_displayed && sent[k].screen_time <= newest_screen_time));
            }
            CHECK(result.metrics.frame_count == std::ssize(sent));
            CHECK(result.metrics.tearing.displayed_count == displayed_count);
            CHECK(displayed_count <= 20 * 60 + 1);

            // The window shows the same frames.
            LaneRun drawn{setup, true};
            std::vector<std::int64_t> shown;
            for (Nanos wall_time{}; wall_time < 20s; wall_time += 5ms)
            {
                while (drawn.has_next_frame({}) && drawn.next_frame_start_time() <= wall_time) drawn.simulate_frame();
                for (const scenes::Moment& moment : drawn.advance_display_to(wall_time).new_moments)
                    shown.push_back(moment.sample.frame_number);
            }
            std::vector<std::int64_t> displayed;
            for (const telemetry::FrameSample& sample : sent)
                if (sample.is_displayed && std::ssize(displayed) < std::ssize(shown))
                    displayed.push_back(sample.frame_number);
            CHECK(shown == displayed);
        }
}
