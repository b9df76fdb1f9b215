#include "base/number.hpp"
#include "lab/metrics/frame_text.hpp"
#include "lab/stage/playing.hpp"

using telemetry::FrameSample;

namespace
{

std::string told(const Lane& lane) { return verdict_explanation(lane, lane.samples().back(), lane.judgement()); }

std::string told(const LaneRun& lane)
{
    const scenes::Moment now = lane.lane().newest_moment();
    return verdict_explanation(lane.lane(), now.sample, lane.lane().judgement(now));
}

std::string told(std::string_view loop, const Turns& turns, Nanos length = 3s)
{
    LaneOf lane{loop, turns, length};
    return told(lane);
}

LaneOf late_lane(std::string_view loop, std::string_view delay)
{
    return LaneOf{loop, {{"machine.vsync", "off"}, {"machine.delay_ms", delay}}};
}

LaneVerdict::Kind judged(const LaneRun& lane) { return verdict_now(lane.lane()).kind; }

} // namespace

TEST_CASE("the explanation of a verdict has the numbers that the verdict is based on")
{
    CHECK(told("fixed", {{"machine.delay_ms", "40ms"}}) ==
          "each 50 ms frame advances the game by 16.7 ms (1 step): 0.33 of real time");
    CHECK(told("fixed", {{"machine.refresh_hz", "144"}}) ==
          "each 6.94 ms frame advances the game by 16.7 ms (1 step): 2.40 of real time");
    CHECK(told("variable", {{"machine.delay_ms", "150ms"}}) ==
          "steps of 167 ms made the ball swing wider and wider until it flew away. Press R to start again.");
    CHECK(told("accumulator", {{"loop.hz", "50"}}) ==
          "jerky, because 16.7 ms frames get 0 or 1 steps of 20 ms: each needs 0.8");
    for (const std::string_view loop : {"variable", "interpolated"})
        CHECK(told(loop, {{"machine.jitter_ms", "30ms"}, {"machine.vsync", "off"}, {"scene.name", "uniform-motion"}})
                  .ends_with(": the motion jerks with them"));
    CHECK(told("semi-fixed", {{"machine.delay_ms", "16ms"}, {"loop.hz", "50"}, {"scene.name", "spring-and-ball"}}) ==
          "each 33.3 ms frame gets 2 steps of 13.3 and 20 ms: in real time");
    CHECK(told("interpolated", {}) == "each 16.7 ms frame advances the game by 16.7 ms (1 step)");
    CHECK(told("extrapolated", {}) == "each 16.7 ms frame gets 1 to 2 steps of 10 ms: in real time");
}

TEST_CASE("jerks of a recording with nearly even frame times are explained by the display, not by the frame times")
{
    LaneSetup setup = LaneOf::setup_of("interpolated", {{"scene.name", "uniform-motion"}});
    setup.recording.emplace("a.csv", std::vector<Nanos>{11'900'000ns, 13'100'000ns}, PlaybackEndBehaviour::repeat);
    LaneRun lane{setup, true};
    while (lane.next_frame_start_time() < 3s)
    {
        FrameSample frame = lane.simulate_frame();
        if (frame.frame_number % 16 == 0) frame.screen_time += 8ms;
        lane.lane().copy_display_result(frame, setup.config);
    }
    REQUIRE(said(lane).starts_with("UNEVEN"));
    CHECK(told(lane) == "the display shows some frames of 11.9 to 13.1 ms longer than others: the motion jerks");
}

TEST_CASE("a lane keeps the first and the newest failure of each kind until a reset")
{
    LaneOf lane{"variable", {{"machine.delay_ms", "40ms"}, {"scene.name", "spring-and-ball"}}};
    std::optional<Failure> first;
    Nanos newest{};
    while (lane.next_frame_start_time() < 3s)
    {
        const telemetry::FrameSample frame = lane.simulate_frame();
        const FailureHistory* kept = find_failures(lane.lane().judged_period().failures, &sim::EventCounts::tunnelled);
        if ((frame.events & 1U) != 0) newest = frame.start_wall_time;
        CHECK((kept != nullptr) == (newest > Nanos::zero()));
        if (kept == nullptr) continue;
        if (!first) first = kept->newest;
        CHECK(kept->first.wall_time == first->wall_time);
        CHECK(kept->first.failing_step == first->failing_step);
        CHECK(kept->newest.wall_time == newest);
    }
    CHECK(newest > first->wall_time + 1s);
    reset(lane);
    CHECK(find_failures(lane.lane().judged_period().failures, &sim::EventCounts::tunnelled) == nullptr);
}

