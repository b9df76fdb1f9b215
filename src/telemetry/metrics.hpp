// telemetry/metrics.hpp -- the metrics of a loop, such as its speed, and functions that compute them
#pragma once

#include "telemetry/frames.hpp"
#include "telemetry/pictures.hpp"
#include "telemetry/quantile.hpp"

#include <limits>
#include <optional>

namespace telemetry
{

/// Number of steps in the frame, including a shorter last step if there is one.
constexpr std::int64_t step_count_of(const FrameSample& sample)
{
    return sample.plan.steps + (sample.plan.tail > Nanos::zero() ? 1 : 0);
}

constexpr bool has_tiny_step(const FrameSample& sample)
{
    return sample.plan.tail > Nanos::zero() && sample.plan.tail * 10 < sample.plan.dt;
}

/// False for the frames that most metrics ignore: paused frames, those of a clock jump, and the first frame if its
/// frame time is zero.
constexpr bool counts_in_metrics(const FrameSample& sample)
{
    return (sample.events & (paused | clock_jump)) == 0 &&
           (sample.frame_number != 0 || sample.measured_frame_time != Nanos::zero());
}

inline EventBits frame_time_lag_events(const Frames& frames, std::size_t frame_index)
{
    const EventBits lag_events = frame_index > 0 ? frames[frame_index - 1].events & (hitch | debugger_break) : 0;
    return lag_events | (frames[frame_index].events & hiccup);
}

/// True for an extrapolated frame: it shows an estimate of a later state, which can be wrong.
constexpr bool shows_estimated_state(const FrameSample& sample)
{
    return sample.plan.presentation == timestep::Presentation::extrapolate ||
           sample.plan.presentation == timestep::Presentation::render_tick;
}

/// True if the loop dropped or added more than 1 ms of simulated time.
constexpr bool is_significant_drop(Nanos dropped_time)
{
    return dropped_time > Nanos{1'000'000} || dropped_time < -Nanos{1'000'000};
}
constexpr bool is_significant_drop(const timestep::StepPlan& plan)
{
    return is_significant_drop(plan.dropped + plan.filter_error);
}

/// Statistics of the absolute Picture::error, which the user sees as judder.
struct AnimationErrorStatistics
{
    double mean_ms = 0.0;
    double rms_ms = 0.0;
    double p99_ms = 0.0; ///< 99th percentile of the absolute error in ms, interpolated as in numpy
    double max_ms = 0.0;
    /// Mean of the absolute animation errors of displayed frames as PresentMon defines them since July 2026 (pull
    /// request 669): each frame against the displayed one before it, without frames that show no later time than that
    /// one.
    double presentmon_mean_ms = 0.0;
    double jumps_per_minute = 0.0; ///< uneven pictures per minute of screen time
    double pictures_per_s = 0.0; ///< mean from the first to the last picture, without gaps
};

/// The loop's own clock: the time that the loop has simulated, plus the time that it carries to the next frame.
constexpr Nanos loop_clock(const FrameSample& sample) { return sample.simulated_time + sample.plan.carried; }
/// Age of the displayed state, measured by the loop's own clock: the part of the latency that the loop causes.
constexpr Nanos state_age(const FrameSample& sample) { return loop_clock(sample) - sample.shown_time; }
/// Game time that the loop neither simulated nor keeps for later frames.
constexpr Nanos time_behind(const FrameSample& sample) { return sample.game_time - loop_clock(sample); }

/// How old the displayed state is, and how much game time the loop has lost.
struct LatencyStatistics
{
    double state_age_mean_ms = 0.0;
    double state_age_deviation_ms = 0.0; ///< standard deviation of the state age; 0 if the age is constant
    /// Mean display latency in ms: age of the displayed state at the frame's start + time until it is on the screen.
    double display_latency_mean_ms = 0.0;
    double time_behind_mean_ms = 0.0;
};

struct Tearing
{
    std::int64_t displayed_count = 0; ///< number of frames that reached the screen
    double torn_share = 0.0; ///< fraction of the displayed frames that did not wait for a refresh, 0 to 1
};

/// Simulated time compared with wall time, measured at the end of each frame's steps; ignores pauses.
struct SimulationProgress
{
    double speed = 1.0; ///< simulated time divided by wall time; 1 is correct
    double drift_ms = 0.0; ///< simulated time minus wall time, in ms
    double dropped_ms = 0.0; ///< sum of the dropped time in ms; negative if more time was simulated than passed
    double spin_share = 0.0; ///< fraction of the wall time that the loop spent spinning
};

struct StepStatistics
{
    std::int64_t total = 0; ///< number of steps in all frames, including the very first frame
    std::int64_t tiny = 0; ///< number of steps shorter than a tenth of the loop's step
    std::int64_t max_per_frame = 0;
    double zero_step_share = 0.0; ///< fraction of the frames without a step, 0 to 1
    double multi_step_share = 0.0; ///< fraction of the frames with two or more steps, 0 to 1
    std::int64_t longest_zero_step_run = 0; ///< largest number of consecutive frames without a step
    std::int64_t longest_multi_step_run = 0; ///< largest number of consecutive frames with two or more steps
};

struct Accuracy
{
    /// Energy in the newest state divided by the energy at the start; NaN if the energy at the start was zero.
    double energy_ratio = 1.0;
    /// Largest distance in metres from the drawn body to where it should be at its simulated time; NaN if unknown.
    double state_error_max = std::numeric_limits<double>::quiet_NaN();
    /// Largest distance in metres from the displayed to the exact position at the same simulated time, or NaN.
    double integration_error_max = std::numeric_limits<double>::quiet_NaN();
    /// Largest displayed position of the body, in metres; NaN without frames.
    double shown_x_max = std::numeric_limits<double>::quiet_NaN();
    /// Position of the body in the newest state, in metres; NaN without frames.
    double newest_x = std::numeric_limits<double>::quiet_NaN();
};

/// Mean jitter of a body on the screen while a camera follows the body; NaN without a camera.
struct MeanScreenJitter
{
    double mean_mm = std::numeric_limits<double>::quiet_NaN();
    /// `mean_mm` divided by the mean speed of the body: the mean jitter as a time in ms. NaN if the body stands still.
    double mean_ms = std::numeric_limits<double>::quiet_NaN();
};

/// Statistics of the frame times; telemetry/frame_times.hpp has more.
struct FrameTimeMetrics
{
    double mean_ms = 0.0;
    double p50_ms = 0.0;
    double p99_ms = 0.0; ///< 99th percentile of the frame times in ms, interpolated as in numpy
    double max_ms = 0.0;
    double change_rms_ms = 0.0; ///< root mean square of the differences between consecutive frame times
};

struct Metrics
{
    std::int64_t frame_count = 0; ///< number of all frames, including paused frames and the very first frame
    std::int64_t clock_jump_count = 0; ///< frames with the event clock_jump
    FrameTimeMetrics frame_times{};
    SimulationProgress progress{};
    StepStatistics steps{};
    AnimationErrorStatistics animation{};
    LatencyStatistics latency{};
    Tearing tearing{};
    MeanScreenJitter jitter{};
    Accuracy accuracy{};
};

class RunningStatistics
{
public:
    void add(double value)
    {
        const double old_mean = mean();
        sum_ += value;
        sum_of_squares_ += value * value;
        max_ = value > max_ ? value : max_;
        ++count_;
        // Updates the sum of squared deviations from the mean by B. P. Welford's method, 1962.
        if (count_ > 1) squared_deviations_ += (value - old_mean) * (value - mean());
    }
    bool empty() const { return count_ == 0; }
    double mean() const { return empty() ? 0.0 : sum_ / static_cast<double>(count_); }
    double rms() const;
    /// Population standard deviation: divides by the number of values, not by this number minus one.
    double standard_deviation() const;
    double max() const { return empty() ? 0.0 : max_; }

private:
    double sum_ = 0.0;
    double sum_of_squares_ = 0.0;
    double squared_deviations_ = 0.0; ///< sum of the squared differences of the values from their mean
    double max_ = -std::numeric_limits<double>::infinity();
    std::int64_t count_ = 0;
};

class AnimationErrorMeter
{
public:
    explicit AnimationErrorMeter(std::size_t max_exact_values = ExactThenBucketedQuantiles::unlimited)
        : distribution_ms_{max_exact_values}
    {
    }
    void add(const FrameSample& sample);
    AnimationErrorStatistics result() const;
    PictureCounts counts() const;

private:
    PictureTracker pictures_;
    PictureCounts counts_; ///< of the pictures before the newest one, like all statistics here
    RunningStatistics errors_ms_;
    ExactThenBucketedQuantiles distribution_ms_;
    Nanos presentmon_error_sum_{}; ///< of frames that show a later moment than the frame before them
    std::int64_t presentmon_frame_count_ = 0;
    bool has_previous_frame_ = false; ///< false at first and after a pause
    Nanos previous_shown_time_{};
    Nanos previous_screen_time_{};
};

class LatencyMeter
{
public:
    void add(const FrameSample& sample);
    LatencyStatistics result() const
    {
        return {.state_age_mean_ms = state_ages_ms_.mean(),
                .state_age_deviation_ms = state_ages_ms_.standard_deviation(),
                .display_latency_mean_ms = display_latencies_ms_.mean(),
                .time_behind_mean_ms = times_behind_ms_.mean()};
    }

private:
    RunningStatistics state_ages_ms_;
    RunningStatistics display_latencies_ms_;
    RunningStatistics times_behind_ms_;
};

class TearingMeter
{
public:
    void add(const FrameSample& sample);
    Tearing result() const;

private:
    std::int64_t displayed_count_ = 0;
    std::int64_t torn_count_ = 0;
};

class FollowedBodyScreenJitterMeter
{
public:
    void add(const FrameSample& sample);
    MeanScreenJitter result() const;

private:
    struct PositionOnScreen
    {
        double x_metres; ///< displayed position minus camera position
        double speed_m_s; ///< absolute value of the body's velocity
        Nanos screen_time; ///< wall clock when the frame reached the screen
    };

