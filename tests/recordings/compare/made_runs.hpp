// tests/recordings/compare/made_runs.hpp -- makes recordings with known distributions, and compares them
#pragma once

#include "../formats/reading.hpp"

#include "recordings/compare/comparison.hpp"
#include "sim/machine/random.hpp"

using namespace recordings;

// An approximately normal number with mean 0 and variance 1: the sum of twelve uniform numbers, less six.
inline double normal(std::uint64_t seed, std::uint64_t number)
{
    double sum = -6.0;
    for (std::uint64_t i = 0; i < 12; ++i) sum += sim::uniform_random(seed, 12 * number + i);
    return sum;
}

// A series with variance 1 in which each value is `memory` times the last one plus a new random part.
inline std::vector<double> correlated(std::size_t count, double memory, std::uint64_t seed)
{
    std::vector<double> values;
    double last = 0.0;
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(last = memory * last + std::sqrt(1.0 - memory * memory) * normal(seed, i));
    return values;
}

inline std::vector<Nanos> frames_of(const std::vector<double>& values, double mean_ms = 16.0)
{
    std::vector<Nanos> frames;
    for (const double v : values) frames.push_back(Nanos{std::llround(1e6 * std::max(mean_ms + v, 0.1))});
    return frames;
}

inline std::vector<Nanos> game(std::size_t count, std::uint64_t seed)
{
    return frames_of(correlated(count, 0.0, seed));
}

inline Comparison compare_two(std::span<const Nanos> a, std::span<const Nanos> b) { return compare({a}, {b}); }

inline Difference of(const Comparison& c, std::string_view key)
{
    return *std::ranges::find_if(c.differences,
                                 [&](const Difference& d) { return compared_metrics()[d.metric_index].key == key; });
}

inline int count_of(const Comparison& c, Verdict verdict)
{
    return static_cast<int>(std::ranges::count(c.differences, verdict, &Difference::verdict));
}

inline bool differ(const Comparison& c) { return count_of(c, Verdict::better) + count_of(c, Verdict::worse) > 0; }

// Number of pairs. Both sides of a pair have the same distribution, so the verdict "different" is wrong.
const std::uint64_t pairs = tries(200U);
inline double percent_of_pairs(int count) { return 100.0 * count / static_cast<double>(pairs); }
double called_different(auto law)
{
    int count = 0;
    for (std::uint64_t i = 0; i < pairs; ++i)
        count += differ(compare_two(law(1000 + 2 * i), law(1001 + 2 * i))) ? 1 : 0;
    return percent_of_pairs(count);
}

// Frames as a frame limiter makes them: the next frame makes up for the lateness of a frame.
inline std::vector<Nanos> capped(double hz, double seconds, std::uint64_t seed)
{
    std::vector<Nanos> frames;
    double last = 0.0;
    for (std::uint64_t i = 0; static_cast<double>(i) < hz * seconds; ++i)
    {
        const double late = 0.3 * std::abs(normal(seed, i));
        frames.push_back(Nanos{std::llround(1e6 * (1000.0 / hz + late - last))});
        last = late;
    }
    return frames;
}

inline std::vector<Nanos> with_rare_hitches(std::size_t count, std::uint64_t seed, double share)
{
    auto frames = game(count, seed);
    for (std::size_t i = 0; i < count; ++i)
        if (sim::uniform_random(seed + 1'000'000, i) < share)
            frames[i] += Nanos{std::llround(5e7 * (1.0 + sim::uniform_random(seed + 2'000'000, i)))};
    return frames;
}

// `count` runs of one game; `spread_ms` is the standard deviation of the runs' means.
inline std::vector<std::vector<Nanos>> runs(std::size_t count, std::uint64_t seed, double mean_ms,
                                            double spread_ms = 0.05)
{
    std::vector<std::vector<Nanos>> all;
    for (std::size_t i = 0; i < count; ++i)
        all.push_back(frames_of(correlated(600, 0.0, seed + i), mean_ms + spread_ms * normal(seed, i)));
    return all;
}

inline FrameTimesByRun spans(const std::vector<std::vector<Nanos>>& runs) { return {runs.begin(), runs.end()}; }
