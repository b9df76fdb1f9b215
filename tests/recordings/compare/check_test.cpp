// How often check() finds equal builds no worse, and slower builds worse, on recordings with a known truth.
#include "made_runs.hpp"

#include "recordings/compare/comparison.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace
{

const std::uint64_t trials = tries(1000U);

// Returns runs of 30 s near 60 frames a second. The mean frame time differs from run to run by a standard deviation of
// 1 %; `slower` multiplies all frames.
std::vector<std::vector<Nanos>> runs_of_30_s(std::size_t count, std::uint64_t seed, double slower = 1.0)
{
    std::vector<std::vector<Nanos>> all;
    for (std::size_t i = 0; i < count; ++i)
    {
        const std::uint64_t run = 1000 * seed + i;
        const double factor     = slower * (1.0 + 0.01 * normal(run, 1'000'000));
        std::vector<Nanos> frames;
        for (std::uint64_t frame = 0; frame < 1800; ++frame)
            frames.emplace_back(std::llround(1e6 * factor * (16.0 + std::abs(normal(run, frame)))));
        all.push_back(std::move(frames));
    }
    return all;
}

// Returns the percentage of trials with this outcome.
double percent_of(Outcome outcome, std::size_t runs, double slower)
{
    std::uint64_t count = 0;
    for (std::uint64_t i = 0; i < trials; ++i)
    {
        const auto a = runs_of_30_s(runs, 2 * i), b = runs_of_30_s(runs, 2 * i + 1, slower);
        count += check(spans(a), spans(b)).outcome == outcome ? 1 : 0;
    }
    return 100.0 * static_cast<double>(count) / static_cast<double>(trials);
}

std::size_t row_of(std::string_view key)
{
    return static_cast<std::size_t>(std::ranges::find(all_compared(), key, &ComparedRow::key) - all_compared().begin());
}

} // namespace

TEST_CASE("equal builds are found no worse in 85 % of the checks with three runs a side, and in 95 % with five")
{
    const double three = percent_of(Outcome::no_worse, 3, 1.0), five = percent_of(Outcome::no_worse, 5, 1.0);
    MESSAGE("no worse: ", three, " % with three runs a side, ", five, " % with five");
    CHECK(three >= 85.0);
    CHECK(five >= 95.0);
    CHECK(percent_of(Outcome::worse, 3, 1.0) == 0.0);
}

TEST_CASE("a build that is 10 % slower is found worse in 90 % of the checks")
{
    const double slower = percent_of(Outcome::worse, 3, 1.10);
    MESSAGE("10 % slower: worse in ", slower, " %");
    CHECK(slower >= 90.0);
    CHECK(percent_of(Outcome::no_worse, 3, 1.10) == 0.0);
    CHECK(percent_of(Outcome::no_worse, 3, 1.03) <= 9.0); // 5 % by design
    CHECK(percent_of(Outcome::worse, 3, 1.03) <= 9.0);
}

TEST_CASE("an outcome that is not known comes with the number of runs that would tell")
{
    const auto a = runs_of_30_s(3, 1), b = runs_of_30_s(3, 2, 1.025);
    const Check unknown = check(spans(a), spans(b), {.margins = {{row_of("mean_ms"), 3.0}}});
    CAPTURE(unknown.text);
    REQUIRE(unknown.outcome == Outcome::unknown);
    REQUIRE(unknown.figures.front().more_runs);
    CHECK(*unknown.figures.front().more_runs > 1);
    CHECK(unknown.text.starts_with("Check: It cannot be told. mean "));
    CHECK(unknown.text.find(fmt::format(" About {} more runs of each side would tell.",
                                        *unknown.figures.front().more_runs)) != std::string::npos);
    const Json json = to_json(unknown);
    CHECK(json.at("outcome") == "unknown");
    CHECK(json.at("figures").at("mean_ms").at("more_runs") == *unknown.figures.front().more_runs);
}

TEST_CASE("one run a side is never found worse unless the caller accepts a single run")
{
    const auto a = runs_of_30_s(1, 1), b = runs_of_30_s(1, 2, 1.5);
    const Check careful = check(spans(a), spans(b));
    CHECK(careful.outcome == Outcome::unknown);
    CHECK(careful.text.find("record three of each side") != std::string::npos);
    CHECK(check(spans(a), spans(b), {.single = true}).outcome == Outcome::worse);
    CHECK(check(spans(a), spans(a)).outcome == Outcome::no_worse);
    const auto brief = std::vector<std::vector<Nanos>>{std::vector<Nanos>(50, Nanos{16'000'000})};
    CHECK(check(spans(brief), spans(a)).outcome == Outcome::unknown);
    CHECK(check(spans(brief), spans(a)).text.find("50 frames; 100 are needed") != std::string::npos);
}

TEST_CASE("a figure of which more is better is worse if it falls, and jumps are allowed two more a minute")
{
    const auto a = runs_of_30_s(3, 1), b = runs_of_30_s(3, 2, 1.2);
    const std::size_t low = row_of("low_1_percentile_r7_fps");
    const Check lows      = check(spans(a), spans(b), {.margins = {usual_margin(low)}});
    CHECK(lows.outcome == Outcome::worse);
    CHECK(lows.figures.front().by > 0.0);
    CHECK(check(spans(b), spans(a), {.margins = {usual_margin(low)}}).outcome == Outcome::no_worse);

    const Margin jumps = usual_margin(row_of("jumps_per_minute"));
    auto jumpy         = a;
    for (auto& run : jumpy)
        for (std::size_t i = 100; i < run.size(); i += 100) run[i] += Nanos{20'000'000};
    CHECK(check(spans(a), spans(a), {.margins = {jumps}}).outcome == Outcome::no_worse);
    const Check jumped = check(spans(a), spans(jumpy), {.margins = {jumps}});
    CHECK(jumped.outcome == Outcome::worse);
    CHECK(jumped.figures.front().allowed == 2.0);
    CHECK(jumped.figures.front().by == doctest::Approx(2 * 17 / (30.3 / 60.0)).epsilon(0.1)); // each hitch jumps twice
}
