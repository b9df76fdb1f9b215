// Loops of other programs on the command line: --lane-command and conform.
#include "lab_program.hpp"

#include <csignal>

namespace
{

const std::string fixed_loop =
    "sh -c 'read line; echo hello 1 shell; while read line; do echo plan 1 0.016666666666666666 1; done'";

} // namespace

TEST_CASE("--lane-command takes all words after it, and runs a program as a lane beside others")
{
    const Json json = json_of("run --frames 60 --json --lane fixed --lane-command " + fixed_loop +
                              " '' --frames=9 --lane-command " + fixed_loop);
    REQUIRE(json.at("lanes").size() == 3);
    CHECK(json["lanes"][1]["name"] == "your-own");
    CHECK(json["lanes"][2]["name"] == "your-own-2");
    CHECK(json["lanes"][1]["loop"] == "your-own");
    CHECK(json["lanes"][1]["state_hash"] == json["lanes"][0]["state_hash"]);
}

TEST_CASE_FIXTURE(WithScratch, "plan, rank, identify and the time balance run a loop of another program")
{
    const std::string loop = " --lane-command " + fixed_loop;
    std::string text = "frame_ns\n";
    for (int i = 0; i < 800; ++i) text += std::to_string(15'000'000 + i * 7919 % 3001 * 1000) + "\n";
    const std::string file = "'" + scratch.file("game.csv", text) + "'";
    printed("plan --frames " + file + loop, {"shell at 60 Hz"});
    CHECK(columns_of(printed("plan --csv - --frames " + file + loop).out).at("steps") ==
          columns_of(printed("plan --csv - --loop fixed --frames " + file).out).at("steps"));
    printed("rank --loops fixed --hz 60 --top 1 " + file + loop, {"your-own", "compared only"});
    printed("identify" + loop, {"behaves as `fixed`"});
    printed("run --time-balance --frames 60" + loop,
            {"your-own: the simulated time is the sum of its steps, to 1 ns a frame"});
}

TEST_CASE_FIXTURE(WithScratch, "no file that run writes contains the command")
{
    const std::string csv = scratch.path("a.csv").string(), marker = "marker-of-this-command";
    const Ran ran = run_lab("run --frames 60 --csv '" + csv + "' --lane-command " + fixed_loop + " " + marker);
    CHECK(ran.code == 0);
    CHECK(text_of(csv).size() > 1000);
    CHECK(text_of(csv).find(marker) == std::string::npos);
    CHECK_FALSE(ran.says(marker));
    CHECK(json_of("run --frames 9 --json --lane-command " + fixed_loop + " " + marker).dump().find(marker) ==
          std::string::npos);
}

TEST_CASE("a program that is no loop gives one line and exit code 2, in every command")
{
    const std::string wrong = "sh -c 'read line; echo hello 1 x; read line; echo plan 12,5 0.01 1; sleep 9'";
    for (const std::string command :
         {"run --frames 9 --lane-command ", "run --time-balance --lane-command ", "identify --lane-command ",
          "rank tests/recordings/formats/fixtures/presentmon_1.10.csv --lane-command ", "conform -- "})
        check_refused(command + wrong, "sh: line 2 of its output: STEPS '12,5' is not a whole number");
    check_refused("run --lane-command /no/such/program", "/no/such/program cannot be started: No such file");
    check_refused("run --lane-command", "--lane-command");
    check_refused("conform", "give the program after --");
    check_refused("identify --lane-command sh -c true --lane-command sh", "give one --lane-command");
    check_refused("record x.replay --lane-command sh", "--lane-command");
    check_refused("export --lang ts --runner", "--runner needs --lang");
}

TEST_CASE("a what-if is refused with a program that is not the recorded one, with the frame")
{
    for (const std::string other_frames : {"--what-if scene.damping=0.9", "--live"})
        check_refused("replay tests/lab/replay/fixtures/answers.replay " + other_frames + " --lane-command " +
                          fixed_loop,
                      "the program answers frame");
}

TEST_CASE_FIXTURE(WithScratch, "a message about a program of an interpreter names the script")
{
    const std::string script = "'" + scratch.file("my_loop.sh", "read line; echo hello 2 x; sleep 9\n") + "'";
    check_refused("conform -- sh " + script, "/my_loop.sh: ");
}

TEST_CASE("conform ends with 0 if a loop breaks no law, and with 1 if it breaks one")
{
    const Ran known = run_lab("conform -- " + fixed_loop);
    CHECK(known.code == 0);
    CHECK(lines_of(known.out).front() == "behaves as `fixed` at 60 Hz");
    const Ran other =
        run_lab("conform --json -- sh -c 'read line; echo hello 1 x; while read line; do echo plan 2 0.01 1; done'");
    CHECK(other.code == 1);
    CHECK(Json::parse(other.out).at("breaks_law") == true);
}

TEST_CASE("a stop signal ends a frame of a million steps that would take minutes, in every command that runs one")
{
    for (const std::string command : {"run", "run --starts 2", "run --csv -"})
        for (const int signal : {SIGTERM, SIGHUP})
        {
            const Scratch scratch;
            const std::string answered = scratch.path("answered").string();
            const std::string loop = "sh -c 'read line; echo hello 1 x; read line; echo plan 1000000 0.01 1; : >" +
                                     answered + "; sleep 1000'";
            const std::string script = "'" + lab_program() + "' " + command +
                                       " --seconds 100000 --scene storm --set scene.substeps=1000 " +
                                       "--set scene.count=100000 --set scene.threads=1 --lane-command " + loop +
                                       " >/dev/null 2>&1 & lab=$!; while [ ! -e " + answered +
                                       " ]; do sleep 0.01; done; sleep 0.1; kill -" + std::to_string(signal) +
                                       " $lab; (sleep 60; kill -KILL $lab) & killer=$!; wait $lab; code=$?; "
                                       "kill $killer; exit $code";
            const int status = std::system(script.c_str());
            CHECK_MESSAGE(WEXITSTATUS(status) == 128 + signal, command);
        }
}

TEST_CASE("a stop signal ends the loop's program, too")
{
    const Scratch scratch;
    const std::string pid_file = scratch.path("pid").string();
    const std::string loop = "sh -c 'trap \"\" TERM INT HUP; echo $$ >" + pid_file + ".new; mv " + pid_file + ".new " +
                             pid_file +
                             "; read line; echo hello 1 x; while read line; do echo plan 1 0.01 1; done; sleep 60'";
    const std::string script = "'" + lab_program() + "' run --seconds 100000 --lane-command " + loop +
                               " >/dev/null 2>&1 & lab=$!; while [ ! -s " + pid_file +
                               " ]; do sleep 0.01; done; sleep 0.2; kill -TERM $lab; wait $lab; "
                               "code=$?; ! kill -0 $(cat " +
                               pid_file + ") 2>/dev/null && exit $code";
    const int status = std::system(script.c_str());
    CHECK(WEXITSTATUS(status) == 128 + 15);
}
