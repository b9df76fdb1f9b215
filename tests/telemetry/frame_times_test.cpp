#include "telemetry/frame_times.hpp"
#include "telemetry/quantile.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>

using namespace telemetry;
using namespace std::chrono_literals;

namespace
{

std::vector<Nanos> one_long_frame_in_a_hundred()
{
    std::vector<Nanos> frames(100, 10ms);
    frames[40] = 100ms;
    return frames;
}

void check_against_sorting(const std::vector<Nanos>& frames)
{
    const IndexedFrameTimesView indexed_frames{frames};
    std::vector<Nanos> sorted = frames;
    std::ranges::sort(sorted);
    const std::size_t step = std::max<std::size_t>(frames.size() / 200, 1);
    for (std::size_t rank = 0; rank < sorted.size(); rank += step)
        CHECK_MESSAGE(indexed_frames.at_rank(rank) == sorted[rank], "frames.size() ", frames.size(), ", rank ", rank);
    CHECK(indexed_frames.at_rank(sorted.size() - 1) == sorted.back());
    CHECK(indexed_frames.longest() == sorted.back());
    std::uint64_t sum_ns = 0;
    for (const Nanos frame : frames) sum_ns += static_cast<std::uint64_t>(frame.count());
    CHECK(static_cast<std::uint64_t>(indexed_frames.sum().count()) == sum_ns);
}

// Returns `count` frame times of 16 to 19 ms, one in 200 longer by up to 400 ms.
std::vector<Nanos> noisy(std::size_t count)
{
    std::mt19937 random{7};
    std::vector<Nanos> frames;
    for (std::size_t i = 0; i < count; ++i)
    {
        frames.emplace_back(16'000'000 + random() % 3'000'000);
        if (random() % 200 == 0) frames.back() += Nanos{random() % 400'000'000};
    }
    return frames;
}

} // namespace

TEST_CASE("quantiles follow the rules R7 and R8, for values in any order")
{
    std::vector<double> values{9, 1, 4, 16, 25};
    CHECK(quantile(values, 0.5) == 9.0);
    CHECK(quantile(values, 0.3) == doctest::Approx(5.0));
    CHECK(quantile(values, 0.3, QuantileRule::r8) ==
          doctest::Approx(4.0 - 3.0 * (2.0 - (16.0 / 3.0 * 0.3 + 1.0 / 3.0))));
    CHECK(quantile(values, 0.0) == 1.0);
    CHECK(quantile(values, 1.0) == 25.0);
    CHECK(quantile(values, 0.999, QuantileRule::r8) == 25.0);
    std::vector<double> none;
    CHECK(std::isnan(quantile(none, 0.5)));
    const double infinity = std::numeric_limits<double>::infinity();
    std::vector<double> with_infinity{1.0, infinity, 3.0};
    CHECK(quantile(with_infinity, 0.5) == 3.0);
    CHECK(quantile(with_infinity, 1.0) == infinity);
}

TEST_CASE("99 frames of 10 ms and one of 100 ms: the average and five 1 % lows, each with its own value")
{
    const auto frames = one_long_frame_in_a_hundred();
    CHECK(frame_time_summary(frames).average_fps == doctest::Approx(91.743).epsilon(1e-5));
    CHECK(low_fps(frames, LowFpsDefinition::percentile_r7, 0.01) == doctest::Approx(99.1));
    CHECK(low_fps(frames, LowFpsDefinition::percentile_r8, 0.01) == doctest::Approx(40.3));
    for (const LowFpsDefinition low :
         {LowFpsDefinition::low_average, LowFpsDefinition::low_integral, LowFpsDefinition::mangohud})
        CHECK(low_fps(frames, low, 0.01) == doctest::Approx(10.0));
}

TEST_CASE("the 0.1 % low of a hundred frames is the slowest frame, except for the percentile by R7")
{
    const auto frames = one_long_frame_in_a_hundred();
    CHECK(low_fps(frames, LowFpsDefinition::percentile_r7, 0.001) == doctest::Approx(10.0 + 0.099 * 90.0));
    for (const LowFpsDefinition low : {LowFpsDefinition::percentile_r8, LowFpsDefinition::low_average,
                                       LowFpsDefinition::low_integral, LowFpsDefinition::mangohud})
        CHECK(low_fps(frames, low, 0.001) == doctest::Approx(10.0));
    CHECK(std::isnan(low_fps({}, LowFpsDefinition::mangohud, 0.01)));
}

