#include "telemetry/metrics.hpp"

#include "telemetry/meter.hpp"

#include <algorithm>

namespace telemetry
{

namespace
{
template <class M>
M over(std::span<const FrameSample> samples)
{
    M meter;
    for (const FrameSample& s : samples) meter.add(s);
    return meter;
}
} // namespace

AnimationError animation_error(std::span<const FrameSample> samples) { return over<AnimationMeter>(samples).result(); }
OnScreen on_screen(std::span<const FrameSample> samples) { return over<ScreenMeter>(samples).result(); }
PictureAge picture_age(std::span<const FrameSample> samples) { return over<AgeMeter>(samples).result(); }
Progress progress(std::span<const FrameSample> samples) { return over<ProgressMeter>(samples).result(); }
Pacing pacing(std::span<const FrameSample> samples) { return over<PacingMeter>(samples).result(); }

Accuracy accuracy(std::span<const FrameSample> samples, double start_energy)
{
    return over<AccuracyMeter>(samples).result(start_energy);
}

Metrics metrics(std::span<const FrameSample> samples, double start_energy)
{
    return over<Meter>(samples).result(start_energy);
}

} // namespace telemetry
