#include "report/comparison.hpp"

#include "machine/random.hpp"
#include "report/bootstrap.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace report;
using namespace std::chrono_literals;

namespace
{

// About normal, with mean 0 and variance 1: the sum of twelve uniform numbers, less six.
double normal(std::uint64_t seed, std::uint64_t number)
{
    double sum = -6.0;
    for (std::uint64_t i = 0; i < 12; ++i) sum += machine::uniform(seed, 12 * number + i);
    return sum;
}

// Each value is `memory` times the one before, and something new.
std::vector<double> correlated(std::size_t count, double memory, std::uint64_t seed)
{
    std::vector<double> values;
    double last = 0.0;
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(last = memory * last + std::sqrt(1.0 - memory * memory) * normal(seed, i));
    return values;
}

std::vector<Nanos> frames_of(const std::vector<double>& values, double mean_ms = 16.0)
{
    std::vector<Nanos> frames;
    for (const double v : values) frames.push_back(Nanos{std::llround(1e6 * std::max(mean_ms + v, 0.1))});
    return frames;
}

std::vector<Nanos> game(std::size_t count, std::uint64_t seed) { return frames_of(correlated(count, 0.0, seed)); }

const Difference& of(const Comparison& c, std::string_view key)
{
    const auto all = all_compared();
    return c.differences[static_cast<std::size_t>(std::ranges::find(all, key, &ComparedRow::key) - all.begin())];
}

int count_of(const Comparison& c, Verdict verdict)
{
    return static_cast<int>(std::ranges::count(c.differences, verdict, &Difference::verdict));
}

// How often the interval of the mean's difference holds the true one, which is 0.
double coverage(double memory, std::size_t count)
{
    constexpr int pairs = 80;
    int held            = 0;
    for (std::uint64_t i = 0; i < pairs; ++i)
        held += of(compare(frames_of(correlated(count, memory, 1000 + 2 * i)),
                           frames_of(correlated(count, memory, 1001 + 2 * i))),
                   "mean_ms")
                            .verdict == Verdict::noise
                    ? 1
                    : 0;
    return static_cast<double>(held) / pairs;
}

} // namespace

