#include "recordings/facts/measured.hpp"

#include "recordings/facts/hitches.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace recordings
{

namespace
{

constexpr double slowest_share = 0.01;

double rate(double value) { return 1000.0 / value; }

// Returns the frame times in ms with each hitch (very long frame) replaced by the median. Hitches would hide the
// correlation between all other frames.
std::vector<double> calm(std::span<const Nanos> frames, std::span<const double> ms)
{
    const telemetry::FrameOrder order{frames};
    const double limit = timestep::to_millis(hitch_limit(order)), median = timestep::to_millis(median_of(order));
    std::vector<double> all(ms.begin(), ms.end());
    std::ranges::replace_if(
        all, [limit](double v) { return v > limit; }, median);
    return all;
}

// Returns the share whose odds are `times` times the odds of `share`. The odds of a share are share / (1 - share).
double with_odds(double share, double times)
{
    const double odds = share / (1.0 - share) * times;
    return odds / (1.0 + odds);
}

// Returns the ratio of the odds of (share + error) to the odds of `share`, to first order; at most exp(30). The odds of
// a share are share / (1 - share).
double odds_of(double share, double error) { return std::exp(std::min(error / (share * (1.0 - share)), 30.0)); }

// Returns the standard error of a share that was measured by counting `count` independent frames.
double share_error(double share, std::size_t count)
{
    return std::sqrt(share * (1.0 - share) / static_cast<double>(count));
}

} // namespace

Measured::Measured(std::span<const Nanos> frames, double probability)
    : frames_{frames.size()}
    , length_{std::accumulate(frames.begin(), frames.end(), Nanos{})}
    , values_{figures_of(frames)}
    , tail_{Counted{frames}.ms()}
{
    const Counted counted{frames};
    batches_ = batches_for(calm(frames, counted.ms()));
    for (std::size_t row = 0; row < compared_count; ++row)
        errors_[row] = floored(row, error_of_mean(counted.in(row, values_[row]), batches_, probability));
    const auto beyond = counted.above(tail_.above(slowest_share));
    slowest_error_ = std::max(error_of_mean(beyond, batches_, probability).value, share_error(slowest_share, frames_));
}

// If the statistic is a quantile: returns `error` (the standard error of the share of frames above the quantile), but
// at least the error that it would have if the frames were independent. Few frames are above the quantile, so the
// estimate `error` can be too small. Otherwise returns `error`. `row` is the statistic's index in all_compared().
StandardError Measured::floored(std::size_t row, StandardError error) const
{
    const ComparedRow& r = all_compared()[row];
    if (r.kind == FigureKind::quantile || r.kind == FigureKind::rate)
        error.value = std::max(error.value, share_error(r.share, frames_));
    if (r.kind == FigureKind::time_rate)
        error.value = std::max(error.value, std::sqrt(r.share * rate(values_[row]) / timestep::to_millis(length_)));
    return error;
}

Interval Measured::interval(std::size_t row, double errors) const
{
    const Interval i = made(row, errors);
    return {std::min(i.low, values_[row]), std::max(i.high, values_[row])};
}

Interval Measured::made(std::size_t row, double errors) const
{
    const ComparedRow& r = all_compared()[row];
    const double v = values_[row], e = errors * errors_[row].value;
    const auto more = [&](double off) { return with_odds(r.share, odds_of(r.share, off)); };
    const auto less = [&](double off) { return with_odds(r.share, 1.0 / odds_of(r.share, off)); };
    switch (r.kind)
    {
    case FigureKind::mean:
    case FigureKind::share_of_time:
    case FigureKind::per_minute: return {v - e, v + e};
    case FigureKind::root: return {std::sqrt(std::max(v * v - e, 0.0)), std::sqrt(v * v + e)};
    case FigureKind::quantile: return {tail_.above(more(e)), tail_.above(less(e))};
    case FigureKind::rate: return {rate(tail_.above(less(e))), rate(tail_.above(more(e)))};
    case FigureKind::time_rate: return {rate(tail_.above_in_time(less(e))), rate(tail_.above_in_time(more(e)))};
    case FigureKind::slowest: break;
    }
    const double off  = errors * slowest_error_;
    const double high = std::max(rate(v) + e, tail_.mean_beyond(less(off)));
    const double low  = std::max(std::min(rate(v) - e, tail_.mean_beyond(more(off))), values_[0]);
    return {rate(high), rate(low)};
}

} // namespace recordings
