#include "scenes/drawing/happened.hpp"

#include <limits>

namespace scenes
{

bool happened(const telemetry::FrameSample& sample, int sim::Events::*kind)
{
    for (std::size_t i = 0; i < sim::event_kinds.size(); ++i)
        if (sim::event_kinds[i].count == kind) return (sample.events & 1U << i) != 0;
    return false;
}

float seconds_since(const SceneCanvas& canvas, int sim::Events::*kind)
{
    const auto samples = canvas.frames;
    for (std::size_t i = samples.size(); i-- > 0;)
    {
        const double ago = timestep::to_seconds(samples.back().game - samples[i].game);
        if (ago > 3.0 || (samples[i].events & telemetry::reset) != 0) break;
        if (happened(samples[i], kind)) return static_cast<float>(ago);
    }
    return std::numeric_limits<float>::infinity();
}

} // namespace scenes
