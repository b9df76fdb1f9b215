// Comparisons of recordings, and how often they are wrong on many random pairs with fixed seeds.
#include "made_runs.hpp"
#include "recordings/facts/statistics.hpp"

namespace
{

const std::uint64_t trials = tries(1000U);

// Runs of 30 s near 60 frames a second. The mean frame time differs from run to run by a standard deviation of
// 1 %; `slower` multiplies all frames.
std::vector<std::vector<Nanos>> runs_of_30_s(std::size_t count, std::uint64_t seed, double slower = 1.0)
{
    std::vector<std::vector<Nanos>> all;
    for (std::size_t i = 0; i < count; ++i)
    {
        const std::uint64_t run = 1000 * seed + i;
        const double factor = slower * (1.0 + 0.01 * normal(run, 1'000'000));
        std::vector<Nanos> frames;
        for (std::uint64_t frame = 0; frame < 1800; ++frame)
            frames.emplace_back(std::llround(1e6 * factor * (16.0 + std::abs(normal(run, frame)))));
        all.push_back(std::move(frames));
    }
    return all;
}

double percent_of(NonInferiorityVerdict outcome, std::size_t runs, double slower)
{
    std::uint64_t count = 0;
    for (std::uint64_t i = 0; i < trials; ++i)
    {
        const auto a = runs_of_30_s(runs, 2 * i), b = runs_of_30_s(runs, 2 * i + 1, slower);
        count += check_non_inferiority(spans(a), spans(b)).verdict == outcome ? 1 : 0;
    }
    return 100.0 * static_cast<double>(count) / static_cast<double>(trials);
}

std::size_t row_of(std::string_view key)
{
    return static_cast<std::size_t>(std::ranges::find(compared_metrics(), key, &ComparedMetric::key) -
                                    compared_metrics().begin());
}

} // namespace

