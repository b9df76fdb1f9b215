// SPDX-License-Identifier: MIT
// timestep/saved_clock.hpp -- a tick number and a game clock as bytes, for saved games and for players who join late
//   bytes   "TSCK" | version 1 | tick | 16 numbers of the game clock | CRC-32      all little-endian
#pragma once

#include "timestep/game_clock.hpp"

#include <array>
#include <optional>
#include <span>

namespace timestep
{

/// A tick number with the game clock at that tick. The loop itself is not saved, because it counts wall time, and wall
/// time does not go back when a game is loaded. After loading, call the loop's discard_overstep(): it drops the
/// carried time, which belongs to the game before the loading.
struct SavedClock
{
    std::int64_t tick = 0; ///< number of the next step, as TickCounter::count() returns it
    GameClock clock{};
};

/// The size in bytes of a saved tick number and game clock. It is the same on all machines and changes only with the
/// format's version.
inline constexpr std::size_t saved_clock_size = 4 + 4 + 17 * 8 + 4;
using SavedClockBytes                         = std::array<std::uint8_t, saved_clock_size>;

namespace detail
{
inline constexpr std::uint32_t saved_clock_version = 1;

// CRC-32 (IEEE 802.3, reflected polynomial EDB88320). It finds each change of up to 32 neighbouring bits.
constexpr std::uint32_t crc32(std::span<const std::uint8_t> bytes)
{
    std::uint32_t crc = 0xFFFFFFFF;
    for (const std::uint8_t byte : bytes)
    {
        crc ^= byte;
        for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xEDB88320 : 0);
    }
    return ~crc;
}

constexpr void put(std::span<std::uint8_t> to, std::uint64_t value)
{
    for (std::uint8_t& byte : to)
    {
        byte = static_cast<std::uint8_t>(value);
        value >>= 8;
    }
}
constexpr std::uint64_t get(std::span<const std::uint8_t> from)
{
    std::uint64_t value = 0;
    for (std::size_t i = from.size(); i-- > 0;) value = value << 8 | from[i];
    return value;
}
} // namespace detail

constexpr SavedClockBytes to_bytes(const SavedClock& saved)
{
    SavedClockBytes bytes{'T', 'S', 'C', 'K'};
    const std::span all{bytes};
    detail::put(all.subspan(4, 4), detail::saved_clock_version);
    detail::put(all.subspan(8, 8), static_cast<std::uint64_t>(saved.tick));
    const GameClock::Words words = saved.clock.words();
    for (std::size_t i = 0; i < words.size(); ++i)
        detail::put(all.subspan(16 + 8 * i, 8), static_cast<std::uint64_t>(words[i]));
    detail::put(all.last(4), detail::crc32(all.first(saved_clock_size - 4)));
    return bytes;
}

/// Reads the bytes that to_bytes() wrote, on any machine. Returns std::nullopt if the size, the version or the checksum
/// is wrong, or if a number is out of its range. Any single changed bit is found.
constexpr std::optional<SavedClock> saved_clock_from(std::span<const std::uint8_t> bytes)
{
    if (bytes.size() != saved_clock_size || bytes[0] != 'T' || bytes[1] != 'S' || bytes[2] != 'C' || bytes[3] != 'K' ||
        detail::get(bytes.subspan(4, 4)) != detail::saved_clock_version ||
        detail::get(bytes.last(4)) != detail::crc32(bytes.first(saved_clock_size - 4)))
        return std::nullopt;
    GameClock::Words words{};
    for (std::size_t i = 0; i < words.size(); ++i)
        words[i] = static_cast<std::int64_t>(detail::get(bytes.subspan(16 + 8 * i, 8)));
    const auto clock = GameClock::from_words(words);
    if (!clock) return std::nullopt;
    return SavedClock{static_cast<std::int64_t>(detail::get(bytes.subspan(8, 8))), *clock};
}

} // namespace timestep
