#include "lab_program.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

using Json = nlohmann::json;

namespace
{
Json network(const std::string& arguments)
{
    const Ran made = run_lab("run " + arguments + " --json");
    REQUIRE_MESSAGE(made.code == 0, made.err);
    return Json::parse(made.out);
}
} // namespace

TEST_CASE("run --network prints messages, waits, rollbacks and hashes of every PC")
{
    const Json lockstep = network("--network lockstep --pcs 3 --net-loss 10 --seconds 20");
    CHECK(lockstep["network"] == "lockstep");
    REQUIRE(lockstep["pcs"].size() == 3);
    for (const Json& pc : lockstep["pcs"])
    {
        CHECK(pc["hashes"]["different"] == 0);
        CHECK(pc["hashes"]["equal"] > 15);
        CHECK(pc["hashes"]["first_different_tick"] == nullptr);
        CHECK(pc["messages"]["lost"] > 50);
        CHECK(pc["messages"]["inputs_resent"] > 1000);
        CHECK(pc["rollbacks"]["count"] == 0);
    }
    const Json slow = network("--network slow-pc --seconds 60");
    for (const Json& pc : slow["pcs"]) CHECK(pc["speed"].get<double>() == doctest::Approx(0.5).epsilon(0.01));
    CHECK(slow["pcs"][0]["waits"]["total_ms"] > 20'000);

    const Json free = network("--network free --loop variable --seconds 30");
    CHECK(free["pcs"][1]["hashes"]["first_different_tick"] == 1);
    CHECK(free["pcs"][1]["apart"][1]["x"] > free["pcs"][1]["apart"][0]["x"]);
    CHECK(network("--network free --loop accumulator --seconds 30")["pcs"][1]["hashes"]["first_different_tick"] > 1);

    const Json rollback = network("--network rollback --seconds 30");
    for (const Json& pc : rollback["pcs"])
    {
        CHECK(pc["hashes"]["different"] == 0);
        CHECK(pc["rollbacks"]["count"] > 20);
        CHECK(pc["rollbacks"]["depth_mean"] <= pc["rollbacks"]["depth_max"]);
        CHECK(pc["rollbacks"]["steps_again"] >= pc["rollbacks"]["count"]);
    }
}

TEST_CASE("run --network prints a table or CSV rows, which are reproducible")
{
    const Ran table = run_lab("run --network rollback --seconds 5");
    CHECK(table.code == 0);
    CHECK(table.out.find("first tick that differs") != std::string::npos);
    CHECK(table.out == run_lab("run --network rollback --seconds 5").out);
    CHECK(table.out != run_lab("run --network rollback --seconds 5 --seed 2").out);
    const Ran rows = run_lab("run --network lockstep --seconds 5 --csv -");
    CHECK(rows.out.starts_with("wall_s,ticks_1,"));
    CHECK(std::count(rows.out.begin(), rows.out.end(), '\n') == 52);
}

TEST_CASE("run --network refuses invalid options in one line with the correction")
{
    check_refused("run --network lokstep", "lockstep");
    check_refused("run --pcs 3", "say which");
    check_refused("run --network lockstep --pcs 5", "--pcs");
    check_refused("run --network lockstep --net-loss 100", "--net-loss");
    check_refused("run --network lockstep --scene orbit", "--game");
    check_refused("run --network lockstep --lane fixed --lane variable", "--lane");
    check_refused("run --network lockstep --frames 10", "--seconds");
}
