#include "lab/metrics/lane_verdict.hpp"

#include "base/number.hpp"
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
constexpr Nanos state_error_span{2'000'000'000};
constexpr double visible_step_fraction = 0.1;
constexpr double min_visible_error_m   = 1e-3;
// A step is too long if it is over this factor times the step of the reference motion.
constexpr double max_step_ratio = 1.5;
} // namespace

StateError compute_recent_error(const Lane& lane, const telemetry::FrameSample& sample)
{
    const double step = lane.references().step_seconds();
    if (step == 0.0) return {};
    const telemetry::Frames all{lane.samples()};
    const telemetry::Frames frames =
        telemetry::recent_frames(all.first(all.first_index_from(sample.wall + Nanos{1})), state_error_span);
    StateError error{.has_long_step = lane.judged_period().longest_step_seconds > max_step_ratio * step};
    double max_speed = 0.0;
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        const telemetry::FrameSample& f = frames[i];
        if (telemetry::shows_estimated_state(f)) continue;
        if (std::isfinite(f.v)) max_speed = std::max(max_speed, std::abs(f.v));
        const double distance = std::abs(f.shown_x - f.right_x);
        if (!std::isfinite(distance) || distance <= error.max_error) continue;
        error.max_error   = distance;
        error.worst_frame = &f;
    }
    error.visible_limit = std::max(visible_step_fraction * max_speed * step, min_visible_error_m);
    return error;
}

namespace
{

using enum LaneVerdict::Kind;
using telemetry::Frames;
using telemetry::FrameSample;

constexpr double max_position_m  = 1e6;
constexpr double max_speed_error = 0.02; // a speed of 0.98 to 1.02 of real time looks right
// The verdict UNEVEN needs at least this number of uneven frames a second. Fewer are blamed on the PC, not the loop.
constexpr double min_uneven_rate = 3.0;
constexpr double min_fps         = 20.0; // below this displayed fps, even a correct motion is hard to follow
constexpr double max_lateness_ms = 2.0;  // mean lateness in ms, in addition to one step
// The verdict EXPLODES needs an energy that grows by more than this factor in a second.
constexpr double max_energy_growth = 1.5;

// If several kinds of failures have happened, the first one in sim::event_kinds counts.
std::optional<LaneVerdict> failure_verdict(const Lane& lane, const sim::Events& events)
{
    for (const sim::EventKind& kind : sim::event_kinds)
        if (const int times = events.*kind.count - lane.judged_period().events_before.*kind.count;
            kind.is_failure && times > 0)
            return LaneVerdict{failed, static_cast<double>(times), &kind};
    return std::nullopt;
}

Nanos dropped_time(const FrameSample& s) { return s.plan.dropped + s.plan.filter_error; }

std::optional<LaneVerdict> speed_verdict(const Lane& lane, const FrameSample& sample)
{
    // Simulated time / wall time is below this limit in a spiral of death. Pace::is_speed_wrong cannot detect a spiral,
    // because it ignores the longest frame, which is the newest frame of a spiral.
    constexpr double spiral_below = 0.95;
    const Pace pace               = compute_recent_pace(lane, sample);
    if (pace.speed < spiral_below && telemetry::is_spiralling(pace.frames)) return LaneVerdict{spiral, pace.speed};
    if (!pace.is_speed_wrong) return std::nullopt;
    if (pace.is_too_short) return LaneVerdict{started};
    return LaneVerdict{pace.speed > 1.0 ? fast : slow, pace.speed};
}

// Returns a verdict if the steps are too long for the scene's springs and the energy grows. Does not compare the loop
// with the reference motion, because that has the same steps and may explode, too.
std::optional<LaneVerdict> explosion_verdict(const Lane& lane, const Frames& frames)
{
    const auto limit = lane.world().largest_stable_spring_step();
    const auto size  = [](const FrameSample& s) { return s.plan.steps > 0 ? s.plan.dt_seconds : 0.0; };
    double longest   = 0.0;
    for (std::size_t i = 0; i < frames.size(); ++i) longest = std::max(longest, size(frames[i]));
    if (!limit || longest <= *limit) return std::nullopt;
    const double growth = frames.back().energy / frames.front().energy;
    if (growth > max_energy_growth) return LaneVerdict{exploding, growth};
    return std::nullopt;
}

std::optional<LaneVerdict> lateness_verdict(const Frames& frames, double step)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < frames.size(); ++i) sum += timestep::to_millis(frames[i].late - frames[i].lost);
    const double mean = sum / static_cast<double>(frames.size());
    if (std::abs(mean) > step * 1e3 + max_lateness_ms) return LaneVerdict{late, mean};
    return std::nullopt;
}

std::optional<LaneVerdict> unevenness_verdict(const Frames& frames, Nanos refresh)
{
    int uneven_count = 0;
    Nanos span{};
    telemetry::for_each_seen_frame(frames, refresh,
                                   [&](const telemetry::SeenFrame& seen)
                                   {
                                       if (seen.is_uneven(refresh)) ++uneven_count;
                                       span += seen.screen_step;
                                   });
    constexpr double min_seconds = 0.9; // in a shorter time, one jerky frame changes the rate too much
    const double seconds         = timestep::to_seconds(span);
    const double rate            = seconds > 0.0 ? uneven_count / seconds : 0.0;
    if (uneven_count >= min_uneven_rate && rate >= min_uneven_rate)
        return LaneVerdict{uneven, seconds < min_seconds ? 0.0 : rate};
    return std::nullopt;
}

