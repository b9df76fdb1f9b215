// telemetry/meter.hpp -- computes the metrics of a loop (metrics.hpp) without storing its frames
#pragma once

#include "telemetry/metrics.hpp"
#include "telemetry/quantile.hpp"

#include <optional>

namespace telemetry
{

/// Mean, standard deviation, root mean square and maximum of values that are added one by one.
class Series
{
public:
    void add(double value)
    {
        const double before = mean();
        sum_ += value;
        squares_ += value * value;
        most_ = value > most_ ? value : most_;
        ++number_;
        // Adds to the sum of squared differences from the mean, by B. P. Welford's method, 1962.
        if (number_ > 1) apart_ += (value - before) * (value - mean());
    }
    bool empty() const { return number_ == 0; }
    double mean() const { return empty() ? 0.0 : sum_ / static_cast<double>(number_); }
    double rms() const;
    /// Standard deviation.
    double deviation() const;
    double max() const { return empty() ? 0.0 : most_; }

private:
    double sum_          = 0.0;
    double squares_      = 0.0;
    double apart_        = 0.0; ///< sum of the squared differences of the values from their mean
    double most_         = -std::numeric_limits<double>::infinity();
    std::int64_t number_ = 0;
};

/// Simulated time between two displayed pictures, minus the time between them on the screen.
class Animation
{
public:
    /// Returns std::nullopt if the frame was not displayed, and for the first picture after the start or a pause.
    std::optional<Nanos> see(const FrameSample& s);
    /// True if the newest picture shows a later simulated time than the previous one.
    bool is_new() const { return is_new_; }
    /// Wall time between the two pictures whose animation error was computed last.
    Nanos screen_step() const { return screen_step_; }

private:
    bool has_last_ = false;
    bool is_new_   = false;
    Nanos last_shown_{};
    Nanos last_screen_{};
    Nanos screen_step_{};
};

class AnimationMeter
{
public:
    explicit AnimationMeter(std::size_t exact_to = Distribution::everything)
        : all_{exact_to}
    {
    }
    void add(const FrameSample& s);
    AnimationError result() const;

private:
    Series errors_;
    Series of_new_; ///< animation errors of those pictures that show a later simulated time than the previous picture
    Distribution all_;
    Animation animation_;
    std::int64_t jumps_ = 0;
    Nanos screen_time_{}; ///< sum of the wall times between those pictures whose animation error is known
};

class AgeMeter
{
public:
    void add(const FrameSample& s);
    PictureAge result() const
    {
        return {ages_.mean(), ages_.deviation(), ages_.max(), latencies_.mean(), behind_.mean()};
    }

private:
    Series ages_;
    Series latencies_;
    Series behind_;
};

class ScreenMeter
{
public:
    void add(const FrameSample& s);
    OnScreen result() const;

private:
    std::int64_t pictures_ = 0;
    std::int64_t torn_     = 0;
    /// Number of displayed pictures with a previous displayed picture and no pause between the two.
    std::int64_t intervals_ = 0;
    Nanos shown_for_{};         ///< sum of the times from each displayed picture to the next one; pauses do not count
    std::optional<Nanos> last_; ///< screen time of the last displayed picture; empty at the start and after a pause
};

class ProgressMeter
{
public:
    void add(const FrameSample& s);
    Progress result() const;

private:
    bool has_last_ = false;
    Nanos last_finished_{}; ///< wall clock at the end of the last frame's steps
    Nanos last_simulated_{};
    Nanos wall_{};
    Nanos simulated_{};
    Nanos dropped_{};
    Nanos spun_{}; ///< time that the loop spun in all frames except the newest
    Nanos last_spun_{};
};

class StepMeter
{
public:
    void add(const FrameSample& s);
    StepCounts result() const;

private:
    StepCounts counts_;
    std::int64_t frames_    = 0;
    std::int64_t zeros_     = 0;
    std::int64_t multis_    = 0;
    std::int64_t zeros_now_ = 0; ///< number of consecutive frames without a step, up to and including the newest frame
    /// Number of consecutive frames with two or more steps, up to and including the newest frame.
    std::int64_t multis_now_ = 0;
};

class AccuracyMeter
{
public:
    void add(const FrameSample& s);
    Accuracy result(double start_energy) const;

private:
    Series state_;
    Series integration_;
    double energy_    = std::numeric_limits<double>::quiet_NaN();
    double x_         = std::numeric_limits<double>::quiet_NaN();
    double shown_max_ = -std::numeric_limits<double>::infinity();
};

class PacingMeter
{
public:
    explicit PacingMeter(std::size_t exact_to = Distribution::everything)
        : all_{exact_to}
    {
    }
    void add(const FrameSample& s);
    Pacing result() const;

private:
    Series times_;
    Series changes_;
    Distribution all_;
    double last_ = 0.0; ///< frame time of the last frame, in milliseconds
};

/// Computes all metrics. Percentiles are exact up to `exact_to` frames; beyond, their relative error is at most 1/8192.
class Meter
{
public:
    explicit Meter(std::size_t exact_to = Distribution::everything)
        : pacing_{exact_to}
        , animation_{exact_to}
    {
    }
    void add(const FrameSample& sample);
    Metrics result(double start_energy) const;

private:
    std::int64_t frames_ = 0;
    PacingMeter pacing_;
    ProgressMeter progress_;
    StepMeter steps_;
    AnimationMeter animation_;
    AgeMeter age_;
    ScreenMeter screen_;
    AccuracyMeter accuracy_;
};

} // namespace telemetry
