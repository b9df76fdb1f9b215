#include "telemetry/recent.hpp"

#include "telemetry/metrics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace telemetry
{

Frames recent(const Frames& frames, Nanos span)
{
    const auto starts = [&](std::size_t i) { return (frames[i].events & (reset | loop_changed)) != 0; };
    std::size_t first = frames.size();
    Nanos in{};
    for (; first > 0 && in < span; in += time_given(frames[first]))
    {
        if (first < frames.size() && starts(first)) break;
        --first;
    }
    // Includes the last frame before this time, because the time is measured from the end of that frame's steps.
    if (first > 0 && first < frames.size() && !starts(first)) --first;
    return frames.from(first);
}

double speed_of(const Frames& frames)
{
    ProgressMeter meter;
    for (std::size_t i = 0; i < frames.size(); ++i) meter.add(frames[i]);
    return meter.result().speed;
}

bool is_spiralling(const Frames& samples)
{
    constexpr std::size_t window = 8;
    Nanos stepping{};
    Nanos simulated{};
    Nanos dropped{};
    std::int64_t steps = 0;
    for (std::size_t i = samples.size(), n = 0; i-- > 0 && n < window; ++n)
    {
        const FrameSample& s = samples[i];
        stepping += s.stepping;
        simulated += s.plan.stepped;
        steps += s.plan.steps;
        // Does not count the time that the brake dropped.
        if ((s.events & brake) == 0) dropped += s.plan.dropped;
    }
    return steps > static_cast<std::int64_t>(window) && stepping >= simulated && dropped <= Nanos::zero();
}

namespace
{

constexpr std::size_t least = 20;  // smallest number of displayed frames from which refreshes are estimated
constexpr std::size_t most  = 120; // largest number of displayed frames that are used: the newest ones
// Largest difference of a regular time between two pictures from whole refresh periods, in periods.
constexpr double off_comb = 0.2;
// If the estimated refresh period differs from the reported one by more than this fraction, the estimate is rejected.
constexpr double off_rate = 0.02;
// If more than this share, 0 to 1, of the times between two pictures is irregular, there is no estimate.
constexpr double most_unlike = 0.15;
// Largest RMS distance of the screen times from the estimated refresh times, in refresh periods.
constexpr double most_scatter = 0.12;
// The estimated refreshes are placed so that this share, 0 to 1, of the screen times is before them: presenting returns
// shortly after a refresh, so the earliest screen times are nearest to it.
constexpr double usual_latest = 0.1;

// A displayed picture: the number of its refresh, and its screen time in ns, both from 0 for the first picture.
struct Tooth
{
    double number;
    double at_ns;
};

// At most 120 screen times, oldest first.
std::vector<Nanos> shown_last(const Frames& frames)
{
    std::vector<Nanos> shown;
    for (std::size_t i = frames.size(); i-- > 0 && shown.size() < most;)
        if (frames[i].displayed && !is_paused(frames[i])) shown.push_back(frames[i].screen);
    std::reverse(shown.begin(), shown.end());
    return shown;
}

// Finds for each screen time the number of the refresh that showed the picture. Returns an empty list if the screen
// times are irregular: too many times between two pictures are not close to a whole number of refresh periods.
std::vector<Tooth> comb_of(const std::vector<Nanos>& shown, double period_ns)
{
    std::vector<Tooth> teeth{{0.0, 0.0}};
    std::size_t unlike = 0;
    for (std::size_t i = 1; i < shown.size(); ++i)
    {
        const double periods = static_cast<double>((shown[i] - shown[i - 1]).count()) / period_ns;
        const double whole   = std::max(std::round(periods), 1.0);
        if (std::abs(periods - whole) > off_comb) ++unlike;
        teeth.push_back({teeth.back().number + whole, static_cast<double>((shown[i] - shown[0]).count())});
    }
    if (static_cast<double>(unlike) > most_unlike * static_cast<double>(shown.size())) teeth.clear();
    return teeth;
}

// Least squares fit of at_ns = begin + slope * number. Returns {begin, slope} in nanoseconds.
std::array<double, 2> fit(const std::vector<Tooth>& teeth)
{
    const auto n = static_cast<double>(teeth.size());
    double x = 0, y = 0, xx = 0, xy = 0;
    for (const Tooth& t : teeth)
    {
        x += t.number;
        y += t.at_ns;
        xx += t.number * t.number;
        xy += t.number * t.at_ns;
    }
    const double slope = (n * xy - x * y) / (n * xx - x * x);
    return {(y - slope * x) / n, slope};
}

} // namespace

// A real display does not report its refreshes. But if the function that presents a picture waits for the refresh, it
// returns at regular times, each shortly after a refresh.
std::optional<FoundRefreshes> find_refreshes(const Frames& frames, double nominal_hz)
{
    if (!(nominal_hz > 0.0)) return std::nullopt;
    const std::vector<Nanos> shown = shown_last(frames);
    if (shown.size() < least) return std::nullopt;
    const double nominal           = 1e9 / nominal_hz;
    const std::vector<Tooth> teeth = comb_of(shown, nominal);
    if (teeth.empty()) return std::nullopt;

    const auto [begin, period] = fit(teeth);
    if (std::abs(period - nominal) > off_rate * nominal) return std::nullopt;
    std::vector<double> late;
    double squares = 0;
    for (const Tooth& t : teeth)
    {
        late.push_back(t.at_ns - begin - t.number * period);
        squares += late.back() * late.back();
    }
    if (std::sqrt(squares / static_cast<double>(late.size())) > most_scatter * period) return std::nullopt;
    const auto earliest = late.begin() + static_cast<std::ptrdiff_t>(usual_latest * static_cast<double>(late.size()));
    std::nth_element(late.begin(), earliest, late.end());
    return FoundRefreshes{shown[0] + Nanos{std::llround(begin + *earliest)}, period};
}

} // namespace telemetry
