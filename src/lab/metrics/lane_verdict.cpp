#include "lab/metrics/lane_verdict.hpp"

#include "telemetry/metrics.hpp"
#include "telemetry/recent.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

namespace lab
{

namespace
{
constexpr Nanos error_span{2'000'000'000};
constexpr double part_of_step = 0.1;
constexpr double least        = 1e-3; // metres
// A step is too long above this multiple of the reference motion's step.
constexpr double long_step = 1.5;
} // namespace

StateError state_error(const Lane& lane, const telemetry::FrameSample& sample)
{
    const double step = lane.references().step();
    if (step == 0.0) return {};
    const telemetry::Frames all{lane.samples()};
    const telemetry::Frames frames =
        telemetry::recent_frames(all.first(all.first_from(sample.wall + Nanos{1})), error_span);
    StateError error{.by_long_step = lane.judged().longest_step > long_step * step};
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

namespace
{

using enum LaneVerdict::Kind;
using telemetry::Frames;
using telemetry::FrameSample;

constexpr double gone_at   = 1e6;  // in metres
constexpr double speed_off = 0.02; // a speed of 0.98 to 1.02 of real time looks right
// Uneven frames a second. Fewer are due to the PC, with every loop, so the verdict is not UNEVEN.
constexpr double noticed      = 3.0;
constexpr double few_pictures = 20.0; // displayed fps; below this, even a correct motion is hard to follow
constexpr double late_beyond  = 2.0;  // in ms, in addition to one step
// Largest energy at the end / at the start of a second without an explosion.
constexpr double growing = 1.5;

// The verdict on failures since the last reset or change of loop: the first kind in the table of events.
std::optional<LaneVerdict> failure(const Lane& lane, const sim::Events& events)
{
    for (const sim::EventKind& kind : sim::event_kinds)
        if (const int times = events.*kind.count - lane.judged().events_before.*kind.count; kind.failure && times > 0)
            return LaneVerdict{failed, static_cast<double>(times), &kind};
    return std::nullopt;
}

Nanos dropped_in(const FrameSample& s) { return s.plan.dropped + s.plan.filter_error; }

std::optional<LaneVerdict> speed_verdict(const Lane& lane, const FrameSample& sample)
{
    // highest speed of a spiral; Pace::is_off is not used: it is false if one frame is as long as the difference
    constexpr double spiral_below = 0.95;
    const Pace pace               = pace_of(lane, sample);
    if (pace.speed < spiral_below && telemetry::is_spiralling(pace.frames)) return LaneVerdict{spiral, pace.speed};
    if (!pace.is_off) return std::nullopt;
    if (pace.is_too_short) return LaneVerdict{started};
    return LaneVerdict{pace.speed > 1.0 ? fast : slow, pace.speed};
}

// The verdict if the steps are too long for the scene's springs and the energy grows. The reference motion has the same
// steps, so frames of this loop need not differ from it.
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
    for (std::size_t i = 0; i < frames.size(); ++i) sum += timestep::to_millis(frames[i].late - frames[i].lost);
    const double mean = sum / static_cast<double>(frames.size());
    if (std::abs(mean) > step * 1e3 + late_beyond) return LaneVerdict{late, mean};
    return std::nullopt;
}

std::optional<LaneVerdict> unevenness(const Frames& frames, Nanos refresh)
{
    int times = 0;
    Nanos span{};
    telemetry::for_each_seen_frame(frames, refresh,
                                   [&](const telemetry::SeenFrame& seen)
                                   {
                                       if (seen.is_uneven(refresh)) ++times;
                                       span += seen.screen_step;
                                   });
    constexpr double enough = 0.9; // in s; in a shorter time, a single jerky frame changes the rate too much
    const double seconds    = timestep::to_seconds(span);
    const double rate       = seconds > 0.0 ? times / seconds : 0.0;
    if (times >= noticed && rate >= noticed) return LaneVerdict{uneven, seconds < enough ? 0.0 : rate};
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

Pace pace_of(const Lane& lane, const FrameSample& sample)
{
    constexpr Nanos least{1'000'000'000};
    constexpr Nanos most{4'000'000'000};
    constexpr Nanos visible{50'000'000};
    const Frames all{lane.samples()};
    const Nanos span = std::clamp(sample.game - lane.judged().delay_unchanged_since, least, most);
    Pace pace{.frames = telemetry::recent_frames(all.first(all.first_from(sample.wall + Nanos{1})), span)};
    telemetry::ProgressMeter meter;
    Nanos shortest{}; // smallest and largest (measured - stepped) of a frame
    Nanos longest{};
    for (std::size_t i = 0; i < pace.frames.size(); ++i)
    {
        const FrameSample& s = pace.frames[i];
        meter.add(s);
        if (i == 0 || telemetry::is_paused(s)) continue;
        shortest = std::min(shortest, s.measured - s.plan.stepped);
        longest  = std::max(longest, s.measured - s.plan.stepped);
        if (dropped_in(s) >= visible) pace.lost = &s;
    }
    if (pace.frames.size() < 2) return pace;
    const Nanos time    = pace.frames.back().game - pace.frames.front().game;
    const double frame  = timestep::to_seconds(time) / static_cast<double>(pace.frames.size() - 1);
    const double apart  = std::abs(meter.result().drift_ms) / 1e3;
    const double by_one = timestep::to_seconds(meter.result().drift_ms < 0.0 ? longest : -shortest);
    const double phase  = lane.references().step() + frame;
    pace.speed          = meter.result().speed;
    pace.is_too_short   = time < least;
    pace.is_off         = apart > speed_off * timestep::to_seconds(time) + phase && apart - by_one > phase;
    return pace;
}

LaneVerdict verdict_of(const Lane& lane, const FrameSample& sample, const sim::Events& events)
{
    if (is_gone(sample))
    {
        const Failures* all = find_failures(lane.judged().failures, sim::event::blown_up);
        return {gone, timestep::to_seconds((all != nullptr ? all->first.game : sample.game) - lane.judged().began)};
    }
    if (const auto failed_by = failure(lane, events)) return *failed_by;
    const Frames all{lane.samples()};
    const Frames frames = telemetry::recent_frames(all.first(all.first_from(sample.wall + Nanos{1})));
    const double step   = lane.references().step();
    constexpr Nanos enough{250'000'000};
    if (frames.size() < 2 || frames.back().wall - frames.front().wall < enough) return {started};
    if (step == 0.0) return {};
    const StateError error = state_error(lane, sample);
    if (const auto first = explosion(lane, frames)) return *first;
    if (const auto pace = speed_verdict(lane, sample)) return *pace;
    if (error.is_wrong()) return {wrong, error.worst};
    for (const auto& said : {lateness(frames, step), unevenness(frames, lane.references().refresh())})
        if (said) return *said;
    if (error.is_different()) return {different, error.worst};
    return {ok, pictures_a_second(frames)};
}

std::string_view name_of(const LaneVerdict& verdict)
{
    switch (verdict.kind)
    {
    case started: return "JUST STARTED";
    case ok: break;
    case different: return "DIFFERENT";
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
    return "OK";
}

std::string in_words(const LaneVerdict& verdict)
{
    const std::string_view name = name_of(verdict);
    const double a              = verdict.amount;
    switch (verdict.kind)
    {
    case started:
    case exploding: break;
    case ok:
        if (a > 0.0 && a < few_pictures) return fmt::format("{}, {:.0f} displayed fps", name, a);
        break;
    case uneven: return a > 0.0 ? fmt::format("{}, {:.0f} jerky frames a second", name, a) : std::string{name};
    case different:
    case wrong: return fmt::format("{} by up to {:.2g} m", name, a);
    case late: return fmt::format("{:.0f} ms {}", std::abs(a), name);
    case fast:
    case slow:
    case spiral: return fmt::format("{} {:.2f}x", name, a);
    case failed: return a > 1 ? fmt::format("{} x{:.0f}", name, a) : std::string{name};
    case gone: return fmt::format("{} after {:.2g} s", name, a);
    }
    return std::string{name};
}

} // namespace lab
