#include "telemetry/frame_times.hpp"
#include "terminal.hpp"

#include <nlohmann/json.hpp>

TEST_CASE("inspect prints the tool, the streams, every 1 % low, the pacing, and whether a stream is replayable")
{
    const Ran ran = run_lab("inspect " + fixtures + "presentmon_1.10.csv");
    CHECK(ran.code == 0);
    for (const char* const text : {"PresentMon 1.6-1.10", "msBetweenPresents", "Game.exe", "1 % low", "0.1 % low",
                                   "stutter", "|change|", "frame time, ms", "replayable   yes"})
    {
        CAPTURE(std::string{text});
        CHECK(ran.out.find(text) != std::string::npos);
    }
    for (const telemetry::LowRow& row : telemetry::all_lows)
        CHECK(ran.out.find("  " + std::string{row.label} + " ") != std::string::npos);
}

TEST_CASE("figures of frames of 0 ms that are not finite are printed as -")
{
    const Scratch scratch;
    const std::string zeros = scratch.file("zeros.csv", "frame_ns\n0\n0\n0\n");
    for (const std::string& command : {"inspect " + zeros, "compare " + zeros + " " + zeros})
    {
        const Ran ran = run_lab(command);
        CAPTURE(ran.out);
        CHECK(ran.out.find("nan") == std::string::npos);
        CHECK(ran.out.find("inf ") == std::string::npos);
    }
    CHECK(run_lab("inspect " + zeros).out.find("stutter      - %") != std::string::npos);
}

TEST_CASE("inspect --json has every file and every stream")
{
    const Ran ran = run_lab("inspect --json " + fixtures + "presentmon_1.10.csv " + fixtures + "fraps.csv");
    CHECK(ran.code == 0);
    const auto json = nlohmann::json::parse(ran.out);
    REQUIRE(json.at("files").size() == 2);
    CHECK(json.at("files").at(0).at("streams").at(0).at("frames") == 6);
    CHECK(json.at("files").at(1).at("format") == "FRAPS");
}

TEST_CASE("inspect refuses a file with its reason and remedy, and still prints the other files")
{
    check_refused("inspect " + fixtures + "mangohud_sampled.csv", "sampled, not per frame");
    check_refused("inspect " + fixtures + "mangohud_sampled.csv", "log_interval=0");
    check_refused("inspect", "files is required");
    const Ran both = run_lab("inspect " + fixtures + "mangohud_sampled.csv " + fixtures + "fraps.csv");
    CHECK(both.code == 2);
    CHECK(both.out.find("FRAPS") != std::string::npos);
    CHECK(both.err.find("sampled") != std::string::npos);
}

TEST_CASE("a stream with gaps is printed as not replayable, with exit code 1")
{
    const Scratch scratch;
    const std::string gaps = scratch.file("gaps.csv", "Application,ProcessID,SwapChainAddress,Runtime,TimeInSeconds,"
                                                      "MsBetweenPresents\na,1,0,D,1.0,10\na,1,0,D,2.0,10\n");
    const Ran ran          = run_lab("inspect '" + gaps + "'");
    CHECK(ran.code == 1);
    CHECK(ran.out.find("replayable   no: the frame times add up to 0.010 s in 1.000 s (1.0 %)") != std::string::npos);
    CHECK(run_lab("inspect --json '" + gaps + "'").code == 1);
}

TEST_CASE("in a pipe the output has no colours")
{
    const Ran ran = run_lab("inspect " + fixtures + "fraps.csv");
    CHECK(ran.out.find('\x1B') == std::string::npos);
}

TEST_CASE("on a terminal the output has colours, unless NO_COLOR is set")
{
    if (!can_make_terminals()) return;
    const std::string use = "inspect " + fixtures + "fraps.csv";
    CHECK(on_terminal("env -u NO_COLOR", use).find("\x1B[") != std::string::npos);
    CHECK(on_terminal("NO_COLOR=1", use).find('\x1B') == std::string::npos);
}

