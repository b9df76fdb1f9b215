#include "recording.hpp"

namespace
{

const Turns stutters{{"machine.jitter_ms", "9ms"}, {"machine.spike_every", "100"}, {"machine.spike_ms", "250ms"}};

Nanos an_hour() { return is_thorough() ? Nanos{1h} : is_sanitized ? Nanos{1min} : Nanos{6min}; }

std::string an_hour_of_inputs(std::uint64_t seed, bool turns_loops)
{
    return random_script(seed, timestep::to_seconds(an_hour()), tries(500), turns_loops);
}

} // namespace

TEST_CASE("an hour of any loop with 500 inputs runs again to the bit")
{
    std::uint64_t seed = 1;
    int whole = 0;
    for (const timestep::Preset& preset : timestep::all_presets)
    {
        CAPTURE(preset.name);
        const auto recorded = record(settings_of(preset.name, stutters), an_hour_of_inputs(seed++, true), an_hour());
        CHECK(recorded.ticks > 1000);
        check_runs_again(recorded);
        whole += recorded.replay->has_only_fixed_steps ? 1 : 0;
    }
    CHECK(whole > 20);
}

TEST_CASE("a replay with whole steps gives the same states with other frame times and without frame times" *
          doctest::skip(is_sanitized))
{
    std::uint64_t seed = 100;
    for (const timestep::Preset& preset : timestep::all_presets)
    {
        CAPTURE(preset.name);
        const auto start = settings_of(preset.name, stutters);
        const auto script = random_script(seed++, 60, 40, true);
        const auto recorded = record(start, script, 60s);
        if (!recorded.replay->has_only_fixed_steps) continue;
        check_runs_again(recorded, lab::FrameTimeSource::machine);
        const auto small = record(start, script, 60s, false);
        CHECK(small.replay->inputs.size() == recorded.replay->inputs.size());
        lab::ReplayRun steps{small.replay};
        check_same(recorded, steps);
    }
}

TEST_CASE("steps that depend on the frame time are not whole, also if each is the step of the rate by accident")
{
    for (const timestep::Preset& preset : timestep::all_presets)
    {
        CAPTURE(preset.name);
        const auto even = settings_of(
            preset.name, {{"machine.vsync", "off"}, {"machine.render_cost_ms", "16ms"}, {"loop.hz", "62.5"}});
        const auto recorded = record(even, "", 2s);
        const bool depends = stepper_clock_relation(even.lane.loop) == timestep::ClockRelation::equal;
        CHECK(recorded.ticks > 10);
        CHECK(recorded.replay->has_only_fixed_steps == !depends);
    }
    const auto left = record(settings_of("accumulator"), "at 1 key 2\nat 1.5 key 4\n", 3s);
    CHECK(!left.replay->has_only_fixed_steps);
    const auto rate = record(settings_of("bullet"), "at 1 set loop.hz 59.94\nat 2 key 4\n", 3s);
    CHECK(rate.replay->has_only_fixed_steps);
}

TEST_CASE("resets, changes of the scene and frames stopped by the brake run again to the bit")
{
    const auto start = settings_of("accumulator", {{"machine.step_cost_ms", "100ms"}, {"loop.hz", "100"}});
    const std::string script =
        "at 1 grab 0.3\nat 1.5 key R\nat 100 key R\nat 200 key R\nat 230 set machine.step_cost_ms 1\n"
        "at 240 set scene.name player\nat 241 press jump\nat 241 let-go jump\nat 242 press right\n"
        "at 243 press dash\nat 245 set scene.name spring-and-ball\nat 245 set loop.preset unity\n"
        "at 246 set loop.overload cap-steps\n";
    const auto recorded = record(start, script, 260s);
    const auto is_brake = [](const lab::FrameBoundaryEvent& event)
    { return std::holds_alternative<lab::TruncatedFrameEvent>(event.data); };
    CHECK(std::ranges::any_of(recorded.replay->events, is_brake));
    check_runs_again(recorded);
    lab::ReplayRun live{recorded.replay, lab::FrameTimeSource::machine};
    live.run_to_end();
    CHECK(recorded.replay->has_only_fixed_steps == !live.first_difference());
}

TEST_CASE("a loop with a budget, and one with a thread of its own, run again to the bit")
{
    for (const std::pair<std::string_view, std::string_view> more :
         {std::pair{"loop.budget_ms", "8ms"}, {"loop.async", "on"}})
        for (const char* loop : {"accumulator", "interpolated", "unity"})
        {
            INFO("more.first ", more.first, ", loop ", loop);
            const auto start = settings_of(loop, {{"machine.step_cost_ms", "3ms"}, more});
            const auto recorded =
                record(start, an_hour_of_inputs(7, true) + "at 20 set machine.step_cost_ms 13\n", 60s);
            CHECK(recorded.ticks > 1000);
            check_runs_again(recorded);
        }
}

