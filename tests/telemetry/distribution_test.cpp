#include "telemetry/distribution.hpp"

#include "telemetry/quantile.hpp"

#include <doctest/doctest.h>

#include <random>

using namespace telemetry;

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
