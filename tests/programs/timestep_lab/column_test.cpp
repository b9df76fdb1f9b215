// Tests how commands read tables of unknown tools. The unit and the columns that a command concluded are printed; a
// table that leaves a choice is refused with a question.
#include "lab_program.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>

namespace
{

std::string quoted(const std::string& path) { return " '" + path + "'"; }

} // namespace

TEST_CASE("inspect prints how it read a list of numbers; other commands print it on standard error")
{
    const Scratch scratch;
    const std::string file = quoted(scratch.file("f.txt", "16,6\n33,3\n16,7\n"));
    const std::string told = "3 frames, read as milliseconds by their size, mean 22.2 ms";

    const Ran inspected = run_lab("inspect" + file);
    CHECK(inspected.code == 0);
    CHECK(inspected.out.find("  a table, read as a column of frame times or time stamps\n") != std::string::npos);
    CHECK(inspected.out.find("  " + told + "\n") != std::string::npos);
    CHECK(nlohmann::json::parse(run_lab("inspect --json" + file).out).at("files").at(0).at("remark") == told);

    const Ran converted = run_lab("convert --to frame_ns" + file);
    CHECK(converted.code == 0);
    CHECK(converted.out == "frame_ns\n16600000\n33300000\n16700000\n");
    CHECK(converted.err.ends_with("f.txt: " + told + "\n"));
    CHECK(run_lab("convert --quiet --to frame_ns" + file).err.empty());
    for (const char* const command : {"rank --hz 60 --loops fixed", "compare", "plan --frames"})
    {
        CAPTURE(std::string{command});
        const Ran ran = run_lab(command + file + (std::string{command} == "compare" ? file : ""));
        CHECK(ran.code == 0);
        CHECK(ran.err.find(told) != std::string::npos);
    }
}

TEST_CASE("--column, --unit and --absolute set how a table is read, in every command that reads one")
{
    const Scratch scratch;
    const std::string file    = quoted(scratch.file("f.csv", "n,begin\n1,0.5\n2,16.5\n3,48.5\n4,64.5\n"));
    const std::string options = " --column begin --unit ms --absolute";
    check_refused("inspect" + file,
                  "f.csv:1: which of the columns holds frame times? There are n, begin; say which with "
                  "--column NAME, and its unit with --unit s, ms, us, ns or hz");
    CHECK(run_lab("convert --to frame_ns" + file + options).out == "frame_ns\n16000000\n32000000\n16000000\n");
    CHECK(run_lab("inspect" + file + options)
              .out.find("3 frames, read as the differences of time stamps in milliseconds, "
                        "mean 21.3 ms") != std::string::npos);
    CHECK(run_lab("rank --hz 60 --loops fixed" + file + options).code == 0);
    CHECK(run_lab("compare" + file + file + options).code == 0);
    CHECK(run_lab("report --hz 60 --loops fixed -o -" + file + options).code == 0);
    CHECK(run_lab("convert --to frame_ns --unit HZ" + quoted(scratch.file("fps.txt", "50\n100\n"))).out ==
          "frame_ns\n20000000\n10000000\n");
}

TEST_CASE("options that contradict the table are refused")
{
    const Scratch scratch;
    const std::string file = quoted(scratch.file("f.csv", "n,begin\n1,0.5\n2,16.5\n"));
    check_refused("inspect --unit minutes" + file, "--unit takes s, ms, us, ns or hz, not 'minutes'");
    check_refused("inspect --column start" + file, "no column of numbers is named \"start\"; choose one of n, begin");
    check_refused("inspect --column begin --unit hz --absolute" + file, "a rate is not a time stamp");
    check_refused("convert --to frame_ns" + quoted(scratch.file("g.txt", "600\n500\n600\n")),
                  "a typical frame time of 600 fits none; say which with --unit s, ms, us, ns or hz");
}

TEST_CASE("plan reads every recording and every table that inspect reads")
{
    const Scratch scratch;
    for (const char* const name : {"presentmon_1.10.csv", "fraps_decimal_comma.csv", "mangohud_0.6.9.csv",
                                   "frame_ns.csv", "unity.csv", "capframex.json"})
    {
        CAPTURE(std::string{name});
        const Ran ran =
            run_lab("plan --loop variable --csv - --frames tests/recordings/formats/fixtures/" + std::string{name});
        CHECK(ran.code == 0);
        CHECK(std::count(ran.out.begin(), ran.out.end(), '\n') == 7);
    }
    for (const char* const text :
         {"a,frame_us,b\n0,16666.7,0\n0,33333.3,x\n", "# a remark\r\nframe_ms\r\n16.6\r\n33.3\r\n",
          "x;frame_ms\n1;16,6\n1;33,3\n", "a,frame_ns\n1,16600000\n1,33300000\n"})
    {
        CAPTURE(std::string{text});
        const std::string file = quoted(scratch.file("f.csv", text));
        CHECK(run_lab("plan --frames" + file).code == 0);
        CHECK(run_lab("inspect" + file).out.find("2 frames, read as ") != std::string::npos);
    }
    check_refused("plan --frames tests/recordings/formats/fixtures/mangohud_sampled.csv", "set log_interval=0");
}
