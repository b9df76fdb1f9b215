// tests/views/even_frames.hpp -- makes frames of equal length in a game without lag
#pragma once

#include "telemetry/frames.hpp"

#include <vector>

inline std::vector<telemetry::FrameSample> even(std::size_t number, timestep::Nanos each)
{
    std::vector<telemetry::FrameSample> frames;
    for (std::size_t i = 0; i < number; ++i)
    {
        const auto n = static_cast<std::int64_t>(i + 1);
        frames.push_back({.frame = n, .wall = n * each, .measured = each, .game = n * each});
    }
    return frames;
}
