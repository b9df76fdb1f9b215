#include "telemetry/recent_frames.hpp"

#include <array>
#include <cmath>
#include <vector>

namespace telemetry
{

bool is_spiral_of_death(const Frames& frames)
{
    constexpr std::size_t max_frames = 8;
    Nanos stepping_time{};
    Nanos simulated_time{};
    Nanos dropped_time{};
    std::int64_t step_count = 0;
    for (std::size_t i = frames.size() - std::min(frames.size(), max_frames); i < frames.size(); ++i)
    {
        const FrameSample& sample = frames[i];
        stepping_time += sample.stepping_time;
        simulated_time += sample.plan.stepped;
        step_count += sample.plan.steps;
        // Does not count time dropped by the emergency limit on computing time, which is not part of the loop.
        if ((sample.events & step_time_limit_reached) == 0) dropped_time += sample.plan.dropped;
    }
    return step_count > static_cast<std::int64_t>(max_frames) && stepping_time >= simulated_time &&
           dropped_time <= Nanos::zero();
}

namespace
{

constexpr std::size_t min_displayed_frames = 20; // fewer displayed frames give no estimate
constexpr std::size_t max_displayed_frames = 120; // only the newest displayed frames are used
// In refresh periods: a frame interval farther than this from a whole number of them is irregular.
constexpr double max_phase_error = 0.2;
constexpr double max_rate_error = 0.02; // largest relative error of the period that the display reports
constexpr double max_irregular_share = 0.15; // with a larger share of irregular intervals there is no estimate
constexpr double max_rms_error = 0.12; // in refresh periods
constexpr double refresh_lateness_quantile = 0.1;

struct RefreshSample
{
    double refresh_number;
    double time_ns;
};

// The wall times at which the newest displayed frames, at most 120, reached the screen; oldest first.
std::vector<Nanos> newest_screen_times(const Frames& frames)
{
    std::vector<Nanos> screen_times;
    for (std::size_t i = frames.size(); i-- > 0 && screen_times.size() < max_displayed_frames;)
        if (frames[i].is_displayed && !is_paused(frames[i])) screen_times.push_back(frames[i].screen_time);
    std::reverse(screen_times.begin(), screen_times.end());
    return screen_times;
}

// Assigns to each screen time the number of its refresh. Returns an empty vector if too many intervals are irregular.
std::vector<RefreshSample> assign_refresh_numbers(const std::vector<Nanos>& screen_times, double period_ns)
{
    std::vector<RefreshSample> samples{{0.0, 0.0}};
    std::size_t irregular_count = 0;
    for (std::size_t i = 1; i < screen_times.size(); ++i)
    {
        const double periods = static_cast<double>((screen_times[i] - screen_times[i - 1]).count()) / period_ns;
        const double whole_periods = std::max(std::round(periods), 1.0);
        if (std::abs(periods - whole_periods) > max_phase_error) ++irregular_count;
        samples.push_back({samples.back().refresh_number + whole_periods,
                           static_cast<double>((screen_times[i] - screen_times[0]).count())});
    }
    if (static_cast<double>(irregular_count) > max_irregular_share * static_cast<double>(screen_times.size()))
        samples.clear();
    return samples;
}

// Least squares fit of time_ns = begin + slope * refresh_number. Returns {begin, slope} in nanoseconds.
std::array<double, 2> fit_line(const std::vector<RefreshSample>& samples)
{
    const auto count = static_cast<double>(samples.size());
    double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
    for (const RefreshSample& sample : samples)
    {
        sum_x += sample.refresh_number;
        sum_y += sample.time_ns;
        sum_xx += sample.refresh_number * sample.refresh_number;
        sum_xy += sample.refresh_number * sample.time_ns;
    }
    const double slope = (count * sum_xy - sum_x * sum_y) / (count * sum_xx - sum_x * sum_x);
    return {(sum_y - slope * sum_x) / count, slope};
}

} // namespace

// Assumes VSYNC, with which each present call returns soon after a refresh.
std::optional<EstimatedRefreshTimes> estimated_refresh_times(const Frames& frames, double nominal_hz)
{
    if (!(nominal_hz > 0.0)) return std::nullopt;
    const std::vector<Nanos> screen_times = newest_screen_times(frames);
    if (screen_times.size() < min_displayed_frames) return std::nullopt;
    const double nominal_period_ns = 1e9 / nominal_hz;
    const std::vector<RefreshSample> samples = assign_refresh_numbers(screen_times, nominal_period_ns);
    if (samples.empty()) return std::nullopt;

    const auto [begin_ns, period_ns] = fit_line(samples);
    if (std::abs(period_ns - nominal_period_ns) > max_rate_error * nominal_period_ns) return std::nullopt;
    std::vector<double> lateness_ns;
    double sum_of_squares = 0;
    for (const RefreshSample& sample : samples)
    {
        lateness_ns.push_back(sample.time_ns - begin_ns - sample.refresh_number * period_ns);
        sum_of_squares += lateness_ns.back() * lateness_ns.back();
    }
    if (std::sqrt(sum_of_squares / static_cast<double>(lateness_ns.size())) > max_rms_error * period_ns)
        return std::nullopt;
    const auto early_lateness =
        lateness_ns.begin() +
        static_cast<std::ptrdiff_t>(refresh_lateness_quantile * static_cast<double>(lateness_ns.size()));
    std::nth_element(lateness_ns.begin(), early_lateness, lateness_ns.end());
    return EstimatedRefreshTimes{screen_times[0] + Nanos{std::llround(begin_ns + *early_lateness)}, period_ns};
}

} // namespace telemetry
