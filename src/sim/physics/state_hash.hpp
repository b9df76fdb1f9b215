// sim/physics/state_hash.hpp -- a 64-bit hash of a world's state, the same on every machine
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>

namespace sim
{

/// Pass the values of a state to add(), in a fixed order; then value() is the hash.
class StateHash
{
public:
    constexpr void add(std::integral auto value)
    {
        hash_ = (hash_ ^ static_cast<std::uint64_t>(value)) * first_multiplier;
        hash_ = (hash_ ^ (hash_ >> 29)) * second_multiplier;
        hash_ ^= hash_ >> 32;
    }
    constexpr void add(double value)
    {
        has_nan_ = has_nan_ || value != value;
        add(std::bit_cast<std::uint64_t>(value));
    }
    constexpr void add(float value)
    {
        has_nan_ = has_nan_ || value != value;
        add(std::bit_cast<std::uint32_t>(value));
    }
    /// Takes little longer than reading the floats.
    constexpr void add_hash_of(std::span<const float> values);

    /// The hash; std::nullopt if a NaN was added, because NaN has many bit patterns.
    constexpr std::optional<std::uint64_t> value() const
    {
        return has_nan_ ? std::nullopt : std::optional<std::uint64_t>{hash_};
    }

private:
    // The constants of S. Vigna's splitmix64 (2015).
    static constexpr std::uint64_t first_multiplier = 0xbf58476d1ce4e5b9U;
    static constexpr std::uint64_t second_multiplier = 0x94d049bb133111ebU;
    std::uint64_t hash_ = 0x9e3779b97f4a7c15U;
    bool has_nan_ = false;
};

constexpr void StateHash::add_hash_of(std::span<const float> values)
{
    // Four independent hashes with one multiplication per float, so that the processor computes them in parallel.
    constexpr std::size_t parallel_hash_count = 4;
    std::uint64_t hashes[parallel_hash_count] = {1, 2, 3, 4};
    bool has_nan = false;
    for (std::size_t i = 0; i < values.size(); ++i)
    {
        std::uint64_t& hash = hashes[i % parallel_hash_count];
        has_nan = has_nan || values[i] != values[i];
        hash = (hash ^ std::bit_cast<std::uint32_t>(values[i])) * first_multiplier;
        hash ^= hash >> 32;
    }
    has_nan_ = has_nan_ || has_nan;
    add(values.size());
    for (const std::uint64_t hash : hashes) add(hash);
}

} // namespace sim
