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

std::optional<Nanos> AnimationErrorTracker::add_and_get_error(const FrameSample& s)
{
    if (!s.displayed) return std::nullopt;
    std::optional<Nanos> error;
    if (has_last_ && !is_paused(s))
    {
        screen_step_ = s.screen - last_screen_;
        error        = animation_error(s.shown - last_shown_, screen_step_);
    }
    shows_later_time_ = s.shown > last_shown_;
    has_last_         = !is_paused(s);
    last_shown_       = s.shown;
    last_screen_      = s.screen;
    return error;
}

void AnimationMeter::add(const FrameSample& s)
{
    const std::optional<Nanos> error = error_tracker_.add_and_get_error(s);
    if (!error) return;
    const double ms = std::abs(timestep::to_millis(*error));
    errors_.add(ms);
    distribution_ms_.add(ms);
    if (error_tracker_.shows_later_time()) new_picture_errors_.add(ms);
    if (std::chrono::abs(*error) > jump_limit(s.plan.dt)) ++jump_count_;
    screen_time_ += error_tracker_.screen_step();
}

AnimationError AnimationMeter::result() const
{
    const double minutes = timestep::to_seconds(screen_time_) / 60.0;
    return {errors_.mean(),
            errors_.rms(),
            distribution_ms_.quantile(0.99),
            errors_.max(),
            new_picture_errors_.mean(),
            minutes > 0.0 ? static_cast<double>(jump_count_) / minutes : 0.0};
}

void AgeMeter::add(const FrameSample& s)
{
    if (!is_counted(s)) return;
    ages_.add(timestep::to_millis(picture_age(s)));
    behind_.add(timestep::to_millis(time_behind(s)));
    if (s.displayed) latencies_.add(timestep::to_millis(picture_age(s) + s.screen - s.wall));
}

void DisplayedFrameMeter::add(const FrameSample& s)
{
    if (is_paused(s)) last_screen_time_.reset();
    if (!s.displayed) return;
    ++displayed_frames_;
    torn_frames_ += s.torn ? 1 : 0;
    if (is_paused(s)) return;
    if (last_screen_time_)
    {
        ++interval_count_;
        shown_time_ += s.screen - *last_screen_time_;
    }
    last_screen_time_ = s.screen;
}

DisplayedFrameStatistics DisplayedFrameMeter::result() const
{
    const double seconds = timestep::to_seconds(shown_time_);
    const double rate    = seconds > 0.0 ? static_cast<double>(interval_count_) / seconds : 0.0;
    return {displayed_frames_, rate, share(torn_frames_, displayed_frames_)};
}

void ScreenJitterMeter::add(const FrameSample& s)
{
    if (is_paused(s)) before_ = middle_ = std::nullopt;
    if (!s.displayed || is_paused(s) || std::isnan(s.camera_x)) return;
    const ScreenPosition newest{s.shown_x - s.camera_x, std::abs(s.v), s.screen};
    if (before_ && before_->screen_time < middle_->screen_time && middle_->screen_time < newest.screen_time)
    {
        const double share = static_cast<double>((middle_->screen_time - before_->screen_time).count()) /
                             static_cast<double>((newest.screen_time - before_->screen_time).count());
        add_distance(distances_mm_, 1000.0 * middle_->metres,
                     1000.0 * (before_->metres + share * (newest.metres - before_->metres)));
        speeds_.add(middle_->speed_m_s);
    }
    before_ = std::exchange(middle_, newest);
}

ScreenJitter ScreenJitterMeter::result() const
{
    if (distances_mm_.empty()) return {};
    const double speed = speeds_.mean();
    return {distances_mm_.mean(), speed > 0.0 ? distances_mm_.mean() / speed : no_value}; // mm / (m/s) = ms
}

