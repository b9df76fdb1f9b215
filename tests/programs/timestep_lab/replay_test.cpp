#include "lab/replay/replay_blocks.hpp"
#include "lab_program.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace
{

const std::string slow = " --vsync off --delay 12ms --jitter 4ms ";

std::string recorded(const Scratch& scratch, const std::string& name, const std::string& flags)
{
    const std::string drive =
        scratch.file("drive.txt", "at 0.5 grab -0.5\nat 1 release\nat 1.5 set scene.stiffness 400\n");
    const std::string path = scratch.path(name).string();
    const Ran ran          = run_lab("record " + path + " --seconds 3 --drive " + drive + slow + flags);
    CHECK(ran.code == 0);
    CHECK(ran.err.empty());
    return path;
}

bool says(const Ran& ran, const std::string& what) { return ran.out.find(what) != std::string::npos; }

} // namespace

TEST_CASE("a recorded replay runs again the same; with other frame times only if its steps are whole")
{
    const Scratch scratch;
    for (const char* loop : {"accumulator", "variable"})
    {
        const std::string path = recorded(scratch, "a.replay", std::string{"--loop "} + loop);
        const Ran same         = run_lab("replay --verify " + path);
        CHECK(same.code == 0);
        CHECK(says(same, "all as they were recorded"));
        CHECK(says(same, "2 inputs, 1 settings turned"));
        const Ran live = run_lab("replay --live " + path);
        CHECK(live.code == 0);
        CHECK(says(live, "is the first that differs") == (std::string{loop} == "variable"));
    }
}

TEST_CASE("a replay's JSON has the time and the step of the first failure up to the printed state")
{
    const Scratch scratch;
    const std::string path = scratch.path("a.replay").string();
    const std::string lane = "--scene spring-and-ball --loop variable --delay 40ms --seconds 3";
    const Ran ran          = run_lab("record " + path + " " + lane);
    const auto failures_at = [&](const std::string& at)
    { return nlohmann::json::parse(run_lab("replay --json " + at + path).out).at("state").at("first_failures"); };
    REQUIRE(ran.code == 0);
    CHECK(failures_at("--at 0 ").empty());
    const auto first = nlohmann::json::parse(run_lab("run --json " + lane).out).at("lanes").at(0).at("first_failures");
    CHECK(first.at("tunnelled").at("step_ms") == doctest::Approx(50.0));
    CHECK(failures_at("") == first);
    const double wall = first.at("tunnelled").at("wall_s");
    CHECK(failures_at(fmt::format("--at {} ", wall + 0.1)) == first);
}

TEST_CASE("equal runs record equal bytes")
{
    const Scratch scratch;
    CHECK(text_of(recorded(scratch, "a.replay", "")) == text_of(recorded(scratch, "b.replay", "")));
}

TEST_CASE("a different state is printed, and is exit code 1 with --verify")
{
    const Scratch scratch;
    auto blocks = blocks_of(text_of(recorded(scratch, "a.replay", "--loop variable")));
    blocks[0][blocks[0].find("\nhash ") + 6] ^= 1;
    const std::string path = scratch.file("b.replay", replay_of(blocks));
    const Ran seen         = run_lab("replay " + path);
    CHECK(seen.code == 0);
    CHECK(says(seen, " differs: it was "));
    CHECK(run_lab("replay --verify " + path).code == 1);
    CHECK(says(run_lab("replay --json " + path), "\"same\": false"));
}

TEST_CASE("a replay without frame times is refused where a step depends on its frame time, and no file is written")
{
    const Scratch scratch;
    const std::string path  = scratch.path("none.replay").string();
    const std::string drive = scratch.file("drive.txt", "at 1 key 2\n");
    for (const char* loop : {"variable", "semi-fixed", "unreal", "quake"})
        check_refused("record " + path + " --no-frame-times --vsync off --render-cost 16ms --loop " + loop,
                      std::string{"s on the steps of the loop '"} + loop + "' depend on its frame times");
    check_refused("record " + path + " --no-frame-times --drive " + drive, "s on the steps of the loop 'variable'");
    CHECK(!std::filesystem::exists(path));
    CHECK(run_lab("record " + path + " --no-frame-times").code == 0);
    CHECK(run_lab("replay --verify " + path).code == 0);
}

TEST_CASE("a state with a NaN is exit code 1 with --verify")
{
    const Scratch scratch;
    const std::string drive = scratch.file("drive.txt", "at 1 grab 1e308\nat 1.2 grab -1e308\nat 1.5 release\n");
    const std::string path  = scratch.path("a.replay").string();
    CHECK(run_lab("record " + path + " --integrator rk4 --hz 20 --drive " + drive).code == 0);
    const Ran ran = run_lab("replay --verify " + path);
    CHECK(ran.code == 1);
    CHECK(says(ran, "nothing is known after tick 0"));
    CHECK(says(run_lab("replay --json " + path), "\"same\": false"));
}

TEST_CASE("a replay is compared with another replay and with changed settings")
{
    const Scratch scratch;
    const std::string a = recorded(scratch, "a.replay", "--loop accumulator"),
                      b = recorded(scratch, "b.replay", "--loop variable");
    const Ran diff      = run_lab("diff " + a + " " + b);
    CHECK(diff.code == 0);
    CHECK(says(diff, "the second has loop.preset variable"));
    CHECK(says(diff, "tick 1 is the first that differs"));
    CHECK(says(run_lab("diff " + a + " " + a), "the same in all"));
    CHECK(says(run_lab("diff --json " + a + " " + b), "\"x_apart_after_1_s\": "));
    const Ran what_if = run_lab("replay --what-if integrator=rk4 --at 1 " + a);
    CHECK(what_if.code == 0);
    CHECK(says(what_if, "is the first that differs"));
    CHECK(says(run_lab("replay --what-if delay=40ms --at 1 " + a), "with the frames that the machine makes then"));
}

TEST_CASE("an invalid recording or replay is refused in one line with its place")
{
    const Scratch scratch;
    const std::string path  = recorded(scratch, "a.replay", "");
    const std::string bytes = text_of(path);
    std::string changed     = bytes;
    changed[bytes.size() / 2] ^= 1;
    check_refused("replay " + scratch.file("bad.replay", changed), "bad.replay:");
    check_refused("replay " + scratch.file("other.csv", "frame_ns\n1\n"), "is no replay file");
    check_refused("replay " + scratch.path("none.replay").string(), "none.replay: cannot be read: No such file");
    check_refused("replay --at soon " + path, "--at takes a time such as 10 or 500ms, not 'soon'");
    check_refused("replay --what-if loop=varible " + path, "did you mean 'variable'?");
    check_refused("replay --what-if loop " + path, "PATH=VALUE");
    check_refused("diff " + path + " " + scratch.path("none.replay").string(), "none.replay: cannot be read");
    check_refused("record /nowhere/a.replay", "/nowhere/a.replay");
    check_refused("record " + path + " --lane fixed --lane variable", "a replay is of one lane");
    check_refused("record " + path + " --drive " + path, "--drive");
    CHECK(text_of(path) == bytes);
}
