#include "recordings/compare/side.hpp"

#include "recordings/facts/moments.hpp"

#include <algorithm>
#include <cmath>

namespace recordings
{

std::vector<double> Side::values(std::size_t row) const
{
    std::vector<double> all;
    for (const Measured& run : runs_) all.push_back(run.value(row));
    return all;
}

double Side::value(std::size_t row) const { return mean_of(values(row)); }

// Returns the confidence interval of one statistic's mean over all runs (recordings); it reaches `errors` times the
// standard error to each side. The standard error is estimated from the spread of the frames within each run, on the
// assumption that the runs are independent. The degrees of freedom follow B. L. Welch.
Reach Side::within(std::size_t row, double errors) const
{
    double below = 0.0, above = 0.0, squares = 0.0, fourths = 0.0;
    for (const Measured& run : runs_)
    {
        const Interval i = run.interval(row, errors);
        below += std::pow(run.value(row) - i.low, 2.0);
        above += std::pow(i.high - run.value(row), 2.0);
        const double width = 0.5 * (i.high - i.low);
        squares += width * width;
        fourths += std::pow(width, 4.0) / run.freedom(row);
    }
    const auto n = static_cast<double>(runs_.size());
    return {std::sqrt(below) / n, std::sqrt(above) / n,
            fourths > 0.0 ? squares * squares / fourths : runs_.front().freedom(row)};
}

// Returns the confidence interval of one statistic's mean over all runs (recordings); it reaches `errors` times the
// standard error to each side. The standard error is estimated from the spread between the runs.
Reach Side::between(std::size_t row, double errors) const
{
    const auto n      = static_cast<double>(runs_.size());
    const double half = errors * std::sqrt(squares_of(values(row)) / (n - 1.0) / n);
    return {half, half, n - 1.0};
}

Reach Side::reach(std::size_t row, double errors) const
{
    const Reach inside = within(row, errors);
    if (runs_.size() < 2) return inside;
    const Reach outside = between(row, errors);
    const bool by_runs  = knows_runs() && outside.half() >= inside.half();
    return {std::max(inside.below, outside.below), std::max(inside.above, outside.above),
            by_runs ? outside.freedom : inside.freedom};
}

} // namespace recordings
