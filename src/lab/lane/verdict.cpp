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

constexpr Nanos max_evidence{4'000'000'000};
constexpr Nanos min_progress_span{250'000'000};
constexpr double visible_step_fraction = 0.1;
constexpr double min_visible_error_m = 1e-3;
// A physics step counts as too long if it is over this many times the loop's normal step size.
constexpr double max_step_ratio = 1.5;
constexpr double max_position_m = 1e6;
constexpr double max_speed_error = 0.02; // a speed of 0.98 to 1.02 of real time looks right
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

std::optional<LaneVerdict> progress_verdict(const Evidence& evidence, const Frames& frames)
{
    // Only a loop below this speed can be in a spiral of death.
    constexpr double max_spiral_speed = 0.95; // simulated time / wall time
    if (evidence.speed < max_spiral_speed && telemetry::is_spiral_of_death(frames))
        return LaneVerdict{.kind = spiral, .speed = evidence.speed};
    if (!evidence.has_drifted) return std::nullopt;
    return LaneVerdict{.kind = evidence.speed > 1.0 ? fast : slow, .speed = evidence.speed};
}

std::optional<LaneVerdict> explosion_verdict(const Lane& lane, const Frames& frames)
{
    double shortest_step_s = std::numeric_limits<double>::infinity();
    double longest_step_s = 0.0;
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        const FrameSample& frame = frames[i];
        const double step_s = frame.plan.steps > 0 ? frame.plan.dt_seconds : timestep::to_seconds(frame.plan.tail);
        if (step_s <= 0.0) continue;
        shortest_step_s = std::min(shortest_step_s, step_s);
        longest_step_s = std::max(longest_step_s, step_s);
    }
    const double energy = frames.back().energy;
    const bool has_grown_now = energy / frames.front().energy > max_energy_growth;
    const bool has_grown_since = !lane.user_changed_energy() && energy > max_energy_growth * lane.start_energy();
    if ((has_grown_now && lane.world().growth_rate(longest_step_s) >= scenes::min_explosion_rate_per_s) ||
        (has_grown_since && lane.world().growth_rate(shortest_step_s) >= scenes::min_explosion_rate_per_s))
        return LaneVerdict{exploding};
    return std::nullopt;
}

double mean_lateness_ms(const Frames& frames)
{
    double sum_ms = 0.0;
    for (std::size_t i = 0; i < frames.size(); ++i)
        sum_ms += timestep::to_millis(frames[i].lateness - frames[i].lost_time);
    return sum_ms / static_cast<double>(frames.size());
}

StateError state_error_of(const FrameSample& sample, const Frames& frames)
{
    const double reference_step_s = sample.reference_step_seconds;
    if (reference_step_s == 0.0) return {};
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

// The newest `span` without pauses, but none before `begin`. Writes its length.
Frames newest_frames(const Frames& frames, Nanos begin, Nanos span, Nanos& length)
{
    const std::size_t first_allowed = std::min(frames.first_index_from(begin), frames.size() - 1);
    std::size_t first = frames.size() - 1;
    for (length = Nanos::zero(); first > first_allowed && length < span; --first)
        if (!telemetry::is_paused(frames[first]))
            length += frames[first].start_wall_time - frames[first - 1].start_wall_time;
    return frames.without_first(first);
}

// Speed and drift of `frames`.
void measure_progress(const Frames& frames, double reference_step_s, Evidence& evidence)
{
    if (frames.size() < 2) return;
    telemetry::ProgressMeter meter;
    Nanos smallest_excess{}; // of a frame's measured time over its simulated time; at most 0
    Nanos largest_excess{}; // at least 0
    Nanos most_lost{}, most_added{}; // by a single frame
    Nanos wall_span{};
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        const FrameSample& frame = frames[i];
        meter.add(frame);
        if (i == 0 || telemetry::is_paused(frame)) continue;
        wall_span += frame.start_wall_time - frames[i - 1].start_wall_time;
        const Nanos excess = frame.measured_frame_time - frame.plan.stepped;
        smallest_excess = std::min(smallest_excess, excess);
        largest_excess = std::max(largest_excess, excess);
        const Nanos lost = frame.lost_time - frames[i - 1].lost_time;
        most_lost = std::max(most_lost, lost);
        most_added = std::min(most_added, lost);
    }
    const double wall_s = timestep::to_seconds(wall_span);
    const double mean_frame_s = wall_s / static_cast<double>(frames.size() - 1);
    // The steps of a long frame end long after it began: the drift at the start of the frames is without their time.
    const double drift_at_end_ms = meter.result().drift_ms;
    const double drift_at_start_ms =
        drift_at_end_ms + timestep::to_millis(frames.back().stepping_time - frames.front().stepping_time);
    const double drift_s = drift_at_end_ms * drift_at_start_ms > 0.0
                               ? std::min(std::abs(drift_at_end_ms), std::abs(drift_at_start_ms)) / 1e3
                               : 0.0;
    const double largest_single_drift_s =
        timestep::to_seconds(drift_at_end_ms < 0.0 ? largest_excess : -smallest_excess);
    const double max_harmless_drift_s = reference_step_s + mean_frame_s;
    evidence.speed = meter.result().speed;
    const bool is_drift_visible = drift_s > max_speed_error * wall_s + max_harmless_drift_s;
    // One long frame, such as a hitch, does not make the game too slow or too fast.
    const bool is_drift_of_one_frame = drift_s - largest_single_drift_s <= max_harmless_drift_s;
    // Time that a loop has lost or added does not come back, however little it is in each frame.
    const Nanos lost = frames.back().lost_time - frames.front().lost_time;
    const Nanos lost_repeatedly = lost > Nanos::zero() ? lost - most_lost : most_added - lost;
    const bool loses_time = evidence.has_rates() && timestep::to_seconds(lost_repeatedly) > max_speed_error * wall_s &&
                            (lost > Nanos::zero()) == (evidence.speed < 1.0);
    evidence.has_drifted =
        wall_span >= min_progress_span && ((is_drift_visible && !is_drift_of_one_frame) || loses_time);
}

} // namespace

