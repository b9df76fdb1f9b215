// sim/machine/random.hpp -- random numbers that are computed directly from a seed and an index, in any order
#pragma once

#include <cstdint>

namespace sim
{

/// SplitMix64: G. Steele, D. Lea and C. Flood, 2014.
constexpr std::uint64_t splitmix64(std::uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
}

/// Derives a separate seed for each random sequence; `stream` is the sequence's number. Sequence 0 gets `seed` itself.
constexpr std::uint64_t stream_seed(std::uint64_t seed, std::uint64_t stream)
{
    return stream == 0 ? seed : splitmix64(seed + stream * 0xd1342543de82ef95U);
}

/// Random number `index` of a sequence, uniform in [0, 1); the same on every machine.
constexpr double uniform_random(std::uint64_t seed, std::uint64_t index)
{
    return static_cast<double>(splitmix64(seed + (index + 1) * 0x9e3779b97f4a7c15U) >> 11) * 0x1.0p-53;
}

} // namespace sim
