#include "report/ranking.hpp"

#include "shared_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>

using namespace report;
using namespace std::chrono_literals;

namespace
{

std::size_t preset(std::string_view name)
{
    const auto found = std::find_if(timestep::all_presets.begin(), timestep::all_presets.end(),
                                    [&](const timestep::Preset& p) { return p.name == name; });
    REQUIRE(found != timestep::all_presets.end());
    return static_cast<std::size_t>(found - timestep::all_presets.begin());
}

RankOptions options_of(std::initializer_list<std::string_view> loops, std::initializer_list<std::int64_t> rates)
{
    RankOptions options;
    for (const std::string_view loop : loops) options.loops.push_back(preset(loop));
    for (const std::int64_t rate : rates) options.rates.push_back(timestep::hz(rate));
    return options;
}

const Criterion& criterion(std::string_view key)
{
    const auto found =
        std::find_if(all_criteria().begin(), all_criteria().end(), [&](const Criterion& c) { return c.key == key; });
    REQUIRE(found != all_criteria().end());
    return *found;
}

// The candidate of that loop and rate, as its preset has it.
const Candidate& of(const Ranking& r, std::string_view loop, double hz = 0.0)
{
    const auto found = std::find_if(r.candidates.begin(), r.candidates.end(),
                                    [&](const Candidate& c)
                                    { return c.name() == loop && (hz == 0.0 || c.hz() == hz) && c.settings.empty(); });
    REQUIRE(found != r.candidates.end());
    return *found;
}

double value(const Ranking& r, std::string_view key, std::string_view loop, double hz = 0.0)
{
    return criterion(key).get(of(r, loop, hz));
}

// A game near 60 frames a second, with a hitch.
std::vector<Nanos> uneven(std::size_t count = 900)
{
    std::vector<Nanos> frames;
    for (std::size_t i = 0; i < count; ++i)
        frames.emplace_back(i == count / 3 ? 80'000'000
                                           : 15'000'000 + static_cast<std::int64_t>(i * 7919 % 3001) * 1000);
    return frames;
}

} // namespace

TEST_CASE("a criterion gives full marks at zero, half at its half, none at infinity")
{
    for (const Criterion& c : all_criteria()) CHECK(c.weight > 0.0);
    Candidate candidate;
    candidate.overload_ms = 0.0;
    CHECK(marks(criterion("spiral"), candidate) == 1.0);
    candidate.overload_ms = criterion("spiral").half;
    CHECK(marks(criterion("spiral"), candidate) == 0.5);
    candidate.overload_ms = INFINITY;
    CHECK(marks(criterion("spiral"), candidate) == 0.0);
}

TEST_CASE("on even frames every loop measures what its presentation promises")
{
    const Ranking r = rank(
        std::vector<Nanos>(1000, 20ms),
        options_of({"fixed", "variable", "accumulator", "interpolated", "extrapolated", "render-tick"}, {60, 100}));
    CHECK(value(r, "speed", "fixed", 60) == doctest::Approx(100.0 * (50.0 / 60.0 - 1.0) * -1.0).epsilon(1e-3));
    CHECK(value(r, "speed", "fixed", 100) == doctest::Approx(50.0).epsilon(1e-3));
    CHECK(value(r, "speed", "interpolated", 60) < 1e-6);

    // 60 steps a second in 50 frames: 1, 1, 1, 1, 2 of 16.667 ms where the screen goes on by 20 ms.
    CHECK(value(r, "smoothness", "accumulator", 60) == doctest::Approx(20.0 / 3.0).epsilon(2e-3));
    CHECK(value(r, "smoothness", "accumulator", 100) < 1e-6);
    for (const char* const loop : {"variable", "interpolated", "extrapolated", "render-tick"})
        CHECK(value(r, "smoothness", loop) < 2e-6);

    CHECK(value(r, "latency", "interpolated", 60) == doctest::Approx(50.0 / 3.0).epsilon(1e-6));
    CHECK(value(r, "latency", "interpolated", 100) == doctest::Approx(10.0).epsilon(1e-6));
    CHECK(value(r, "latency", "variable") == 0.0);
    CHECK(value(r, "latency", "render-tick", 60) == 0.0);
    CHECK(value(r, "latency", "accumulator", 60) == doctest::Approx(20.0 / 3.0).epsilon(2e-2));

    CHECK(value(r, "truth", "render-tick", 60) < 1e-4);
    CHECK(value(r, "truth", "accumulator", 60) < 1e-4);
    CHECK(value(r, "truth", "interpolated", 60) > 1.0);
    CHECK(value(r, "truth", "interpolated", 60) < 5.0 * 100.0 / 60.0 / 2.0);
    CHECK(value(r, "truth", "extrapolated", 60) > value(r, "truth", "interpolated", 60));

    CHECK(value(r, "step", "variable") == doctest::Approx(20.0));
    CHECK(value(r, "step", "accumulator", 100) == doctest::Approx(10.0));
    CHECK(value(r, "work", "accumulator", 60) == doctest::Approx(60.0).epsilon(1e-2));
    CHECK(value(r, "work", "render-tick", 60) == doctest::Approx(110.0).epsilon(1e-2));
}

