#include "telemetry/metrics.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace telemetry
{

namespace
{

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

double share(std::int64_t part, std::int64_t whole)
{
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

// Adds |from - to|. Adds nothing if `to` is NaN (unknown). If only `from` is NaN (blown up), adds infinity.
void add_distance(RunningStatistics& distances, double from, double to)
{
    if (std::isnan(to)) return;
    const double distance = std::abs(from - to);
    distances.add(std::isnan(distance) ? std::numeric_limits<double>::infinity() : distance);
}

} // namespace

double RunningStatistics::rms() const
{
    return empty() ? 0.0 : std::sqrt(sum_of_squares_ / static_cast<double>(count_));
}

double RunningStatistics::standard_deviation() const
{
    return empty() ? 0.0 : std::sqrt(squared_deviations_ / static_cast<double>(count_));
}

void AnimationErrorMeter::add(const FrameSample& sample)
{
    if (const Picture* picture = pictures_.add(sample); picture != nullptr && picture->error)
    {
        const double absolute_error_ms = std::abs(timestep::to_millis(*picture->error));
        errors_ms_.add(absolute_error_ms);
        distribution_ms_.add(absolute_error_ms);
        counts_.add(*picture);
    }
    if (is_paused(sample)) has_previous_frame_ = false;
    if (!sample.is_displayed || is_paused(sample)) return;
    const Nanos shown_time_change = sample.shown_time - std::exchange(previous_shown_time_, sample.shown_time);
    const Nanos screen_time_change = sample.screen_time - std::exchange(previous_screen_time_, sample.screen_time);
    if (!std::exchange(has_previous_frame_, true) || shown_time_change <= Nanos::zero()) return;
    presentmon_error_sum_ += std::chrono::abs(shown_time_change - screen_time_change);
    ++presentmon_frame_count_;
}

PictureCounts AnimationErrorMeter::counts() const
{
    PictureCounts counts = counts_;
    if (const auto newest = pictures_.newest()) counts.add(*newest);
    return counts;
}

AnimationErrorStatistics AnimationErrorMeter::result() const
{
    RunningStatistics errors_ms = errors_ms_;
    if (const auto newest = pictures_.newest(); newest && newest->error)
        errors_ms.add(std::abs(timestep::to_millis(*newest->error)));
    return {.mean_ms = errors_ms.mean(),
            .rms_ms = errors_ms.rms(),
            .p99_ms = distribution_ms_.quantile(0.99),
            .max_ms = errors_ms.max(),
            .presentmon_mean_ms = timestep::to_millis(presentmon_error_sum_) /
                                  static_cast<double>(std::max<std::int64_t>(presentmon_frame_count_, 1)),
            .jumps_per_minute = counts().jumps_per_minute(),
            .pictures_per_s = counts().pictures_per_s()};
}

void LatencyMeter::add(const FrameSample& sample)
{
    if (!counts_in_metrics(sample)) return;
    state_ages_ms_.add(timestep::to_millis(state_age(sample)));
    times_behind_ms_.add(timestep::to_millis(time_behind(sample)));
    if (sample.is_displayed)
        display_latencies_ms_.add(timestep::to_millis(state_age(sample) + sample.screen_time - sample.start_wall_time));
}

void TearingMeter::add(const FrameSample& sample)
{
    displayed_count_ += sample.is_displayed ? 1 : 0;
    torn_count_ += sample.is_displayed && sample.is_torn ? 1 : 0;
}

Tearing TearingMeter::result() const { return {displayed_count_, share(torn_count_, displayed_count_)}; }

void FollowedBodyScreenJitterMeter::add(const FrameSample& sample)
{
    if (is_paused(sample)) oldest_ = middle_ = std::nullopt;
    if (!sample.is_displayed || is_paused(sample) || std::isnan(sample.camera_x)) return;
    const PositionOnScreen newest{sample.shown_x - sample.camera_x, std::abs(sample.v), sample.screen_time};
    if (oldest_ && oldest_->screen_time < middle_->screen_time && middle_->screen_time < newest.screen_time)
    {
        const double elapsed_fraction = static_cast<double>((middle_->screen_time - oldest_->screen_time).count()) /
                                        static_cast<double>((newest.screen_time - oldest_->screen_time).count());
        add_distance(distances_mm_, 1000.0 * middle_->x_metres,
                     1000.0 * (oldest_->x_metres + elapsed_fraction * (newest.x_metres - oldest_->x_metres)));
        speeds_m_s_.add(middle_->speed_m_s);
    }
    oldest_ = std::exchange(middle_, newest);
}

MeanScreenJitter FollowedBodyScreenJitterMeter::result() const
{
    if (distances_mm_.empty()) return {};
    const double speed_m_s = speeds_m_s_.mean();
    return {distances_mm_.mean(), speed_m_s > 0.0 ? distances_mm_.mean() / speed_m_s : no_value}; // mm / (m/s) = ms
}

void ProgressMeter::add(const FrameSample& sample)
{
    const Nanos steps_end = steps_end_time(sample);
    if (has_previous_ && !is_paused(sample))
    {
        wall_time_ += steps_end - previous_steps_end_;
        simulated_time_ += sample.simulated_time - previous_simulated_time_;
        spin_time_ += previous_spin_time_;
    }
    if (counts_in_metrics(sample)) dropped_time_ += sample.plan.dropped;
    has_previous_ = true;
    previous_steps_end_ = steps_end;
    previous_simulated_time_ = sample.simulated_time;
    previous_spin_time_ = sample.spin_time;
}

SimulationProgress ProgressMeter::result() const
{
    const double wall_seconds = timestep::to_seconds(wall_time_);
    return {.speed = wall_seconds > 0.0 ? timestep::to_seconds(simulated_time_) / wall_seconds : 1.0,
            .drift_ms = timestep::to_millis(simulated_time_ - wall_time_),
            .dropped_ms = timestep::to_millis(dropped_time_),
            .spin_share = wall_seconds > 0.0 ? timestep::to_seconds(spin_time_) / wall_seconds : 0.0};
}

void StepMeter::add(const FrameSample& sample)
{
    const std::int64_t step_count = step_count_of(sample);
    counts_.total += step_count;
    counts_.tiny += has_tiny_step(sample) ? 1 : 0;
    if (!counts_in_metrics(sample)) return;
    ++frame_count_;
    zero_step_frame_count_ += step_count == 0 ? 1 : 0;
    multi_step_frame_count_ += step_count > 1 ? 1 : 0;
    zero_step_run_ = step_count == 0 ? zero_step_run_ + 1 : 0;
    multi_step_run_ = step_count > 1 ? multi_step_run_ + 1 : 0;
    counts_.max_per_frame = std::max(counts_.max_per_frame, step_count);
    counts_.longest_zero_step_run = std::max(counts_.longest_zero_step_run, zero_step_run_);
    counts_.longest_multi_step_run = std::max(counts_.longest_multi_step_run, multi_step_run_);
}

StepStatistics StepMeter::result() const
{
    StepStatistics statistics = counts_;
    statistics.zero_step_share = share(zero_step_frame_count_, frame_count_);
    statistics.multi_step_share = share(multi_step_frame_count_, frame_count_);
    return statistics;
}

void AccuracyMeter::add(const FrameSample& sample)
{
    newest_energy_ = sample.energy;
    newest_x_ = sample.x;
    shown_x_max_ = std::max(shown_x_max_, sample.shown_x);
    if (!counts_in_metrics(sample)) return;
    add_distance(state_errors_, sample.shown_x, sample.reference_x_at_shown_time);
    add_distance(integration_errors_, sample.shown_x, sample.exact_x_at_shown_time);
}

Accuracy AccuracyMeter::result(double start_energy) const
{
    return {.energy_ratio = start_energy != 0.0 ? newest_energy_ / start_energy : no_value,
            .state_error_max = state_errors_.empty() ? no_value : state_errors_.max(),
            .integration_error_max = integration_errors_.empty() ? no_value : integration_errors_.max(),
            .shown_x_max = std::isinf(shown_x_max_) && shown_x_max_ < 0.0 ? no_value : shown_x_max_,
            .newest_x = newest_x_};
}

void FrameTimeMeter::add(const FrameSample& sample)
{
    if (!counts_in_metrics(sample)) return;
    const double frame_time_ms = timestep::to_millis(sample.measured_frame_time);
    if (!distribution_ms_.empty()) changes_ms_.add(frame_time_ms - previous_frame_time_ms_);
    frame_times_ms_.add(frame_time_ms);
    distribution_ms_.add(frame_time_ms);
    previous_frame_time_ms_ = frame_time_ms;
}

FrameTimeMetrics FrameTimeMeter::result() const
{
    return {.mean_ms = frame_times_ms_.mean(),
            .p50_ms = distribution_ms_.quantile(0.50),
            .p99_ms = distribution_ms_.quantile(0.99),
            .max_ms = frame_times_ms_.max(),
            .change_rms_ms = changes_ms_.rms()};
}

void MetricsMeter::add(const FrameSample& sample)
{
    ++frame_count_;
    clock_jump_count_ += (sample.events & clock_jump) != 0 ? 1 : 0;
    frame_times_.add(sample);
    progress_.add(sample);
    steps_.add(sample);
    animation_.add(sample);
    latency_.add(sample);
    tearing_.add(sample);
    jitter_.add(sample);
    accuracy_.add(sample);
}

Metrics MetricsMeter::result(double start_energy) const
{
    return {.frame_count = frame_count_,
            .clock_jump_count = clock_jump_count_,
            .frame_times = frame_times_.result(),
            .progress = progress_.result(),
            .steps = steps_.result(),
            .animation = animation_.result(),
            .latency = latency_.result(),
            .tearing = tearing_.result(),
            .jitter = jitter_.result(),
            .accuracy = accuracy_.result(start_energy)};
}

} // namespace telemetry
