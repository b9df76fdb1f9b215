#include "lab_program.hpp"
#include "report/ranking.hpp"

#include <nlohmann/json.hpp>

#include <sstream>

namespace
{

// A game near 60 frames a second, with a hitch of 80 ms.
std::string recording(const Scratch& scratch)
{
    std::string text = "frame_ns\n";
    for (int i = 0; i < 600; ++i)
        text += std::to_string(i == 200 ? 80'000'000 : 15'000'000 + i * 7919 % 3001 * 1000) + "\n";
    return scratch.file("game.csv", text);
}

int lines_with(const std::string& text, const std::string& what)
{
    std::istringstream lines{text};
    int found = 0;
    for (std::string line; std::getline(lines, line);) found += line.find(what) != std::string::npos ? 1 : 0;
    return found;
}

} // namespace

TEST_CASE("rank prints a table, its terms, a recommendation and a command that works")
{
    const Scratch scratch;
    const Ran ran =
        run_lab("rank '" + recording(scratch) +
                "' --hz 30,60 --loops accumulator,interpolated,variable --weights reproducible=9,smoothness=9");
    CHECK(ran.code == 0);
    CHECK(ran.err.empty()); // no progress where nobody could see it
    CHECK(lines_with(ran.out, "accumulator  ") == 2);
    CHECK(lines_with(ran.out, "variable  ") == 1);
    CHECK(ran.out.find("Pareto front") != std::string::npos);
    for (const report::Criterion& c : report::all_criteria())
    {
        CHECK(ran.out.find(c.title) != std::string::npos);
        CHECK(ran.out.find(std::string{c.key} + " ") != std::string::npos);
    }
    CHECK(ran.out.find("\nTake interpolated at 60 Hz with overload.limit=110ms: ") != std::string::npos);
    const auto command = ran.out.find("timestep_lab export");
    REQUIRE(command != std::string::npos);
    std::string arguments = ran.out.substr(command + 13, ran.out.find('\n', command) - command - 13);
    arguments             = arguments.substr(0, arguments.find("-o "));
    CHECK(run_lab(arguments).out.find("limit = 330'000'000;") != std::string::npos); // 110 ms of thirds of a nanosecond
}

TEST_CASE("rank --json says the same, of every candidate; --quiet leaves the terms out; --top cuts the table")
{
    const Scratch scratch;
    const std::string file = recording(scratch);
    const auto json        = nlohmann::json::parse(run_lab("rank --json '" + file + "' --hz 30,59.94").out);
    CHECK(json.at("candidates").size() >= 2 * timestep::all_presets.size() - 10);
    CHECK(json.at("frames") == 600);
    CHECK(json.at("stream") == 1);
    const Ran table = run_lab("rank '" + file + "' --hz 30,59.94 --quiet --top 3");
    CHECK(table.out.find(json.at("recommendation").at("text").get<std::string>()) != std::string::npos);
    CHECK(table.out.find("Pareto front") == std::string::npos);
    CHECK(lines_with(table.out, "60000/1001") <= 1);
    CHECK(table.out.find(" more: --top") != std::string::npos);
}

TEST_CASE("rank obeys weights, a greatest age and a step cost")
{
    const Scratch scratch;
    const std::string start =
        "rank --json '" + recording(scratch) + "' --hz 30,120 --loops accumulator,interpolated,jolt ";
    const auto best = [&](const std::string& arguments)
    {
        const auto json = nlohmann::json::parse(run_lab(start + arguments).out).at("recommendation");
        return json.at("loop").get<std::string>();
    };
    CHECK(best("--weights smoothness=0,latency=0,dropped=0,speed=0,truth=0,reproducible=0,step=0,work=0") == "jolt");
    CHECK(best("--max-age 5ms") != "interpolated");
    const auto slow = nlohmann::json::parse(run_lab(start + "--step-cost 10ms").out);
    CHECK(slow.at("step_cost_ms") == 10.0);
    for (const auto& c : slow.at("candidates"))
        if (c.at("loop") == "accumulator" && c.at("hz") == 120.0) CHECK(c.at("frame_max_ms").get<double>() > 1000.0);
}

TEST_CASE("rank refuses what it cannot use: what, where, and what would do")
{
    const Scratch scratch;
    const std::string good = "rank '" + recording(scratch) + "' ";
    check_refused("rank", "file is required");
    check_refused("rank tests/capture/fixtures/mangohud_sampled.csv", "log_interval=0");
    check_refused(good + "--loops interpolatd", "did you mean 'interpolated'?");
    check_refused(good + "--loops ,", "--loops takes names");
    check_refused(good + "--hz 0", "--hz takes a rate above 0");
    check_refused(good + "--hz ,", "--hz takes rates");
    check_refused(good + "--step-cost -4", "--step-cost takes a time");
    check_refused(good + "--max-age soon", "--max-age takes a time");
    check_refused(good + "--weights smooth=3", "did you mean 'smoothness'?");
    check_refused(good + "--weights smoothness", "--weights takes smoothness=NUMBER");
    check_refused(
        good + "--weights smoothness=0,latency=0,dropped=0,speed=0,truth=0,spiral=0,reproducible=0,step=0,work=0",
        "at least one must be more than 0");
    check_refused(good + "--top 0", "--top takes a number");
    check_refused(good + "--stream 2", "there is no stream 2");
    check_refused(good + "--stepcost 4ms", "did you mean '--step-cost'?");
}
