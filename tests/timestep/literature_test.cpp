// Compares presets with recorded steps of the engines' own code for the same frame times, and with tables of articles.
#include "scratch.hpp"
#include "shared_data.hpp"
#include "testing.hpp"

namespace
{

// Frame times of a display at `refresh`, rounded so that their sum is exact.
std::vector<Nanos> display(Rate refresh, std::int64_t count)
{
    std::vector<Nanos> frames;
    const auto at = [&](std::int64_t i)
    { return Nanos{(i * refresh.den * 1'000'000'000 + refresh.num - 1) / refresh.num}; };
    for (std::int64_t i = 0; i < count; ++i) frames.push_back(at(i + 1) - at(i));
    return frames;
}

std::vector<std::filesystem::path> all_vectors()
{
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator{shared_data("vectors")})
        if (entry.path().extension() == ".csv") files.push_back(entry.path());
    return files;
}

// One engine's columns in the file of results. A missing column is not compared.
struct Expected
{
    std::string prefix;
    Loop loop;
};

void compare(const Columns& columns, Expected engine)
{
    const auto& frames = columns.at("frame_us");
    const auto column = [&](const char* name) -> const std::vector<std::string>*
    {
        const auto found = columns.find(engine.prefix + name);
        return found == columns.end() ? nullptr : &found->second;
    };
    const auto* steps = column("_steps");
    const auto* alpha = column("_alpha");
    const auto* delta = column("_delta_s");
    const auto* dropped = column("_dropped_steps");
    REQUIRE(steps);
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        CAPTURE(i);
        const StepPlan plan = engine.loop.plan({.frame_time = std::chrono::microseconds{std::stoll(frames[i])}});
        REQUIRE(plan.steps == std::stoll((*steps)[i]));
        if (alpha) REQUIRE(std::abs(plan.alpha - std::stod((*alpha)[i])) < 0.6e-6);
        // Godot subtracts the dropped steps from the delta that it reports.
        if (delta)
            REQUIRE(std::abs(to_seconds(plan.filtered_frame_time - plan.dropped) - std::stod((*delta)[i])) < 2e-9);
        if (dropped) REQUIRE(std::abs(to_seconds(plan.dropped) * 60.0 - std::stod((*dropped)[i])) < 1e-6);
    }
}

Loop with_jitter_fix(double fix)
{
    auto loop = presets::godot();
    loop.stepper.jitter_fix = fix;
    return to_loop(loop);
}

} // namespace

TEST_CASE("fixed takes one step for a frame of any length")
{
    CHECK(steps_of(to_loop(presets::fixed()), {1ms, 40ms, 0ms, 3s}) == Steps{1, 1, 1, 1});
    auto loop = presets::fixed(hz(50));
    const StepPlan plan = loop.plan({.frame_time = 50ms});
    CHECK(plan.dt == 20ms);
    CHECK(plan.dropped == 30ms);
}

TEST_CASE("variable takes one step as long as the frame, and no step for a frame of zero")
{
    auto loop = presets::variable();
    const StepPlan plan = loop.plan({.frame_time = 37ms});
    CHECK(plan.steps == 1);
    CHECK(plan.dt == 37ms);
    CHECK(plan.dt_seconds == 0.037);
    CHECK(loop.plan({.frame_time = 0ms}).steps == 0);
}

TEST_CASE("the accumulator's alpha is the carried time divided by the step")
{
    auto loop = presets::accumulator(every(2s));
    const std::vector<std::pair<std::int64_t, double>> expected{{0, 0.5}, {1, 0.0}, {0, 0.5}};
    for (const auto& [steps, alpha] : expected)
    {
        const StepPlan plan = loop.plan({.frame_time = 1s});
        CHECK(plan.steps == steps);
        CHECK(plan.alpha == alpha);
    }
    const StepPlan plan = loop.plan({.frame_time = 7s});
    CHECK(plan.steps == 4); // 1 s was carried, so 8 s are due
    CHECK(plan.carried == 0s);
}

TEST_CASE("50 Hz on 60 Hz steps 0,1,1,1,1,1; 60 Hz on 50 Hz steps 1,1,1,1,2; 60 Hz on 144 Hz steps in 5 of 12 frames")
{
    CHECK(steps_of(to_loop(presets::accumulator(hz(50))), display(hz(60), 12)) ==
          Steps{0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1});
    CHECK(steps_of(to_loop(presets::accumulator(hz(60))), display(hz(50), 10)) == Steps{1, 1, 1, 1, 2, 1, 1, 1, 1, 2});
    CHECK(steps_of(to_loop(presets::accumulator(hz(60))), display(hz(144), 12)) ==
          Steps{0, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 1});
}

TEST_CASE("godot, glaiel, cute, steptimer, bullet and bullet-10 take the engines' steps in every recorded frame")
{
    SKIP_WITHOUT(shared_data("vectors"));
    for (const auto& path : all_vectors())
    {
        CAPTURE(path.filename().string());
        const Columns columns = columns_of(text_of(path));
        REQUIRE(columns.at("frame_us").size() > 5);
        compare(columns, {"godot_jf05", to_loop(presets::godot())});
        compare(columns, {"godot_jf0", with_jitter_fix(0.0)});
        compare(columns, {"glaiel", to_loop(presets::glaiel())});
        compare(columns, {"cute", to_loop(presets::cute())});
        compare(columns, {"steptimer", to_loop(presets::steptimer())});
        compare(columns, {"bullet1", to_loop(presets::bullet())});
        compare(columns, {"bullet10", to_loop(presets::bullet_10())});
    }
}