void ProgressMeter::add(const FrameSample& s)
{
    const Nanos steps_end = steps_end_time(s);
    if (has_last_ && !is_paused(s))
    {
        wall_time_ += steps_end - last_steps_end_;
        simulated_time_ += s.simulated - last_simulated_;
        spun_ += last_spun_;
    }
    if (is_counted(s)) dropped_ += s.plan.dropped;
    has_last_       = true;
    last_steps_end_ = steps_end;
    last_simulated_ = s.simulated;
    last_spun_      = s.spun;
}

Progress ProgressMeter::result() const
{
    const double wall = timestep::to_seconds(wall_time_);
    return {.speed      = wall > 0.0 ? timestep::to_seconds(simulated_time_) / wall : 1.0,
            .drift_ms   = timestep::to_millis(simulated_time_ - wall_time_),
            .dropped_ms = timestep::to_millis(dropped_),
            .spin_share = wall > 0.0 ? timestep::to_seconds(spun_) / wall : 0.0};
}

void StepMeter::add(const FrameSample& s)
{
    const std::int64_t steps = steps_of(s);
    counts_.total += steps;
    counts_.tiny += has_tiny_step(s) ? 1 : 0;
    if (!is_counted(s)) return;
    ++frames_;
    zero_step_frames_ += steps == 0 ? 1 : 0;
    multi_step_frames_ += steps > 1 ? 1 : 0;
    zero_run_                      = steps == 0 ? zero_run_ + 1 : 0;
    multi_run_                     = steps > 1 ? multi_run_ + 1 : 0;
    counts_.max_per_frame          = std::max(counts_.max_per_frame, steps);
    counts_.longest_zero_step_run  = std::max(counts_.longest_zero_step_run, zero_run_);
    counts_.longest_multi_step_run = std::max(counts_.longest_multi_step_run, multi_run_);
}

StepCounts StepMeter::result() const
{
    StepCounts counts       = counts_;
    counts.zero_step_share  = share(zero_step_frames_, frames_);
    counts.multi_step_share = share(multi_step_frames_, frames_);
    return counts;
}

void AccuracyMeter::add(const FrameSample& s)
{
    energy_    = s.energy;
    x_         = s.x;
    shown_max_ = std::max(shown_max_, s.shown_x);
    if (!is_counted(s)) return;
    add_distance(state_errors_, s.shown_x, s.right_x);
    add_distance(integration_errors_, s.shown_x, s.exact_x);
}

Accuracy AccuracyMeter::result(double start_energy) const
{
    return {.energy_ratio          = start_energy != 0.0 ? energy_ / start_energy : no_value,
            .state_error_max       = state_errors_.empty() ? no_value : state_errors_.max(),
            .integration_error_max = integration_errors_.empty() ? no_value : integration_errors_.max(),
            .shown_max             = std::isinf(shown_max_) && shown_max_ < 0.0 ? no_value : shown_max_,
            .x_end                 = x_};
}

void PacingMeter::add(const FrameSample& s)
{
    if (!is_counted(s)) return;
    const double ms = timestep::to_millis(s.measured);
    if (!distribution_ms_.empty()) changes_ms_.add(ms - last_frame_ms_);
    frame_times_ms_.add(ms);
    distribution_ms_.add(ms);
    last_frame_ms_ = ms;
}

Pacing PacingMeter::result() const
{
    return {frame_times_ms_.mean(), distribution_ms_.quantile(0.50), distribution_ms_.quantile(0.99),
            frame_times_ms_.max(), changes_ms_.rms()};
}

void Meter::add(const FrameSample& sample)
{
    ++frames_;
    pacing_.add(sample);
    progress_.add(sample);
    steps_.add(sample);
    animation_.add(sample);
    age_.add(sample);
    screen_.add(sample);
    jitter_.add(sample);
    accuracy_.add(sample);
}

Metrics Meter::result(double start_energy) const
{
    return {.frames    = frames_,
            .pacing    = pacing_.result(),
            .progress  = progress_.result(),
            .steps     = steps_.result(),
            .animation = animation_.result(),
            .age       = age_.result(),
            .screen    = screen_.result(),
            .jitter    = jitter_.result(),
            .accuracy  = accuracy_.result(start_energy)};
}

} // namespace telemetry
