#include "lab/lessons/lesson.hpp"
#include "lab/stage/lab.hpp"

#include "lab/lessons/lesson_runs.hpp"
#include "lab/settings/set_up.hpp"
#include "lab/stage/lesson_stage.hpp"
#include "lab/stage/playing.hpp"
#include "lab/stage/replay_stage.hpp"
#include "scenes/net/peer.hpp"
#include "sim/machine/virtual_pc.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>

using namespace lab;
using namespace std::chrono_literals;

namespace
{

struct Window
{
    explicit Window(std::string_view network)
        : Window{settings_of(network)}
    {
    }
    explicit Window(const Settings& settings)
        : lab{settings, std::make_unique<sim::VirtualPc>(sim::MachineSettings{}, 1)}
    {
        run(100ms);
    }
    static Settings settings_of(std::string_view network)
    {
        Settings settings;
        REQUIRE(!set(settings, "network.kind", network));
        return settings;
    }
    void run(Nanos length) { play_for(lab, length); }

    Lab lab;
};

} // namespace

TEST_CASE("a lesson over a network runs only after Space, and digits choose answers before")
{
    for (const scenes::NetworkKindRow& kind : scenes::all_network_kinds)
    {
        CAPTURE(kind.name);
        Window window{kind.name};
        REQUIRE(window.lab.stage_as<LessonStage>()->network_run() != nullptr);
        CHECK(window.lab.lane_count() == 2);
        CHECK(window.lab.stage_as<LessonStage>()->network_run()->now() == Nanos::zero());
        const LessonAnswer& asked = window.lab.answers[window.lab.stage_as<LessonStage>()->lesson().name];
        window.lab.handle_key(*find_key("9"));
        CHECK(!asked.guess);
        window.lab.handle_key(*find_key("2"));
        CHECK(asked.guess == 1);
        CHECK(!asked.has_run);
        CHECK(window.lab.settings.loop.preset == Settings{}.loop.preset);
        window.lab.handle_key(*find_key("Space"));
        window.run(2s);
        CHECK(timestep::to_seconds(window.lab.stage_as<LessonStage>()->network_run()->now()) ==
              doctest::Approx(2.0).epsilon(0.05));
        CHECK(window.lab.lane(1).world().ticks() > 40);
        window.lab.handle_key(*find_key("Space")); // Space pauses a running game
        CHECK(window.lab.settings.paused);
    }
}

TEST_CASE("every lesson over a network is complete and fulfils its assertions and expectations")
{
    std::set<scenes::NetworkKind> kinds;
    for (const Lesson& lesson : network_lessons())
    {
        CAPTURE(lesson.name);
        REQUIRE(lesson.network_settings);
        kinds.insert(lesson.network_settings->network.kind);
        CHECK(lesson.what_to_watch.back() == '.');
        CHECK(lesson.question.back() == '?');
        CHECK(lesson.answers.size() == 3);
        CHECK(lesson.assertions.size() >= 2);
        CHECK(lesson.assertions_if_unchanged.size() >= 3);
        CHECK(std::ranges::count(lesson.explanation, '{') >= 2);
        CHECK(find_lesson(lesson.name) == &lesson);
        CHECK(lesson_files()[lesson_index_of(lesson)].name == lesson.name);
        CHECK(&network_lesson_of(*lesson.network_settings) == &lesson);
        const auto outcome = run_lesson(lesson);
        if (const auto* error = std::get_if<std::string>(&outcome)) FAIL(*error);
        const auto& verdict = std::get<LessonVerdict>(outcome);
        CHECK(verdict.checks.size() > lesson.assertions.size() + lesson.assertions_if_unchanged.size());
        CHECK(verdict.checks[lesson.assertions.size() + lesson.assertions_if_unchanged.size() - 1].extra_run.empty());
        for (const LessonVerdict::Check& line : verdict.checks)
        {
            CAPTURE(line.assertion.text);
            CAPTURE(line.outcome.left);
            CHECK(line.outcome.holds);
        }
    }
    CHECK_MESSAGE(kinds.size() == scenes::all_network_kinds.size(), "a kind of network has no lesson: add one to "
                                                                    "assets/lessons/network, then run: "
                                                                    "ctest --preset release -R '^lab$'");
}

TEST_CASE("with free PCs the lesson depends on whether the loop has whole steps")
{
    const auto lesson_with = [](std::string_view loop)
    {
        Settings settings = Window::settings_of("free");
        REQUIRE(!set(settings, "loop.preset", loop));
        return network_lesson_of(settings).name;
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
        open_lesson(settings, lesson);
        Window window{settings};
        window.lab.handle_key(*find_key(fmt::format("{}", lesson.right_answer + 1)));
        window.lab.handle_key(*find_key("Space"));
        window.run(9s);
        CHECK(window.lab.stage_as<LessonStage>()->verdict() == nullptr);
        CHECK(!window.lab.progress.lesson_outcomes.contains(lesson.name));
        window.run(2s);
        const LessonVerdict* verdict = window.lab.stage_as<LessonStage>()->verdict();
        REQUIRE(verdict != nullptr);
        CHECK(verdict->holds());
        CHECK(!verdict->explanation.numbers.empty());
        CHECK(window.lab.progress.lesson_outcomes.at(lesson.name) == LessonOutcome::right);
    }
}

