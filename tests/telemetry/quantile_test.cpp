#include "telemetry/quantile.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <random>

using namespace telemetry;
using namespace std::chrono_literals;

TEST_CASE("percentiles are exact up to the number of kept values, and accurate to 1/8192 beyond")
{
    std::mt19937 random{3};
    std::vector<double> all;
    Distribution kept;
    Distribution bounded{5'000};
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
        const double exact         = quantile(values, p);
        CAPTURE(p);
        CHECK(kept.quantile(p) == exact);
        CHECK(std::abs(bounded.quantile(p) - exact) <= exact / 8192);
    }
}

TEST_CASE("memory depends on the range of the values, not on their number")
{
    Distribution even{1'000};
    Distribution wild{1'000};
    std::mt19937 random{3};
    for (int i = 0; i < 300'000; ++i)
    {
        even.add(16.666667);
        // The values from 1 to 101 cover seven powers of two.
        wild.add(1.0 + static_cast<double>(random() % 1'000'000) / 10'000);
    }
    CHECK(even.kept() == 1);
    CHECK(wild.kept() <= 7 * 4'096);
    CHECK(even.quantile(0.99) == doctest::Approx(16.666667).epsilon(1.0 / 8192));
}

TEST_CASE("percentiles of no value, one value and two values are defined")
{
    Distribution few{1};
    CHECK(few.empty());
    CHECK(few.quantile(0.5) == 0.0);
    few.add(8.0);
    CHECK(few.quantile(0.99) == 8.0);
    few.add(16.0);
    CHECK(few.quantile(0.5) == doctest::Approx(12.0).epsilon(1.0 / 8192));
    CHECK(few.quantile(1.0) == doctest::Approx(16.0).epsilon(1.0 / 8192));
}

namespace
{

void check_against_sorting(const std::vector<Nanos>& frames)
{
    const FrameOrder order{frames};
    std::vector<Nanos> sorted = frames;
    std::ranges::sort(sorted);
    const std::size_t step = std::max<std::size_t>(frames.size() / 200, 1);
    for (std::size_t rank = 0; rank < sorted.size(); rank += step)
    {
        CAPTURE(frames.size());
        CAPTURE(rank);
        CHECK(order.at(rank) == sorted[rank]);
    }
    CHECK(order.at(sorted.size() - 1) == sorted.back());
    CHECK(order.longest() == sorted.back());
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

TEST_CASE("the frame time at every rank is that of the sorted frame times")
{
    for (const std::size_t count : {1, 2, 3, 10, 256, 257, 5000, 300'000}) check_against_sorting(noisy(count));
}

TEST_CASE("equal frame times have the same value at every rank")
{
    check_against_sorting(std::vector<Nanos>(1000, 16'666'667ns));
    check_against_sorting(std::vector<Nanos>(1000, 0ns));
    std::vector<Nanos> two_lengths(1000, 16ms);
    std::fill_n(two_lengths.begin(), 300, 17ms);
    check_against_sorting(two_lengths);
}

TEST_CASE("ranks are exact from 0 to the longest time in Nanos, and below 0")
{
    constexpr auto longest = std::numeric_limits<std::int64_t>::max();
    check_against_sorting({Nanos{longest}, 0ns});
    check_against_sorting({1ns, Nanos{longest}, Nanos{longest - 1}, 2ns, 1h, 1ns});
    check_against_sorting({5ns, -3ns, 0ns, -3ns, 1s});
    std::vector<Nanos> one_long = noisy(1000);
    one_long[500]               = 24h;
    check_against_sorting(one_long);
}

TEST_CASE("without frames the order is empty and the longest frame time is 0")
{
    CHECK(FrameOrder{}.empty());
    CHECK(FrameOrder{std::vector<Nanos>{}}.size() == 0);
    CHECK(FrameOrder{std::vector<Nanos>{}}.longest() == 0ns);
}
