// recordings/facts/hitches.hpp -- frames so long that no loop can hide them: told on their own, and left out of every
// statistic
#pragma once

#include "timestep/time.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace recordings
{

using timestep::Nanos;

/// Of at least one frame: the one in the middle; of an even number the later one.
Nanos median_of(std::span<const Nanos> frames);
/// A frame longer than this is a hitch: 2.5 times the median, and at least 25 ms more than it.
Nanos hitch_limit(std::span<const Nanos> frames);
Nanos hitch_limit_of(Nanos median);

struct Hitch
{
    std::size_t frame = 0; ///< its number, from 0
    Nanos at{};            ///< when it began
    Nanos length{};

    friend bool operator==(const Hitch&, const Hitch&) = default;
};
/// The longest first; of equals the earlier one.
std::vector<Hitch> hitches_of(std::span<const Nanos> frames);
/// For each frame 1 when it is a hitch or next to one, else 0: the picture before a hitch stands for as long as the
/// hitch takes, and the one after it makes up for it.
std::vector<std::uint8_t> around_hitches(std::span<const Nanos> frames);

} // namespace recordings