double compute_displayed_fps(const Frames& frames)
{
    telemetry::DisplayedFrameMeter meter;
    for (std::size_t i = 0; i < frames.size(); ++i) meter.add(frames[i]);
    return meter.result().displayed_fps;
}

} // namespace

bool is_gone(const FrameSample& sample) { return !(std::abs(sample.shown_x) < max_position_m); }

Pace compute_recent_pace(const Lane& lane, const FrameSample& sample)
{
    constexpr Nanos min_span{1'000'000'000};
    constexpr Nanos max_span{4'000'000'000};
    constexpr Nanos min_visible_drop{50'000'000};
    const Frames all{lane.samples()};
    const Nanos span = std::clamp(sample.game - lane.judged_period().delay_unchanged_since, min_span, max_span);
    Pace pace{.frames = telemetry::recent_frames(all.first(all.first_index_from(sample.wall + Nanos{1})), span)};
    telemetry::ProgressMeter meter;
    Nanos smallest_excess{}; // smallest and largest difference between measured and simulated time of a frame
    Nanos largest_excess{};
    for (std::size_t i = 0; i < pace.frames.size(); ++i)
    {
        const FrameSample& s = pace.frames[i];
        meter.add(s);
        if (i == 0 || telemetry::is_paused(s)) continue;
        smallest_excess = std::min(smallest_excess, s.measured - s.plan.stepped);
        largest_excess  = std::max(largest_excess, s.measured - s.plan.stepped);
        if (dropped_time(s) >= min_visible_drop) pace.newest_drop = &s;
    }
    if (pace.frames.size() < 2) return pace;
    const Nanos time        = pace.frames.back().game - pace.frames.front().game;
    const double mean_frame = timestep::to_seconds(time) / static_cast<double>(pace.frames.size() - 1);
    const double drift      = std::abs(meter.result().drift_ms) / 1e3;
    const double max_single_drift =
        timestep::to_seconds(meter.result().drift_ms < 0.0 ? largest_excess : -smallest_excess);
    const double phase = lane.references().step_seconds() + mean_frame;
    pace.speed         = meter.result().speed;
    pace.is_too_short  = time < min_span;
    pace.is_speed_wrong =
        drift > max_speed_error * timestep::to_seconds(time) + phase && drift - max_single_drift > phase;
    return pace;
}

LaneVerdict verdict_of(const Lane& lane, const FrameSample& sample, const sim::Events& events)
{
    if (is_gone(sample))
    {
        const Failures* explosions = find_failures(lane.judged_period().failures, &sim::Events::blown_up);
        return {gone, timestep::to_seconds((explosions != nullptr ? explosions->first.game_time : sample.game) -
                                           lane.judged_period().start_game_time)};
    }
    if (const auto verdict = failure_verdict(lane, events)) return *verdict;
    const Frames all{lane.samples()};
    const Frames frames = telemetry::recent_frames(all.first(all.first_index_from(sample.wall + Nanos{1})));
    const double step   = lane.references().step_seconds();
    constexpr Nanos min_judged_time{250'000'000};
    if (frames.size() < 2 || frames.back().wall - frames.front().wall < min_judged_time) return {started};
    if (step == 0.0) return {};
    const StateError error = compute_recent_error(lane, sample);
    if (const auto verdict = explosion_verdict(lane, frames)) return *verdict;
    if (const auto verdict = speed_verdict(lane, sample)) return *verdict;
    if (error.is_wrong()) return {wrong, error.max_error};
    for (const auto& verdict :
         {lateness_verdict(frames, step), unevenness_verdict(frames, lane.references().refresh_period())})
        if (verdict) return *verdict;
    if (error.is_different()) return {different, error.max_error};
    return {.kind     = ok,
            .amount   = compute_displayed_fps(frames),
            .lateness = sample.lost >= visible_lateness ? sample.lost : Nanos::zero()};
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
    case failed: return verdict.failure_kind->badge;
    case gone: return "GONE";
    }
    return "OK";
}

std::string verdict_text(const LaneVerdict& verdict)
{
    const std::string_view name = name_of(verdict);
    const double a              = verdict.amount;
    switch (verdict.kind)
    {
    case started:
    case exploding: break;
    case ok:
        return fmt::format("{}{}{}", name, a > 0.0 && a < min_fps ? fmt::format(", {:.0f} displayed fps", a) : "",
                           verdict.lateness == Nanos::zero() ? "" : ", " + base::time_text(verdict.lateness) + " late");
    case uneven: return a > 0.0 ? fmt::format("{}, {:.0f} jerky frames a second", name, a) : std::string{name};
    case different: return fmt::format("{}, up to {:.2g} m from the ring", name, a);
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
