#include "lab_program.hpp"
#include "report/comparison.hpp"

#include <nlohmann/json.hpp>

#include <random>

namespace
{

// 900 frames near 60 a second, every `hitch`-th of them longer; 0 for none.
std::string recording(const Scratch& scratch, const std::string& name, int hitch)
{
    std::mt19937 noise{7};
    std::string text = "frame_ns\n";
    for (int i = 0; i < 900; ++i)
        text +=
            std::to_string(15'000'000 + noise() % 3001 * 1000 + (hitch > 0 && i % hitch == 9 ? 50'000'000 : 0)) + "\n";
    return "'" + scratch.file(name, text) + "'";
}

} // namespace

TEST_CASE("compare prints every figure of both, the intervals, the verdicts, and a sentence")
{
    const Scratch scratch;
    const std::string a = recording(scratch, "a.csv", 0), b = recording(scratch, "b.csv", 30);
    const Ran ran = run_lab("compare " + a + " " + b);
    CHECK(ran.code == 0);
    CHECK(ran.err.empty());
    for (const report::ComparedRow& row : report::all_compared())
        CHECK(ran.out.find("\n" + std::string{row.title} + " ") != std::string::npos);
    CHECK(ran.out.find("\nB is rougher by ") != std::string::npos);
    CHECK(ran.out.find("Politis") != std::string::npos);
    const Ran quiet = run_lab("compare --quiet " + a + " " + b);
    CHECK(quiet.out.find("Politis") == std::string::npos);
    CHECK(quiet.out.find("\nB is rougher by ") != std::string::npos);
}

TEST_CASE("compare --json says the same, and --check exits with 1 when B is worse")
{
    const Scratch scratch;
    const std::string a = recording(scratch, "a.csv", 0), b = recording(scratch, "b.csv", 30);
    const auto json = nlohmann::json::parse(run_lab("compare --json " + a + " " + b).out);
    CHECK(json.at("figures").at("change_rms_ms").at("verdict") == "worse");
    CHECK(json.at("figures").size() == report::all_compared().size());
    CHECK(json.at("a").at("stream") == 1);
    CHECK(run_lab("compare --check " + a + " " + b).code == 1);
    CHECK(run_lab("compare --check " + b + " " + a).code == 0);
    CHECK(run_lab("compare --check " + a + " " + a).code == 0);
}

TEST_CASE("compare takes a stream of each, and refuses what it cannot use")
{
    const Scratch scratch;
    const std::string a = recording(scratch, "a.csv", 0);
    CHECK(run_lab("compare " + a + " " + a + " --stream-a 1 --stream-b 1").code == 0);
    check_refused("compare " + a + " " + a + " --stream-b 2", "there is no stream 2");
    check_refused("compare " + a, "b is required");
    check_refused("compare " + a + " tests/capture/fixtures/mangohud_sampled.csv", "log_interval=0");
    const Ran brief = run_lab("compare " + a + " tests/capture/fixtures/fraps.csv");
    CHECK(brief.code == 0);
    CHECK(brief.out.find("\nB is too short to tell: ") != std::string::npos);
}
