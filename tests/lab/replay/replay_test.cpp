#include "recording.hpp"

using lab::FrameTimeSource;
using lab::ReplayRun;

namespace
{

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

const std::vector<lab::InputChange> inputs{
    {.tick = 0, .step_end_time = Nanos{1}, .input = {}},
    {.tick = 5, .step_end_time = Nanos{-7}, .input = {.grabbed = true, .drag_target_x = -0.0, .drag_target_y = 1e308}},
    {.tick = 5,
     .step_end_time = Nanos{largest},
     .input = {.drag_target_x = 0.1, .drag_target_y = std::numeric_limits<double>::denorm_min()}},
    {.tick = largest,
     .input = {.held = {.left = true, .dash = true}, .pressed = {.dash = true}, .released = {.right = true}}},
    {.input = {.held = {true, true, true, true}, .pressed = {true, true, true, true}, .released = {.jump = true}}},
};

const std::vector<lab::FrameBoundaryEvent> events{
    {.next_frame = 1, .next_tick = 2, .frame_start_time = Nanos{3}, .data = lab::ResetEvent{}},
    {.next_frame = 1, .next_tick = 2, .frame_start_time = Nanos{3}, .data = lab::SettingEvent{"loop.hz", "59.94"}},
    {.next_frame = 1,
     .next_tick = 2,
     .frame_start_time = Nanos{3},
     .data = lab::SettingEvent{"a.b", " two words, and a=b "}},
    {.next_frame = 1, .next_tick = 2, .frame_start_time = Nanos{3}, .data = lab::SettingEvent{"a.b", ""}},
    {.next_frame = 1, .next_tick = 2, .frame_start_time = Nanos{3}, .data = lab::RefreshPeriodEvent{Nanos{16'666'667}}},
    {.next_frame = 1, .next_tick = 2, .frame_start_time = Nanos{3}, .data = lab::TruncatedFrameEvent{200}},
    {.next_frame = largest,
     .next_tick = largest,
     .frame_start_time = -Nanos{largest},
     .data = lab::SettingsBatchEndEvent{}},
    {.next_frame = 1, .next_tick = 2, .frame_start_time = Nanos{3}, .data = lab::AnswerEvent{}},
    {.data = lab::AnswerEvent{{.steps = 2,
                               .dt = Nanos{16'666'667},
                               .dt_seconds = 1.0 / 60.0,
                               .tail = Nanos{1},
                               .stepped = Nanos{33'333'334},
                               .carried = Nanos{-7},
                               .dropped = Nanos{largest},
                               .filter_error = Nanos{-1},
                               .alpha = -0.0,
                               .presentation = timestep::Presentation::render_tick}}},
};

template <class Contents>
lab::Replay read_all(const std::vector<Contents>& all)
{
    lab::Replay replay;
    for (const Contents& contents : all) REQUIRE(lab::parse_line(lab::replay_line(contents), replay));
    return replay;
}

bool is_line(std::string_view line)
{
    lab::Replay replay;
    return lab::parse_line(line, replay);
}

const std::string hands =
    "at 1 grab -0.4\nat 1.4 release\nat 3 set scene.stiffness 300\nat 5 grab 0.5\nat 5.5 release\n";

Recorded eighty_seconds(std::string_view loop, const char* jitter = "6ms")
{
    return record(settings_from(fmt::format(
                      "scene=spring-and-ball loop={} vsync=off delay=12ms jitter={} scene.damping=0", loop, jitter)),
                  hands, 80s);
}

lab::ReplayComparison compare(const Recorded& a, const Recorded& b)
{
    ReplayRun run_a{a.replay}, run_b{b.replay};
    return lab::compare_replays(run_a, run_b);
}

lab::ReplayComparison fork(const Recorded& recorded, Nanos at, const Turns& what,
                           FrameTimeSource frames = FrameTimeSource::recorded)
{
    ReplayRun trunk{recorded.replay};
    trunk.seek(at);
    lab::LaneConfig other = trunk.config();
    turn(other, what);
    ReplayRun branch{trunk, {other, frames}};
    return lab::compare_replays(trunk, branch);
}

} // namespace

TEST_CASE("a line has its kind, its place, and its contents")
{
    CHECK(lab::replay_line(Nanos{16'666'667}) == "16666667");
    CHECK(lab::replay_line(inputs[1]) == "input 5 -7 grabbed -0 1e+308 0 0 - - -");
    CHECK(lab::replay_line(inputs[3]) == "input 9223372036854775807 0 free 0 0 0 0 left+dash dash right");
    CHECK(lab::replay_line(events[0]) == "reset 1 2 3");
    CHECK(lab::replay_line(events[1]) == "set 1 2 3 loop.hz=59.94");
    CHECK(lab::replay_line(events[4]) == "refresh 1 2 3 16666667");
    CHECK(lab::replay_line(events[5]) == "brake 1 2 3 200");
    CHECK(lab::replay_line(events.back()) ==
          "answer 0 0 0 2 0.016666666666666666 1 33333334 -7 9223372036854775807 -1 -0 render-tick");
    CHECK(lab::replay_line(std::uint32_t{0xBEEF}) == "hash 0000beef");
    CHECK(lab::replay_line(lab::BlockSummary{60, 59, true}) == "block 60 59 whole");
    CHECK(lab::replay_line(lab::ReplayEndChecksums{1, 0xFFFFFFFF}) == "end 00000001 ffffffff");
}

