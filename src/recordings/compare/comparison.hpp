// recordings/compare/comparison.hpp -- which of two sides is smoother, by which figure, and whether that is more than
// chance
#pragma once

#include "recordings/facts/figures.hpp"
#include "recordings/facts/inspection.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace recordings
{

enum class Verdict : std::uint8_t
{
    undecided, ///< nothing is proven, least of all that there is no difference
    same,      ///< to within what matters
    better,    ///< B is
    worse,
};
std::string_view name_of(Verdict verdict);

/// How much of each side it takes to tell.
struct Needed
{
    double seconds   = 0.0; ///< of each recording; 0 where runs are counted
    std::size_t runs = 0;   ///< of each side
};

/// Of one figure.
struct Difference
{
    std::size_t row = 0; ///< of all_compared
    double a = 0.0, b = 0.0;
    double low = 0.0, high = 0.0; ///< of b - a
    Verdict verdict = Verdict::undecided;
    std::optional<Needed> needed{}; ///< of an undecided one, where it is not beyond all measure

    double by() const { return b - a; }
};

struct Outlier
{
    bool of_b       = false;
    std::size_t run = 0; ///< of its side, from 0
    std::size_t row = 0;
    double value    = 0.0;
    double median   = 0.0; ///< of its side
};

struct Terms
{
    double least                  = 0.02; ///< a smaller difference does not matter: a share of the larger of both
    double misses                 = 0.05; ///< how often any of the intervals may miss
    std::vector<std::size_t> rows = {};   ///< of all_compared; empty for all
};

struct ComparedRun
{
    std::size_t frames = 0;
    Nanos length{};
    std::size_t batches = 0;
};

struct Comparison
{
    Terms terms{};
    std::vector<ComparedRun> a{}, b{};
    bool known      = false;               ///< long enough, all of them: there are intervals
    bool of_runs    = false;               ///< enough runs to speak of the sides, and not of these recordings only
    Verdict verdict = Verdict::undecided;  ///< worse where any figure is
    std::vector<Difference> differences{}; ///< in the order of the rows
    std::vector<Outlier> outliers{};
    std::string text{}; ///< a few sentences
};

/// Of shorter ones nothing is said.
constexpr std::size_t least_compared_frames = 100;
/// Of a longer recording, the first so many are compared.
constexpr std::size_t most_compared_frames = 10'000'000;

/// The runs of a side; at least one, none of them empty.
using Runs = std::vector<std::span<const Nanos>>;
/// Compares B with A. `progress` is told from any thread how many of how many runs are done.
Comparison compare(const Runs& a, const Runs& b, const Terms& terms = {},
                   const std::function<void(std::size_t done, std::size_t all)>& progress = {});

/// What came out, in sentences.
std::string told(const Comparison& comparison);
/// "40 s", "3 min", "12 runs".
std::string told(const Needed& needed);

/// As `timestep_lab compare --json` prints it, but for the files.
Json to_json(const Comparison& comparison);

} // namespace recordings
