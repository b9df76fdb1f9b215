#include "recordings/facts/batches.hpp"

#include "recordings/facts/correlation.hpp"
#include "recordings/facts/moments.hpp"
#include "recordings/facts/student.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace recordings
{

namespace
{

// The values are cut into batches (parts of successive values). Each batch has at least this many blocks, so that the
// means of two batches are nearly independent. block_length() is the distance, in values, over which values correlate.
constexpr std::size_t blocks = 5;

// Returns the standard error of the mean for uncorrelated values.
StandardError plain_error(std::span<const double> values)
{
    const auto n = static_cast<double>(values.size());
    return {std::sqrt(squares_of(values) / (n - 1.0) / n), n - 1.0};
}

// Returns the standard error of the mean of `values`, computed with the number of independent values that carry as much
// information as the correlated values.
StandardError error_by_correlation(std::span<const double> values)
{
    const StandardError plain = plain_error(values);
    const double time         = correlation_time(values);
    return {plain.value * std::sqrt(time), std::max(plain.freedom / time, 1.0)};
}

// Cuts the values into `batches` parts of successive values, and returns the standard error of the mean from the spread
// of the parts' means.
StandardError error_by_batches(std::span<const double> values, std::size_t batches)
{
    std::vector<double> means;
    for (std::size_t i = 0; i < batches; ++i)
    {
        const std::size_t from = i * values.size() / batches, to = (i + 1) * values.size() / batches;
        means.push_back(mean_of(values.subspan(from, to - from)));
    }
    return plain_error(means);
}

} // namespace

std::size_t batches_for(std::span<const double> values)
{
    return std::clamp(values.size() / (blocks * block_length(values)), least_batches, most_batches);
}

StandardError error_of_mean(std::span<const double> values, std::size_t batches, double probability)
{
    const StandardError near = error_by_correlation(values), far = error_by_batches(values, batches);
    const auto reach = [&](const StandardError& e) { return e.value * student_t(probability, e.freedom); };
    return reach(far) > reach(near) ? far : near;
}

} // namespace recordings
