#include "lab/replay/replay_blocks.hpp"
#include "lab_program.hpp"

#include <regex>

namespace
{

constexpr const char* header = "frame,frame_ns,filtered_ns,steps,dt_ns,tail_ns,stepped_ns,carried_ns,dropped_ns,filter_"
                               "error_ns,alpha,presentation";

Columns planned(const std::string& arguments)
{
    const Ran ran = printed("plan --csv - " + arguments);
    REQUIRE(ran.out.substr(0, ran.out.find('\n')) == header);
    return columns_of(ran.out);
}

const std::string slow = " --vsync off --delay 12ms --jitter 4ms ";

std::string recorded(const Scratch& scratch, const std::string& name, const std::string& flags)
{
    const std::string script =
        scratch.file("script.txt", "at 0.5 grab -0.5\nat 1 release\nat 1.5 set scene.stiffness 400\n");
    const std::string path = scratch.path(name).string();
    const Ran ran = printed("record " + path + " --seconds 3 --script " + script + slow + flags);
    CHECK(ran.err.empty());
    return path;
}

} // namespace

TEST_CASE_FIXTURE(WithScratch, "plan applies rates, settings and axes, and prints them")
{
    const std::string file = scratch.file("f.csv", "frame_ms\n100\n100\n50\n");
    const auto column = [&](const std::string& arguments, const char* name)
    {
        return planned(arguments + (arguments.find("--frames") == arguments.npos ? " --frames '" + file + "'" : ""))
            .at(name);
    };
    using Column = std::vector<std::string>;
    CHECK(column("--loop accumulator --hz 59.94", "dt_ns")[0] == "16683333");
    CHECK(column("--loop doom", "dt_ns")[0] == "28571429");
    CHECK(column("--loop doom --hz 70", "dt_ns")[0] == "14285714");
    CHECK(column("--loop unity --set overload.limit=60ms", "steps") == Column{"3", "3", "2"});
    CHECK(column("--loop unity --set overload.limit=0.06s", "dropped_ns") == Column{"40000000", "40000000", "0"});
    CHECK(column("--loop variable-filtered --set filter.n=4", "filtered_ns") ==
          Column{"100000000", "100000000", "83333333"});
    CHECK(
        column("--loop accumulator --set overload=cap-steps --set overload.max_steps=2 --set presentation=extrapolate",
               "presentation")[0] == "extrapolate");
    CHECK(column("--loop accumulator --hz 50 --set overload=cap-steps --set overload.max_steps=2", "steps") ==
          Column{"2", "2", "2"});
    const std::string fast = scratch.file("fast.csv", "frame_us\n6900\n6900\n6900\n6900\n6900\n");
    CHECK(column("--loop glaiel --refresh-hz 144 --frames '" + fast + "'", "filtered_ns")[4] == "6944400");
}

TEST_CASE_FIXTURE(WithScratch, "plan prints a table without --csv, and writes a file with --csv FILE")
{
    const std::string file = scratch.file("f.csv", "frame_ms\n100\n");
    const Ran ran = printed("plan --loop unity --frames '" + file + "'");
    CHECK(ran.out.starts_with("unity at 50 Hz"));
    const auto csv = scratch.path("out.csv");
    CHECK(run_lab("plan --loop unity --frames '" + file + "' --csv '" + csv.string() + "'").out.empty());
    CHECK(text_of(csv).starts_with(header));
}

TEST_CASE_FIXTURE(WithScratch, "plan refuses invalid input with its place and the correction")
{
    const std::string good = " --frames '" + scratch.file("good.csv", "frame_ms\n100\n") + "'";
    const auto bad = [&](const std::string& text) { return " --frames '" + scratch.file("bad.csv", text) + "'"; };
    check_refused("plan", "--frames is required");
    check_refused("plan --hz 0" + good, "--hz takes a rate above 0");
    check_refused("plan --hz 66.6667" + good, "such as 60, 59.94 or 60000/1001 (up to three decimals");
    check_refused("plan --hz 1000000" + good, "--hz takes a rate above 0 and below 1000000");
    check_refused("plan --refresh-hz nan" + good, "--refresh-hz takes a rate above 0");
    check_refused("plan --set overload.limt=3" + good, "did you mean 'overload.limit'?");
    check_refused("plan --set overload.limit=-3" + good, "from 1 to 10000 ms");
    check_refused("plan --set overload=cap-step" + good, "did you mean 'cap-steps'?");
    check_refused("plan --set nonsense" + good, "PATH=VALUE");
    check_refused("plan --loop bullet --set stepper.max_substeps=2.5" + good, "whole number");
    check_refused("plan --loop variable --set overload=keep-debt" + good, "carries no time");
    check_refused("plan" + bad("frame_ms\n"), "no frame below the header");
    check_refused("plan" + bad("frame_ms\n16\n17\nabc\n"), "bad.csv:4: 'abc' is not a frame time");
    check_refused("plan" + bad("a,frame_ms\n1,16\n1\n"), "bad.csv:3: the row ends before its frame time");
    check_refused("plan" + bad("frame_ms\n9e30\n"), "bad.csv:2");
}

TEST_CASE_FIXTURE(WithScratch,
                  "a recorded replay runs again the same; with other frame times only if its steps are whole")
{
    for (const char* loop : {"accumulator", "variable"})
    {
        const std::string path = recorded(scratch, "a.replay", std::string{"--loop "} + loop);
        printed("replay --verify " + path, {"all as recorded", "2 inputs, 1 settings changed"});
        CHECK(printed("replay --live " + path).says("is the first different tick") ==
              (std::string{loop} == "variable"));
    }
}

