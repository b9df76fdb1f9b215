#include "telemetry/recent.hpp"

#include "telemetry/meter.hpp"

#include <cstddef>
#include <cstdint>

namespace telemetry
{

Frames recent(const Frames& frames, Nanos span)
{
    const auto starts = [&](std::size_t i) { return (frames[i].events & (reset | loop_changed)) != 0; };
    std::size_t first = frames.size();
    Nanos in{};
    while (first > 0 && in < span && (first == frames.size() || !starts(first))) in += time_given(frames[--first]);
    // Includes the last frame before this time, because the time is measured from the end of that frame's steps.
    if (first > 0 && first < frames.size() && !starts(first)) --first;
    return frames.from(first);
}

double speed_of(const Frames& frames)
{
    ProgressMeter meter;
    for (std::size_t i = 0; i < frames.size(); ++i) meter.add(frames[i]);
    return meter.result().speed;
}

bool spiralling(const Frames& samples)
{
    constexpr std::size_t window = 8;
    Nanos stepping{};
    Nanos simulated{};
    Nanos dropped{};
    std::int64_t steps = 0;
    for (std::size_t i = samples.size(), n = 0; i-- > 0 && n < window; ++n)
    {
        const FrameSample& s = samples[i];
        stepping += s.stepping;
        simulated += s.plan.stepped;
        steps += s.plan.steps;
        // Does not count the time that the program itself dropped when it stopped the steps of a very long frame
        // (brake).
        if ((s.events & brake) == 0) dropped += s.plan.dropped;
    }
    return steps > static_cast<std::int64_t>(window) && stepping >= simulated && dropped <= Nanos::zero();
}

} // namespace telemetry