TEST_CASE("input in an interpolated picture is as old as the states that it is made of")
{
    const Ranking r =
        rank(std::vector<Nanos>(1000, 5ms), options_of({"step-ahead", "interpolated", "extrapolated"}, {50}));
    // One step in four frames: its input is 0, 5, 10, 15 ms old, the state before that 20 ms older.
    CHECK(of(r, "extrapolated").input_age_ms == doctest::Approx(7.5).epsilon(1e-2));
    CHECK(of(r, "interpolated").input_age_ms == doctest::Approx(20.0).epsilon(1e-2));
    // Its steps are run when their first quarter is over.
    CHECK(of(r, "step-ahead").input_age_ms == doctest::Approx(15.0).epsilon(1e-2));
    CHECK(std::abs(of(r, "step-ahead").result.metrics.age.age_mean_ms) < 1e-3);
}

TEST_CASE("the spiral of death is found, and so is where loops with a policy settle")
{
    const Ranking r =
        rank(uneven(),
             options_of({"accumulator", "semi-fixed", "mainloop-js", "dewitters", "interpolated", "jolt", "variable"},
                        {60}));
    for (const char* const loop : {"accumulator", "semi-fixed", "dewitters"})
    {
        CAPTURE(std::string{loop});
        CHECK(std::isinf(value(r, "spiral", loop)));
    }
    // 250 ms hold 15 steps of 20.83 ms each, besides the frame's own 16 ms.
    CHECK(value(r, "spiral", "interpolated") == doctest::Approx(15 * 20.8333 + 16.5).epsilon(0.01));
    CHECK(value(r, "spiral", "jolt") == doctest::Approx(20.8333 + 16.5).epsilon(0.02));
    CHECK(value(r, "spiral", "variable") == doctest::Approx(20.8333 + 16.5).epsilon(0.02));
}

TEST_CASE("only loops of one step size are reproducible")
{
    const Ranking r =
        rank(uneven(),
             options_of({"variable", "semi-fixed", "unreal", "quake", "accumulator", "interpolated", "fixed", "godot"},
                        {60}));
    for (const Candidate& c : r.candidates)
    {
        CAPTURE(c.name());
        const bool of_one_size =
            c.name() != "variable" && c.name() != "semi-fixed" && c.name() != "unreal" && c.name() != "quake";
        CHECK(c.result.reproducible.value() == of_one_size);
    }
}

TEST_CASE("the best come first, and the Pareto front is what nobody beats by every criterion")
{
    RankOptions options = options_of({}, {30, 60});
    for (std::size_t i = 0; i < timestep::all_presets.size(); ++i) options.loops.push_back(i);
    const Ranking r = rank(uneven(), options);
    for (std::size_t i = 1; i < r.candidates.size(); ++i) CHECK(r.candidates[i - 1].score >= r.candidates[i].score);

    std::size_t front = 0;
    for (const Candidate& c : r.candidates)
    {
        const bool beaten = std::any_of(r.candidates.begin(), r.candidates.end(),
                                        [&](const Candidate& other)
                                        {
                                            bool better = false;
                                            for (const Criterion& k : all_criteria())
                                            {
                                                if (k.get(other) > k.get(c)) return false;
                                                better = better || k.get(other) < k.get(c);
                                            }
                                            return better;
                                        });
        CHECK(c.pareto == !beaten);
        front += c.pareto ? 1 : 0;
    }
    CHECK(front > 2);
    CHECK(front < r.candidates.size());
    CHECK(r.candidates.front().pareto);
}

TEST_CASE("weights decide who wins")
{
    RankOptions options   = options_of({"accumulator", "interpolated", "jolt"}, {30, 120});
    const auto winner_for = [&](std::string_view key)
    {
        options.weights.clear();
        for (const Criterion& c : all_criteria()) options.weights.push_back(c.key == key ? 1.0 : 0.0);
        const Ranking r = rank(uneven(), options);
        return fmt::format("{} {}", r.candidates.front().name(), r.candidates.front().hz());
    };
    CHECK(winner_for("spiral") == "jolt 120");
    CHECK(winner_for("latency") == "accumulator 120");
    CHECK(winner_for("smoothness").starts_with("interpolated"));
    CHECK(winner_for("work").ends_with(" 30"));
    CHECK(winner_for("step").ends_with(" 120"));
}

TEST_CASE("loops that are too old are not recommended, but for want of others")
{
    RankOptions options = options_of({"interpolated", "accumulator"}, {30, 60});
    options.max_age     = 10ms;
    const Ranking r     = rank(uneven(), options);
    const Candidate& c  = r.candidates[r.recommendation.candidate];
    CHECK(c.name() == "accumulator");
    CHECK_FALSE(c.too_old);
    CHECK(of(r, "interpolated", 60).too_old);

    options.max_age    = 1ms;
    const Ranking none = rank(uneven(), options);
    CHECK(none.recommendation.candidate == 0);
    CHECK(none.recommendation.text.find("none is within the 1 ms") != std::string::npos);
}

