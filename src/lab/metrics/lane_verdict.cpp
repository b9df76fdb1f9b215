#include "lab/metrics/lane_verdict.hpp"

#include "lab/metrics/state_error.hpp"
#include "telemetry/meter.hpp"
#include "telemetry/recent.hpp"

#include <fmt/core.h>

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

constexpr double gone_at   = 1e6;  // metres; a body with a coordinate beyond this value is gone
constexpr double speed_off = 0.05; // a speed (simulated time / wall time) from 0.95 to 1.05 looks right
// Uneven pictures a second. If there are fewer, the PC causes them with every loop, so the verdict is not UNEVEN.
constexpr double noticed      = 3.0;
constexpr double few_pictures = 20.0; // pictures a second; with fewer pictures even a right motion is hard to follow
constexpr double late_beyond  = 2.0;  // ms; a picture is late if its delay exceeds one step plus this time
// Smallest growth of the energy in a second that is an explosion: energy at the end / energy at the start.
constexpr double growing = 1.5;

// Returns a verdict if a failure event happened since the last reset or change of loop. If several kinds of failure
// happened, the verdict is about the first of them in the table of events.
std::optional<LaneVerdict> failure(const Lane& lane, const sim::Events& events)
{
    for (const sim::EventKind& kind : sim::event_kinds)
        if (const int times = events.*kind.count - lane.began().*kind.count; kind.failure && times > 0)
            return LaneVerdict{failed, static_cast<double>(times), &kind};
    return std::nullopt;
}

// Returns true if the loop left time of this frame unsimulated: it dropped time, or it carries at least a step and 1
// ms.
bool falls_back(const FrameSample& s)
{
    const Nanos lost = s.plan.dropped + s.plan.filter_error;
    return (lost > Nanos::zero() && telemetry::changes_time(lost)) ||
           (s.plan.dt > Nanos::zero() && s.plan.carried >= s.plan.dt + Nanos{1'000'000});
}

std::optional<LaneVerdict> pace(const Frames& frames)
{
    const double speed = telemetry::speed_of(frames);
    if (speed > 1.0 + speed_off) return LaneVerdict{fast, speed};
    if (speed > 1.0 - speed_off) return std::nullopt;
    if (telemetry::spiralling(frames)) return LaneVerdict{spiral, speed};
    std::size_t back = 0;
    for (std::size_t i = 0; i < frames.size(); ++i) back += falls_back(frames[i]) ? 1 : 0;
    if (10 * back > frames.size()) return LaneVerdict{slow, speed};
    return std::nullopt; // the time was given up in few frames, such as after a freeze
}

// Returns a verdict if the loop's steps are too long for the scene's springs, and the energy grows. The reference
// motion takes the same steps, so that the pictures of this loop need not differ from it.
std::optional<LaneVerdict> explosion(const Lane& lane, const Frames& frames)
{
    const auto limit = lane.world().largest_stable_step();
    const auto size  = [](const FrameSample& s) { return s.plan.steps > 0 ? s.plan.dt_seconds : 0.0; };
    double longest   = 0.0;
    for (std::size_t i = 0; i < frames.size(); ++i) longest = std::max(longest, size(frames[i]));
    if (!limit || longest <= *limit) return std::nullopt;
    const double growth = frames.back().energy / frames.front().energy;
    if (growth > growing) return LaneVerdict{exploding, growth};
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

std::optional<LaneVerdict> distance(const Lane& lane, const FrameSample& sample)
{
    const StateError error = state_error(lane, sample);
    if (error.is_wrong()) return LaneVerdict{wrong, error.worst};
    return std::nullopt;
}

std::optional<LaneVerdict> unevenness(const Frames& frames, Nanos refresh)
{
    int times = 0;
    Nanos span{};
    telemetry::for_each_seen(frames, refresh,
                             [&](const telemetry::Seen& seen)
                             {
                                 if (seen.is_uneven(refresh)) ++times;
                                 span += seen.apart;
                             });
    const double seconds = timestep::to_seconds(span);
    const double rate    = seconds > 0.0 ? times / seconds : 0.0;
    if (times >= noticed && rate >= noticed) return LaneVerdict{uneven, rate};
    return std::nullopt;
}

double pictures_a_second(const Frames& frames)
{
    telemetry::ScreenMeter meter;
    for (std::size_t i = 0; i < frames.size(); ++i) meter.add(frames[i]);
    return meter.result().per_second;
}

} // namespace

bool is_gone(const FrameSample& sample) { return !(std::abs(sample.shown_x) < gone_at); }

LaneVerdict verdict_of(const Lane& lane, const FrameSample& sample, const sim::Events& events)
{
    if (is_gone(sample)) return {gone, events.blown_up_at};
    if (const auto failed_by = failure(lane, events)) return *failed_by;
    const Frames all{lane.samples()};
    const Frames frames = telemetry::recent(all.first(all.first_from(sample.wall + Nanos{1})));
    const double step   = lane.references().step();
    constexpr Nanos enough{250'000'000};
    if (frames.size() < 2 || frames.back().wall - frames.front().wall < enough) return {started};
    if (step == 0.0) return {};
    for (const auto& said : {explosion(lane, frames), pace(frames), distance(lane, sample), lateness(frames, step),
                             unevenness(frames, lane.references().refresh())})
        if (said) return *said;
    return {right, pictures_a_second(frames)};
}

std::string_view name_of(const LaneVerdict& verdict)
{
    switch (verdict.kind)
    {
    case started: return "JUST STARTED";
    case right: break;
    case uneven: return "UNEVEN";
    case late: return verdict.amount > 0 ? "LATE" : "EARLY";
    case wrong: return "WRONG";
    case fast: return "FAST";
    case slow: return "SLOW";
    case spiral: return "SPIRAL OF DEATH";
    case exploding: return "EXPLODES";
    case failed: return verdict.failed->badge;
    case gone: return "GONE";
    }
    return "RIGHT";
}

std::string in_words(const LaneVerdict& verdict)
{
    const std::string_view name = name_of(verdict);
    const double a              = verdict.amount;
    switch (verdict.kind)
    {
    case started:
    case exploding: break;
    case right:
        if (a > 0.0 && a < few_pictures) return fmt::format("{}, {:.0f} pictures a second", name, a);
        break;
    case uneven: return fmt::format("{} {:.0f} a second", name, a);
    case wrong: return fmt::format("{} by up to {:.2g} m", name, a);
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
