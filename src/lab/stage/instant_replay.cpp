#include "lab/stage/instant_replay.hpp"

#include "lab/metrics/lane_verdict.hpp"
#include "telemetry/frames.hpp"

#include <algorithm>
#include <cmath>

namespace lab
{

namespace
{

using telemetry::Frames;
using telemetry::FrameSample;

constexpr std::uint32_t anew = telemetry::reset | telemetry::loop_changed;

Nanos slowed(Nanos time, double speed)
{
    return Nanos{static_cast<std::int64_t>(static_cast<double>(time.count()) * speed)};
}

// Returns the index of the first frame since the last reset in which the body is more than 1e6 m away. Returns nothing
// if there is no such frame, or if its instant replay is already over (3 s).
std::optional<std::size_t> gone_in(const Frames& frames)
{
    const Nanos longest = slowed(instant_replay_span, 1.0 / instant_replay_speed);
    std::optional<std::size_t> gone;
    for (std::size_t i = frames.size(); i-- > 0 && is_gone(frames[i]);)
    {
        if (frames.back().wall - frames[i].wall > longest) return std::nullopt;
        gone = i;
        if ((frames[i].events & anew) != 0) break;
    }
    return gone;
}

// Returns the time on the loop's wall clock at which the instant replay starts.
Nanos beginning(const Frames& frames, std::size_t gone)
{
    std::size_t i = gone;
    while (i > 0 && (frames[i].events & anew) == 0 && frames[gone].wall - frames[i].wall < instant_replay_span) --i;
    return std::max(frames[i].wall, frames[gone].wall - instant_replay_span);
}

} // namespace

std::optional<Nanos> instant_replay_of(const Lane& lane, Nanos ended)
{
    const Frames frames{lane.samples()};
    const auto gone = gone_in(frames);
    if (!gone || frames[*gone].wall <= ended) return std::nullopt;
    const Nanos now = beginning(frames, *gone) + slowed(frames.back().wall - frames[*gone].wall, instant_replay_speed);
    if (now >= frames[*gone].wall) return std::nullopt;
    return now;
}

} // namespace lab
