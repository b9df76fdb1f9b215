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

constexpr std::array statistics_table{
    ComparedStatistic{"mean_ms", "mean", "ms", StatisticKind::mean, 0.0, false, false, 3.0},
    ComparedStatistic{"p50_ms", "median", "ms", StatisticKind::quantile, 0.5, false, false, 3.0},
    ComparedStatistic{"p99_ms", "99 %", "ms", StatisticKind::quantile, 0.01},
    // The 1 % lows (frame rates of the slowest 1 % of the frames), one row per definition in telemetry::all_lows.
    ComparedStatistic{"low_1_percentile_r7_fps", "1 % low, R7", "fps", StatisticKind::rate, 0.01, true},
    ComparedStatistic{"low_1_percentile_r8_fps", "1 % low, R8", "fps", StatisticKind::rate, 0.01, true},
    ComparedStatistic{"low_1_average_fps", "1 % low average", "fps", StatisticKind::slowest, 0.01, true},
    ComparedStatistic{"low_1_integral_fps", "1 % low integral", "fps", StatisticKind::time_rate, 0.01, true},
    ComparedStatistic{"low_1_mangohud_fps", "1 % low, MangoHud", "fps", StatisticKind::rate, 0.01, true},
    // Percentages of the time in stuttering frames. In the first row, these are frames over 2.5 times a trailing mean,
    // as in CapFrameX. In the second row, they are frames over 2.5 times the mean of all frames.
    ComparedStatistic{"stutter_percent", "stutter", "%", StatisticKind::share_of_time, 0.0, false, true, 10.0, 0.5},
    ComparedStatistic{"stutter_percent_of_mean", "hitches", "%", StatisticKind::share_of_time, 0.0, false, true, 10.0,
                      0.5},
    ComparedStatistic{"change_mean_ms", "change, mean", "ms"},
    ComparedStatistic{"change_rms_ms", "change, RMS", "ms", StatisticKind::rms},
    ComparedStatistic{"jumps_per_minute", "jumps", "/min", StatisticKind::per_minute, 0.0, false, true, 10.0, 2.0},
};
constexpr std::size_t first_low_index = 3, stutter_index = first_low_index + telemetry::all_lows.size(),
                      stutter_of_mean_index = stutter_index + 1, change_mean_index = stutter_of_mean_index + 1,
                      jumps_index = change_mean_index + 2;
static_assert(statistics_table.size() == statistic_count && statistics_table.size() == jumps_index + 1,
              "after adding or removing a row, update statistic_count in figures.hpp and the constants above");

constexpr double minute_ms = 60'000.0;

constexpr double slowest_share = 0.01;

double fps_of(double frame_ms) { return 1000.0 / frame_ms; }

// Replaces hitches by the median frame time, because their large variance would hide the other frames' correlation.
std::vector<double> ms_without_hitches(std::span<const Nanos> frames, std::span<const double> ms)
{
    const telemetry::IndexedFrameTimes indexed_frames{frames};
    const double limit  = timestep::to_millis(hitch_limit(indexed_frames)),
                 median = timestep::to_millis(median_of(indexed_frames));
    std::vector<double> without_hitches_ms(ms.begin(), ms.end());
    std::ranges::replace_if(
        without_hitches_ms, [limit](double v) { return v > limit; }, median);
    return without_hitches_ms;
}

// Multiplies the odds of `share`, share / (1 - share), by `ratio`. Returns the share that has the resulting odds.
double share_with_odds_ratio(double share, double ratio)
{
    const double odds = share / (1.0 - share) * ratio;
    return odds / (1.0 + odds);
}

// The odds of (share + error) divided by the odds of `share`, as a first-order approximation; at most exp(30).
double odds_ratio(double share, double error) { return std::exp(std::min(error / (share * (1.0 - share)), 30.0)); }

// The standard error of a share that is measured in `count` independent frames.
double binomial_share_error(double share, std::size_t count)
{
    return std::sqrt(share * (1.0 - share) / static_cast<double>(count));
}

} // namespace

std::span<const ComparedStatistic> compared_statistics() { return statistics_table; }