    std::optional<PositionOnScreen> oldest_, middle_; ///< last two displayed frames; empty at first and after a pause
    RunningStatistics distances_mm_;
    RunningStatistics speeds_m_s_;
};

class ProgressMeter
{
public:
    void add(const FrameSample& sample);
    SimulationProgress result() const;

private:
    bool has_previous_ = false;
    Nanos previous_steps_end_{}; ///< wall clock at the end of the last frame's steps
    Nanos previous_simulated_time_{};
    Nanos wall_time_{};
    Nanos simulated_time_{};
    Nanos dropped_time_{};
    Nanos spin_time_{}; ///< wall time that the loop spun in all frames except the newest
    Nanos previous_spin_time_{};
};

class StepMeter
{
public:
    void add(const FrameSample& sample);
    StepStatistics result() const;

private:
    StepStatistics counts_;
    std::int64_t frame_count_ = 0;
    std::int64_t zero_step_frame_count_ = 0;
    std::int64_t multi_step_frame_count_ = 0;
    std::int64_t zero_step_run_ = 0; ///< number of consecutive frames without a step that end with the newest frame
    std::int64_t multi_step_run_ = 0; ///< the same for frames with two or more steps
};

class AccuracyMeter
{
public:
    void add(const FrameSample& sample);
    Accuracy result(double start_energy) const;

private:
    RunningStatistics state_errors_;
    RunningStatistics integration_errors_;
    double newest_energy_ = std::numeric_limits<double>::quiet_NaN();
    double newest_x_ = std::numeric_limits<double>::quiet_NaN();
    double shown_x_max_ = -std::numeric_limits<double>::infinity();
};

class FrameTimeMeter
{
public:
    explicit FrameTimeMeter(std::size_t max_exact_values = ExactThenBucketedQuantiles::unlimited)
        : distribution_ms_{max_exact_values}
    {
    }
    void add(const FrameSample& sample);
    FrameTimeMetrics result() const;

private:
    RunningStatistics frame_times_ms_;
    RunningStatistics changes_ms_;
    ExactThenBucketedQuantiles distribution_ms_;
    double previous_frame_time_ms_ = 0.0;
};

/// Percentiles are exact up to `max_exact_values` frames. With more frames, their relative error is at most 1/8192.
class MetricsMeter
{
public:
    explicit MetricsMeter(std::size_t max_exact_values = ExactThenBucketedQuantiles::unlimited)
        : frame_times_{max_exact_values}
        , animation_{max_exact_values}
    {
    }
    void add(const FrameSample& sample);
    Metrics result(double start_energy) const;
    PictureCounts picture_counts() const { return animation_.counts(); }

private:
    std::int64_t frame_count_ = 0;
    std::int64_t clock_jump_count_ = 0;
    FrameTimeMeter frame_times_;
    ProgressMeter progress_;
    StepMeter steps_;
    AnimationErrorMeter animation_;
    LatencyMeter latency_;
    TearingMeter tearing_;
    FollowedBodyScreenJitterMeter jitter_;
    AccuracyMeter accuracy_;
};

} // namespace telemetry