TEST_CASE("the explanation of a failure has the cause of the newest one")
{
    // A break in the variable loop, which passes the wall in one step at some moments.
    std::string said;
    for (Nanos moment = 3s; moment < 4s && said.find(" a hit is noticed ") == said.npos; moment += 30ms)
    {
        LaneOf broken{"variable", {{"scene.name", "spring-and-ball"}}, moment};
        broken.add_hitch(60ms);
        run_to(broken, moment + 12s);
        said = told(broken);
    }
    CHECK_MESSAGE(
        said.ends_with(" ms step, 12 s ago, carried the ball past the wall: a hit is noticed only when a step ends"),
        said);
    // Above 16.7 ms a ball with the energy of its start can pass; with 50 Hz steps it does, and needs no more energy.
    const Turns fifty_hz{{"scene.name", "spring-and-ball"}, {"machine.delay_ms", "40ms"}, {"loop.hz", "50"}};
    const std::string fed = told("semi-fixed", fifty_hz, 10s);
    CHECK_MESSAGE(fed.find("carried the ball past the wall") != std::string::npos, fed);
    // Steps of 12 ms carry the ball past the wall only after the wall has given it energy.
    const std::string gained = told("fixed", {{"scene.name", "spring-and-ball"}, {"loop.hz", "250/3"}}, 60s);
    CHECK_MESSAGE(gained.starts_with("steps of 12 ms made the ball so fast that it flew through the wall: its energy "
                                     "is "),
                  gained);
    // The delay ends, but its steps stay the cause.
    LaneOf slow{"variable", {{"machine.delay_ms", "100ms"}}, 3s};
    turn(slow, {{"machine.delay_ms", "0"}});
    run_to(slow, 20s);
    CHECK(told(slow).starts_with("steps of "));
    CHECK(told(slow).find("16.7 to") == std::string::npos);
    CHECK(told(slow).ends_with(". Press R to start again."));
}

TEST_CASE("if a long step set a ball in motion that short steps then lose, the explanation names the long step")
{
    int later_failures = 0;
    for (Nanos moment = 3s; moment < 4s; moment += 30ms)
    {
        CAPTURE(moment);
        LaneOf lane{"variable", {}, moment};
        lane.add_hitch(500ms);
        run_to(lane, moment + 5s);
        const FailureHistory* failures =
            find_failures(lane.lane().judged_period().failures, &sim::EventCounts::tunnelled);
        if (failures == nullptr || failures->newest.failing_step > 20ms) continue;
        ++later_failures;
        const std::string said = told(lane);
        CHECK_MESSAGE(said.find("a 517 ms step") != std::string::npos, said);
    }
    CHECK(later_failures > 0);
}

TEST_CASE("another loop restarts a world that is already wrong, and a note says so")
{
    LabOf lab{settings_from("loop=variable vsync=on render-cost=2ms delay=100ms")};
    play_for(lab, 3s);
    REQUIRE(verdict_now(lab.lane()).is_severe());
    turn(lab.session.settings, {{"loop.preset", "interpolated"}, {"machine.delay_ms", "0"}});
    play(lab, 1);
    CHECK(std::abs(lab.lane().world().observables().x) < 2.0);
    play_for(lab, 1s);
    CHECK(lab.restart_note(0, lab.lane().samples().back()) == "restarted: variable had put the motion off course");
    CHECK(verdict_now(lab.lane()).kind == LaneVerdict::Kind::ok);
    play_for(lab, 10s);
    CHECK(told(lab.lane()) == "each 16.7 ms frame advances the game by 16.7 ms (1 step)");
}

TEST_CASE("steps beyond the stability limit are an explosion even if the wall holds and the ring explodes as well")
{
    const Turns swept{{"loop.hz", "13"}, {"scene.swept", "on"}}; // steps of 76.9 ms
    LaneOf lane{"interpolated", swept};
    bool exploded = false;
    lane.simulate_frame();
    while (!is_body_gone(lane.lane().newest_moment().sample) && lane.next_frame_start_time() < 10s)
    {
        lane.simulate_frame();
        const LaneVerdict now = verdict_now(lane.lane());
        if (now.kind != LaneVerdict::Kind::exploding) continue;
        exploded = true;
        CHECK(verdict_text(now) == "EXPLODES");
        CHECK(told(lane).starts_with("steps of 76.9 ms made the motion grow without limit"));
    }
    CHECK(exploded);
    CHECK(lane.lane().world().events().tunnelled == 0);
}

