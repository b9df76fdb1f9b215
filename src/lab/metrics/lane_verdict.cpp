#include "lab/metrics/lane_verdict.hpp"

#include "telemetry/recent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace lab
{

namespace
{

using enum LaneVerdict::Kind;
using telemetry::Frames;
using telemetry::FrameSample;

constexpr double gone_at      = 1e6;  // metres; a body farther away than this is gone
constexpr double speed_off    = 0.05; // largest difference of the speed from 1 that is not visible
constexpr double noticed      = 3.0;  // stutters a second; fewer are caused by the PC and appear in every loop
constexpr double late_beyond  = 2.0;  // ms; a picture is late if its delay exceeds one step plus this time
constexpr double seen_apart   = 1e-3; // metres; a smaller distance is less than a pixel
constexpr double part_of_step = 0.25; // smallest position error that counts, as a fraction of the motion in one step

// Returns a verdict if a failure event happened since the last reset or change of loop: the first kind in the table of
// events.
std::optional<LaneVerdict> failure(const Lane& lane, const sim::Events& events)
{
    for (const sim::EventKind& kind : sim::event_kinds)
        if (const int times = events.*kind.count - lane.began().*kind.count; kind.failure && times > 0)
            return LaneVerdict{failed, static_cast<double>(times), &kind};
    return std::nullopt;
}

std::optional<LaneVerdict> pace(const Frames& frames)
{
    const double speed = telemetry::speed_of(frames);
    if (speed > 1.0 + speed_off) return LaneVerdict{fast, speed};
    if (speed < 1.0 - speed_off) return LaneVerdict{telemetry::spiralling(frames) ? spiral : slow, speed};
    return std::nullopt;
}

std::optional<LaneVerdict> lateness(const Frames& frames, double step)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < frames.size(); ++i) sum += timestep::to_millis(frames[i].late);
    const double mean = sum / static_cast<double>(frames.size());
    if (std::abs(mean) > step * 1e3 + late_beyond) return LaneVerdict{late, mean};
    return std::nullopt;
}

// Returns the verdict `off` if the shown position differs from the perfect PC's (a PC without delays) by more than
// lateness can explain. Lateness can explain a distance of at most (fastest speed * lateness).
std::optional<LaneVerdict> distance(const Frames& frames, double step)
{
    double fastest  = 0.0;
    double furthest = 0.0;
    double left     = 0.0;
    for (std::size_t i = 0; i < frames.size(); ++i) fastest = std::max(fastest, std::abs(frames[i].v));
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        const double apart = std::abs(frames[i].shown_x - frames[i].perfect_x);
        if (!std::isfinite(apart)) continue;
        furthest = std::max(furthest, apart);
        left     = std::max(left, apart - fastest * std::abs(timestep::to_seconds(frames[i].late)));
    }
    if (left > part_of_step * fastest * step && furthest > seen_apart) return LaneVerdict{off, furthest};
    return std::nullopt;
}

std::optional<LaneVerdict> stuttering(const Frames& frames, Nanos refresh)
{
    int uneven = 0;
    Nanos span{};
    telemetry::for_each_seen(frames, refresh,
                             [&](const telemetry::Seen& seen)
                             {
                                 if (seen.is_uneven(refresh)) ++uneven;
                                 span += seen.apart;
                             });
    const double seconds = timestep::to_seconds(span);
    const double rate    = seconds > 0.0 ? uneven / seconds : 0.0;
    if (uneven >= noticed && rate >= noticed) return LaneVerdict{stutters, rate};
    return std::nullopt;
}

} // namespace

bool is_gone(const FrameSample& sample) { return !(std::abs(sample.shown_x) < gone_at); }

LaneVerdict verdict_of(const Lane& lane, const FrameSample& sample, const sim::Events& events)
{
    if (is_gone(sample)) return {gone, events.blown_up_at};
    if (const auto failed_by = failure(lane, events)) return *failed_by;
    const Frames all{lane.samples()};
    const Frames frames = telemetry::recent(all.first(all.first_from(sample.wall + Nanos{1})));
    const auto& rhythm  = lane.references().rhythm();
    constexpr Nanos enough{250'000'000};
    if (frames.size() < 2 || frames.back().wall - frames.front().wall < enough) return {started};
    if (!rhythm) return {};
    for (const auto& said : {pace(frames), lateness(frames, rhythm->step), distance(frames, rhythm->step),
                             stuttering(frames, lane.references().refresh())})
        if (said) return *said;
    return {};
}

std::string_view name_of(const LaneVerdict& verdict)
{
    switch (verdict.kind)
    {
    case started: return "JUST STARTED";
    case ok: break;
    case stutters: return "STUTTERS";
    case off: return "OFF";
    case late: return verdict.amount > 0 ? "LATE" : "EARLY";
    case fast: return "FAST";
    case slow: return "SLOW";
    case spiral: return "SPIRAL OF DEATH";
    case failed: return verdict.failed->badge;
    case gone: return "GONE";
    }
    return "OK";
}

std::string in_words(const LaneVerdict& verdict)
{
    const std::string_view name = name_of(verdict);
    const double a              = verdict.amount;
    switch (verdict.kind)
    {
    case started:
    case ok: break;
    case stutters: return fmt::format("{} {:.0f} a second", name, a);
    case off: return fmt::format("{} BY {:.2g} m", name, a);
    case late: return fmt::format("{:.0f} ms {}", std::abs(a), name);
    case fast:
    case slow:
    case spiral: return fmt::format("{} {:.2f}x", name, a);
    case failed: return a > 1 ? fmt::format("{} x{:.0f}", name, a) : std::string{name};
    case gone: return fmt::format("{} after {:.2f} s", name, a);
    }
    return std::string{name};
}

} // namespace lab
