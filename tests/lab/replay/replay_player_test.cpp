#include "lab/replay/replay_player.hpp"
#include "recording.hpp"

namespace
{

struct ReplayOnStage
{
    explicit ReplayOnStage(const Recorded& recorded)
    {
        lab.enter_replay(std::make_shared<lab::ReplayPlayer>(lab.experiment.lanes, recorded.replay, "a.replay"));
    }

    void run(Nanos length) { play_for(lab, length); }
    void seek(double seconds)
    {
        lab.session.settings.replay_time_s = seconds;
        play(lab, 1);
    }
    const lab::ReplayStatus& status() const { return lab.experiment.driver_as<lab::ReplayPlayer>()->status(); }

    LabOf lab;
};

// Returns a script file in which a key pushes the pendulum for 0.4 s every other second.
std::string pushes()
{
    std::string script;
    for (int i = 1; i < 60; i += 2) script += fmt::format("at {}.25 press right\nat {}.65 let-go right\n", i, i);
    return script;
}

Recorded a_minute(std::string_view loop)
{
    return record(settings_of(loop, {{"scene.name", "chaos"}, {"machine.jitter_ms", "6ms"}}), pushes(), 60s);
}

} // namespace

TEST_CASE("a replay on the stage runs by the laboratory's clock, and its hashes equal the recorded ones")
{
    const Recorded recorded = a_minute("variable");
    ReplayOnStage stage{recorded};
    stage.run(5s);
    CHECK(timestep::to_seconds(stage.status().shown_time) == doctest::Approx(5.0).epsilon(0.02));
    CHECK(stage.lab.shown_lane_count() == 1);
    CHECK(stage.lab.experiment.lanes[0].setup().config.loop.preset == settings_of("variable").lane.loop.preset);
    stage.lab.session.settings.stage.time_scale = 100.0;
    stage.run(2s);
    CHECK(stage.status().shown_time == stage.status().length);
    CHECK(stage.status().compared_hash_count == recorded.ticks / lab::hash_interval_ticks);
    CHECK(!stage.status().difference_from_file);
    CHECK(stage.lab.lane().world().state_hash() == recorded.hash);
}

TEST_CASE("after a replay, the loop and the machine are the user's again; the other lanes stay")
{
    const Recorded recorded = a_minute("variable");
    lab::Settings mine = settings_of("godot", {{"machine.delay_ms", "7ms"}});
    mine = with_lanes("hz=60;fixed", mine);
    LabOf lab{mine, 1};
    const auto show = [&](const char* name)
    {
        lab.enter_replay(std::make_shared<lab::ReplayPlayer>(lab.experiment.lanes, recorded.replay, name));
        play(lab, 1);
        REQUIRE(lab.session.settings.lane.loop.preset == settings_of("variable").lane.loop.preset);
        CHECK(lab.session.settings.stage.others == mine.stage.others);
    };
    show("a.replay");
    show("b.replay"); // in place of the first one
    CHECK(lab.session.own_settings().lane.loop.preset == mine.lane.loop.preset);
    lab.session.settings.view.uses_light_theme = true;
    enter(lab, lab::Mode::lanes, 1);
    CHECK(lab.session.settings.lane.loop.preset == mine.lane.loop.preset);
    CHECK(lab.session.settings.lane.machine.lag.is_enabled == mine.lane.machine.lag.is_enabled);
    std::string changed;
    for (const lab::Assignment& change : lab::differences_from_baseline(lab.session.settings, mine))
        if (change.key != "replay.at_s") changed += change.key + " ";
    CHECK(changed == "view.light ");
    CHECK(lab.session.settings.view.uses_light_theme);
}

TEST_CASE("the replay's slider seeks to any time, forwards and backwards, and restores the same world")
{
    ReplayOnStage stage{a_minute("semi-fixed")};
    stage.lab.session.settings.is_paused = true;
    stage.seek(40.0);
    const auto at_40 = stage.lab.lane().world().state_hash();
    stage.seek(3.0);
    CHECK(timestep::to_seconds(stage.status().shown_time) == 3.0);
    CHECK(stage.lab.lane().world().state_hash() != at_40);
    stage.seek(40.0);
    CHECK(stage.lab.lane().world().state_hash() == at_40);
    stage.seek(1e6);
    CHECK(stage.status().shown_time == stage.status().length);
}

