// recordings/facts/frame_generation.hpp -- finds recordings in which a graphics driver generated every second frame
// (frame generation)
#pragma once

#include "telemetry/frame_order.hpp"

#include <optional>
#include <string>
#include <vector>

namespace recordings
{

using timestep::Nanos;

/// The signs in a recording that a driver generated frames between the game's frames.
struct FrameGeneration
{
    /// Correlation of each frame time with the next; frame times above the 99 % quantile count as that quantile.
    double lag_1          = 0.0;
    double inserted_share = 0.0; ///< share of the frames that are shorter than 0.3 of the frames before and after them
    double unseen_share   = 0.0; ///< share of the frames that were never displayed; 0 if unknown
    Nanos shorter{};             ///< median of the shorter frame of each pair of successive frames
    Nanos longer{};              ///< median of the longer frame of each pair of successive frames
};
/// Returns the signs of frame generation; nothing if there are none or fewer than 100 frames. Frames are generated if
/// the correlation is under -0.5 and if at least 30 % of them are inserted. They are generated, too, if at least 25 %
/// were never displayed and the shorter frame of a pair has at most 0.6 of the longer one.
/// `unseen_share` is the share of the frames that never reached the screen, 0 to 1; empty if unknown.
std::optional<FrameGeneration> frame_generation_of(const telemetry::FrameOrder& frames,
                                                   std::optional<double> unseen_share = {});

/// Returns a sentence that says that a driver generated frames, and how the frame times show it.
std::string told(const FrameGeneration& generation);

/// Joins each frame that a driver generated with the game's frame next to it: two successive frames become one if one
/// is shorter than 0.3 of the other. The sum of all frame times stays the same.
std::vector<Nanos> joined_pairs(std::span<const Nanos> frames);

} // namespace recordings