TEST_CASE("pauses and single steps accuse no loop")
{
    for (const std::string_view loop : {"fixed", "variable", "accumulator", "interpolated"})
    {
        CAPTURE(loop);
        LabOf lab{{.lane = LaneOf::setup_of(loop, {}).config}, 120};
        lab.session.settings.is_paused = true;
        for (int i = 0; i < 60; ++i)
        {
            play(lab, 7);
            press(lab, "N", 1);
            const LaneVerdict verdict = verdict_now(lab.lane());
            CHECK_MESSAGE(verdict.is_faultless(), verdict_text(verdict));
        }
        lab.session.settings.is_paused = false;
        play(lab, 5);
        CHECK(verdict_now(lab.lane()).is_faultless());
    }
}

TEST_CASE("a restart does not hide why the new loop is slow")
{
    LabOf lab{settings_from("loop=variable vsync=on render-cost=2ms delay=100ms")};
    play_for(lab, 3s);
    turn(lab, {{"loop.preset", "fixed"}}, 1);
    play_for(lab, 3s);
    REQUIRE(verdict_now(lab.lane()).kind == LaneVerdict::Kind::slow);
    CHECK_MESSAGE(told(lab.lane()).find("advances the game by 16.7 ms (1 step): 0.14 of real time") !=
                      std::string::npos,
                  told(lab.lane()));
}

TEST_CASE("the explanation of SLOW has the range and the mean of different frame times")
{
    LaneOf hitched{"fixed"};
    for (int i = 0; i < 6; ++i)
    {
        run_for(hitched, 1s);
        hitched.add_hitch(117ms);
    }
    run_for(hitched, 100ms);
    CHECK(told(hitched) ==
          "each frame of 16.7 to 133 ms (mean: 18.9 ms) advances the game by 16.7 ms (1 step): 0.88 of "
          "real time");
}

TEST_CASE("if only the clock is uneven, the explanation blames the clock and not the frame times")
{
    for (const char* const noise : {"5ms", "6ms", "8ms"})
    {
        const std::string said = told("variable", {{"clock.noise_ms", noise}, {"scene.name", "uniform-motion"}});
        CHECK_MESSAGE(said.starts_with("the clock measures frames of 16.7 ms as "), said);
        const std::string both = told("variable", {{"clock.noise_ms", noise},
                                                   {"machine.vsync", "off"},
                                                   {"machine.render_cost_ms", "10ms"},
                                                   {"machine.jitter_ms", "30ms"},
                                                   {"scene.name", "uniform-motion"}});
        CHECK_MESSAGE(both.starts_with("frame times vary from "), both);
    }
}

TEST_CASE("a spiral of death and a freeze have their own explanations")
{
    CHECK(told("accumulator", {{"machine.step_cost_ms", "20ms"}})
              .starts_with("each frame needs more steps than the last, and so takes longer: "));
    // After six minutes, every frame runs as many steps as the limit of a minute allows.
    CHECK(told("accumulator", {{"machine.step_cost_ms", "20ms"}}, 1000s) ==
          "each frame needs more steps than the simulation time limit allows: it runs 3000, and the game falls behind "
          "by the others");
    LaneOf frozen{"interpolated", {}, 3s};
    frozen.add_hitch(2s);
    for (int i = 0; i < 90; ++i) frozen.simulate_frame();
    CHECK(told(frozen) == "the article's limit of 250 ms cut a 2.02 s frame, 1 s ago: the game stays 1.77 s behind");
    for (int i = 0; i < 180; ++i) frozen.simulate_frame();
    CHECK(told(frozen) ==
          "each 16.7 ms frame gets 0 to 2 steps of 16.7 ms: in real time. A "
          "2.02 s frame, 4 s ago, advanced the game by only 250 ms, so the game is 1.77 s behind real time.");
    CHECK(verdict_text(verdict_now(frozen.lane())) == "1.77 s BEHIND");
    // Two equal frames: none of them lost nine tenths of the time.
    frozen.add_hitch(2s);
    for (int i = 0; i < 270; ++i) frozen.simulate_frame();
    CHECK(told(frozen).ends_with(
        " Earlier frames advanced the game by less than their own length, which left it 3.53 s behind real time."));
}

