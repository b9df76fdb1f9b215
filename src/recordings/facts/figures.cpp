#include "recordings/facts/figures.hpp"

#include "recordings/facts/findings.hpp"
#include "telemetry/metrics.hpp"
#include "telemetry/quantile.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace recordings
{

namespace
{

constexpr std::array compared_rows{
    ComparedRow{"mean_ms", "mean", "ms", FigureKind::mean, 0.0, false, false, 3.0},
    ComparedRow{"p50_ms", "median", "ms", FigureKind::quantile, 0.5, false, false, 3.0},
    ComparedRow{"p99_ms", "99 %", "ms", FigureKind::quantile, 0.01},
    // The 1 % lows, in the order of telemetry::all_lows.
    ComparedRow{"low_1_percentile_r7_fps", "1 % low, R7", "fps", FigureKind::rate, 0.01, true},
    ComparedRow{"low_1_percentile_r8_fps", "1 % low, R8", "fps", FigureKind::rate, 0.01, true},
    ComparedRow{"low_1_average_fps", "1 % low average", "fps", FigureKind::slowest, 0.01, true},
    ComparedRow{"low_1_integral_fps", "1 % low integral", "fps", FigureKind::time_rate, 0.01, true},
    ComparedRow{"low_1_mangohud_fps", "1 % low, MangoHud", "fps", FigureKind::rate, 0.01, true},
    // The time in frames over 2.5 times a trailing mean (CapFrameX), and over 2.5 times the mean of all frames.
    ComparedRow{"stutter_percent", "stutter", "%", FigureKind::share_of_time, 0.0, false, true, 10.0, 0.5},
    ComparedRow{"stutter_percent_of_mean", "hitches", "%", FigureKind::share_of_time, 0.0, false, true, 10.0, 0.5},
    ComparedRow{"change_mean_ms", "change, mean", "ms"},
    ComparedRow{"change_rms_ms", "change, RMS", "ms", FigureKind::rms},
    ComparedRow{"jumps_per_minute", "jumps", "/min", FigureKind::per_minute, 0.0, false, true, 10.0,
                2.0}, // jump_flags()
};
constexpr std::size_t first_low_row = 3, stutter_row = first_low_row + telemetry::all_lows.size(),
                      hitches_row = stutter_row + 1, change_row = hitches_row + 1, jumps_row = change_row + 2;
static_assert(compared_rows.size() == compared_count && compared_rows.size() == jumps_row + 1,
              "after adding or removing a row, update compared_count in figures.hpp and the constants above");

constexpr double minute_ms = 60'000.0;

constexpr double slowest_share = 0.01;

double fps_of(double value) { return 1000.0 / value; }

// The frame times in ms with each hitch replaced by the median, because hitches would hide the correlation between the
// other frames.
std::vector<double> ms_without_hitches(std::span<const Nanos> frames, std::span<const double> ms)
{
    const telemetry::FrameOrder order{frames};
    const double limit = timestep::to_millis(hitch_limit(order)), median = timestep::to_millis(median_of(order));
    std::vector<double> all(ms.begin(), ms.end());
    std::ranges::replace_if(
        all, [limit](double v) { return v > limit; }, median);
    return all;
}

// The share whose odds, share / (1 - share), are `times` times the odds of `share`.
double share_with_odds_ratio(double share, double times)
{
    const double odds = share / (1.0 - share) * times;
    return odds / (1.0 + odds);
}

// The ratio of the odds of (share + error) to the odds of `share`, to first order; at most exp(30).
double odds_ratio(double share, double error) { return std::exp(std::min(error / (share * (1.0 - share)), 30.0)); }

// The standard error of a fraction that was measured in `count` independent frames.
double binomial_share_error(double share, std::size_t count)
{
    return std::sqrt(share * (1.0 - share) / static_cast<double>(count));
}

} // namespace

std::span<const ComparedRow> all_compared() { return compared_rows; }

Figures figures_of(std::span<const Nanos> frames)
{
    const telemetry::FrameOrder order{frames};
    const telemetry::FrameTimes t          = telemetry::frame_times(order);
    const telemetry::LongestFrames longest = telemetry::longest_frames(order);
    Figures values{t.mean_ms, t.p50_ms, t.p99_ms};
    for (const telemetry::LowRow& low : telemetry::all_lows)
        values[first_low_row + static_cast<std::size_t>(low.id)] = telemetry::low_fps_of(longest, low.id, 0.01);
    values[stutter_row]    = telemetry::stutter_percent(frames);
    values[hitches_row]    = telemetry::stutter_percent_of_mean(frames);
    values[change_row]     = t.change_mean_ms;
    values[change_row + 1] = t.change_rms_ms;
    const auto jumped      = jump_flags(frames);
    const double ms        = timestep::to_millis(std::accumulate(frames.begin(), frames.end(), Nanos{}));
    values[jumps_row]      = ms > 0.0 ? minute_ms * std::accumulate(jumped.begin(), jumped.end(), 0.0) / ms : 0.0;
    return values;
}

std::vector<double> jump_flags(std::span<const Nanos> frames)
{
    constexpr Nanos max_shown_step{250'000'000};
    const Nanos limit = telemetry::jump_limit(timestep::step_ns(timestep::hz(60)));
    std::vector<double> all(frames.size());
    for (std::size_t i = 1; i < frames.size(); ++i)
        if (std::chrono::abs(std::min(frames[i - 1], max_shown_step) - frames[i]) > limit) all[i] = 1.0;
    return all;
}

FrameContributions::FrameContributions(std::span<const Nanos> frames)
    : ms_(frames.size())
{
    std::ranges::transform(frames, ms_.begin(), [](Nanos f) { return timestep::to_millis(f); });
    mean_ms_         = std::accumulate(ms_.begin(), ms_.end(), 0.0) / static_cast<double>(ms_.size());
    const auto found = telemetry::stuttering(frames);
    stutters_.assign(found.begin(), found.end());
    jumps_ = jump_flags(frames);
}

std::vector<double> FrameContributions::above_flags(double limit_ms) const
{
    std::vector<double> all(ms_.size());
    std::ranges::transform(ms_, all.begin(),
                           [limit_ms](double ms) { return ms > limit_ms    ? 1.0
                                                          : ms == limit_ms ? 0.5
                                                                           : 0.0; });
    return all;
}

std::vector<double> FrameContributions::frame_changes(double power) const
{
    std::vector<double> all;
    for (std::size_t i = 1; i < ms_.size(); ++i) all.push_back(std::pow(std::abs(ms_[i] - ms_[i - 1]), power));
    return all;
}

// Contributions to the share of time in certain frames, for which `is_counted` is 1 (else 0). The share is the sum of
// (is_counted * frame time) divided by the sum of the frame times. To first order, a frame's contribution is `percent`
// * (is_counted - share) * frame time / (mean frame time).
std::vector<double> FrameContributions::share_contributions(const std::vector<double>& is_counted, double share,
                                                            double percent) const
{
    std::vector<double> all(ms_.size());
    for (std::size_t i = 0; i < ms_.size(); ++i) all[i] = percent * ms_[i] / mean_ms_ * (is_counted[i] - share);
    return all;
}

std::vector<double> FrameContributions::of_statistic(std::size_t row, double value) const
{
    const ComparedRow& r = compared_rows[row];
    switch (r.kind)
    {
    case FigureKind::mean: return row == change_row ? frame_changes(1.0) : ms_;
    case FigureKind::rms: return frame_changes(2.0);
    case FigureKind::quantile: return above_flags(value);
    case FigureKind::rate: return above_flags(1000.0 / value);
    case FigureKind::time_rate: return share_contributions(above_flags(1000.0 / value), r.share, 1.0);
    case FigureKind::share_of_time:
        return share_contributions(row == stutter_row ? stutters_ : above_flags(2.5 * mean_ms_), value / 100.0, 100.0);
    case FigureKind::per_minute:
    {
        // The statistic is the number of jumps per minute: (number of jumps) * minute / (sum of the frame times). To
        // first order, a frame's contribution is (jump * minute - value * frame time) / (mean frame time), where `jump`
        // is 1 or 0.
        std::vector<double> all(ms_.size());
        for (std::size_t i = 0; i < ms_.size(); ++i) all[i] = (minute_ms * jumps_[i] - value * ms_[i]) / mean_ms_;
        return all;
    }
    case FigureKind::slowest: break;
    }
    // The statistic is the mean of the slowest frames, such as the slowest 1 % (share 0.01). A frame's contribution is
    // max(frame time - q, 0) / share, where q is the (1 - share) quantile.
    std::vector<double> all = ms_;
    const double limit_ms   = telemetry::quantile(all, 1.0 - r.share);
    std::ranges::transform(ms_, all.begin(), [&](double ms) { return std::max(ms - limit_ms, 0.0) / r.share; });
    return all;
}

EstimatedFigures::EstimatedFigures(std::span<const Nanos> frames, double probability)
    : frames_{frames.size()}
    , length_{std::accumulate(frames.begin(), frames.end(), Nanos{})}
    , values_{figures_of(frames)}
    , tail_{FrameContributions{frames}.ms()}
{
    const FrameContributions contributions{frames};
    batches_ = batches_for(ms_without_hitches(frames, contributions.ms()));
    for (std::size_t row = 0; row < compared_count; ++row)
        errors_[row] = with_minimum_error(
            row, error_of_mean(contributions.of_statistic(row, values_[row]), batches_, probability));
    const auto above_slowest_limit = contributions.above_flags(tail_.exceeded_by(slowest_share));
    slowest_error_                 = std::max(error_of_mean(above_slowest_limit, batches_, probability).value,
                                              binomial_share_error(slowest_share, frames_));
}

// Returns the standard error `error` of statistic `row`. For a quantile, returns at least the error with independent
// frames: `error` can be too small, because few frames are above the quantile.
StandardError EstimatedFigures::with_minimum_error(std::size_t row, StandardError error) const
{
    const ComparedRow& r = all_compared()[row];
    if (r.kind == FigureKind::quantile || r.kind == FigureKind::rate)
        error.value = std::max(error.value, binomial_share_error(r.share, frames_));
    if (r.kind == FigureKind::time_rate)
        error.value = std::max(error.value, std::sqrt(r.share * fps_of(values_[row]) / timestep::to_millis(length_)));
    return error;
}

Interval EstimatedFigures::interval(std::size_t row, double errors) const
{
    const Interval i = unclamped_interval(row, errors);
    return {std::min(i.low, values_[row]), std::max(i.high, values_[row])};
}

Interval EstimatedFigures::unclamped_interval(std::size_t row, double errors) const
{
    const ComparedRow& r = all_compared()[row];
    const double v = values_[row], e = errors * errors_[row].value;
    const auto more = [&](double off) { return share_with_odds_ratio(r.share, odds_ratio(r.share, off)); };
    const auto less = [&](double off) { return share_with_odds_ratio(r.share, 1.0 / odds_ratio(r.share, off)); };
    switch (r.kind)
    {
    case FigureKind::mean:
    case FigureKind::share_of_time:
    case FigureKind::per_minute: return {v - e, v + e};
    case FigureKind::rms: return {std::sqrt(std::max(v * v - e, 0.0)), std::sqrt(v * v + e)};
    case FigureKind::quantile: return {tail_.exceeded_by(more(e)), tail_.exceeded_by(less(e))};
    case FigureKind::rate: return {fps_of(tail_.exceeded_by(less(e))), fps_of(tail_.exceeded_by(more(e)))};
    case FigureKind::time_rate:
        return {fps_of(tail_.above_time_share(less(e))), fps_of(tail_.above_time_share(more(e)))};
    case FigureKind::slowest: break;
    }
    const double off  = errors * slowest_error_;
    const double high = std::max(fps_of(v) + e, tail_.mean_of_slowest(less(off)));
    const double low  = std::max(std::min(fps_of(v) - e, tail_.mean_of_slowest(more(off))), values_[0]);
    return {fps_of(high), fps_of(low)};
}

} // namespace recordings