StatisticValues statistic_values_of(std::span<const Nanos> frames)
{
    const telemetry::IndexedFrameTimes indexed_frames{frames};
    const telemetry::FrameTimeSummary times = telemetry::frame_time_summary(indexed_frames);
    const telemetry::LongestFrames longest  = telemetry::longest_frames(indexed_frames);
    StatisticValues values{times.mean_ms, times.p50_ms, times.p99_ms};
    for (const telemetry::LowRow& low : telemetry::all_lows)
        values[first_low_index + static_cast<std::size_t>(low.id)] = telemetry::low_fps_of(longest, low.id, 0.01);
    values[stutter_index]         = telemetry::stutter_percent(frames);
    values[stutter_of_mean_index] = telemetry::stutter_percent_of_mean(frames);
    values[change_mean_index]     = times.change_mean_ms;
    values[change_mean_index + 1] = times.change_rms_ms;
    const auto jump_flags         = motion_jump_flags_at_60_hz(frames);
    const double length_ms        = timestep::to_millis(std::accumulate(frames.begin(), frames.end(), Nanos{}));
    values[jumps_index] =
        length_ms > 0.0 ? minute_ms * std::accumulate(jump_flags.begin(), jump_flags.end(), 0.0) / length_ms : 0.0;
    return values;
}

std::vector<double> motion_jump_flags_at_60_hz(std::span<const Nanos> frames)
{
    constexpr Nanos max_shown_step{250'000'000};
    const Nanos limit = telemetry::jump_limit(timestep::step_ns(timestep::hz(60)));
    std::vector<double> flags(frames.size());
    for (std::size_t i = 1; i < frames.size(); ++i)
        if (std::chrono::abs(std::min(frames[i - 1], max_shown_step) - frames[i]) > limit) flags[i] = 1.0;
    return flags;
}

FrameContributions::FrameContributions(std::span<const Nanos> frames)
    : ms_(frames.size())
{
    std::ranges::transform(frames, ms_.begin(), [](Nanos f) { return timestep::to_millis(f); });
    mean_ms_                 = std::accumulate(ms_.begin(), ms_.end(), 0.0) / static_cast<double>(ms_.size());
    const auto stutter_flags = telemetry::stutter_flags(frames);
    stutter_flags_.assign(stutter_flags.begin(), stutter_flags.end());
    jump_flags_ = motion_jump_flags_at_60_hz(frames);
}

std::vector<double> FrameContributions::above_flags(double limit_ms) const
{
    std::vector<double> flags(ms_.size());
    std::ranges::transform(ms_, flags.begin(),
                           [limit_ms](double ms) { return ms > limit_ms    ? 1.0
                                                          : ms == limit_ms ? 0.5
                                                                           : 0.0; });
    return flags;
}

std::vector<double> FrameContributions::frame_changes(double power) const
{
    std::vector<double> changes;
    for (std::size_t i = 1; i < ms_.size(); ++i) changes.push_back(std::pow(std::abs(ms_[i] - ms_[i - 1]), power));
    return changes;
}

// Returns each frame's contribution to the share of the time in counted frames. `is_counted` is 1 for a counted frame,
// else 0 (0.5 for a frame exactly at the limit). The share is a fraction if `percent` is 1, and a percentage if it is
// 100. The contributions are a linear approximation, because the share is a quotient of two sums.
std::vector<double> FrameContributions::share_contributions(const std::vector<double>& is_counted, double share,
                                                            double percent) const
{
    std::vector<double> contributions(ms_.size());
    for (std::size_t i = 0; i < ms_.size(); ++i)
        contributions[i] = percent * ms_[i] / mean_ms_ * (is_counted[i] - share);
    return contributions;
}

std::vector<double> FrameContributions::contributions_to(std::size_t statistic_index, double value) const
{
    const ComparedStatistic& statistic = statistics_table[statistic_index];
    switch (statistic.kind)
    {
    case StatisticKind::mean: return statistic_index == change_mean_index ? frame_changes(1.0) : ms_;
    case StatisticKind::rms: return frame_changes(2.0);
    case StatisticKind::quantile: return above_flags(value);
    case StatisticKind::rate: return above_flags(1000.0 / value);
    case StatisticKind::time_rate: return share_contributions(above_flags(1000.0 / value), statistic.share, 1.0);
    case StatisticKind::share_of_time:
        return share_contributions(statistic_index == stutter_index ? stutter_flags_ : above_flags(2.5 * mean_ms_),
                                   value / 100.0, 100.0);
    case StatisticKind::per_minute:
    {
        // The number of jumps per minute is a quotient of two sums over the frames: jumps / frame times. The
        // contributions are those of its linear approximation.
        std::vector<double> contributions(ms_.size());
        for (std::size_t i = 0; i < ms_.size(); ++i)
            contributions[i] = (minute_ms * jump_flags_[i] - value * ms_[i]) / mean_ms_;
        return contributions;
    }
    case StatisticKind::slowest: break;
    }
    // The statistic is the mean of the slowest frames, which begin at the quantile `limit_ms`. Each frame contributes
    // the time by which it exceeds this quantile, divided by the share of the slowest frames.
    std::vector<double> contributions = ms_;
    const double limit_ms             = telemetry::quantile(contributions, 1.0 - statistic.share);
    std::ranges::transform(ms_, contributions.begin(),
                           [&](double ms) { return std::max(ms - limit_ms, 0.0) / statistic.share; });
    return contributions;
}