TEST_CASE("a file name that is not UTF-8 gives valid JSON and a valid report")
{
    const Scratch scratch;
    const auto file = scratch.path("g\xFF\x80me.csv");
    std::filesystem::copy_file(fixtures + "presentmon_1.10.csv", file);
    const std::string name = "'" + file.string() + "'";
    for (const std::string& command :
         {"inspect --json " + name, "rank --hz 60 --json " + name, "compare --json " + name + " " + name})
    {
        CAPTURE(command);
        const Ran ran = run_lab(command);
        CHECK(ran.code == 0);
        CHECK(nlohmann::json::accept(ran.out));
    }
    CHECK(run_lab("report --hz 60 -o - " + name).code == 0);
}

TEST_CASE("inspect prints the display timing, and states which clock its figures use")
{
    const std::string file = fixtures + "presentmon_generated.csv";
    const Ran ran          = run_lab("inspect " + file);
    CHECK(ran.code == 0);
    for (const char* const text :
         {"timing: presents", "generated    3 pictures", "displayed    5 pictures", "dropped      1 frame never",
          "PresentMon's definition", "as written", "MsPCLatency", "MsUntilDisplayed"})
    {
        CAPTURE(std::string{text});
        CHECK(ran.out.find(text) != std::string::npos);
    }
    const Ran seen = run_lab("inspect --timing displayed " + file);
    CHECK(seen.code == 0);
    CHECK(seen.out.find("timing: displayed, what was seen") != std::string::npos);
    CHECK(seen.out.find("from one picture on the screen to the next") != std::string::npos);
    CHECK(run_lab("inspect " + fixtures + "fraps.csv").out.find("latency") == std::string::npos);
    check_refused("inspect --timing displayed " + fixtures + "fraps.csv", "leave out --timing displayed");
    check_refused("inspect --timing seen " + file, "unknown timing 'seen'");
    check_refused("inspect --table --timing displayed " + file, "excludes");
}

TEST_CASE("inspect --json has the display timing of each stream")
{
    const Ran ran     = run_lab("inspect --json --timing displayed " + fixtures + "presentmon_generated.csv");
    const auto file   = nlohmann::json::parse(ran.out).at("files").at(0);
    const auto stream = file.at("streams").at(0);
    CHECK(file.at("timing") == "displayed");
    CHECK(stream.at("frames") == 5);
    CHECK(stream.at("mean_ms") == doctest::Approx(9.6));
    const auto timing = stream.at("display_timing");
    CHECK(timing.at("generated") == 3);
    CHECK(timing.at("displayed").at("count") == 5);
    CHECK(timing.at("animation_error").at("count") == 2);
    CHECK(timing.at("animation_error").at("max_ms") == doctest::Approx(0.5));
    CHECK(timing.at("latencies").at("MsPCLatency").at("mean_ms") == doctest::Approx(31.0));
}

TEST_CASE("--from and --to use a part of the recording")
{
    const Scratch scratch;
    std::string text = "frame_ms\n";
    for (int i = 0; i < 300; ++i) text += i < 100 ? "20\n" : i < 200 ? "10\n" : "40\n";
    const std::string file = "'" + scratch.file("three.csv", text) + "' ";
    const auto mean        = [&](const std::string& part)
    {
        return nlohmann::json::parse(run_lab("inspect --json " + file + part).out)
            .at("files")
            .at(0)
            .at("streams")
            .at(0)
            .at("mean_ms");
    };
    CHECK(mean("--to 2s") == 20.0);
    CHECK(mean("--from 2s --to 3s") == 10.0);
    CHECK(mean("--from 3s") == 40.0);
    CHECK(run_lab("convert --to frame_ns " + file).code == 0);
    CHECK(run_lab("inspect --from 2990ms --to 3s " + file).out.find(" 1      ") != std::string::npos);
    check_refused("inspect " + file + "--from 7s", "no frame begins in this part; the recording is 7.000 s long");
    check_refused("rank " + file + "--from soon", "--from takes a time");
}
