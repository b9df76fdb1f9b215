#include "lab/lessons/findings.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace lab;

namespace
{

LaneResult result_of(std::string name, double speed, double drift_ms)
{
    LaneResult result;
    result.setup.name                = std::move(name);
    result.metrics.progress.speed    = speed;
    result.metrics.progress.drift_ms = drift_ms;
    result.events.bounced            = 12;
    return result;
}

Findings two_lanes() { return Findings{{result_of("semi-fixed", 0.5, -250.0), result_of("b", 2.0, 1000.0)}}; }

double value(std::string_view expression)
{
    auto findings     = two_lanes();
    const auto result = findings.value_of(expression);
    CAPTURE(expression);
    REQUIRE(std::holds_alternative<double>(result));
    return std::get<double>(result);
}

bool holds(std::string_view assertion)
{
    auto findings     = two_lanes();
    const auto result = findings.check(assertion);
    CAPTURE(assertion);
    REQUIRE(std::holds_alternative<Checked>(result));
    return std::get<Checked>(result).holds;
}

std::string why(std::string_view assertion)
{
    auto findings     = two_lanes();
    const auto result = findings.check(assertion);
    CAPTURE(assertion);
    REQUIRE(std::holds_alternative<Nonsense>(result));
    return std::get<Nonsense>(result).why;
}

} // namespace

TEST_CASE("an expression has numbers, metrics and events of lanes, and four operations with the usual precedence")
{
    CHECK(value("1.5e3") == 1500.0);
    CHECK(value("-2 + 3") == 1.0);
    CHECK(value("2 + 3 * 4 - 6 / 3") == 12.0);
    CHECK(value("semi-fixed.speed") == 0.5);
    CHECK(value("b.drift_ms - semi-fixed.drift_ms") == 1250.0);
    CHECK(value("100 * b.speed / semi-fixed.speed") == 400.0);
    CHECK(value("b.bounced") == 12.0);
    CHECK(std::isnan(value("b.state_error_max_m")));
}

TEST_CASE("an assertion compares two expressions; == and != accept a tolerance")
{
    CHECK(holds("b.speed == 2"));
    CHECK(holds("b.speed != semi-fixed.speed"));
    CHECK(holds("b.speed == 2.01 +- 0.02"));
    CHECK_FALSE(holds("b.speed == 2.01 +- 0.005"));
    CHECK(holds("b.speed == 2.01 +- 1%"));
    CHECK_FALSE(holds("b.speed != 2.01 +- 1%"));
    CHECK(holds("semi-fixed.speed < 2 * b.speed"));
    CHECK(holds("b.speed <= 2"));
    CHECK(holds("b.speed >= 2"));
    CHECK_FALSE(holds("b.speed > 2"));
    CHECK_FALSE(holds("b.state_error_max_m == b.state_error_max_m")); // NaN equals nothing
}

TEST_CASE("an invalid assertion is an error in one line, with the nearest name")
{
    CHECK(why("c.speed == 1") == "unknown lane 'c'; did you mean 'b'?");
    CHECK(why("b.sped == 1") == "unknown metric 'sped'; did you mean 'speed'?");
    CHECK(why("b == 1").find("comes a dot") != std::string::npos);
    CHECK(why("b.speed = 1").find("none of ==") != std::string::npos);
    CHECK(why("b.speed == ").find("ends too early") != std::string::npos);
    CHECK(why("b.speed == 1 2").find("unexpected text at the end") != std::string::npos);
    CHECK(why("differ(b) == 0").find("differ takes two lanes") != std::string::npos);
    CHECK(why("b.speed == ?").find("no number and no lane") != std::string::npos);
}

TEST_CASE("the expressions in a text are replaced by their values, as on the scoreboard or in their own format")
{
    auto findings     = two_lanes();
    const auto filled = [&](std::string_view text) { return std::get<FilledText>(findings.fill(text)).text; };
    CHECK(filled("at {b.speed} of real time") == "at 2 of real time");
    CHECK(filled("{semi-fixed.speed:.3f}, {100 * b.speed:.0f} %") == "0.500, 200 %");
    CHECK(filled("{b.blew_up} and {b.state_error_max_m}") == "no and -");
    CHECK(filled("no numbers") == "no numbers");
    for (const char* text : {"{b.speed", "{b.sped}", "{b.speed:q}"})
        CHECK(std::holds_alternative<Nonsense>(findings.fill(text)));
}

TEST_CASE("a number in a text has its place, its lane and its metric")
{
    Findings findings = two_lanes();
    const auto filled =
        std::get<FilledText>(findings.fill("Half: {semi-fixed.speed}, {100 * b.speed - 1:.0f} %, {2 + 2}."));
    const auto& numbers = filled.numbers;
    CHECK(filled.text == "Half: 0.5, 199 %, 4.");
    REQUIRE(numbers.size() == 3);
    const auto text_of = [&](std::size_t i)
    { return filled.text.substr(numbers[i].begin, numbers[i].end - numbers[i].begin); };
    CHECK(text_of(0) == "0.5");
    CHECK(numbers[0].lane == "semi-fixed");
    CHECK(numbers[0].metric == "speed");
    CHECK(text_of(1) == "199");
    CHECK(numbers[1].lane == "b");
    CHECK(text_of(2) == "4");
    CHECK(numbers[2].lane.empty());
}