TEST_CASE("a loop that loses or adds a little time in every frame is late or early, and the explanation says how fast")
{
    for (const char* const loop : {"refresh-snapped", "steptimer"})
        for (const char* const hz : {"59.4", "59.64", "59.94", "60.06", "60.5"})
        {
            const LaneOf lane{loop, {{"machine.refresh_hz", hz}, {"scene.name", "uniform-motion"}}, 100s};
            const Nanos lost = lane.lane().samples().back().lost_time;
            // steptimer takes a frame within 0.25 ms of a step as one step, refresh-snapped one within 0.2 ms.
            const double expected_s = 100.0 - 100.0 * timestep::to_seconds(16'666'667ns) * std::stod(hz);
            INFO(loop, " ", hz, " ", told(lane));
            CHECK(timestep::to_seconds(lost) == doctest::Approx(expected_s).epsilon(0.02));
            const bool is_late = lost > 0ns;
            CHECK(verdict_text(verdict_now(lane.lane())) ==
                  fmt::format("{} {}", base::rounded_duration_text(std::chrono::abs(lost)),
                              is_late ? "BEHIND" : "AHEAD"));
            CHECK(told(lane).ends_with(fmt::format(
                " ms frame advances the game by 16.7 ms (1 step). The loop {} {} {} each second, so the game is {} {} "
                "real time.",
                is_late ? "leaves out" : "adds",
                base::rounded_duration_text(
                    timestep::from_seconds(std::abs(timestep::to_seconds(lost)) /
                                           timestep::to_seconds(lane.lane().samples().back().game_time))),
                is_late ? "of" : "to", base::rounded_duration_text(std::chrono::abs(lost)),
                is_late ? "behind" : "ahead of")));
        }
    // What the game gained at another refresh rate is no part of the evidence.
    LaneOf slowed{"fixed", {{"machine.refresh_hz", "144"}}, 3s};
    turn(slowed, {{"machine.refresh_hz", "60"}});
    run_for(slowed, 6s);
    CHECK(told(slowed) == "each 16.7 ms frame advances the game by 16.7 ms (1 step)");
}

TEST_CASE("every loop on every PC has an explanation with readable numbers")
{
    for (const timestep::Preset& loop : timestep::all_presets)
        for (const Turns& pc : {Turns{},
                                {{"machine.delay_ms", "75ms"}},
                                {{"machine.vsync", "off"}},
                                {{"machine.jitter_ms", "30ms"}, {"loop.hz", "50"}},
                                {{"machine.step_cost_ms", "20ms"}}})
        {
            const std::string said = told(loop.name, pc, 2s);
            INFO("loop.name ", loop.name, ", said ", said);
            CHECK(said.size() > 10);
            CHECK(said.size() < 200);
            for (const char* never : {"nan", "inf", "e+", "e-", " 0 ms", "-0"})
                CHECK(said.find(never) == std::string::npos);
        }
}

TEST_CASE("the explanation of a wrong picture keeps the step that caused it, when later steps are even again")
{
    CHECK(told("variable", {{"machine.vsync", "off"}, {"machine.delay_ms", "18ms"}}) ==
          "steps of 20 ms; the ring has 16.7 ms: no fault");
    CHECK(told("variable", {{"machine.delay_ms", "16ms"}}) ==
          "steps of 33.3 ms put the motion off course: 16.7 ms would keep it on course");
    CHECK(told("variable", {{"machine.refresh_hz", "144"}}) == "steps of 6.94 ms; the ring has 16.7 ms: no fault");
    for (const auto& [frame, steps] : {std::pair{"40ms", "6.67 ms"}, {"25ms", "8.33 ms"}, {"75ms", "8.33 ms"}})
        CHECK(told("semi-fixed", {{"machine.vsync", "off"}, {"machine.render_cost_ms", frame}}, 8s) ==
              fmt::format("steps of {}; the ring has 16.7 ms: no fault", steps));
    CHECK(told("variable", {{"machine.refresh_hz", "59.94"}}) ==
          "steps of 16.683 ms; the ring has 16.667 ms: no fault");
    LaneOf lane{"variable", {{"scene.name", "spring-and-ball"}, {"scene.swept", "on"}}, 3s};
    lane.add_hitch(100ms);
    run_to(lane, 9s);
    REQUIRE(verdict_now(lane.lane()).kind == LaneVerdict::Kind::wrong);
    CHECK(told(lane).starts_with("a "));
    CHECK(told(lane).ends_with(" ms step, 6 s ago, put the motion off course. Press R to start again."));
}

