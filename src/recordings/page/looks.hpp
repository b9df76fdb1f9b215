// recordings/page/looks.hpp -- draws the pictures that a loop shows around the longest hitch (very long frame) of a
// recording
#pragma once

#include "recordings/rank/ranking.hpp"
#include "telemetry/frame_sample.hpp"

#include <span>
#include <string>
#include <vector>

namespace recordings
{

/// Two drawings of one loop as SVG texts.
struct Pictures
{
    std::string strip{}; ///< the scene 0.17 s after the hitch (a very long frame), with a trail of the frames before it
    std::string timeline{}; ///< the frames around the hitch (a very long frame), and the steps in each of them
};

struct Look
{
    std::size_t candidate = 0; ///< index of the loop and its step rate in Ranking::candidates
    /// The loop and its step rate, with its results (smoothness, latency, ...) on the frames of these pictures.
    Candidate on_these{};
    telemetry::FrameSample hitch{}; ///< record of the frame whose measured frame time is the hitch (a very long frame)
    Pictures on_dark{}, on_light{};
    /// Times of the pictures in which the motion is visibly too far or not far enough (telemetry::jump_limit()), as
    /// shares of the recording's length, 0 to 1.
    std::vector<double> jumps{};
};

/// Runs each of the `candidates` (loops, each with a step rate) with `frames` until 0.17 s after the longest hitch, and
/// draws its pictures. `frames` are the ranked frames, or the times of pictures on the screen; at least one.
std::vector<Look> looks_of(const Ranking& ranking, std::span<const Nanos> frames,
                           std::span<const std::size_t> candidates);

} // namespace recordings
