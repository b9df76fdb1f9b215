// recordings/facts/moments.hpp -- mean, squares and covariances of a sequence of numbers
//
// `Sequence` is a type with size() and operator[], such as std::vector<double> and std::span<const double>. A sequence
// must not be empty.
#pragma once

#include <cstddef>
#include <vector>

namespace recordings
{

template <class Sequence>
double mean_of(const Sequence& values)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += values[i];
    return sum / static_cast<double>(values.size());
}

/// Returns covariances: element k is for pairs of values that are k positions apart in the sequence, k = 0 to `most`.
/// Each is a sum over all pairs, divided by the number of values.
template <class Sequence>
std::vector<double> covariances(const Sequence& values, std::size_t most)
{
    const double mean = mean_of(values);
    std::vector<double> all(most + 1);
    for (std::size_t lag = 0; lag <= most; ++lag)
    {
        for (std::size_t i = lag; i < values.size(); ++i) all[lag] += (values[i] - mean) * (values[i - lag] - mean);
        all[lag] /= static_cast<double>(values.size());
    }
    return all;
}

/// Returns the sum of the squared differences between the values and their mean.
template <class Sequence>
double squares_of(const Sequence& values)
{
    return covariances(values, 0).front() * static_cast<double>(values.size());
}

} // namespace recordings