TEST_CASE("the low integral weighs frames by time, the low average by count")
{
    std::vector<Nanos> frames(1000, 1ms);
    for (std::size_t i = 0; i < 10; ++i) frames[i] = 100ms; // 1 % of the frames, half of the time
    frames[10] = 50ms;
    CHECK(low_fps(frames, LowFpsDefinition::low_integral, 0.01) == doctest::Approx(10.0));
    CHECK(low_fps(frames, LowFpsDefinition::low_integral, 0.5) == doctest::Approx(20.0));
    CHECK(low_fps(frames, LowFpsDefinition::mangohud, 0.01) == doctest::Approx(10.0));
    CHECK(low_fps(frames, LowFpsDefinition::mangohud, 0.011) == doctest::Approx(20.0));
}

TEST_CASE("every definition of a low stands at its own index and is a metric in fps")
{
    for (const LowFpsDefinitionInfo& row : all_low_fps_definitions)
    {
        CHECK(row.id == all_low_fps_definitions[static_cast<std::size_t>(row.id)].id);
        CHECK(row.metric.unit == "fps");
    }
}

TEST_CASE("frame-time statistics have mean, median, p99, maximum and changes in bins at 2, 4, 8 and 12 ms")
{
    const std::vector<Nanos> frames{10ms, 11ms, 13ms, 17ms, 25ms, 13ms, 13ms};
    const FrameTimeSummary t = frame_time_summary(frames);
    CHECK(t.frame_count == 7);
    CHECK(t.mean_ms == doctest::Approx(102.0 / 7));
    CHECK(t.p50_ms == 13.0);
    CHECK(t.p99_ms == doctest::Approx(17.0 + 0.94 * 8.0));
    CHECK(t.max_ms == 25.0);
    CHECK(t.change_mean_ms == doctest::Approx((1 + 2 + 4 + 8 + 12 + 0) / 6.0));
    CHECK(t.change_rms_ms == doctest::Approx(std::sqrt((1 + 4 + 16 + 64 + 144) / 6.0)));
    CHECK(t.change_counts == std::array<std::int64_t, 5>{2, 1, 1, 1, 1});
    CHECK(frame_time_summary({}).frame_count == 0);
    CHECK(frame_time_summary(std::vector<Nanos>{16ms}).change_mean_ms == 0.0);
}

TEST_CASE("the histogram counts every frame once, in the last bin if it is longer")
{
    const std::vector<Nanos> frames{0ms, 1999999ns, 2ms, 3ms, 100ms, -1ms};
    CHECK(clamped_histogram(frames, 2ms, 3) == std::vector<std::int64_t>{3, 2, 1});
}

TEST_CASE("stutter of {16, 16, 16, 16, 100} ms against the mean is 20 % by count and 60.98 % by time")
{
    const std::vector<Nanos> frames{16ms, 16ms, 16ms, 16ms, 100ms};
    CHECK(stutter_percent_by_count(frames) == doctest::Approx(20.0));
    CHECK(stutter_percent_of_mean(frames) == doctest::Approx(60.98).epsilon(1e-4));
}

TEST_CASE("against the trailing mean a slow change is no stutter, and a spike does not hide the next one")
{
    std::vector<Nanos> slower;
    for (int i = 0; i < 400; ++i) slower.push_back(10ms + i * 100us);
    CHECK(stutter_percent(slower) == 0.0);

    std::vector<Nanos> spikes(200, 10ms);
    spikes[100] = 90ms;
    spikes[110] = 28ms; // would be no stutter if the trailing mean counted the whole 90 ms
    CHECK(stutter_window_size(spikes) == 32);
    CHECK(stutter_percent(spikes) == doctest::Approx(100.0 * 118 / (1980 + 118)));
}