TEST_CASE("a block is as long as theory says for a series that remembers: (6 r^2 / (1 - r^2)^2)^(1/3) n^(1/3)")
{
    CHECK(block_length(correlated(20'000, 0.0, 1)) <= 8);
    CHECK(block_length(std::vector<double>(500, 16.0)) == 1);
    CHECK(block_length(std::vector<double>{1, 2, 3}) == 1);
    for (const double memory : {0.3, 0.5, 0.8})
    {
        const double n      = 50'000.0;
        const double theory = std::cbrt(6.0 * memory * memory / std::pow(1.0 - memory * memory, 2.0) * n);
        CAPTURE(memory);
        CHECK(static_cast<double>(block_length(correlated(50'000, memory, 7))) ==
              doctest::Approx(theory).epsilon(0.25));
    }
}

TEST_CASE(
    "resamples hold as many frames as the recording, in whole blocks, each frame as likely, and are the same again")
{
    std::vector<std::uint32_t> times, again;
    std::vector<double> sum(100);
    for (std::uint64_t number = 0; number < 4000; ++number)
    {
        draw_blocks(100, 7, 3, number, times);
        REQUIRE(times.size() == 100);
        REQUIRE(std::accumulate(times.begin(), times.end(), 0U) == 100);
        for (std::size_t i = 0; i < 100; ++i) sum[i] += times[i];
    }
    for (const double s : sum) CHECK(s / 4000.0 == doctest::Approx(1.0).epsilon(0.08));
    draw_blocks(100, 7, 3, 3999, again);
    CHECK(times == again);
    draw_blocks(100, 7, 4, 3999, again);
    CHECK(times != again);
    draw_blocks(10, 10, 1, 0, times); // one block, all around
    CHECK(times == std::vector<std::uint32_t>(10, 1));
}

TEST_CASE("what is compared is what inspect says")
{
    auto a = game(500, 1), b = game(700, 2);
    for (Nanos& frame : b) frame /= 4; // 200 frames a second: not all that is over 2.5 times the mean is a hitch
    b[350]             = 20ms;
    const Comparison c = compare(a, b);
    for (const auto& [frames, side] : {std::pair{&a, &Difference::a}, std::pair{&b, &Difference::b}})
    {
        const telemetry::FrameTimes t = telemetry::frame_times(*frames);
        CHECK(of(c, "mean_ms").*side == doctest::Approx(t.mean_ms));
        CHECK(of(c, "p50_ms").*side == doctest::Approx(t.p50_ms));
        CHECK(of(c, "p99_ms").*side == doctest::Approx(t.p99_ms));
        CHECK(of(c, "change_mean_ms").*side == doctest::Approx(t.change_mean_ms));
        CHECK(of(c, "change_rms_ms").*side == doctest::Approx(t.change_rms_ms));
        CHECK(of(c, "stutter_percent").*side == doctest::Approx(telemetry::stutter_percent(*frames)));
        CHECK(of(c, "stutter_percent_of_mean").*side == doctest::Approx(telemetry::stutter_percent_of_mean(*frames)));
        for (const telemetry::LowRow& low : telemetry::all_lows)
            CHECK(c.differences[3 + static_cast<std::size_t>(low.id)].*side ==
                  doctest::Approx(telemetry::low_fps(*frames, low.id, 0.01)));
    }
}

TEST_CASE("a recording compared with itself, or with its own frames in another order, differs by no more than noise")
{
    const auto frames = game(2000, 5);
    Comparison c      = compare(frames, frames);
    CHECK(count_of(c, Verdict::noise) == static_cast<int>(c.differences.size()));
    for (const Difference& d : c.differences) CHECK(d.by() == 0.0);
    CHECK(c.verdict.starts_with("Neither is smoother"));

    auto shuffled = frames;
    for (std::size_t i = shuffled.size(); i-- > 1;)
        std::swap(shuffled[i], shuffled[static_cast<std::size_t>(machine::uniform(9, i) * static_cast<double>(i + 1))]);
    c = compare(frames, shuffled);
    CHECK(count_of(c, Verdict::noise) == static_cast<int>(c.differences.size()));
}

TEST_CASE("one with hitches is rougher, the other way round smoother, and the sentence cites figures")
{
    const auto good = game(3000, 11);
    auto bad        = game(3000, 12);
    for (std::size_t i = 40; i < bad.size(); i += 75) bad[i] += 60ms;
    const Comparison worse = compare(good, bad);
    CHECK(count_of(worse, Verdict::worse) >= 10);
    CHECK(count_of(worse, Verdict::better) == 0);
    CHECK(worse.verdict.find("B is rougher by 10 of 10 figures, most clearly by ") == 0);
    CHECK(worse.verdict.find("On average B runs slower: its mean frame takes 5") != std::string::npos);
    const Comparison better = compare(bad, good);
    CHECK(count_of(better, Verdict::better) == count_of(worse, Verdict::worse));
    CHECK(better.verdict.find("B is smoother by 10 of 10 figures") == 0);
    CHECK(of(better, "change_rms_ms").high < 0.0);
}

TEST_CASE("the same frames in a worse order are rougher by the changes alone, and as fast")
{
    std::vector<Nanos> even, odd;
    for (int i = 0; i < 2000; ++i) even.push_back(i < 1000 ? 14ms : 18ms), odd.push_back(i % 2 == 0 ? 14ms : 18ms);
    for (int i = 0; i < 2000; ++i)
        for (auto* frames : {&even, &odd})
            (*frames)[static_cast<std::size_t>(i)] +=
                Nanos{std::llround(1e5 * normal(21, static_cast<std::uint64_t>(i)))};
    std::vector<Nanos> slow_drift;
    for (std::size_t i = 0; i < 2000; ++i) slow_drift.push_back(even[(i / 20) % 2 == 0 ? i / 2 : 1000 + i / 2]);
    const Comparison c = compare(slow_drift, odd);
    CHECK(of(c, "change_mean_ms").verdict == Verdict::worse);
    CHECK(of(c, "change_rms_ms").verdict == Verdict::worse);
    CHECK(of(c, "mean_ms").verdict == Verdict::noise);
    CHECK(of(c, "p99_ms").verdict == Verdict::noise);
}

TEST_CASE("95 % intervals hold the truth about as often, whether frames remember their neighbours or not")
{
    CHECK(coverage(0.0, 600) >= 0.88);
    CHECK(coverage(0.6, 1500) >= 0.86); // independent resampling would hold it in two thirds of the cases
}

TEST_CASE("what is too short is said to be, and nothing is said about noise")
{
    const Comparison c = compare(game(299, 1), game(3000, 2));
    CHECK(count_of(c, Verdict::unknown) == static_cast<int>(c.differences.size()));
    CHECK(c.verdict == "A is too short to tell: 299 frames, and 300 are needed.");
    CHECK(to_json(c).at("figures").at("mean_ms").at("low").is_null());
    CHECK(compare(game(3000, 1), {{16ms}}).verdict.starts_with("B is too short to tell: 1 frames"));

    std::vector<Nanos> ramp; // every frame hangs together with all the others
    for (int i = 0; i < 330; ++i) ramp.push_back(10ms + i * 10us);
    CHECK(compare(game(3000, 1), ramp).verdict.find("B is too short to tell: its frames hang together") == 0);
}

TEST_CASE("a comparison is the same again, however many cores there are")
{
    const auto a = game(800, 3), b = game(900, 4);
    CHECK(to_json(compare(a, b)).dump() == to_json(compare(a, b)).dump());
    CHECK(to_json(compare(a, b, 1)).dump() != to_json(compare(a, b, 2)).dump());
}
