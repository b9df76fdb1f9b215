#include "recordings/facts/student.hpp"

#include <cmath>

namespace recordings
{

namespace
{

// Computes the continued fraction of the incomplete beta function by W. J. Lentz's method (1976).
double beta_fraction(double a, double b, double x)
{
    constexpr double tiny = 1e-300;
    const auto off_zero   = [](double v) { return std::abs(v) < tiny ? tiny : v; };
    double c = 1.0, d = 1.0 / off_zero(1.0 - (a + b) * x / (a + 1.0)), fraction = d;
    for (int i = 1; i <= 10'000; ++i)
    {
        const double m    = i;
        const double even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d                 = 1.0 / off_zero(1.0 + even * d);
        c                 = off_zero(1.0 + even / c);
        fraction *= c * d;
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d                = 1.0 / off_zero(1.0 + odd * d);
        c                = off_zero(1.0 + odd / c);
        fraction *= c * d;
        if (std::abs(c * d - 1.0) < 1e-14) break;
    }
    return fraction;
}

// Returns the probability that |T| > t, for Student's T with `freedom` degrees of freedom. std::lgamma also writes the
// sign of its result to a global variable on some systems; this is harmless, because here the sign is always +.
double exceeded(double t, double freedom)
{
    const double a = freedom / 2.0, b = 0.5, x = freedom / (freedom + t * t);
    const double front =
        std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
    return x < (a + 1.0) / (a + b + 2.0) ? front * beta_fraction(a, b, x) / a
                                         : 1.0 - front * beta_fraction(b, a, 1.0 - x) / b;
}

} // namespace

double student_t(double probability, double freedom)
{
    double low = 0.0, high = 1.0;
    while (exceeded(high, freedom) > probability) low = high, high *= 2.0;
    for (int i = 0; i < 60; ++i)
    {
        const double middle                                    = 0.5 * (low + high);
        (exceeded(middle, freedom) > probability ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

} // namespace recordings