bool is_body_gone(const FrameSample& sample) { return !(std::abs(sample.shown_x) < max_position_m); }

Frames evidence_frames(const Lane& lane, const FrameSample& sample, const Evidence& evidence)
{
    const Frames frames = frames_until(lane, sample);
    return frames.without_first(frames.first_index_from(evidence.begin));
}

RecentPictures recent_pictures(const Lane& lane, const FrameSample& sample, const Evidence& evidence)
{
    Frames frames = frames_until(lane, sample);
    while (frames.size() > 1 && telemetry::is_paused(frames.back())) frames = frames.first(frames.size() - 1);
    if (frames.empty()) return {};
    const Nanos now = frames.back().start_wall_time;
    RecentPictures recent{.end = std::max(now, frames.back().screen_time)};
    if (!telemetry::is_paused(sample)) frames = frames.first(frames.size() - 1); // it has only just appeared
    const Nanos begin = std::min(now - telemetry::ScreenMotionMeter::rate_span, evidence.motion.counts_begin);
    // Some pictures more: the error of the first one depends on those before it.
    constexpr int max_earlier_frames = 16;
    std::size_t first = frames.size();
    for (int earlier = 0; first > 0 && earlier < max_earlier_frames; --first)
        if (frames[first - 1].is_displayed && frames[first - 1].screen_time < begin) ++earlier;
    recent.pictures = telemetry::pictures_of(frames.without_first(first), now);
    recent.first_judged = recent.pictures.size();
    for (std::size_t left = evidence.motion.judged_count; left > 0 && recent.first_judged > 0; --recent.first_judged)
        left -= recent.pictures[recent.first_judged - 1].error ? 1 : 0;
    return recent;
}

Judgement judge(const Lane& lane, const FrameSample& sample, const sim::EventCounts& events,
                const telemetry::PictureCounts* run)
{
    const JudgedPeriod& period = lane.judged_period_at(sample.start_wall_time);
    const double reference_step_s = sample.reference_step_seconds;
    const Frames until_sample = frames_until(lane, sample);
    Judgement judgement;
    if (until_sample.empty()) return judgement;
    Evidence& evidence = judgement.evidence;
    const Frames frames = newest_frames(until_sample, sample.evidence_start, max_evidence, evidence.length);
    evidence.begin = frames.front().start_wall_time;
    evidence.lost_time = sample.lost_time - sample.lost_before_evidence;
    evidence.motion = run != nullptr ? telemetry::ScreenMotion::of(*run) : lane.screen_motion(sample);
    evidence.mean_lateness_ms = mean_lateness_ms(frames);
    // While a control moves, its evidence is short: the frames before it count, too.
    const bool has_speed = evidence.length >= min_progress_span;
    Nanos speed_span = evidence.length;
    const Frames speed_frames =
        has_speed ? frames : newest_frames(until_sample, sample.period_start, min_progress_span, speed_span);
    measure_progress(speed_frames, reference_step_s, evidence);
    judgement.state_error = state_error_of(sample, frames);
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
    if (reference_step_s == 0.0) return judgement;
    if (const auto verdict = explosion_verdict(lane, frames)) return with(*verdict);
    if (const auto verdict = progress_verdict(evidence, speed_frames)) return with(*verdict);
    if (state_error.is_wrong()) return with({.kind = wrong, .max_error_m = state_error.max_error_m});
    if (has_speed && std::abs(evidence.mean_lateness_ms) > reference_step_s * 1e3 + max_extra_lateness_ms)
        return with({.kind = late, .mean_frame_lateness_ms = evidence.mean_lateness_ms});
    const telemetry::ScreenMotion& motion = evidence.motion;
    const bool has_rates = evidence.has_rates();
    if (has_rates && motion.is_uneven) return with({.kind = uneven, .uneven_per_s = motion.uneven_per_s});
    const bool is_behind = std::chrono::abs(evidence.lost_time) >= visible_lateness;
    if (has_rates && motion.stands_still && !is_behind)
        return with({.kind = uneven, .still_share = motion.still_share});
    const double refresh_s = timestep::to_seconds(period.refresh_period);
    return with({.kind = has_rates || is_behind ? ok : settling,
                 .pictures_per_s = has_rates ? motion.counts.pictures_per_s() : 0.0,
                 .refresh_hz = refresh_s > 0.0 ? 1.0 / refresh_s : 0.0,
                 .has_variable_refresh = sample.refresh_period == Nanos::zero(),
                 .max_error_m = state_error.is_another_path() ? state_error.max_error_m : 0.0,
                 .lost_time = is_behind ? evidence.lost_time : Nanos::zero()});
}

bool is_off_course(const Lane& lane)
{
    if (lane.samples().empty()) return false;
    const LaneVerdict& verdict = lane.judgement().verdict;
    return (!verdict.is_faultless() && verdict.kind != uneven) || verdict.lost_time != Nanos::zero();
}

} // namespace lab