TEST_CASE("a frame's text has its steps and its carried and dropped time")
{
    FrameSample f{.measured_frame_time = 17'200us};
    const std::pair<timestep::StepPlan, const char*> rows[]{
        {{.steps = 1, .dt = 16'666'667ns, .carried = 500us}, "1 step of 16.7 ms, 0.5 ms carried"},
        {{.steps = 0, .carried = 17'200us}, "no step, 17.2 ms carried"},
        {{.steps = 1, .dt = 10ms, .tail = 7'200us}, "1 step of 10.0 ms + 1 step of 7.2 ms"},
        {{.steps = 0, .dt = 20ms, .tail = 17'200us}, "1 step of 17.2 ms"},
        {{.steps = 1, .dt = 10ms, .dropped = 7'200us}, "1 step of 10.0 ms, 7.2 ms dropped"},
        {{.steps = 2, .dt = 10ms, .carried = -2ms, .dropped = -800us},
         "2 steps of 10.0 ms, 2.0 ms ahead, 0.8 ms added"}};
    for (const auto& [plan, text] : rows)
    {
        f.plan = plan;
        CHECK(lab::frame_text(f) == std::string{"frame of 17.2 ms: "} + text);
    }
    f.events = telemetry::paused;
    CHECK(lab::frame_text(f) == "paused: no time passed in the game");
}

TEST_CASE("the pseudocode says that time is carried if it is, also for a loop that simulates each frame at once")
{
    timestep::Loop loop{.stepper = timestep::Gated{timestep::hz(60)}};
    const lab::PlanInputs inputs{.loop_before = std::make_shared<timestep::Loop>(loop), .input = {.frame_time = 10ms}};
    const auto lines = lab::pseudocode_with_values(inputs, loop.plan(inputs.input));
    CHECK(lines[3].code == "if time >= dt: step(time)");
    CHECK(lines[4].code == "carried = time that is left");
    CHECK(lines[4].result == "10 ms");
}

TEST_CASE("the worst frame of the last four seconds decides whether a loop is wrong")
{
    for (const std::string_view loop : {"variable", "semi-fixed"})
    {
        CAPTURE(loop);
        LaneOf lane = late_lane(loop, "16ms");
        while (lane.next_frame_start_time() < 5s)
        {
            lane.simulate_frame();
            const telemetry::FrameSample& now = lane.lane().newest_moment().sample;
            const StateError error = lane.lane().judgement().state_error;
            double worst = 0;
            double fastest = 0;
            const telemetry::Frames frames{lane.lane().samples()};
            for (std::size_t i = 0; i < frames.size(); ++i)
            {
                if (frames[i].start_wall_time < now.start_wall_time - 4s - 17ms) continue;
                worst = std::max(worst, std::abs(frames[i].shown_x - frames[i].reference_x_at_shown_time));
                fastest = std::max(fastest, std::abs(frames[i].v));
            }
            CHECK(error.max_error_m == worst);
            CHECK(error.visible_limit_m == doctest::Approx(std::max(fastest / 60 / 10, 0.001)));
            CHECK(error.is_visible() == (worst > error.visible_limit_m));
            CHECK(error.is_wrong() == (error.is_visible() && now.longest_step_seconds > 0.025));
            if (error.max_error_m == 0.0) continue;
            const telemetry::FrameSample& at = frames[*frames.newest_index_at(error.worst_frame_start)];
            CHECK(std::abs(at.shown_x - at.reference_x_at_shown_time) == worst);
        }
    }
}

TEST_CASE("a loop with steps up to its rate is OK on another path, never WRONG, and does not change this every moment")
{
    for (const std::string_view delay : {"14ms", "15ms", "16ms", "18ms", "25ms", "40ms", "42ms", "75ms"})
    {
        CAPTURE(delay);
        LaneOf lane = late_lane("semi-fixed", delay);
        Nanos since{};
        bool was = false;
        while (lane.next_frame_start_time() < 60s)
        {
            lane.simulate_frame();
            const bool is = verdict_now(lane.lane()).max_error_m > 0.0;
            if (judged(lane) == LaneVerdict::Kind::settling) continue;
            const telemetry::FrameSample& now = lane.lane().newest_moment().sample;
            const StateError error = lane.lane().judgement().state_error;
            REQUIRE_FALSE(error.is_wrong());
            REQUIRE((!is || error.is_another_path()));
            if (is == was) continue;
            if (was && !error.is_another_path())
                CHECK(now.start_wall_time - since >= 4s); // it stays so for four seconds
            since = now.start_wall_time;
            was = is;
        }
        CHECK(was);
    }
}

TEST_CASE("accumulator, interpolated and fixed are never wrong, however late; an estimate has no state error")
{
    for (const std::string_view loop : {"accumulator", "interpolated", "fixed", "extrapolated"})
        for (const std::string_view delay : {"0", "16ms", "25ms", "42ms", "75ms"})
        {
            INFO("loop ", loop, ", delay ", delay);
            LaneOf lane = late_lane(loop, delay);
            while (lane.next_frame_start_time() < 10s)
            {
                lane.simulate_frame();
                REQUIRE_FALSE(lane.lane().judgement().state_error.is_visible());
            }
        }
}
