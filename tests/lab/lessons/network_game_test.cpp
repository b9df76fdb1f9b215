#include "lab/lessons/lesson.hpp"
#include "lab/lessons/network_lesson_run.hpp"
#include "lab/stage/lesson_driver.hpp"
#include "lab/stage/playing.hpp"
#include "scenes/net/network_pc.hpp"

namespace
{

Settings network_settings(std::string_view network) { return settings_with({{"network.kind", network}}); }
const NetworkLessonRun* network_run(Lab& lab) { return lab.experiment.driver_as<LessonDriver>()->network_run(); }

} // namespace

TEST_CASE("a lesson over a network runs only after Space, and digits choose answers before")
{
    for (const scenes::SyncMethodInfo& kind : scenes::all_sync_methods)
    {
        CAPTURE(kind.name);
        LabOf lab{network_settings(kind.name), 6};
        REQUIRE(network_run(lab) != nullptr);
        CHECK(lab.shown_lane_count() == 2);
        CHECK(network_run(lab)->wall_time() == Nanos::zero());
        const LessonAnswer& asked = lab.session.answers[lab.experiment.driver_as<LessonDriver>()->lesson().name];
        press(lab, "9");
        CHECK(!asked.guess);
        press(lab, "2");
        CHECK(asked.guess == 1);
        CHECK(!asked.has_run_begun);
        CHECK(lab.session.settings.lane.loop.preset == Settings{}.lane.loop.preset);
        press(lab, "Space");
        play_for(lab, 2s);
        CHECK(timestep::to_seconds(network_run(lab)->wall_time()) == doctest::Approx(2.0).epsilon(0.05));
        CHECK(lab.lane(1).world().step_count() > 40);
        press(lab, "Space"); // Space pauses a running game
        CHECK(lab.session.settings.is_paused);
    }
}

TEST_CASE("every lesson over a network is complete and fulfils its assertions and expectations")
{
    std::set<scenes::SyncMethod> kinds;
    for (const Lesson& lesson : network_lessons())
    {
        CAPTURE(lesson.name);
        REQUIRE(lesson.network_game);
        kinds.insert(lesson.network_game->network.sync_method);
        CHECK(lesson.what_to_watch.back() == '.');
        CHECK(lesson.question.back() == '?');
        CHECK(lesson.answers.size() == 3);
        CHECK(lesson.assertions.size() >= 2);
        CHECK(lesson.assertions_for_unchanged_settings.size() >= 3);
        CHECK(std::ranges::count(lesson.explanation, '{') >= 2);
        CHECK(find_lesson(lesson.name) == &lesson);
        CHECK(lesson_files()[lesson_index_of(lesson)].name == lesson.name);
        CHECK(&network_lesson_of(*lesson.network_game) == &lesson);
        const auto verdict = require_value<LessonVerdict>(run_lesson(lesson));
        CHECK(verdict.checks.size() > lesson.assertions.size() + lesson.assertions_for_unchanged_settings.size());
        CHECK(verdict.checks[lesson.assertions.size() + lesson.assertions_for_unchanged_settings.size() - 1]
                  .extra_run_heading.empty());
        for (const LessonVerdict::CheckedAssertion& line : verdict.checks)
            CHECK_MESSAGE(line.outcome.holds, "assertion ", line.assertion.text, ", left ", line.outcome.left_value);
    }
    CHECK_MESSAGE(kinds.size() == scenes::all_sync_methods.size(), "a kind of network has no lesson: add one to "
                                                                   "assets/lessons/network, then run: "
                                                                   "ctest --preset release -R '^lab$'");
}

TEST_CASE("with free PCs the lesson depends on whether the loop has whole steps")
{
    const auto lesson_with = [](std::string_view loop) {
        return chosen_built_in_lesson(settings_with({{"network.kind", "free"}, {"loop.preset", loop}})).name;
    };
    for (const char* loop : {"interpolated", "fixed", "accumulator", "canonical", "plain"})
        CHECK(lesson_with(loop) == "free-whole-steps");
    for (const char* loop : {"variable", "semi-fixed", "variable-clamped"})
        CHECK(lesson_with(loop) == "free-frame-steps");
}

TEST_CASE("a lesson over a network shows its verdict after its length, and the progress is saved")
{
    for (const Lesson& lesson : network_lessons())
    {
        CAPTURE(lesson.name);
        Settings settings;
        switch_to_lesson(settings, lesson);
        LabOf lab{settings, 6};
        press(lab, fmt::format("{}", lesson.right_answer_index + 1));
        press(lab, "Space");
        play_for(lab, 9s);
        CHECK(lab.experiment.driver_as<LessonDriver>()->verdict() == nullptr);
        CHECK(!lab.session.progress.lesson_outcomes.contains(lesson.name));
        play_for(lab, 2s);
        const LessonVerdict* verdict = lab.experiment.driver_as<LessonDriver>()->verdict();
        REQUIRE(verdict != nullptr);
        CHECK(verdict->all_assertions_hold());
        CHECK(!verdict->explanation.numbers.empty());
        CHECK(lab.session.progress.lesson_outcomes.at(lesson.name) == LessonOutcome::right);
    }
}