TEST_CASE("W runs another loop beside the replay from the current time, and reports the first different tick and the "
          "distance")
{
    ReplayOnStage stage{a_minute("accumulator")};
    stage.seek(10.0);
    turn(stage.lab.session.settings, "loop.preset", "variable");
    press(stage.lab, "W");
    stage.lab.session.settings.stage.time_scale = 4.0;
    stage.run(8s);
    CHECK(stage.lab.shown_lane_count() == 2);
    REQUIRE(stage.status().fork_start_time);
    REQUIRE(stage.status().fork_divergence_time);
    CHECK(stage.status().changed_settings == "loop variable");
    CHECK(*stage.status().fork_divergence_time - *stage.status().fork_start_time < 50ms);
    CHECK(stage.status().fork_divergence_step > 500);
    CHECK(stage.status().fork_divergence_step < 700);
    REQUIRE(stage.status().distances.size() > 100);
    CHECK(stage.status().distances.front().distance < 0.01);
    CHECK(stage.status().distances.back().distance > 0.1);

    const auto apart = stage.status().distances;
    stage.seek(50.0); // the fork is computed again from its start, with the same result
    stage.run(100ms);
    REQUIRE(stage.status().distances.size() > apart.size());
    for (std::size_t i = 0; i < apart.size(); ++i) CHECK(stage.status().distances[i].distance == apart[i].distance);
    stage.seek(5.0); // the fork begins later
    CHECK(stage.lab.shown_lane_count() == 1);
    CHECK(!stage.status().fork_start_time);
}

TEST_CASE("W at the end of a replay runs the other loop from the beginning")
{
    ReplayOnStage stage{a_minute("accumulator")};
    stage.lab.session.settings.stage.time_scale = 100.0;
    stage.run(2s);
    REQUIRE(stage.status().shown_time == stage.status().length);
    turn(stage.lab.session.settings, "loop.preset", "variable");
    press(stage.lab, "W");
    REQUIRE(stage.status().fork_start_time);
    CHECK(*stage.status().fork_start_time < 100ms);
    stage.run(2s);
    CHECK(stage.status().fork_divergence_time);
}

TEST_CASE("W without a changed setting shows a notice and runs no branch")
{
    ReplayOnStage stage{a_minute("accumulator")};
    stage.seek(10.0);
    press(stage.lab, "W");
    CHECK(stage.lab.shown_lane_count() == 1);
    REQUIRE(stage.lab.requests.size() == 1);
    CHECK(std::get<lab::request::ShowNotice>(stage.lab.requests.front()).text.starts_with("change the loop"));
}

TEST_CASE("a branch with whole steps and other frame times never differs from its replay")
{
    ReplayOnStage stage{a_minute("accumulator")};
    stage.seek(10.0);
    turn(stage.lab.session.settings, "loop.presentation", "latest");
    turn(stage.lab.session.settings, "loop.presentation", "interpolate");
    press(stage.lab, "W");
    stage.run(5s);
    REQUIRE(stage.lab.shown_lane_count() == 2);
    CHECK(!stage.status().fork_divergence_time);
    CHECK(stage.status().distances.back().distance < 0.2); // a frame draws a blend of the same states
}

TEST_CASE("a setting that changes between the start of a recording and its first frame is part of the replay")
{
    LabOf lab{settings_of("interpolated", {{"scene.name", "bouncing-ball"}})};
    lab.restart_list();
    Recorder recorder{lab, lab.session.settings};
    turn(lab.session.settings, "scene.height", "5");
    play_for(lab, 3s);
    check_runs_again(recorder.recorded());
}

