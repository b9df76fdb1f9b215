#include "lab_program.hpp"
#include "recordings/compare/comparison.hpp"

#include <nlohmann/json.hpp>

#include <random>

namespace
{

// Writes a recording of 900 frames near 60 a second; every `hitch`-th frame is 50 ms longer, none if 0.
std::string recording(const Scratch& scratch, const std::string& name, int hitch, unsigned seed = 7)
{
    std::mt19937 noise{seed};
    std::string text = "frame_ns\n";
    for (int i = 0; i < 900; ++i)
        text +=
            std::to_string(15'000'000 + noise() % 3001 * 1000 + (hitch > 0 && i % hitch == 9 ? 50'000'000 : 0)) + "\n";
    return "'" + scratch.file(name, text) + "'";
}

} // namespace

TEST_CASE("compare prints every figure of both recordings, intervals, verdicts and a sentence")
{
    const Scratch scratch;
    const std::string a = recording(scratch, "a.csv", 0), b = recording(scratch, "b.csv", 30);
    const Ran ran = run_lab("compare " + a + " " + b);
    CHECK(ran.code == 0);
    CHECK(ran.err.empty());
    for (const recordings::ComparedRow& row : recordings::all_compared())
        CHECK(ran.out.find("\n" + std::string{row.title} + " ") != std::string::npos);
    CHECK(ran.out.find("\nThese recordings differ. B is rougher by ") != std::string::npos);
    CHECK(ran.out.find("~  cannot tell") != std::string::npos);
    const Ran quiet = run_lab("compare --quiet " + a + " " + b);
    CHECK(quiet.out.find("~  cannot tell") == std::string::npos);
    CHECK(quiet.out.find("\nThese recordings differ. ") != std::string::npos);
}

TEST_CASE("compare --json has the same text; --check exits with 1 if B is worse and with 3 if that cannot be told")
{
    const Scratch scratch;
    const std::string a = recording(scratch, "a.csv", 0), b = recording(scratch, "b.csv", 30);
    const auto json = nlohmann::json::parse(run_lab("compare --json " + a + " " + b).out);
    CHECK(json.at("figures").at("change_rms_ms").at("verdict") == "worse");
    CHECK(json.at("figures").size() == recordings::all_compared().size());
    CHECK(json.at("a").at(0).at("stream") == 1);
    CHECK(run_lab("compare " + a + " " + b).out.find(json.at("text").get<std::string>()) != std::string::npos);
    // One run of each side is found worse only with --single.
    const Ran careful = run_lab("compare --check --figures change_rms_ms " + a + " " + b);
    CHECK(careful.code == 3);
    CHECK(careful.out.find("record three of each side, or judge by these two alone with --single") !=
          std::string::npos);
    CHECK(run_lab("compare --check --single --figures change_rms_ms " + a + " " + b).code == 1);
    CHECK(run_lab("compare --check --figures change_rms_ms " + b + " " + a).code == 0);
    const Ran equal = run_lab("compare --check " + a + " " + a);
    CHECK(equal.code == 0);
    CHECK(equal.out.find("\nCheck: B is no worse than A. mean ") != std::string::npos);
    const auto checked = nlohmann::json::parse(run_lab("compare --check --json " + a + " " + a).out).at("check");
    CHECK(checked.at("outcome") == "no-worse");
    CHECK(checked.at("figures").at("mean_ms").at("margin_percent") == 3.0);
    CHECK(checked.at("figures").at("p99_ms").at("margin_percent") == 10.0);
    const std::string margin = "compare --check --json --margin mean_ms=1.5% " + a + " " + a;
    CHECK(nlohmann::json::parse(run_lab(margin).out).at("check").at("figures").at("mean_ms").at("margin_percent") ==
          1.5);
}

