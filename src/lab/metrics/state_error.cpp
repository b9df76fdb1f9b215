#include "lab/metrics/state_error.hpp"

#include "telemetry/metrics.hpp"
#include "telemetry/recent.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace lab
{

namespace
{
constexpr Nanos span{2'000'000'000};
constexpr double part_of_step = 0.1;
constexpr double least        = 1e-3; // metres
// A step that is longer than this factor times the step of the reference motion is a long step.
constexpr double long_step = 1.5;
} // namespace

StateError state_error(const Lane& lane, const telemetry::FrameSample& sample)
{
    const double step = lane.references().step();
    if (step == 0.0) return {};
    const telemetry::Frames all{lane.samples()};
    const telemetry::Frames frames = telemetry::recent(all.first(all.first_from(sample.wall + Nanos{1})), span);
    StateError error{.by_long_step = lane.longest_step() > long_step * step};
    double fastest = 0.0;
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        const telemetry::FrameSample& f = frames[i];
        if (telemetry::is_estimate(f)) continue;
        if (std::isfinite(f.v)) fastest = std::max(fastest, std::abs(f.v));
        const double apart = std::abs(f.shown_x - f.right_x);
        if (!std::isfinite(apart) || apart <= error.worst) continue;
        error.worst = apart;
        error.at    = &f;
    }
    error.limit = std::max(part_of_step * fastest * step, least);
    return error;
}

} // namespace lab