TEST_CASE("a state with a NaN is a difference, because nothing is known from there on")
{
    const auto start = settings_of("interpolated", {{"loop.hz", "20"}, {"scene.integrator", "rk4"}});
    lab::Replay replay = *record(start, "at 5 grab -0.5\nat 5.5 release\n", 20s).replay;
    for (lab::InputChange& change : replay.inputs)
        if (change.input.grabbed) change.input.drag_velocity_x = 1e308; // no hand is so fast
    std::fill(replay.hashes.begin() + 1, replay.hashes.end(), 0U);
    lab::ReplayRun run{std::make_shared<const lab::Replay>(replay)};
    run.run_to_end();
    REQUIRE(run.first_difference());
    CHECK(lab::difference_text(*run.first_difference()) == "no comparison after tick 60: the state contains a NaN");
}

TEST_CASE("a run with fewer or more ticks than were recorded is a difference")
{
    const auto recorded = record(settings_of("accumulator", stutters), "", 60s);
    const auto run_with = [&](auto change)
    {
        lab::Replay replay = *recorded.replay;
        change(replay.frame_times);
        lab::ReplayRun run{std::make_shared<const lab::Replay>(replay)};
        run.run_to_end();
        return run.first_difference() ? lab::difference_text(*run.first_difference()) : "";
    };
    CHECK(run_with([](auto&) {}).empty());
    CHECK(run_with([](auto& lengths) { std::ranges::fill(lengths, Nanos{17'000}); }) ==
          "ends after tick 3, but more ticks were recorded: the run differs before");
    CHECK(run_with([](auto& lengths) { std::ranges::fill(lengths, Nanos{1s}); })
              .ends_with("was not recorded: the run differs before it"));
    CHECK(run_with([](auto& lengths) { ++lengths[1000]; }) == "the states are equal, but the frame times differ");
}

TEST_CASE("a run ends within a frame when it is asked to")
{
    const auto start = settings_of("accumulator", {{"loop.hz", "1000"}});
    const auto recorded = record(start, "at 1 key B\n", 10s);
    lab::ReplayRun run{recorded.replay};
    run.set_continue_check([&] { return run.tick() < 2500; });
    run.run_to_end();
    CHECK(run.has_ended());
    CHECK(run.tick() == 2500); // the frame after the break has 3000 steps
    CHECK(!run.simulate_frame());
    CHECK(!run.first_difference());
}

TEST_CASE("seeking from any time to any other restores the same state")
{
    const auto recorded = record(settings_of("interpolated", stutters), an_hour_of_inputs(7, true), an_hour());
    lab::ReplayRun once{recorded.replay};
    std::vector<std::pair<Nanos, std::uint32_t>> moments;
    for (std::int64_t i = 0; once.simulate_frame(); ++i)
        if (i % 997 == 0) moments.emplace_back(once.now(), lab::short_state_hash(once.lane().world()));
    std::shuffle(moments.begin(), moments.end(), std::mt19937_64{1});
    lab::ReplayRun run{recorded.replay};
    for (const auto& [at, hash] : moments)
    {
        run.seek(at);
        CHECK(run.now() == at);
        CHECK(lab::short_state_hash(run.lane().world()) == hash);
    }
    run.seek(Nanos{});
    check_same(recorded, run);
}

TEST_CASE("snapshots stay within their budget for a replay of any length" * doctest::skip(is_sanitized))
{
    const auto recorded =
        record(settings_of("plain", {{"machine.vsync", "off"}, {"machine.render_cost_ms", "0.25"}}), "", 300s);
    lab::ReplayRun run{recorded.replay};
    run.run_to_end();
    CHECK(run.frame_count() == 1'200'001);
    CHECK(run.snapshot_count() > 500);
    CHECK(run.snapshot_bytes() <= lab::ReplayRun::max_snapshot_bytes);
}

TEST_CASE("a minute takes less than 40 kB with frame times, and less than 3 kB without frame times" *
          doctest::skip(is_sanitized))
{
    for (const char* loop : {"interpolated", "fixed"})
    {
        CAPTURE(loop);
        const auto noisy = settings_of(
            loop, {{"machine.vsync", "off"}, {"machine.render_cost_ms", "16166us"}, {"machine.jitter_ms", "1ms"}});
        std::string script;
        for (int i = 0; i < 83; ++i)
            script += fmt::format("at {} {}\n", 7 * i + 1, i % 2 == 0 ? "grab 0.3" : "set scene.stiffness 800");
        const auto full = record(noisy, script, 600s);
        CHECK(full.bytes.size() / 10 < 40'000);
        const auto small = record(noisy, script, 600s, false);
        CHECK(small.bytes.size() / 10 < 3'000);
        MESSAGE("bytes a minute: " << full.bytes.size() / 10 << " and " << small.bytes.size() / 10);
    }
}