TEST_CASE("with a step cost, loops pay for their steps")
{
    RankOptions options = options_of({"accumulator", "interpolated", "variable"}, {50, 120});
    options.step_cost   = 10ms;
    const Ranking r     = rank(std::vector<Nanos>(600, 16ms), options);
    // 6 ms of other work and 10 ms for every 20 ms: frames of 12 ms.
    CHECK(of(r, "accumulator", 50).result.metrics.pacing.mean_ms == doctest::Approx(12.0).epsilon(0.02));
    CHECK(of(r, "accumulator", 50).load == doctest::Approx(0.5).epsilon(0.02));
    CHECK(of(r, "variable").result.metrics.pacing.mean_ms == doctest::Approx(16.0).epsilon(0.01));
    // 8.33 ms of game cost 10 ms: no frame rate can save that, a cap can.
    CHECK(of(r, "accumulator", 120).result.metrics.pacing.max_ms > 1000.0);
    CHECK(of(r, "interpolated", 120).result.metrics.pacing.max_ms < 320.0);
    CHECK(of(r, "interpolated", 120).speed < 0.9);
}

TEST_CASE("the recommendation is two sentences that cite its numbers, and a command")
{
    const Ranking r         = rank(uneven(), options_of({"accumulator", "interpolated"}, {60, 120}));
    const Candidate& c      = r.candidates[r.recommendation.candidate];
    const std::string& text = r.recommendation.text;
    CAPTURE(text);
    CHECK(c.name() == "interpolated");
    CHECK(c.settings == "overload.limit=110ms"); // a quarter more than the longest frame, which is 80 ms
    CHECK(text.ends_with("."));
    std::size_t sentences = 1;
    for (std::size_t at = text.find(". "); at != text.npos; at = text.find(". ", at + 1)) ++sentences;
    CHECK(sentences == 2);
    CHECK(text.find(fmt::format("{:.2f} ms RMS", c.result.metrics.animation.rms_ms)) != text.npos);
    CHECK(text.find(fmt::format("{:.0f} ms instead", c.overload_ms)) != text.npos);
    CHECK(text.find("over these 900 frames") != text.npos);
    CHECK(r.recommendation.command ==
          fmt::format("timestep_lab export --loop interpolated --hz {:g} --set overload.limit=110ms -o my_timestep.hpp",
                      c.hz()));
}

TEST_CASE("the same recording gives the same ranking, whatever the cores do")
{
    const RankOptions options = options_of({"accumulator", "interpolated", "godot", "semi-fixed"}, {30, 60, 120});
    CHECK(to_json(rank(uneven(), options)) == to_json(rank(uneven(), options)));
}

TEST_CASE("progress counts every candidate once")
{
    std::atomic<std::size_t> calls{0}, most{0};
    rank(uneven(100), options_of({"accumulator", "variable", "interpolated"}, {30, 60}),
         [&](std::size_t done, std::size_t all)
         {
             ++calls;
             CHECK(all == 5);
             if (done == all) most = done;
         });
    CHECK(calls == 5);
    CHECK(most == 5);
}

TEST_CASE("a very long recording is ranked on the frames around its longest one")
{
    std::vector<Nanos> frames(most_frames + 50'000, 16ms);
    frames[120'000] = 300ms;
    const Ranking r = rank(frames, options_of({"interpolated"}, {60}));
    CHECK(r.frames == most_frames);
    CHECK(r.first_frame == 50'000);
    CHECK(value(r, "dropped", "interpolated") > 0.0);
}

TEST_CASE("JSON holds every candidate, the terms and the recommendation")
{
    const Ranking r = rank(uneven(), options_of({"accumulator", "variable"}, {30, 60}));
    const Json json = to_json(r);
    CHECK(json.at("candidates").size() == 3);
    CHECK(json.at("candidates").at(0).at("score") == r.candidates.at(0).score);
    for (const Criterion& c : all_criteria())
    {
        CHECK(json.at("weights").at(std::string{c.key}) == c.weight);
        CHECK(json.at("candidates").at(0).contains(std::string{c.key}));
    }
    CHECK(json.at("recommendation").at("text") == r.recommendation.text);
    const auto& variable = *std::find_if(json.at("candidates").begin(), json.at("candidates").end(),
                                         [](const Json& c) { return c.at("loop") == "variable"; });
    CHECK(variable.at("hz").is_null());
    CHECK(variable.at("reproducible") == false);
}

TEST_CASE("the JSON of a candidate holds every criterion under its own name")
{
    const Ranking r =
        rank(std::vector<Nanos>(200, 20ms), {.loops = {0, 1}, .rates = {timestep::hz(60)}, .weights = {}});
    const Json json = to_json(r);
    for (std::size_t i = 0; i < r.candidates.size(); ++i)
        for (const Criterion& c : all_criteria())
        {
            const double value = c.get(r.candidates[i]);
            const Json& told   = json.at("candidates").at(i).at(std::string{c.key});
            CAPTURE(c.key);
            if (c.key == "reproducible")
                CHECK(told.get<bool>() == (value == 0.0));
            else if (std::isfinite(value))
                CHECK(told.get<double>() == value);
            else
                CHECK(told.is_null());
        }
}