TEST_CASE("inputs, events and frame times are read to the bit as they were written")
{
    CHECK(read_all(inputs).inputs == inputs);
    CHECK(std::signbit(read_all(inputs).inputs[1].input.drag_target_x));
    CHECK(read_all(events).events == events);
    std::mt19937_64 random{1};
    std::vector<Nanos> times;
    for (int i = 0; i < tries(100'000); ++i)
        times.emplace_back(static_cast<std::int64_t>(random() >> random() % 64) * (i % 2 == 0 ? 1 : -1));
    CHECK(read_all(times).frame_times == times);
    const std::vector<std::uint32_t> hashes{0, 1, 0x80000000, 0xFFFFFFFF};
    CHECK(read_all(hashes).hashes == hashes);
}

TEST_CASE("blocks add their frames and steps; after a block with other steps no block has only whole steps")
{
    lab::Replay replay;
    CHECK(lab::parse_line("block 60 59 whole", replay));
    CHECK(lab::parse_line("block 0 1 other", replay));
    CHECK(replay.frame_count == 60);
    CHECK(replay.tick_count == 60);
    CHECK(!replay.has_only_fixed_steps);
    CHECK(!lab::parse_line("block 1 1 whole", replay));
    CHECK(lab::parse_line("end 00000001 00000002", replay));
    CHECK(replay.end_checksums == lab::ReplayEndChecksums{1, 2});
    CHECK(!lab::parse_line("16666667", replay));
}

TEST_CASE("a line that is written in another way is refused")
{
    const std::string lines =
        "| |-|+1|01|1.5|1 | 1|0x1|9223372036854775808|-0|words|hash|hash 1|hash 0000BEEF|hash 0000beefg|"
        "hash 0000beef |input|input 0 0 free 0 0 0 - - -|input 0 0 free 0 0 0 nan - - -|input 0 0 free 0 0 0 0 - "
        "-|input 0 0 free 0 0 0 0 - - - -|input 0 0 free 0 0 0 0 - - left+left|"
        "input 0 0 free 0 0 0 0 - - dash+left|input 0 0 taken 0 0 0 0 - - -|input 0 0 free 0.10 0 0 0 - - -|"
        "input 0 0 free inf 0 0 0 - - -|input 0 0 free nan 0 0 0 - - -|input 0 0 free 1e400 0 0 0 - - -|"
        "input 0 0 free 0 0 0 0 - - up|set 0 0 0 loop.hz|set 0 0 0|reset 0 0 0 0|reset 0 0|reset 0 0 0 |"
        "refresh 0 0 0|brake 0 0 0 2.0|apply 0 0 0 1|Reset 0 0 0|jump 0 0 0|block 1 1|block 1 1 half|"
        "block -1 1 whole|block 1 -1 whole|"
        "answer 0 0 0 1 0.1 0 0 0 0 0 0.5|answer 0 0 0 1 0.1 0 0 0 0 0 0.5 smooth|"
        "answer 0 0 0 1 nan 0 0 0 0 0 0.5 latest|answer 0 0 0 1 0.1 0 0 0 0 0 0.5 latest latest|"
        "block 2000000000000 1 whole|end 00000001|end 00000001 2";
    for (const std::string& line : parts_of(lines, '|')) CHECK_MESSAGE(!is_line(line), line);
}

TEST_CASE("random changes of a line are refused, or read as they are written")
{
    std::mt19937_64 random{2};
    const auto number = [&](std::size_t below) { return static_cast<std::size_t>(random() % below); };
    for (int i = 0; i < tries(100'000); ++i)
    {
        std::string line = i % 2 == 0 ? lab::replay_line(inputs[number(inputs.size())])
                                      : lab::replay_line(events[number(events.size())]);
        line[number(line.size())] = static_cast<char>(random());
        if (number(4) == 0) line.erase(number(line.size()), 1 + number(3));
        lab::Replay replay;
        if (!lab::parse_line(line, replay)) continue;
        if (!replay.inputs.empty()) CHECK(lab::replay_line(replay.inputs[0]) == line);
        if (!replay.events.empty()) CHECK(lab::replay_line(replay.events[0]) == line);
    }
}

TEST_CASE("a replay equals itself, and equals one with other frame times if its steps are whole")
{
    const auto a = eighty_seconds("accumulator"), b = eighty_seconds("accumulator", "3ms");
    CHECK(!compare(a, a).divergence);
    CHECK(compare(a, a).equal_step_count == a.ticks);
    const auto c = record(settings_of("accumulator"), "", 5s), d = record(settings_of("interpolated"), "", 6s);
    const auto found = compare(c, d);
    CHECK(!found.divergence);
    CHECK(found.equal_step_count == c.ticks);
    CHECK(found.extra_step_count_b == d.ticks - c.ticks);
}

TEST_CASE("runs whose steps are as long as the frames differ from the first frame of another length on")
{
    for (const char* loop : {"variable", "semi-fixed"})
    {
        CAPTURE(loop);
        const auto recorded = eighty_seconds(loop);
        ReplayRun run{recorded.replay}, live{recorded.replay, FrameTimeSource::machine};
        const auto found = lab::compare_replays(run, live);
        REQUIRE(found.divergence);
        CHECK(found.divergence->tick <= 3);
        CHECK(found.divergence->quantity == "time");
        CHECK(found.divergence->distances[0]); // may be 0, because the hand may hold both balls at one place
        CHECK(found.divergence->distances[1].value_or(0.0) > 0.0);
        CHECK(found.divergence->distances[2].value_or(0.0) > 0.0);
    }
}

TEST_CASE("a branch without changes equals its replay, from any time on")
{
    for (const char* loop : {"accumulator", "variable", "semi-fixed", "step-ahead", "doom"})
        for (const Nanos at : {Nanos{-1}, Nanos{1100ms}, Nanos{40s}})
            CHECK_MESSAGE(!fork(eighty_seconds(loop), at, {}).divergence, loop);
}

TEST_CASE("a branch without changes equals a replay without frame times, from any time on")
{
    const std::string script = "at 1.3 set scene.stiffness 400\nat 2.2 set loop.hz 50\nat 3 grab 0.4\nat 3.7 release\n"
                               "at 4 key R\nat 4.5 set loop.hz 75\n";
    int tried = 0;
    for (const timestep::Preset& preset : timestep::all_presets)
    {
        CAPTURE(preset.name);
        const auto start = settings_of(preset.name, {{"machine.refresh_hz", "144"}});
        if (!record(start, script, 5s).replay->has_only_fixed_steps) continue;
        const auto recorded = record(start, script, 5s, false);
        for (const Nanos at : {Nanos{-1}, Nanos{2s}, Nanos{2500ms}})
        {
            const auto found = fork(recorded, at, {});
            CHECK(!found.divergence);
            CHECK(found.equal_step_count > 100);
            CHECK(found.extra_step_count_a == 0);
            CHECK(found.extra_step_count_b <= 1); // the last frame may have more steps than were recorded
        }
        ++tried;
    }
    CHECK(tried > 20);
}

TEST_CASE("a branch with another loop, rate, integrator, control or delay differs after the fork, and the difference "
          "is named")
{
    const auto recorded = eighty_seconds("interpolated");
    ReplayRun trunk{recorded.replay};
    trunk.seek(10s);
    const std::int64_t at = trunk.tick();
    const auto loop = fork(recorded, 10s, {{"loop.preset", "variable"}});
    REQUIRE(loop.divergence);
    CHECK(loop.divergence->tick == at + 1);
    CHECK(loop.divergence->quantity == "time");
    const auto rate = fork(recorded, 10s, {{"loop.hz", "30"}});
    REQUIRE(rate.divergence);
    CHECK(rate.divergence->tick == at + 1);
    const auto integrator = fork(recorded, 10s, {{"scene.integrator", "rk4"}});
    REQUIRE(integrator.divergence);
    CHECK(integrator.divergence->quantity == "x");
    CHECK(integrator.divergence->distances[2] > 0.0);
    const auto knob = fork(recorded, 10s, {{"scene.stiffness", "500"}});
    REQUIRE(knob.divergence);
    CHECK(knob.divergence->tick == at + 1);
    // A delay does not change the steps themselves, but the next input reaches another step.
    const auto delay = fork(recorded, 0s, {{"machine.delay_ms", "150"}}, FrameTimeSource::machine);
    REQUIRE(delay.divergence);
    CHECK(delay.equal_step_count > 50);
}

TEST_CASE("later changes in the replay do not undo a change of the branch")
{
    const auto recorded = eighty_seconds("interpolated");
    ReplayRun trunk{recorded.replay};
    trunk.seek(2s);
    lab::LaneConfig other = trunk.config();
    REQUIRE(!lab::assign_by_path(other, "scene.stiffness", "555"));
    ReplayRun branch{trunk, {other, FrameTimeSource::recorded}};
    branch.run_to_end();
    const lab::Settings end{.lane = branch.config()};
    CHECK(lab::find_control(end, "scene.stiffness")->get(end) == 555.0);
}
