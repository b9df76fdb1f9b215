// sim/machine/random.hpp -- random numbers with direct access: number n of a seed needs no numbers before it
#pragma once

#include <cstdint>

namespace sim
{

/// Returns a pseudorandom mix of 64 bits (SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
constexpr std::uint64_t scrambled(std::uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
}

/// Returns the seed of sequence number `stream`. All sequences of one seed are independent; sequence 0 has the seed
/// itself.
constexpr std::uint64_t seed_of(std::uint64_t seed, std::uint64_t stream)
{
    return stream == 0 ? seed : scrambled(seed + stream * 0xd1342543de82ef95U);
}

/// Returns value number `number`, from 0, of a seed's sequence: uniform in [0, 1), the same on every machine.
constexpr double uniform(std::uint64_t seed, std::uint64_t number)
{
    return static_cast<double>(scrambled(seed + (number + 1) * 0x9e3779b97f4a7c15U) >> 11) * 0x1.0p-53;
}

} // namespace sim