TEST_CASE("compare warns of frames that never reached the screen, and of frames that a driver made")
{
    const Scratch scratch;
    const std::string a = "'" + scratch.file("a.csv", presentmon_frames(900, 50)) + "'";
    std::string text    = "frame_ms\n";
    for (int i = 0; i < 2000; ++i) text += i % 2 == 0 ? "25.1\n" : "0.4\n";
    const std::string b = "'" + scratch.file("b.csv", text) + "'";
    const Ran ran       = run_lab("compare " + a + " " + b);
    CHECK(ran.out.find("a.csv, Game.exe: 900 frames, 14.9 s\n    2 % of the recorded frames never reached the "
                       "screen.\nB   ") != std::string::npos);
    CHECK(ran.out.find("\n    Frame generation: frames alternate between 25.1 and 0.4 ms") != std::string::npos);
    CHECK(ran.out.find("every second one. --pairs compares the game's own frames.\n") != std::string::npos);
    const auto json = nlohmann::json::parse(run_lab("compare --json " + a + " " + b).out);
    CHECK(json.at("a").at(0).at("warnings").size() == 1);
    CHECK(json.at("b").at(0).at("warnings").size() == 1);
    CHECK(run_lab("compare --pairs " + b + " " + b).out.find("Frame generation") == std::string::npos);
}

TEST_CASE("compare accepts several recordings on each side, separated by --")
{
    const Scratch scratch;
    std::string a, b, odd;
    for (unsigned i = 0; i < 4; ++i)
    {
        const std::string name = std::to_string(i) + ".csv";
        a += recording(scratch, "a" + name, 0, i) + " ";
        b += recording(scratch, "b" + name, 30, 50 + i) + " ";
        odd += recording(scratch, "odd" + name, i == 2 ? 5 : 30, 50 + i) + " ";
    }
    const Ran ran = run_lab("compare " + a + "-- " + b + "--least 5");
    CHECK(ran.code == 0);
    CHECK(ran.out.starts_with("A1  "));
    CHECK(ran.out.find("\nB3 ") != std::string::npos);
    CHECK(ran.out.find("\nB is rougher by ") != std::string::npos);
    CHECK(ran.out.find("unlike the other runs") == std::string::npos);
    CHECK(run_lab("compare " + a + "-- " + odd).out.find("odd2.csv is unlike the other runs: mean ") !=
          std::string::npos);
    const auto json = nlohmann::json::parse(run_lab("compare --json " + a + "-- " + odd).out);
    CHECK(json.at("b").size() == 4);
    CHECK(json.at("about") == "sides");
    CHECK(json.at("outliers").at(0).at("run") == 3);
    check_refused("compare " + a, "-- between them");
    check_refused("compare " + a + "--", "-- between them");
    check_refused("compare " + a + "-- " + b + "-- " + b, "-- between them");
}

TEST_CASE("compare selects a stream of each recording, and refuses wrong options")
{
    const Scratch scratch;
    const std::string a = recording(scratch, "a.csv", 0);
    CHECK(run_lab("compare " + a + " " + a + " --stream-a 1 --stream-b 1").code == 0);
    check_refused("compare " + a + " " + a + " --stream-b 2", "there is no stream 2");
    check_refused("compare " + a, "compare a1 a2 a3 -- b1 b2 b3");
    check_refused("compare " + a + " " + a + " --least much", "--least takes percent");
    check_refused("compare " + a + " " + a + " --figures p99", "did you mean 'p99_ms'?");
    check_refused("compare --check --margin mean_ms " + a + " " + a, "--margin takes figures with their margins");
    check_refused("compare --check --margin p99=3% " + a + " " + a, "did you mean 'p99_ms'?");
    check_refused("compare --single " + a + " " + a, "--check");
    check_refused("compare " + a + " tests/recordings/formats/fixtures/mangohud_sampled.csv", "log_interval=0");
    const Ran brief = run_lab("compare " + a + " tests/recordings/formats/fixtures/fraps.csv");
    CHECK(brief.code == 0);
    CHECK(brief.out.find("\nCannot tell: B is too short, ") != std::string::npos);
}
