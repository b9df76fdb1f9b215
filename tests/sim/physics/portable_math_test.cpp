#include "sim/physics/portable_math.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <random>

using namespace sim;

namespace
{
double ulps(double ours, long double truth)
{
    const double rounded = static_cast<double>(truth);
    const double ulp     = std::nextafter(std::abs(rounded), 2.0 * std::abs(rounded) + 1.0) - std::abs(rounded);
    return static_cast<double>(std::abs(ours - truth)) / ulp;
}

// Largest angle in radians at which std::sin and std::cos of a long double are exact enough to test ours.
#ifdef _WIN32
constexpr double exact_up_to = 1.0; // mingw-w64 uses the processor's fsin, whose pi has only 66 bits
#else
constexpr double exact_up_to = 1e8;
#endif
} // namespace

TEST_CASE("sine and cosine are within 3 ulp of the exact value, up to a hundred million radians")
{
    std::mt19937_64 engine{1};
    for (const double range : {1e-3, 1.0, 10.0, 1e4, 9.9e7})
    {
        if (range > exact_up_to) continue;
        std::uniform_real_distribution<double> angle{-range, range};
        double worst = 0.0;
        for (int i = 0; i < 100'000; ++i)
        {
            const double x    = angle(engine);
            const auto [s, c] = sin_cos(x);
            worst             = std::max({worst, ulps(s, std::sin(static_cast<long double>(x))),
                                          ulps(c, std::cos(static_cast<long double>(x)))});
        }
        CAPTURE(range);
        CHECK(worst < 3.0);
    }
    CHECK(sin_cos(0.0).sin == 0.0);
    CHECK(sin_cos(0.0).cos == 1.0);
}

TEST_CASE("the exponential is within 2 ulp of the exact value, and is 0 or infinity outside the range of doubles")
{
    std::mt19937_64 engine{2};
    std::uniform_real_distribution<double> power{-700.0, 700.0};
    double worst = 0.0;
    for (int i = 0; i < 100'000; ++i)
    {
        const double x = power(engine);
        worst          = std::max(worst, ulps(exponential(x), std::exp(static_cast<long double>(x))));
    }
    CHECK(worst < 2.0);
    CHECK(exponential(0.0) == 1.0);
    CHECK(exponential(-1000.0) == 0.0);
    CHECK(exponential(1000.0) == std::numeric_limits<double>::infinity());
}

TEST_CASE("sine, cosine and exponential of unsupported values are NaN")
{
    for (const double x : {1e9, -1e9, std::numeric_limits<double>::infinity(), std::nan("")})
    {
        CHECK(std::isnan(sin_cos(x).sin));
        CHECK(std::isnan(sin_cos(x).cos));
    }
    CHECK(std::isnan(exponential(std::nan(""))));
}