TEST_CASE_FIXTURE(WithScratch, "a recording that ends before its first frame and input writes no file")
{
    const std::string path = scratch.path("a.replay").string();
    const auto start = settings_of("interpolated");
    LabOf lab{start};
    while (lab.this_pc.now() < 1s) play(lab, 1);
    lab.restart_list();
    lab::ReplayRecorder recorder{path, lab.session.settings.lane};
    lab.set_step_interceptor(&recorder);
    recorder.finish(lab.lane(0).world());
    CHECK(!recorder.failure());
    CHECK(!recorder.has_written_block());
    CHECK(!std::filesystem::exists(path));
}

TEST_CASE("a live loop recorded from the middle of a run runs again to the bit")
{
    LabOf lab{settings_of("variable", {{"scene.name", "chaos"}, {"machine.jitter_ms", "6ms"}})};
    play_for(lab, 3s);
    lab.restart_list();
    Recorder recorder{lab, lab.session.settings};
    play_for(lab, 5s);
    lab.set_button(lab::Button::right, true);
    play_for(lab, 2s);
    lab.set_button(lab::Button::right, false);
    play_for(lab, 5s);
    const Recorded recorded = recorder.recorded();
    CHECK(recorded.ticks > 600);
    check_runs_again(recorded);
}

TEST_CASE("a replayed lane is judged as the live one was, or says NOT JUDGED, also after a change of the shown time")
{
    // After the key R the recorded loop is right; before, its ball passes the wall.
    const std::string starts_again = "at 2 set machine.delay_ms 0\nat 2 key R\n";
    for (const auto& [loop, script] : {std::pair{"variable", std::string{}},
                                       {"variable", starts_again},
                                       {"variable", "at 2 key 5\n"},
                                       {"fixed", std::string{}}})
    {
        INFO("loop ", loop, ", script ", script);
        const Recorded recorded = record(settings_of(loop, {{"machine.delay_ms", "40ms"}}), script, 4s);
        ReplayOnStage stage{recorded};
        const auto badge = [&]
        {
            const lab::LaneVerdict verdict = verdict_now(stage.lab.lane());
            return stage.lab.experiment.judges(verdict) ? verdict_text(verdict) : "NOT JUDGED";
        };
        const bool has_failed = recorded.verdict.starts_with("THROUGH THE WALL");
        CHECK(has_failed == (std::string_view{loop} == "variable" && script.empty()));
        const std::string wanted = has_failed ? recorded.verdict : "NOT JUDGED";
        stage.seek(100.0);
        CHECK(badge() == wanted);
        if (has_failed)
        {
            const lab::FailureHistory seen =
                *find_failures(stage.lab.lane().judged_period().failures, &sim::EventCounts::tunnelled);
            CHECK(seen.newest.wall_time > seen.first.wall_time + 1s);
            CHECK(seen.newest.failing_step == 50ms);
        }
        stage.seek(0.0);
        stage.run(5s);
        CHECK(badge() == wanted);
    }
}

TEST_CASE("a set-up that is pasted in a replay does not bring back settings from before the replay")
{
    const Recorded recorded = record(settings_of("fixed"), "", 1s);
    const lab::Settings mine = settings_of("godot", {{"machine.delay_ms", "7ms"}, {"scene.stiffness", "90"}});
    LabOf lab{mine};
    lab.enter_replay(std::make_shared<lab::ReplayPlayer>(lab.experiment.lanes, recorded.replay, "a.replay"));
    play(lab, 5);
    const std::string pasted = configuration_string(settings_of("quake"));
    CHECK_FALSE(lab.open_configuration(pasted));
    play(lab, 5);
    CHECK(configuration_string(lab.session.settings) == pasted);
}