TEST_CASE("a lesson whose settings were changed may fail its assertions, and is then not saved as learnt")
{
    Settings settings = Window::settings_of("rollback");
    REQUIRE(!set(settings, "network.delay_ms", "600"));
    Window window{settings};
    window.lab.handle_key(*find_key("Space"));
    window.run(11s);
    REQUIRE(window.lab.stage_as<LessonStage>()->verdict() != nullptr);
    // PCs wait for messages that take longer than the rollback window, instead of predicting.
    CHECK(!window.lab.stage_as<LessonStage>()->verdict()->holds());
    CHECK(window.lab.progress.lesson_outcomes.empty());
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
    const auto with         = [&](std::string_view old, std::string_view fresh)
    {
        std::string text = whole;
        text.replace(text.find(old), old.size(), fresh);
        const auto read   = parse_lesson(text, "a");
        const auto* error = std::get_if<std::string>(&read);
        if (error != nullptr) return *error;
        const auto outcome = run_lesson(std::get<Lesson>(read));
        error              = std::get_if<std::string>(&outcome);
        return error != nullptr ? *error : std::string{};
    };
    CHECK(with("d", "d").empty());
    CHECK(with("\"lockstep\"", "\"lokstep\"").find("a.toml:11: ") == 0);
    CHECK(with("kind = \"lockstep\"", "kin = \"lockstep\"").find("a.toml:11: ") == 0);
    CHECK(with("kind = \"lockstep\"", "loss = 3").find("'kind' must set how") != std::string::npos);
    CHECK(with("seconds = 1", "seconds = 1e9").find("'seconds' must set the length of the run, 1 to 3600") !=
          std::string::npos);
    CHECK(with("seconds = 1", "ticks = 50").find("'seconds' must set the length of the run") != std::string::npos);
    CHECK(with("expect = [\"game.ticks > 50\"]", "").find("'expect' is missing") != std::string::npos);
    CHECK(with("[network]", "lane = 1\n[network]").find("unknown key 'lane'") != std::string::npos);
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
    Window window{"rollback"};
    window.lab.handle_key(*find_key("Space"));
    window.run(3s);
    for (std::size_t pc = 0; pc < 2; ++pc)
    {
        const scenes::Peer& peer = window.lab.stage_as<LessonStage>()->network_run()->game()[pc];
        CHECK(window.lab.lane(pc).world().state_hash() == peer.world().state_hash());
        CHECK(window.lab.lane(pc).samples().back().wall == peer.last_frame().start_time);
        CHECK(window.lab.lane(pc).totals().steps == peer.tick());
    }
}

TEST_CASE("changing a control of the network restarts the game, and so does a reset, without the question")
{
    Window window{"lockstep"};
    window.lab.handle_key(*find_key("Space"));
    window.run(2s);
    REQUIRE(!set(window.lab.settings, "network.pcs", "4"));
    window.run(500ms);
    CHECK(window.lab.lane_count() == 4);
    CHECK(window.lab.stage_as<LessonStage>()->network_run()->now() < 600ms);
    CHECK(window.lab.stage_as<LessonStage>()->network_run()->now() > 300ms);
    window.lab.handle_key(*find_key("R"));
    window.run(200ms);
    CHECK(window.lab.stage_as<LessonStage>()->network_run()->now() < 300ms);
}

TEST_CASE("setting a control of the network starts the game, in a drive file and on the command line")
{
    Settings settings;
    CHECK(!set(settings, "network.kind", "rollback"));
    CHECK(settings.mode == Mode::network);
    CHECK(network_set_up_of(settings).kind == scenes::NetworkKind::rollback);
    CHECK(network_set_up_of(settings).input_delay == 1);
    CHECK(!set(settings, "network.loss", "50"));
    CHECK(network_set_up_of(settings).link.loss == 0.5);
    CHECK(set(settings, "network.kind", "lokstep").value_or("").find("lockstep") != std::string::npos);
    CHECK(command_line(settings).find("--network rollback") != std::string::npos);
}

TEST_CASE("the mode replay without a replay is the live loop")
{
    Settings settings;
    settings.mode = Mode::replay;
    Lab lab{settings, std::make_unique<sim::VirtualPc>(sim::MachineSettings{}, 1)};
    lab.begin_frame();
    CHECK(lab.settings.mode == Mode::live);
    CHECK(lab.stage_as<ReplayStage>() == nullptr);
}
