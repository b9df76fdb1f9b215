// report/comparison.hpp -- which of two recordings is smoother, by which figure, and whether that is more than noise
#pragma once

#include "report/inspection.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace report
{

/// What is compared.
struct ComparedRow
{
    std::string_view key; ///< as in JSON
    std::string_view title;
    std::string_view unit;
    std::string_view what; ///< one sentence: its definition
    bool more_is_better = false;
    bool smoothness     = true; ///< or how fast the game is
};
std::span<const ComparedRow> all_compared();

enum class Verdict : std::uint8_t
{
    unknown, ///< too few frames to tell
    noise,   ///< the interval has 0 in it
    better,  ///< B is
    worse,
};
std::string_view name_of(Verdict verdict);

/// Of one figure.
struct Difference
{
    double a = 0.0, b = 0.0;
    double low = 0.0, high = 0.0; ///< of b - a: 95 % of the resamples lie between
    Verdict verdict = Verdict::unknown;

    double by() const { return b - a; }
};

struct Comparison
{
    std::size_t frames_a = 0, frames_b = 0;
    std::size_t block_a = 0, block_b = 0; ///< frames in a block of the bootstrap
    std::size_t resamples = 0;
    std::uint64_t seed    = 1;
    std::vector<Difference> differences{}; ///< in the order of all_compared; empty intervals where it is unknown
    std::string verdict{};                 ///< one or two sentences
};

/// With fewer frames, or fewer blocks of them, nothing is said about the noise.
constexpr std::size_t least_compared_frames = 300;
constexpr std::size_t least_compared_blocks = 12;
/// Of a longer recording, the first so many are compared.
constexpr std::size_t most_compared_frames = 250'000;

/// Compares B with A. Neither may be empty. `progress` is told from any thread how many of how many are done.
Comparison compare(std::span<const Nanos> a, std::span<const Nanos> b, std::uint64_t seed = 1,
                   const std::function<void(std::size_t done, std::size_t all)>& progress = {});

/// As `timestep_lab compare --json` prints it, but for the files.
Json to_json(const Comparison& comparison);

} // namespace report