TEST_CASE("a lesson whose settings were changed may fail its assertions, and is then not saved as learnt")
{
    LabOf lab{settings_with({{"network.kind", "rollback"}, {"network.delay_ms", "600"}}), 6};
    press(lab, "Space");
    play_for(lab, 11s);
    REQUIRE(lab.experiment.driver_as<LessonDriver>()->verdict() != nullptr);
    // PCs wait for messages that take longer than the rollback window, instead of predicting.
    CHECK(!lab.experiment.driver_as<LessonDriver>()->verdict()->all_assertions_hold());
    CHECK(lab.session.progress.lesson_outcomes.empty());
}

TEST_CASE("an invalid lesson over a network is refused with its line")
{
    const std::string whole = R"(title = "a"
watch = "b"
question = "c?"
answers = ["d"]
right = 1
seconds = 1
assert = ["game.waits == 0"]
expect = ["game.ticks > 50"]
explanation = "e"
[network]
kind = "lockstep"
)";
    const auto with = [&](std::string_view old, std::string_view fresh)
    {
        std::string text = whole;
        text.replace(text.find(old), old.size(), fresh);
        const auto read = parse_lesson(text, "a");
        return std::holds_alternative<Lesson>(read) ? error_in(run_lesson(std::get<Lesson>(read))) : error_in(read);
    };
    CHECK(with("d", "d").empty());
    CHECK(with("\"lockstep\"", "\"lokstep\"").find("a.toml:11: ") == 0);
    CHECK(with("kind = \"lockstep\"", "kin = \"lockstep\"").find("a.toml:11: ") == 0);
    CHECK(with("kind = \"lockstep\"", "loss = 3").find("'kind' must set how") != std::string::npos);
    CHECK(with("seconds = 1", "seconds = 1e9").find("'seconds' must set the length of the run, 1 to 3600") !=
          std::string::npos);
    CHECK(with("seconds = 1", "ticks = 50").find("unknown key 'ticks'") != std::string::npos);
    CHECK(with("expect = [\"game.ticks > 50\"]", "").find("'expect' is missing") != std::string::npos);
    CHECK(with("[network]", "lane = 1\n[network]").find("unknown key 'lane'") != std::string::npos);
    CHECK(with("title =", "titel =") == "a.toml:1: unknown key 'titel'; did you mean 'title'?");
    CHECK(with("\"lockstep\"", "\"lockstep\"\n\"loss\" = \"5%\"") ==
          "a.toml:12: message loss takes a number without a unit, not '5%'");
    CHECK(with("[network]\nkind = \"lockstep\"", "network = 1").find("'network' must be a table: [network]") !=
          std::string::npos);
    const std::string without = "[[without]]\nexcludes = \"f\"\nassert = [\"without.speed <= game.speed\"]\n";
    CHECK(with("kind = \"lockstep\"\n", "kind = \"lockstep\"\n" + without + "delay_ms = 300\n").empty());
    CHECK(with("kind = \"lockstep\"\n", "kind = \"lockstep\"\n" + without + "delay = 300\n").find("a.toml:15: ") == 0);
    CHECK(with("game.waits ==", "game.wait ==").find("did you mean 'waits'?") != std::string::npos);
    CHECK(with("game.waits ==", "game.frames ==").find("unknown metric 'frames'") != std::string::npos);
}

TEST_CASE("the stage shows the world of each PC")
{
    LabOf lab{network_settings("rollback"), 6};
    press(lab, "Space");
    play_for(lab, 3s);
    for (std::size_t pc = 0; pc < 2; ++pc)
    {
        const scenes::NetworkPc& network_pc = network_run(lab)->game()[pc];
        CHECK(lab.lane(pc).world().state_hash() == network_pc.world.state_hash());
        CHECK(lab.lane(pc).samples().back().start_wall_time == network_pc.last_frame.start_time);
        CHECK(lab.lane(pc).totals().full_step_count == network_pc.tick());
    }
}

TEST_CASE("changing a control of the network restarts the game, and so does a reset, without the question")
{
    LabOf lab{network_settings("lockstep"), 6};
    press(lab, "Space");
    play_for(lab, 2s);
    turn(lab.session.settings, "network.pcs", "4");
    play_for(lab, 500ms);
    CHECK(lab.shown_lane_count() == 4);
    CHECK(network_run(lab)->wall_time() < 600ms);
    CHECK(network_run(lab)->wall_time() > 300ms);
    press(lab, "R");
    play_for(lab, 200ms);
    CHECK(network_run(lab)->wall_time() < 300ms);
}

TEST_CASE("setting a control of the network starts the game, in a script file and on the command line")
{
    Settings settings;
    const auto game_setup = [&] { return network_setup_of({settings.network, settings.lane}); };
    CHECK(!assign_by_path(settings, "network.kind", "rollback"));
    CHECK(settings.mode == Mode::network);
    CHECK(game_setup().sync_method == scenes::SyncMethod::rollback);
    CHECK(game_setup().input_delay == 1);
    CHECK(!assign_by_path(settings, "network.loss", "50"));
    CHECK(game_setup().connection.loss == 0.5);
    CHECK(assign_by_path(settings, "network.kind", "lokstep").value_or("").find("lockstep") != std::string::npos);
    CHECK(demo_command_line(settings).find("--network rollback") != std::string::npos);
}