TEST_CASE("the longest frames suffice for every low, also with many equal frame times")
{
    std::vector<Nanos> frames(3000, 16ms);
    for (std::size_t i = 0; i < 20; ++i) frames[i * 97] = 30ms + i % 3 * 1ms;
    LongestFrameTimes all{.times_ms = {}, .frame_count = frames.size(), .sum_ms = 0.0, .omitted_tie_count = 0};
    for (const Nanos f : frames) all.times_ms.push_back(timestep::to_millis(f)), all.sum_ms += all.times_ms.back();
    std::sort(all.times_ms.begin(), all.times_ms.end(), std::greater{});

    const LongestFrameTimes few = longest_frame_times(frames);
    CHECK(few.times_ms.size() == 33);
    CHECK(few.omitted_tie_count == 3000 - 33);
    for (const LowFpsDefinitionInfo& row : all_low_fps_definitions)
        for (const double share : {0.01, 0.001})
            CHECK_MESSAGE(low_fps_of_longest(few, row.id, share) ==
                              doctest::Approx(low_fps_of_longest(all, row.id, share)).epsilon(1e-12),
                          row.name);
}

TEST_CASE("percentiles are exact up to the number of kept values, and accurate to 1/8192 beyond")
{
    std::mt19937 random{3};
    std::vector<double> all;
    ExactThenBucketedQuantiles kept;
    ExactThenBucketedQuantiles bounded{5'000};
    for (int i = 0; i < 100'000; ++i)
    {
        const double ms = i % 100 == 0 ? 0.0 : 5.0 + static_cast<double>(random() % 40'000) / 1000;
        all.push_back(ms);
        kept.add(ms);
        bounded.add(ms);
        if (i == 4'999)
            for (const double p : {0.0, 0.005, 0.5, 0.99, 1.0}) CHECK(bounded.quantile(p) == kept.quantile(p));
    }
    for (const double p : {0.0, 0.005, 0.01, 0.25, 0.5, 0.95, 0.99, 0.999, 1.0})
    {
        std::vector<double> values = all;
        const double exact = quantile(values, p);
        CAPTURE(p);
        CHECK(kept.quantile(p) == exact);
        CHECK(std::abs(bounded.quantile(p) - exact) <= exact / 8192);
    }
}

TEST_CASE("memory depends on the range of the values, not on their number")
{
    ExactThenBucketedQuantiles even{1'000};
    ExactThenBucketedQuantiles wild{1'000};
    std::mt19937 random{3};
    for (int i = 0; i < 300'000; ++i)
    {
        even.add(16.666667);
        // The values from 1 to 101 cover seven powers of two.
        wild.add(1.0 + static_cast<double>(random() % 1'000'000) / 10'000);
    }
    CHECK(even.stored_entry_count() == 1);
    CHECK(wild.stored_entry_count() <= 7 * 4'096);
    CHECK(even.quantile(0.99) == doctest::Approx(16.666667).epsilon(1.0 / 8192));
}

TEST_CASE("percentiles of no value, one value and two values are defined")
{
    ExactThenBucketedQuantiles few{1};
    CHECK(few.empty());
    CHECK(few.quantile(0.5) == 0.0);
    few.add(8.0);
    CHECK(few.quantile(0.99) == 8.0);
    few.add(16.0);
    CHECK(few.quantile(0.5) == doctest::Approx(12.0).epsilon(1.0 / 8192));
    CHECK(few.quantile(1.0) == doctest::Approx(16.0).epsilon(1.0 / 8192));
}

TEST_CASE("the frame time at every rank is that of the sorted frame times, from below 0 to the longest time in Nanos")
{
    for (const std::size_t count : {1U, 2U, 3U, 10U, 256U, 257U, 5000U, 300'000U}) check_against_sorting(noisy(count));
    check_against_sorting(std::vector<Nanos>(1000, 16'666'667ns));
    check_against_sorting(std::vector<Nanos>(1000, 0ns));
    std::vector<Nanos> two_lengths(1000, 16ms);
    std::fill_n(two_lengths.begin(), 300, 17ms);
    check_against_sorting(two_lengths);
    constexpr auto longest = std::numeric_limits<std::int64_t>::max();
    check_against_sorting({Nanos{longest}, 0ns});
    check_against_sorting({1ns, Nanos{longest}, Nanos{longest - 1}, 2ns, 1h, 1ns});
    check_against_sorting({5ns, -3ns, 0ns, -3ns, 1s});
    std::vector<Nanos> one_long = noisy(1000);
    one_long[500] = 24h;
    check_against_sorting(one_long);
}

TEST_CASE("without frames the order is empty and the longest frame time is 0")
{
    CHECK(IndexedFrameTimesView{}.empty());
    CHECK(IndexedFrameTimesView{std::vector<Nanos>{}}.size() == 0);
    CHECK(IndexedFrameTimesView{std::vector<Nanos>{}}.longest() == 0ns);
}
