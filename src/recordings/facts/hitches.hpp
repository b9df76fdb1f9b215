// recordings/facts/hitches.hpp -- finds hitches: frames so long that no game loop can hide them. The ranking of game
// loops leaves hitches out of all statistics and reports them separately
#pragma once

#include "telemetry/frame_order.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace recordings
{

using timestep::Nanos;

/// Returns the median of at least one frame time. For an even number of frames it is the larger of the middle two.
Nanos median_of(const telemetry::FrameOrder& frames);
/// Returns the largest frame time that is not a hitch (very long frame): 2.5 times the median, but at least the median
/// plus 25 ms.
Nanos hitch_limit(const telemetry::FrameOrder& frames);

struct Hitch
{
    std::size_t frame = 0; ///< number of the frame that is the hitch, from 0
    Nanos at{};            ///< start of the hitch, from the start of the recording
    Nanos length{};

    friend bool operator==(const Hitch&, const Hitch&) = default;
};
/// Returns all hitches, the longest first. Hitches of equal length are in the order of time.
std::vector<Hitch> hitches_of(const telemetry::FrameOrder& frames);
/// Returns for each frame 1 if it is a hitch (very long frame) or next to a hitch, else 0. A hitch also affects its
/// neighbours: the picture before it stays on the screen during the hitch, and the loop catches up in the frame after
/// it.
std::vector<std::uint8_t> around_hitches(std::span<const Nanos> frames);

} // namespace recordings
