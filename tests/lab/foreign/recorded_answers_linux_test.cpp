// A replay of a loop in another program: its answers run again without it, and with it they are compared.
#include "lab/replay/recording.hpp"
#include "lab/replay/replay_blocks.hpp"
#include "loop_programs_linux.hpp"

using namespace loop_programs;

namespace
{

// Counts in nanoseconds; after a reset it begins with no time left over.
const std::string accumulator =
    "case $line in reset) t=0; echo reset;; unrun*) ;; frame*) set -- $line; t=$((t+$2)); n=0; "
    "while [ $t -ge 16000000 ]; do t=$((t-16000000)); n=$((n+1)); done; "
    "echo plan $n 0.016 0.$((t/1600000)) stepped=$((n*16000000)) carried=$t draw=interpolate;; esac";

// Ten seconds with a throw, a reset, a step budget that cuts plans, and a change of the scene.
Recorded record_program(const lab::LoopCommand& command)
{
    lab::LaneSetup setup{.config = settings_of("interpolated", {{"machine.vsync", "off"},
                                                                {"machine.delay_ms", "60ms"},
                                                                {"machine.step_cost_ms", "3ms"},
                                                                {"loop.budget_ms", "5ms"}})
                                       .lane};
    setup.command = command;
    const Scratch scratch;
    const std::string path = scratch.path("a.replay").string();
    lab::ReplayRecorder recorder{path, setup.config};
    std::optional<lab::LaneRun> run{setup};
    run->lane().set_step_interceptor(&recorder);
    lab::InputTrack input;
    for (int i = 0; i < 200; ++i)
    {
        if (i == 50) input.append(run->next_frame_start_time(), {.grabbed = true, .drag_target_x = 0.4}, {});
        if (i == 60) input.append(run->next_frame_start_time(), {}, {});
        if (i == 100)
        {
            run.emplace(setup);
            run->lane().set_step_interceptor(&recorder);
            recorder.after_reset();
        }
        if (i == 150)
        {
            turn(run->setup().config, {{"scene.stiffness", "300"}});
            run->apply_setup();
        }
        run->simulate_frame(i < 100 ? input : lab::no_input);
    }
    const lab::Lane& lane = run->lane();
    recorder.finish(lane.world());
    REQUIRE(!recorder.failure());
    const std::string bytes = text_of(path);
    return {bytes, parsed(bytes), recorder.end_state_hash(), lane.world().events(), recorder.tick_count(), ""};
}

std::shared_ptr<lab::ForeignLoop> started(const lab::LoopCommand& command)
{
    return std::make_shared<lab::ForeignLoop>(command, lab::LoopGreeting{});
}

std::string difference_of(const Recorded& recorded, const std::string& program)
{
    lab::ReplayRun run{recorded.replay, lab::FrameTimeSource::recorded, started(answering(program))};
    run.run_to_end();
    return run.first_difference() ? lab::difference_text(*run.first_difference()) : "";
}

std::string replaced(std::string text, const std::string& before, const std::string& after)
{
    const auto place = text.find(before);
    REQUIRE(place != text.npos);
    return text.replace(place, before.size(), after);
}

} // namespace

TEST_CASE("the answers of a program run again to the bit without it, and with it, also after a seek back")
{
    const Recorded recorded = record_program(answering(accumulator));
    CHECK(recorded.replay->needs_program());
    CHECK(std::ranges::any_of(recorded.replay->events, [](const lab::FrameBoundaryEvent& event)
                              { return std::holds_alternative<lab::TruncatedFrameEvent>(event.data); }));
    CHECK(left_running() == "");
    check_runs_again(recorded);
    for (const auto& program : {std::shared_ptr<lab::ForeignLoop>{}, started(answering(accumulator))})
    {
        lab::ReplayRun run{recorded.replay, lab::FrameTimeSource::recorded, program};
        run.run_to_end();
        CHECK(run.config().loop.is_foreign);
        run.seek(2s);
        const auto hash = run.lane().world().state_hash();
        run.seek(1s);
        run.seek(2s);
        CHECK(run.lane().world().state_hash() == hash);
        check_same(recorded, run);
    }
}

TEST_CASE("a program that answers differently is said, with the frame")
{
    const Recorded recorded = record_program(answering(accumulator));
    CHECK(difference_of(recorded, accumulator).empty());
    CHECK(difference_of(recorded, replaced(accumulator, "0.016 0.", "0.016 0.0")) ==
          "the program answers frame 2 differently: it is another one, or not deterministic");
    CHECK(difference_of(recorded, replaced(accumulator, "t=$((t+$2))", "k=$((k+1)); t=$((t+$2+k/50))")) ==
          "the program answers frame 50 differently: it is another one, or not deterministic");
}

TEST_CASE("with the program, other frames are a what-if of its loop")
{
    const Recorded recorded = record_program(answering(accumulator));
    const auto compare_with = [&](const Turns& changes)
    {
        lab::ReplayRun recorded_run{recorded.replay};
        lab::ReplayRun trunk{recorded.replay, lab::FrameTimeSource::recorded, started(answering(accumulator))};
        recorded_run.seek(1s);
        trunk.seek(1s);
        lab::LaneConfig config = trunk.config();
        turn(config, changes);
        lab::ReplayRun branch{trunk, {config, lab::FrameTimeSource::recorded}};
        return lab::compare_replays(recorded_run, branch);
    };
    CHECK(compare_with({{"scene.damping", "0.9"}}).divergence);
    CHECK(compare_with({}).equal_step_count > 10);
}

TEST_CASE("a replay with an answer that no program can have given is refused")
{
    const Recorded recorded = record_program(answering(accumulator));
    const std::vector<std::string> blocks = blocks_of(recorded.bytes);
    const std::string& block = blocks[0];
    const auto begin = block.find("\nanswer ") + 1;
    const std::string line = block.substr(begin, block.find('\n', begin) - begin);
    const auto error_with = [&](const std::string& other)
    {
        const auto read = lab::parse_replay(replay_of({replaced(block, line, other)}), "a");
        return std::holds_alternative<std::string>(read) ? std::get<std::string>(read) : "";
    };
    CHECK(error_with(line).empty());
    for (const char* const values :
         {"-1 0.016 0 0 0 0 0 0 latest", "1000001 0.016 0 0 0 0 0 0 latest", "1 -0.016 0 0 0 0 0 0 latest",
          "1 1e+300 0 0 0 0 0 0 latest", "1 0.016 0 0 0 0 0 1e+300 interpolate", "1 0.016 0 0 0 0 0 -1e+08 interpolate",
          "1 0.016 -1 0 0 0 0 0 latest", "1 0.016 0 4000000000000000000 0 0 0 0 latest",
          "1 0.016 0 0 -9223372036854775808 0 0 0 latest"})
        CHECK_MESSAGE(error_with(fmt::format("answer 0 0 0 {}", values)).ends_with("damaged; record the replay again"),
                      values);
    CHECK(left_running() == "");
}