TEST_CASE("the block length of a correlated series is near its theory, (6 r^2 / (1 - r^2)^2)^(1/3) n^(1/3)")
{
    CHECK(optimal_block_length(correlated(20'000, 0.0, 1)) <= 8);
    CHECK(optimal_block_length(std::vector<double>(500, 16.0)) == 1);
    CHECK(optimal_block_length(std::vector<double>{1, 2, 3}) == 1);
    for (const double memory : {0.3, 0.5, 0.8})
    {
        const double n = 50'000.0;
        const double theory = std::cbrt(6.0 * memory * memory / std::pow(1.0 - memory * memory, 2.0) * n);
        CAPTURE(memory);
        CHECK(static_cast<double>(optimal_block_length(correlated(50'000, memory, 7))) ==
              doctest::Approx(theory).epsilon(0.25));
    }
}

TEST_CASE("frames that make up for each other have short blocks and a correlation time of 1")
{
    std::vector<double> ms;
    for (const Nanos f : capped(60.0, 5.0, 1)) ms.push_back(timestep::to_millis(f));
    CHECK(optimal_block_length(ms) <= 12);
    CHECK(statistical_inefficiency(ms) == 1.0);
    CHECK(statistical_inefficiency(correlated(50'000, 0.8, 3)) ==
          doctest::Approx(9.0).epsilon(0.25)); // in theory (1 + r) / (1 - r)
    CHECK(statistical_inefficiency(std::vector<double>(100, 16.0)) == 1.0);
}

TEST_CASE("Student's t equals the published tables")
{
    CHECK(two_sided_critical_t(0.05, 1.0) == doctest::Approx(12.7062).epsilon(1e-5));
    CHECK(two_sided_critical_t(0.05, 4.0) == doctest::Approx(2.77645).epsilon(1e-5));
    CHECK(two_sided_critical_t(0.01, 10.0) == doctest::Approx(3.16927).epsilon(1e-5));
    CHECK(two_sided_critical_t(0.05, 1e6) == doctest::Approx(1.95997).epsilon(1e-5));
}

TEST_CASE("the compared figures are those that inspect prints")
{
    auto a = game(500, 1), b = game(700, 2);
    for (Nanos& frame : b) frame /= 4; // 200 frames a second, where a frame over 2.5 times the mean need not be a hitch
    b[350] = 20ms;
    const Comparison c = compare_two(a, b);
    for (const auto& [frames, side] : {std::pair{&a, &Difference::value_a}, std::pair{&b, &Difference::value_b}})
    {
        const telemetry::FrameTimeSummary t = telemetry::frame_time_summary(*frames);
        CHECK(of(c, "frame_mean_ms").*side == doctest::Approx(t.mean_ms));
        CHECK(of(c, "frame_p50_ms").*side == doctest::Approx(t.p50_ms));
        CHECK(of(c, "frame_p99_ms").*side == doctest::Approx(t.p99_ms));
        CHECK(of(c, "change_mean_ms").*side == doctest::Approx(t.change_mean_ms));
        CHECK(of(c, "change_rms_ms").*side == doctest::Approx(t.change_rms_ms));
        CHECK(of(c, "stutter_percent").*side == doctest::Approx(telemetry::stutter_percent(*frames)));
        CHECK(of(c, "stutter_percent_of_mean").*side == doctest::Approx(telemetry::stutter_percent_of_mean(*frames)));
        for (const telemetry::LowFpsDefinitionInfo& low : telemetry::all_low_fps_definitions)
            CHECK(c.differences[3 + static_cast<std::size_t>(low.id)].*side ==
                  doctest::Approx(telemetry::low_fps(*frames, low.id, 0.01)));
    }
}

TEST_CASE("a difference below the threshold is not called different, and is called the same if it is certain")
{
    const auto a = game(20'000, 1), b = frames_of(correlated(20'000, 0.0, 2), 16.1); // the means differ by 0.6 %
    CHECK(of(compare_two(a, b), "frame_mean_ms").verdict == Verdict::same);
    CHECK(of(compare({a}, {b}, {.min_relevant_difference = 0.001}), "frame_mean_ms").verdict == Verdict::worse);
    const Comparison same = compare({a}, {b}, {.metric_indices = {0, 1}});
    CHECK(same.verdict == Verdict::same);
    CHECK(same.text == "A and B differ by less than 2 % in all 2 metrics.");
}

TEST_CASE("an undecided comparison is never called the same, and its text names the time still needed")
{
    const auto a = frames_of(correlated(400, 0.99, 7), 16.0), b = frames_of(correlated(400, 0.99, 8), 16.0);
    const Comparison c = compare_two(a, b);
    CHECK(c.verdict == Verdict::undecided);
    CHECK(of(c, "frame_mean_ms").verdict == Verdict::undecided);
    REQUIRE(of(c, "frame_mean_ms").required_sample);
    CHECK(of(c, "frame_mean_ms").required_sample->seconds > 6.4);
    CHECK(c.text.starts_with("Neither is shown to be smoother: take the one that costs less. Undecided for "));
    CHECK(c.text.find("The least data is needed for ") != c.text.npos);
    CHECK(c.text.find("same") == c.text.npos);
}

TEST_CASE("the number of frames stated as needed suffices" * doctest::skip(is_sanitized))
{
    const auto a = game(210, 31), b = frames_of(correlated(210, 0.0, 32), 16.35);
    const Difference d = of(compare({a}, {b}, {.metric_indices = {0}}), "frame_mean_ms");
    REQUIRE(d.verdict == Verdict::undecided);
    REQUIRE(d.required_sample);
    const auto more = static_cast<std::size_t>(2.0 * d.required_sample->seconds / 0.016);
    CHECK(
        of(compare({game(more, 33)}, {frames_of(correlated(more, 0.0, 34), 16.35)}, {.metric_indices = {0}}), "frame_mean_ms")
            .verdict == Verdict::worse);
}

TEST_CASE("a side with hitches is rougher, the other is smoother, and the sentence has figures")
{
    const auto good = game(3000, 11);
    auto bad = game(3000, 12);
    for (std::size_t i = 40; i < bad.size(); i += 75) bad[i] += 60ms;
    const Comparison worse = compare_two(good, bad);
    CHECK(worse.verdict == Verdict::worse);
    CHECK(count_of(worse, Verdict::worse) >= 7);
    CHECK(count_of(worse, Verdict::better) == 0);
    CHECK(worse.text.starts_with("These recordings differ. B is rougher in "));
    CHECK_MESSAGE(worse.text.find(" (A ") != std::string::npos, worse.text);
    CHECK_MESSAGE(worse.text.find(", B ") != std::string::npos, worse.text);
    CHECK(worse.text.find("B is slower than A: the mean frame of B is 5") != std::string::npos);
    const Comparison better = compare_two(bad, good);
    CHECK(better.verdict == Verdict::better);
    CHECK(count_of(better, Verdict::better) == count_of(worse, Verdict::worse));
    CHECK(better.text.starts_with("These recordings differ. B is smoother in "));
    CHECK(of(better, "change_rms_ms").interval_high < 0.0);
}

TEST_CASE("with three runs on each side the comparison is about the sides, by the differences between runs")
{
    const auto a = runs(3, 10, 16.0), b = runs(3, 20, 17.0), restless = runs(3, 30, 17.0, 1.5);
    const Comparison c = compare(spans(a), spans(b));
    CHECK(c.includes_run_spread);
    CHECK(of(c, "frame_mean_ms").verdict == Verdict::worse);
    CHECK(c.text.find("recordings differ") == c.text.npos);
    CHECK(c.text.find("drift") == c.text.npos);
    CHECK(c.text.find("B is slower than A: the mean frame of B is") != c.text.npos);
    CHECK(of(compare({a[0]}, {restless[0]}), "frame_mean_ms").verdict !=
          Verdict::undecided); // decided for these two recordings
    const Comparison wide = compare(spans(a), spans(restless)); // undecided for the two games
    CHECK(of(wide, "frame_mean_ms").verdict == Verdict::undecided);
    REQUIRE(of(wide, "frame_mean_ms").required_sample);
    CHECK(of(wide, "frame_mean_ms").required_sample->run_count > 3);
}

TEST_CASE("an outlier among the runs is named with its figure")
{
    auto a = runs(5, 10, 16.0);
    a[3] = frames_of(correlated(600, 0.0, 99), 24.0);
    const auto b = runs(5, 50, 16.0);
    const Comparison c = compare(spans(a), spans(b));
    REQUIRE(!c.outliers.empty());
    for (const Outlier& o : c.outliers)
        if (compared_metrics()[o.metric_index].key == "frame_mean_ms")
        {
            CHECK_FALSE(o.is_side_b);
            CHECK(o.run_index == 3);
            CHECK(o.value == doctest::Approx(24.0).epsilon(0.01));
            CHECK(o.median == doctest::Approx(16.0).epsilon(0.02));
        }
    CHECK(outlier_indices(std::vector<double>{1, 1, 9}, 0.02).empty()); // three runs are too few for an outlier
    CHECK(outlier_indices(std::vector<double>{5, 5, 5, 5.05, 5}, 0.02).empty());
    CHECK(outlier_indices(std::vector<double>{5, 5, 5, 6, 5}, 0.02) == std::vector<std::size_t>{3});
}

TEST_CASE("too short a recording is named as the reason, and no interval is given")
{
    const auto a = game(99, 1), b = game(3000, 2);
    const Comparison c = compare_two(a, b);
    CHECK(count_of(c, Verdict::undecided) == static_cast<int>(c.differences.size()));
    CHECK(c.text == "No comparison: a recording of A has 99 frames; record at least 100.");
    CHECK(to_json(c).at("figures").at("frame_mean_ms").at("low").is_null());
    const std::vector<Nanos> one{16ms};
    CHECK(compare_two(b, one).text.starts_with("No comparison: a recording of B has 1 frame; record at least 100."));
}

TEST_CASE("a comparison is reproducible, and its JSON and text agree")
{
    const auto a = game(800, 3), b = capped(30.0, 5.0, 4);
    const Json json = to_json(compare_two(a, b));
    CHECK(json.dump() == to_json(compare_two(a, b)).dump());
    CHECK(json.at("verdict") == "worse");
    CHECK(json.at("about") == "recordings");
    CHECK(json.at("text").get<std::string>().starts_with("These recordings differ."));
}

TEST_CASE("of 200 pairs with equal distributions at most 5 % are called different, also with correlated frames" *
          doctest::skip(is_sanitized))
{
    for (const std::size_t count : {300U, 1800U})
    {
        CAPTURE(count);
        CHECK(called_different([&](std::uint64_t seed) { return game(count, seed); }) <= 5.0);
        CHECK(called_different([&](std::uint64_t seed) { return frames_of(correlated(count, 0.9, seed)); }) <= 5.0);
        CHECK(called_different([&](std::uint64_t seed) { return with_rare_hitches(count, seed, 0.003); }) <= 5.0);
        CHECK(called_different([&](std::uint64_t seed) { return with_rare_hitches(count, seed, 0.01); }) <= 5.0);
    }
}

TEST_CASE("of 200 pairs with equal distributions, correlated over a hundred frames, at most 10 % are called different" *
          doctest::skip(is_sanitized))
{
    for (const std::size_t count : {300U, 1800U})
    {
        CAPTURE(count);
        CHECK(called_different([&](std::uint64_t seed) { return frames_of(correlated(count, 0.99, seed)); }) <= 10.0);
    }
}

TEST_CASE("five seconds each at 60 and at 30 fps always differ")
{
    for (std::uint64_t seed = 0; seed < pairs; ++seed)
    {
        const auto fast = capped(60.0, 5.0, 2 * seed), slow = capped(30.0, 5.0, 2 * seed + 1);
        const Comparison c = compare_two(fast, slow);
        REQUIRE(of(c, "frame_mean_ms").verdict == Verdict::worse);
        REQUIRE(of(c, "frame_p99_ms").verdict == Verdict::worse);
        REQUIRE(of(compare_two(slow, fast), "frame_p99_ms").verdict == Verdict::better);
    }
}

TEST_CASE("of the halves of real runs at most 15 % are called different, and then the text names drift as a cause")
{
    const auto folder = shared_data("captures");
    SKIP_WITHOUT(folder);
    int all = 0, different = 0;
    for (const auto& entry : std::filesystem::directory_iterator{folder})
    {
        if (!entry.is_regular_file()) continue;
        const auto read = read_file(entry.path());
        const auto* const recording = std::get_if<Recording>(&read);
        if (!recording) continue;
        for (const Stream& stream : recording->streams)
            for (const std::size_t half : {200U, 300U, 600U, 1200U})
                for (std::span<const Nanos> rest{stream.frame_times}; rest.size() >= 2 * half;
                     rest = rest.subspan(2 * half))
                {
                    const Comparison c = compare_two(rest.first(half), rest.subspan(half, half));
                    ++all;
                    different += differ(c) ? 1 : 0;
                    CHECK((c.text.find("changes over time") != c.text.npos) == differ(c));
                }
    }
    MESSAGE(different, " of ", all, " pairs of halves differ");
    CHECK(100 * different <= 15 * all);
}

TEST_CASE("of 200 pairs of sides of one game with different runs at most 5 % are called different" *
          doctest::skip(is_sanitized))
{
    for (const std::size_t count : {3U, 5U})
    {
        int different = 0;
        for (std::uint64_t i = 0; i < pairs; ++i)
            different += differ(compare(spans(runs(count, 1000 + 40 * i, 16.0, 0.8)),
                                        spans(runs(count, 1020 + 40 * i, 16.0, 0.8))))
                             ? 1
                             : 0;
        CAPTURE(count);
        CHECK(percent_of_pairs(different) <= 5.0);
    }
}

TEST_CASE("equal builds are found no worse in 85 % of the checks with three runs a side, and in 95 % with five")
{
    const double three = percent_of(NonInferiorityVerdict::no_worse, 3, 1.0),
                 five = percent_of(NonInferiorityVerdict::no_worse, 5, 1.0);
    MESSAGE("no worse: ", three, " % with three runs a side, ", five, " % with five");
    CHECK(three >= 85.0);
    CHECK(five >= 95.0);
    CHECK(percent_of(NonInferiorityVerdict::worse, 3, 1.0) == 0.0);
}

TEST_CASE("a build that is 10 % slower is found worse in 90 % of the checks")
{
    const double slower = percent_of(NonInferiorityVerdict::worse, 3, 1.10);
    MESSAGE("10 % slower: worse in ", slower, " %");
    CHECK(slower >= 90.0);
    CHECK(percent_of(NonInferiorityVerdict::no_worse, 3, 1.10) == 0.0);
    CHECK(percent_of(NonInferiorityVerdict::no_worse, 3, 1.03) <= 9.0); // 5 % by design
    CHECK(percent_of(NonInferiorityVerdict::worse, 3, 1.03) <= 9.0);
}

TEST_CASE("an outcome that is not known comes with the number of runs that would tell")
{
    const auto a = runs_of_30_s(3, 1), b = runs_of_30_s(3, 2, 1.025);
    const NonInferiorityResult unknown =
        check_non_inferiority(spans(a), spans(b), {.margins = {{row_of("frame_mean_ms"), 3.0}}});
    CAPTURE(unknown.text);
    REQUIRE(unknown.verdict == NonInferiorityVerdict::unknown);
    REQUIRE(unknown.checked_metrics.front().additional_runs);
    CHECK(*unknown.checked_metrics.front().additional_runs > 1);
    CHECK(unknown.text.starts_with("Check: Undecided. mean "));
    CHECK(unknown.text.find(fmt::format(" About {} more runs of A and of B would suffice.",
                                        *unknown.checked_metrics.front().additional_runs)) != std::string::npos);
    const Json json = to_json(unknown);
    CHECK(json.at("outcome") == "unknown");
    CHECK(json.at("figures").at("frame_mean_ms").at("more_runs") == *unknown.checked_metrics.front().additional_runs);
}

TEST_CASE("one run a side is never found worse unless the caller accepts a single run")
{
    const auto a = runs_of_30_s(1, 1), b = runs_of_30_s(1, 2, 1.5);
    const NonInferiorityResult careful = check_non_inferiority(spans(a), spans(b));
    CHECK(careful.verdict == NonInferiorityVerdict::unknown);
    CHECK(careful.text.find("record three of each") != std::string::npos);
    CHECK(check_non_inferiority(spans(a), spans(b), {.allows_worse_from_single_run = true}).verdict ==
          NonInferiorityVerdict::worse);
    CHECK(check_non_inferiority(spans(a), spans(a)).verdict == NonInferiorityVerdict::no_worse);
    const auto brief = std::vector<std::vector<Nanos>>{std::vector<Nanos>(50, Nanos{16'000'000})};
    CHECK(check_non_inferiority(spans(brief), spans(a)).verdict == NonInferiorityVerdict::unknown);
    CHECK(check_non_inferiority(spans(brief), spans(a)).text.find("50 frames; record at least 100.") !=
          std::string::npos);
}

TEST_CASE("a figure of which more is better is worse if it falls, and jumps are allowed two more a minute")
{
    const auto a = runs_of_30_s(3, 1), b = runs_of_30_s(3, 2, 1.2);
    const std::size_t low = row_of("low_1_percentile_r7_fps");
    const NonInferiorityResult lows = check_non_inferiority(spans(a), spans(b), {.margins = {default_margin(low)}});
    CHECK(lows.verdict == NonInferiorityVerdict::worse);
    CHECK(lows.checked_metrics.front().worsening > 0.0);
    CHECK(check_non_inferiority(spans(b), spans(a), {.margins = {default_margin(low)}}).verdict ==
          NonInferiorityVerdict::no_worse);

    const NonInferiorityMargin jumps = default_margin(row_of("jumps_at_60_hz_per_minute"));
    auto jumpy = a;
    for (auto& run : jumpy)
        for (std::size_t i = 100; i < run.size(); i += 100) run[i] += Nanos{20'000'000};
    CHECK(check_non_inferiority(spans(a), spans(a), {.margins = {jumps}}).verdict == NonInferiorityVerdict::no_worse);
    const NonInferiorityResult jumped = check_non_inferiority(spans(a), spans(jumpy), {.margins = {jumps}});
    CHECK(jumped.verdict == NonInferiorityVerdict::worse);
    CHECK(jumped.checked_metrics.front().allowed_worsening == 2.0);
    CHECK(jumped.checked_metrics.front().worsening ==
          doctest::Approx(2 * 17 / (30.3 / 60.0)).epsilon(0.1)); // each hitch jumps twice
}