EstimatedStatistics::EstimatedStatistics(std::span<const Nanos> frames, double probability)
    : frame_count_{frames.size()}
    , length_{std::accumulate(frames.begin(), frames.end(), Nanos{})}
    , values_{statistic_values_of(frames)}
    , tail_{FrameContributions{frames}.frame_times_ms()}
{
    const FrameContributions contributions{frames};
    batch_count_ = batch_count_for(ms_without_hitches(frames, contributions.frame_times_ms()));
    for (std::size_t statistic_index = 0; statistic_index < statistic_count; ++statistic_index)
        errors_[statistic_index] = with_minimum_error(
            statistic_index,
            standard_error_of_mean(contributions.contributions_to(statistic_index, values_[statistic_index]),
                                   batch_count_, probability));
    const auto above_slowest_limit = contributions.above_flags(tail_.ms_exceeded_by(slowest_share));
    slowest_share_error_ = std::max(standard_error_of_mean(above_slowest_limit, batch_count_, probability).value,
                                    binomial_share_error(slowest_share, frame_count_));
}

// Raises the standard error of a quantile to at least the error that independent frames would have. Few frames are
// above the quantile, so the estimate from the frames can be too small.
StandardError EstimatedStatistics::with_minimum_error(std::size_t statistic_index, StandardError error) const
{
    const ComparedStatistic& statistic = compared_statistics()[statistic_index];
    if (statistic.kind == StatisticKind::quantile || statistic.kind == StatisticKind::rate)
        error.value = std::max(error.value, binomial_share_error(statistic.share, frame_count_));
    if (statistic.kind == StatisticKind::time_rate)
        error.value = std::max(
            error.value, std::sqrt(statistic.share * fps_of(values_[statistic_index]) / timestep::to_millis(length_)));
    return error;
}

Interval EstimatedStatistics::interval(std::size_t statistic_index, double error_factor) const
{
    const Interval i = unclamped_interval(statistic_index, error_factor);
    return {std::min(i.low, values_[statistic_index]), std::max(i.high, values_[statistic_index])};
}

Interval EstimatedStatistics::unclamped_interval(std::size_t statistic_index, double error_factor) const
{
    const ComparedStatistic& statistic = compared_statistics()[statistic_index];
    const double v = values_[statistic_index], e = error_factor * errors_[statistic_index].value;
    const auto higher_share = [&](double error)
    { return share_with_odds_ratio(statistic.share, odds_ratio(statistic.share, error)); };
    const auto lower_share = [&](double error)
    { return share_with_odds_ratio(statistic.share, 1.0 / odds_ratio(statistic.share, error)); };
    switch (statistic.kind)
    {
    case StatisticKind::mean:
    case StatisticKind::share_of_time:
    case StatisticKind::per_minute: return {v - e, v + e};
    case StatisticKind::rms: return {std::sqrt(std::max(v * v - e, 0.0)), std::sqrt(v * v + e)};
    case StatisticKind::quantile: return {tail_.ms_exceeded_by(higher_share(e)), tail_.ms_exceeded_by(lower_share(e))};
    case StatisticKind::rate:
        return {fps_of(tail_.ms_exceeded_by(lower_share(e))), fps_of(tail_.ms_exceeded_by(higher_share(e)))};
    case StatisticKind::time_rate:
        return {fps_of(tail_.ms_exceeded_by_time_share(lower_share(e))),
                fps_of(tail_.ms_exceeded_by_time_share(higher_share(e)))};
    case StatisticKind::slowest: break;
    }
    const double share_error = error_factor * slowest_share_error_;
    const double high        = std::max(fps_of(v) + e, tail_.mean_ms_of_slowest(lower_share(share_error)));
    const double low =
        std::max(std::min(fps_of(v) - e, tail_.mean_ms_of_slowest(higher_share(share_error))), values_[0]);
    return {fps_of(high), fps_of(low)};
}

} // namespace recordings
