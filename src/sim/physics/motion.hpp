// sim/physics/motion.hpp -- finds the position of a body at any time between the steps of a recorded motion
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

namespace sim
{

/// Interpolates between `steps`, whose `seconds` increase. The first x before them, std::nullopt after them.
template <class Steps>
std::optional<double> x_at(const Steps& steps, double seconds)
{
    const auto after = std::ranges::partition_point(steps, [&](const auto& step) { return step.seconds < seconds; });
    if (after == steps.end()) return std::nullopt;
    if (after == steps.begin()) return after->x;
    const auto& before = *(after - 1);
    return std::lerp(before.x, after->x, (seconds - before.seconds) / (after->seconds - before.seconds));
}

} // namespace sim
