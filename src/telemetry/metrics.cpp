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
StepCounts step_counts(std::span<const FrameSample> samples) { return over<StepMeter>(samples).result(); }
Pacing pacing(std::span<const FrameSample> samples) { return over<PacingMeter>(samples).result(); }

Accuracy accuracy(std::span<const FrameSample> samples, double start_energy)
{
    return over<AccuracyMeter>(samples).result(start_energy);
}

std::vector<std::int64_t> step_histogram(std::span<const FrameSample> samples, std::size_t bins)
{
    std::vector<std::int64_t> histogram(bins);
    for (const FrameSample& s : samples)
        if (counts(s)) ++histogram[std::min(static_cast<std::size_t>(steps_of(s)), bins - 1)];
    return histogram;
}

std::vector<Nanos> measured_frames(std::span<const FrameSample> samples)
{
    std::vector<Nanos> frames;
    for (const FrameSample& s : samples)
        if (counts(s)) frames.push_back(s.measured);
    return frames;
}

Metrics metrics(std::span<const FrameSample> samples, double start_energy)
{
    return over<Meter>(samples).result(start_energy);
}

} // namespace telemetry
