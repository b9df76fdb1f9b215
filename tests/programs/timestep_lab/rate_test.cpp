#include "lab_program.hpp"

TEST_CASE_FIXTURE(WithScratch, "rate prints the same numbers as text, as JSON and as a picture")
{
    const std::string svg   = scratch.path("rate.svg").string();
    const std::string flags = "rate --fastest 40 --body-radius 0.1 --thinnest 0.2 --cost 1ms --displays 59.94";
    const Json advice       = json_of(flags + " --json --svg " + svg);
    CHECK(advice["all"]["min_hz"] == 100.0);
    CHECK(advice["all"]["max_hz"] == 250.0);
    CHECK(advice["lowest"] == "the fastest body");
    CHECK(advice["highest"] == "the cost of a step");
    printed(flags,
            {"At least 100 Hz: the fastest body decides (from there on it overlaps the wall in at least one step). "
             "At most 250 Hz: the cost of a step decides. Use 100 Hz.",
             "     50 Hz   9.94 0 9.94       10 0 10"});
    CHECK(text_of(svg).find("use 100 Hz") != std::string::npos);
    CHECK(advice["map"].size() == 16 * 8);
    for (const Json& cell : advice["map"])
        if (cell["step_hz"] == 50.0 && cell["display_hz"] == 60.0)
            CHECK(std::tuple{cell["repeats"], cell["doubles"], cell["beat"]} == std::tuple{10.0, 0.0, 10.0});
}

TEST_CASE("without a possible rate, rate names the changes and exits with 0; without numbers it shows the example")
{
    printed("rate --cost 10ms --oldest 20ms",
            {"No step rate satisfies all bounds. One change is enough:\n- a step that costs at most 5 ms\n"});
    CHECK(json_of("rate --cost 10ms --oldest 20ms --json")["rate_hz"].is_null());
    CHECK(run_lab("rate").says("Use 100 Hz."));
    CHECK(
        run_lab("rate --displays 60,144 --interpolated off").says("possible rates, even on all displays: 6 12 720 Hz"));
}

TEST_CASE("rate rejects wrong numbers with one line")
{
    check_refused("rate --fastest 40", "--thinnest");
    check_refused("rate --fastest -1", "fastest body must be from 0 to 10000 m/s, not '-1'");
    check_refused("rate --spring-damping 2", "damping ratio must be from 0 to 1, not '2'");
    check_refused("rate --displays 60,x", "'60,x'");
    check_refused("rate --displays 5", "10 to 1000 Hz");
    check_refused("rate --cost ''", "--cost");
    check_refused("rate --svg /nowhere/rate.svg", "/nowhere/rate.svg");
}