TEST_CASE_FIXTURE(WithScratch, "a replay's JSON has the time and the step of the first failure up to the printed state")
{
    const std::string path = scratch.path("a.replay").string();
    const std::string lane = "--scene spring-and-ball --loop variable --delay 40ms --seconds 3";
    const Ran ran = run_lab("record " + path + " " + lane);
    const auto failures_at = [&](const std::string& at)
    { return json_of("replay --json " + at + path).at("state").at("first_failures"); };
    REQUIRE(ran.code == 0);
    CHECK(failures_at("--at 0 ").empty());
    const auto first = json_of("run --json " + lane).at("lanes").at(0).at("first_failures");
    CHECK(first.at("tunnelled").at("step_ms") == doctest::Approx(50.0));
    CHECK(failures_at("") == first);
    const double wall = first.at("tunnelled").at("wall_s");
    CHECK(failures_at(fmt::format("--at {} ", wall + 0.1)) == first);
}

TEST_CASE_FIXTURE(WithScratch, "a different state is printed, and is exit code 1 with --verify")
{
    auto blocks = blocks_of(text_of(recorded(scratch, "a.replay", "--loop variable")));
    blocks[0][blocks[0].find("\nhash ") + 6] ^= 1;
    const std::string path = scratch.file("b.replay", replay_of(blocks));
    printed("replay " + path, {" differs: the recorded state hash is "});
    CHECK(run_lab("replay --verify " + path).code == 1);
    CHECK(run_lab("replay --json " + path).says("\"same\": false"));
}

TEST_CASE_FIXTURE(
    WithScratch,
    "a replay without frame times is refused where a step depends on its frame time, and no file is written")
{
    const std::string path = scratch.path("none.replay").string();
    const std::string script = scratch.file("script.txt", "at 1 key 2\n");
    for (const char* loop : {"variable", "semi-fixed", "unreal", "quake"})
        check_refused("record " + path + " --no-frame-times --vsync off --render-cost 16ms --loop " + loop,
                      std::string{"s on the steps of the loop '"} + loop + "' depend on its frame times");
    check_refused("record " + path + " --no-frame-times --script " + script, "s on the steps of the loop 'variable'");
    CHECK(!std::filesystem::exists(path));
    CHECK(run_lab("record " + path + " --no-frame-times").code == 0);
    CHECK(run_lab("replay --verify " + path).code == 0);
}

TEST_CASE_FIXTURE(WithScratch, "a state with a NaN is exit code 1 with --verify")
{
    const std::string script = scratch.file("script.txt", "at 1 grab -0.5\nat 1.5 release\n");
    const std::string path = scratch.path("a.replay").string();
    CHECK(run_lab("record " + path + " --integrator rk4 --hz 20 --script " + script).code == 0);
    auto blocks = blocks_of(text_of(path));
    for (std::string& block : blocks) // no hand is so fast, and the hash of a state with a NaN is 0
    {
        block = std::regex_replace(block, std::regex{"grabbed -0.5 0 0 0"}, "grabbed -0.5 0 1e+308 0");
        block = std::regex_replace(block, std::regex{"(hash|end) [0-9a-f]{8}"}, "$1 00000000");
    }
    scratch.file("a.replay", replay_of(blocks));
    const Ran ran = run_lab("replay --verify " + path);
    CHECK(ran.code == 1);
    CHECK(ran.says("no comparison after tick 0"));
    CHECK(run_lab("replay --json " + path).says("\"same\": false"));
}

TEST_CASE_FIXTURE(WithScratch, "a replay is compared with another replay and with changed settings")
{
    const std::string a = recorded(scratch, "a.replay", "--loop accumulator"),
                      b = recorded(scratch, "b.replay", "--loop variable");
    const Ran diff =
        printed("diff " + a + " " + b, {"the second has loop.preset variable", "tick 1 is the first different tick"});
    CHECK(run_lab("diff " + a + " " + a).says("equal in all"));
    CHECK(run_lab("diff --json " + a + " " + b).says("\"x_apart_after_1_s\": "));
    printed("replay --what-if integrator=rk4 --at 1 " + a, {"with the same frame times"});
    CHECK(run_lab("replay --what-if delay=40ms --at 1 " + a).says("with the machine's new frame times"));
    const std::string c = recorded(scratch, "c.replay", "--loop accumulator --no-frame-times");
    printed("replay --what-if integrator=rk4 --at 1 " + c, {"with one frame per step"});
}

TEST_CASE_FIXTURE(WithScratch, "an invalid recording or replay is refused in one line with its place")
{
    const std::string path = recorded(scratch, "a.replay", "");
    const std::string bytes = text_of(path);
    std::string changed = bytes;
    changed[bytes.size() / 2] ^= 1;
    check_refused("replay " + scratch.file("bad.replay", changed), "bad.replay:");
    check_refused("replay " + scratch.file("other.csv", "frame_ns\n1\n"), "is not a replay file");
    check_refused("replay " + scratch.path("none.replay").string(), "none.replay: cannot be read: No such file");
    check_refused("replay --at soon " + path, "--at takes a time such as 10 or 500ms, not 'soon'");
    check_refused("replay --what-if loop=varible " + path, "did you mean 'variable'?");
    check_refused("replay --what-if loop " + path, "PATH=VALUE");
    check_refused("diff " + path + " " + scratch.path("none.replay").string(), "none.replay: cannot be read");
    check_refused("record /nowhere/a.replay", "/nowhere/a.replay");
    check_refused("record " + path + " --lane fixed --lane variable", "a replay contains one lane");
    check_refused("record " + path + " --script " + path, "--script");
    check_refused("record " + path + " --drive " + path, "did you mean '--script'?");
    CHECK(text_of(path) == bytes);
}