TEST_CASE("what was undone in a replay is redone neither in the next replay nor after another change")
{
    const Recorded recorded = record(settings_of("fixed"), "", 1s);
    LabOf lab{settings_of("fixed")};
    const auto open = [&]
    {
        lab.enter_replay(std::make_shared<lab::ReplayPlayer>(lab.experiment.lanes, recorded.replay, "a.replay"));
        play(lab, 5);
        lab.session.settings.lane.machine.lag.delay = 30ms;
        play(lab, 2);
        press(lab, "Ctrl+Z", 2);
        CHECK(lab.session.settings.lane.machine.lag.delay == 0ms);
    };
    for (const bool is_next_replay : {true, false})
    {
        open();
        if (is_next_replay)
            lab.enter_replay(std::make_shared<lab::ReplayPlayer>(lab.experiment.lanes, recorded.replay, "b.replay"));
        else
            lab.session.settings.lane.loop.set_rate(timestep::hz(30));
        play(lab, 5);
        lab.execute(lab::Action::redo);
        play(lab, 2);
        CHECK(lab.session.settings.lane.machine.lag.delay == 0ms);
    }
}

namespace
{

// Key 2, then key 1 after 1 s, then a hitch: the loop changes in the middle of the replay.
Recorded with_change_of_loop()
{
    return record(settings_of("variable", {{"scene.name", "ball-with-part"}}), "at 1 key 1\nat 2 key H\n", 4s);
}

std::string_view loop_of(const lab::Lab& lab) { return preset_of(lab.session.settings.lane.loop.preset).name; }

} // namespace

TEST_CASE("a replay shows its settings of the shown moment; what the user has changed stays until the what-if ends")
{
    ReplayOnStage stage{with_change_of_loop()};
    stage.seek(0.5);
    CHECK(loop_of(stage.lab) == "variable");
    stage.seek(1.5);
    CHECK(loop_of(stage.lab) == "fixed");
    stage.seek(0.5);
    press(stage.lab, "3", 1);
    CHECK(loop_of(stage.lab) == "semi-fixed");
    stage.seek(1.5);
    CHECK(loop_of(stage.lab) == "semi-fixed");
    CHECK(stage.lab.experiment.lanes[0].setup().config.loop.preset ==
          settings_of("fixed").lane.loop.preset); // the replay itself
    press(stage.lab, "Ctrl+Z", 1);
    CHECK(loop_of(stage.lab) == "fixed");
    press(stage.lab, "Ctrl+Shift+Z", 1);
    CHECK(loop_of(stage.lab) == "semi-fixed");
    press(stage.lab, "W", 30);
    CHECK(stage.lab.shown_lane_count() == 2);
    stage.seek(0.2); // before the what-if, which ends
    CHECK(stage.lab.shown_lane_count() == 1);
    CHECK(loop_of(stage.lab) == "variable");
}

TEST_CASE("the curve of a what-if is the distance of the drawn balls, every 0.05 s from the shown moment to the end")
{
    ReplayOnStage stage{with_change_of_loop()};
    for (const double start_s : {0.0, 1.2})
    {
        CAPTURE(start_s);
        stage.seek(start_s == 0.0 ? 100.0 : start_s); // at the end, W starts from the beginning
        press(stage.lab, "3");
        press(stage.lab, "W", 1);
        REQUIRE(stage.lab.shown_lane_count() == 2);
        CHECK(timestep::to_seconds(*stage.status().fork_start_time) == doctest::Approx(start_s).epsilon(0.01));
        stage.run(5s);
        const auto& distances = stage.status().distances;
        CHECK(distances.front().replay_time == *stage.status().fork_start_time);
        CHECK(distances.front().distance == 0.0);
        for (std::size_t i = 1; i < distances.size(); ++i)
            CHECK(distances[i].replay_time - distances[i - 1].replay_time == 50ms);
        CHECK(stage.status().length - distances.back().replay_time < 50ms);
        const double drawn =
            std::abs(stage.lab.lane(0).samples().back().shown_x - stage.lab.lane(1).samples().back().shown_x);
        CHECK(drawn > 0.05);
        CHECK(std::abs(distances.back().distance - drawn) < 0.3);
        press(stage.lab, "R", 1);
        CHECK(stage.lab.shown_lane_count() == 1);
        CHECK(stage.status().shown_time < 100ms);
    }
}
