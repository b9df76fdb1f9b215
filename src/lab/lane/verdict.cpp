#include "lab/lane/verdict.hpp"

#include "lab/lane/lane.hpp"
#include "scenes/stability_text.hpp"
#include "telemetry/metrics.hpp"
#include "telemetry/recent_frames.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

namespace lab
{

namespace
{

using enum LaneVerdict::Kind;
using telemetry::Frames;
using telemetry::FrameSample;

constexpr Nanos state_error_span{2'000'000'000};
constexpr double visible_step_fraction = 0.1;
constexpr double min_visible_error_m = 1e-3;
// A physics step counts as too long if it is over this many times the loop's normal step size.
constexpr double max_step_ratio = 1.5;
constexpr double max_position_m = 1e6;
constexpr double max_speed_error = 0.02; // a speed of 0.98 to 1.02 of real time looks right
// A loop is judged UNEVEN from this many uneven pictures a second on. Fewer are blamed on the PC.
constexpr double min_uneven_per_s = 3.0;
// A loop that was UNEVEN stays so until it has fewer, so that a rate near the limit does not flicker.
constexpr double max_even_per_s = 2.5;
constexpr double max_extra_lateness_ms = 2.0; // mean lateness in ms, in addition to one step
// A loop is judged EXPLODES only if the energy of its scene has grown by more than this factor, in a second or since
// the start, by steps with which vibrations grow at least at scenes::min_explosion_rate_per_s.
constexpr double max_energy_growth = 1.5;

Frames frames_until(const Lane& lane, const FrameSample& sample)
{
    const Frames all_frames{lane.samples()};
    return all_frames.first(all_frames.first_index_from(sample.start_wall_time + Nanos{1}));
}

// Failures after a throw count only as far as the reference, which was thrown in the same way, has fewer of them.
std::optional<LaneVerdict> failure_verdict(const JudgedPeriod& period, const sim::EventCounts& events)
{
    for (const sim::EventKind& kind : sim::event_kinds)
    {
        const int count = events.*kind.counter - period.events_at_start.*kind.counter;
        const int shared = period.began_with_throw ? period.reference_failures(kind.counter) : 0;
        if (kind.is_failure && count > shared)
            return LaneVerdict{.kind = failed, .failure_count = count, .failure_kind = &kind};
    }
    return std::nullopt;
}

std::optional<LaneVerdict> progress_verdict(const RecentProgress& progress)
{
    // Only a loop below this speed can be in a spiral of death.
    constexpr double max_spiral_speed = 0.95; // simulated time / wall time
    if (progress.speed < max_spiral_speed && telemetry::is_spiral_of_death(progress.frames))
        return LaneVerdict{.kind = spiral, .speed = progress.speed};
    if (!progress.has_drifted) return std::nullopt;
    if (progress.covers_under_one_second) return LaneVerdict{just_started};
    return LaneVerdict{.kind = progress.speed > 1.0 ? fast : slow, .speed = progress.speed};
}

std::optional<LaneVerdict> explosion_verdict(const Lane& lane, const Frames& frames)
{
    double shortest_step_s = std::numeric_limits<double>::infinity();
    double longest_step_s = 0.0;
    for (std::size_t i = 0; i < frames.size(); ++i)
        if (const telemetry::FrameSample& frame = frames[i]; frame.plan.steps > 0)
        {
            shortest_step_s = std::min(shortest_step_s, frame.plan.dt_seconds);
            longest_step_s = std::max(longest_step_s, frame.plan.dt_seconds);
        }
    const double energy = frames.back().energy;
    const bool has_grown_now = energy / frames.front().energy > max_energy_growth;
    const bool has_grown_since = !lane.user_changed_energy() && energy > max_energy_growth * lane.start_energy();
    if ((has_grown_now && lane.world().growth_rate(longest_step_s) >= scenes::min_explosion_rate_per_s) ||
        (has_grown_since && lane.world().growth_rate(shortest_step_s) >= scenes::min_explosion_rate_per_s))
        return LaneVerdict{exploding};
    return std::nullopt;
}

std::optional<LaneVerdict> lateness_verdict(const Frames& frames, double reference_step_s)
{
    double lateness_sum_ms = 0.0;
    for (std::size_t i = 0; i < frames.size(); ++i)
        lateness_sum_ms += timestep::to_millis(frames[i].lateness - frames[i].lost_time);
    const double mean_lateness_ms = lateness_sum_ms / static_cast<double>(frames.size());
    if (std::abs(mean_lateness_ms) > reference_step_s * 1e3 + max_extra_lateness_ms)
        return LaneVerdict{.kind = late, .mean_frame_lateness_ms = mean_lateness_ms};
    return std::nullopt;
}

telemetry::PictureCounts count_pictures(const Frames& frames)
{
    telemetry::PictureTracker tracker;
    telemetry::PictureCounts counts;
    for (std::size_t i = 0; i < frames.size(); ++i)
        if (const telemetry::Picture* picture = tracker.add(frames[i])) counts.add(*picture);
    if (const auto newest = tracker.newest()) counts.add(*newest);
    return counts;
}

StateError compute_recent_state_error(const Lane& lane, const FrameSample& sample)
{
    const double reference_step_s = lane.judged_period_at(sample.start_wall_time).reference_step_seconds;
    if (reference_step_s == 0.0) return {};
    const Frames frames = telemetry::recent_frames(frames_until(lane, sample), state_error_span);
    StateError error{.has_long_step = sample.longest_step_seconds > max_step_ratio * reference_step_s};
    double max_speed_m_per_s = 0.0;
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        const FrameSample& frame = frames[i];
        if (telemetry::shows_estimated_state(frame)) continue;
        if (std::isfinite(frame.v)) max_speed_m_per_s = std::max(max_speed_m_per_s, std::abs(frame.v));
        const double distance_m = std::abs(frame.shown_x - frame.reference_x_at_shown_time);
        if (!std::isfinite(distance_m) || distance_m <= error.max_error_m) continue;
        error.max_error_m = distance_m;
        error.worst_frame_start = frame.start_wall_time;
    }
    error.visible_limit_m = std::max(visible_step_fraction * max_speed_m_per_s * reference_step_s, min_visible_error_m);
    return error;
}

} // namespace

bool is_body_gone(const FrameSample& sample) { return !(std::abs(sample.shown_x) < max_position_m); }

RecentProgress compute_recent_progress(const Lane& lane, const FrameSample& sample)
{
    constexpr Nanos min_span{1'000'000'000};
    constexpr Nanos max_span{4'000'000'000};
    constexpr Nanos min_visible_drop{50'000'000};
    const JudgedPeriod& period = lane.judged_period_at(sample.start_wall_time);
    const Nanos span = std::clamp(sample.game_time - sample.frame_delay_unchanged_since, min_span, max_span);
    RecentProgress progress{.frames = telemetry::recent_frames(frames_until(lane, sample), span)};
    telemetry::ProgressMeter meter;
    Nanos smallest_excess{}; // of a frame's measured time over its simulated time; at most 0
    Nanos largest_excess{}; // at least 0
    for (std::size_t i = 0; i < progress.frames.size(); ++i)
    {
        const FrameSample& frame = progress.frames[i];
        meter.add(frame);
        if (i == 0 || telemetry::is_paused(frame)) continue;
        const Nanos excess = frame.measured_frame_time - frame.plan.stepped;
        smallest_excess = std::min(smallest_excess, excess);
        largest_excess = std::max(largest_excess, excess);
        if (frame.plan.dropped + frame.plan.filter_error >= min_visible_drop) progress.newest_frame_with_drop = &frame;
    }
    if (progress.frames.size() < 2) return progress;
    const Nanos game_span = progress.frames.back().game_time - progress.frames.front().game_time;
    const double mean_frame_s = timestep::to_seconds(game_span) / static_cast<double>(progress.frames.size() - 1);
    // The steps of a long frame end long after it began: the drift at the start of the frames is without their time.
    const double drift_at_end_ms = meter.result().drift_ms;
    const double drift_at_start_ms = drift_at_end_ms + timestep::to_millis(progress.frames.back().stepping_time -
                                                                           progress.frames.front().stepping_time);
    const double drift_s = drift_at_end_ms * drift_at_start_ms > 0.0
                               ? std::min(std::abs(drift_at_end_ms), std::abs(drift_at_start_ms)) / 1e3
                               : 0.0;
    const double largest_single_drift_s =
        timestep::to_seconds(meter.result().drift_ms < 0.0 ? largest_excess : -smallest_excess);
    const double max_harmless_drift_s = period.reference_step_seconds + mean_frame_s;
    progress.speed = meter.result().speed;
    progress.covers_under_one_second = game_span < min_span;
    const bool is_drift_visible = drift_s > max_speed_error * timestep::to_seconds(game_span) + max_harmless_drift_s;
    // One long frame, such as a hitch, does not make the game too slow or too fast.
    const bool is_drift_of_one_frame = drift_s - largest_single_drift_s <= max_harmless_drift_s;
    progress.has_drifted = is_drift_visible && !is_drift_of_one_frame;
    return progress;
}

Judgement judge(const Lane& lane, const FrameSample& sample, const sim::EventCounts& events,
                const EarlierMotion& earlier)
{
    const JudgedPeriod& period = lane.judged_period_at(sample.start_wall_time);
    Judgement judgement{.state_error = compute_recent_state_error(lane, sample),
                        .period_start = period.start_wall_time};
    const StateError& state_error = judgement.state_error;
    const auto with = [&](const LaneVerdict& verdict)
    {
        judgement.verdict = verdict;
        return judgement;
    };
    if ((sample.events & telemetry::held) != 0) return with({held});
    if (is_body_gone(sample))
    {
        const FailureHistory* blow_up_failures = find_failures(period.failures, &sim::EventCounts::blown_up);
        const Nanos gone_at = blow_up_failures != nullptr ? blow_up_failures->first.game_time : sample.game_time;
        return with({.kind = gone, .gone_after_s = timestep::to_seconds(gone_at - period.start_game_time)});
    }
    if (const auto verdict = failure_verdict(period, events)) return with(*verdict);
    const Frames frames = telemetry::recent_frames(frames_until(lane, sample));
    const double reference_step_s = period.reference_step_seconds;
    constexpr Nanos min_judged_time{250'000'000};
    if (frames.size() < 2 || frames.back().start_wall_time - frames.front().start_wall_time < min_judged_time)
        return with({just_started});
    if (reference_step_s == 0.0) return judgement;
    if (const auto verdict = explosion_verdict(lane, frames)) return with(*verdict);
    const RecentProgress progress = compute_recent_progress(lane, sample);
    if (const auto verdict = progress_verdict(progress)) return with(*verdict);
    if (state_error.is_wrong()) return with({.kind = wrong, .max_error_m = state_error.max_error_m});
    if (const auto verdict = lateness_verdict(frames, reference_step_s)) return with(*verdict);
    const auto pictures = earlier.run != nullptr ? *earlier.run : count_pictures(progress.frames);
    const double uneven_per_s = pictures.jumps_per_minute() / 60.0;
    constexpr double min_measured_s = 0.9; // in a shorter time, one uneven picture changes the rate too much
    const bool is_measured = pictures.seconds() >= min_measured_s;
    if (uneven_per_s >= (earlier.was_uneven ? max_even_per_s : min_uneven_per_s) &&
        uneven_per_s * pictures.seconds() > min_uneven_per_s - 0.5) // at least so many pictures
        return with({.kind = uneven, .uneven_per_s = is_measured ? uneven_per_s : 0.0});
    if (state_error.is_different()) return with({.kind = different, .max_error_m = state_error.max_error_m});
    const double refresh_s = timestep::to_seconds(sample.refresh_period);
    return with({.kind = ok,
                 .pictures_per_s = is_measured ? pictures.pictures_per_s() : 0.0,
                 .refresh_hz = refresh_s > 0.0 ? 1.0 / refresh_s : 0.0,
                 .game_lateness = has_visible_lateness(sample) ? sample.lost_time : Nanos::zero()});
}

bool is_off_course(const Lane& lane)
{
    if (lane.samples().empty()) return false;
    const FrameSample& newest = lane.samples().back();
    const Judgement& judgement = lane.judgement();
    const LaneVerdict& verdict = judgement.verdict;
    if (verdict.kind == held) return false;
    if (lane.has_failed() || (!verdict.is_faultless() && verdict.kind != uneven)) return true;
    const double max_lateness_s = lane.judged_period().reference_step_seconds + max_extra_lateness_ms / 1e3;
    return has_visible_lateness(newest) ||
           std::abs(timestep::to_seconds(newest.lateness - newest.lost_time)) >
               std::max(max_lateness_s, timestep::to_seconds(visible_lateness)) ||
           judgement.state_error.is_visible();
}

} // namespace lab
