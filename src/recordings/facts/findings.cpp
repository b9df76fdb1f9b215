#include "recordings/facts/findings.hpp"

#include "recordings/facts/statistics.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

namespace recordings
{

namespace
{

constexpr std::size_t least_frames = 100;
constexpr double most_correlation  = -0.5;
constexpr double inserted          = 0.3; // a shorter frame than this share of its neighbour counts as inserted
constexpr double least_inserted    = 0.3;
constexpr double least_unseen      = 0.25;
// Frames that were never displayed are a sign of frame generation only if short and long frames alternate: the median
// of the shorter frame of each pair of successive frames is at most this share of the median of the longer one.
constexpr double uneven = 0.6;
// Long and short frames alternate only if the standard deviation of the frame times exceeds this share of their mean.
constexpr double least_spread = 0.2;

bool is_much_shorter(Nanos a, Nanos b) { return timestep::to_millis(a) < inserted * timestep::to_millis(b); }

// Frame times in ms, each at most `most`. They are not copied, because a recording can have millions of frames.
struct LimitedFrames
{
    std::span<const Nanos> frames;
    Nanos most;

    std::size_t size() const { return frames.size(); }
    double operator[](std::size_t i) const { return timestep::to_millis(std::min(frames[i], most)); }
};

double lag_1_of(const LimitedFrames& frames)
{
    const auto all = covariances(frames, 1);
    return all[0] > 0.0 ? all[1] / all[0] : 0.0;
}

// The medians of the shorter and of the longer frame of each pair of successive frames.
struct PairMedians
{
    Nanos shorter{}, longer{};
};
PairMedians pair_medians(std::span<const Nanos> frames)
{
    std::vector<Nanos> shorter, longer;
    for (std::size_t i = 1; i < frames.size(); ++i)
    {
        shorter.push_back(std::min(frames[i - 1], frames[i]));
        longer.push_back(std::max(frames[i - 1], frames[i]));
    }
    return {median_of(shorter), median_of(longer)};
}

double inserted_share(std::span<const Nanos> frames)
{
    std::size_t count = 0;
    for (std::size_t i = 1; i + 1 < frames.size(); ++i)
        count += is_much_shorter(frames[i], std::min(frames[i - 1], frames[i + 1])) ? 1 : 0;
    return static_cast<double>(count) / static_cast<double>(frames.size());
}

constexpr double share_in_time = 0.99;
constexpr double least_hz      = 10.0;
// A recording keeps a frame cap only if |median frame time - period of the cap| / period is at most this.
constexpr double most_off = 0.01;
// A recording keeps a frame cap only if the standard deviation of its frame times, divided by the cap's period, is at
// most this.
constexpr double most_noise = 0.1;
// If a recording keeps a frame cap, a frame is late when it exceeds the cap's period by this many standard deviations.
constexpr double noises = 3.0;
// If a recording does not keep a frame cap, a frame is late when it exceeds the cap's period by this share.
constexpr double tolerance          = 0.02;
constexpr std::size_t least_guesses = 100;

double nth_ms(const telemetry::FrameOrder& frames, double share)
{
    return timestep::to_millis(nth_shortest(frames, share));
}

// The distance between the quartiles of the frame times, divided by 1.349, in ms: for normally distributed frame times
// this is the standard deviation. A few hitches have no influence on the result.
double noise_of(const telemetry::FrameOrder& frames) { return (nth_ms(frames, 0.75) - nth_ms(frames, 0.25)) / 1.349; }

// The frame caps, in frames a second, for which a display with a fixed rate can show each picture equally long: its
// rate divided by 1, 2, 3 and so on, down to 10. The highest comes first.
std::vector<double> caps_of(const DisplayRate& display)
{
    std::vector<double> caps;
    for (int n = 1; display.hz / n >= least_hz; ++n) caps.push_back(display.hz / n);
    return caps;
}

// Sets the frame cap that the recording already keeps, in frames a second, and the percentage of frames that are not
// late for it.
void keep(FrameCap& cap, std::span<const Nanos> frames, double hz, double longest_in_time_ms)
{
    const auto count =
        std::ranges::count_if(frames, [&](Nanos f) { return timestep::to_millis(f) <= longest_in_time_ms; });
    cap.kept_hz      = hz;
    cap.kept_percent = 100.0 * static_cast<double>(count) / static_cast<double>(frames.size());
}

// The frame caps of a recording for a display with a variable refresh rate, where any whole number of frames a second
// is possible.
FrameCap any_cap(const telemetry::FrameOrder& frames, FrameCap cap)
{
    const double usual = timestep::to_millis(median_of(frames)), noise = noise_of(frames);
    if (usual <= 0.0) return cap;
    const double even = std::round(1000.0 / usual);
    if (even >= least_hz && noise <= tolerance * usual)
        keep(cap, frames.frames(), even, usual + std::max(noises * noise, tolerance * usual));
    const double fits = std::floor(1000.0 * (1.0 + tolerance) / nth_ms(frames, share_in_time));
    cap.hz            = cap.kept_percent >= 100.0 * share_in_time ? cap.kept_hz : fits >= least_hz ? fits : 0.0;
    return cap;
}

std::string_view words_of(const DisplayRate& display)
{
    switch (display.from)
    {
    case DisplayRate::From::user: return "";
    case DisplayRate::From::pictures: return ", by the times of the displayed frames";
    case DisplayRate::From::nothing: break;
    }
    return ", which is assumed (--refresh-hz)";
}

} // namespace

using namespace std::chrono_literals;

Nanos nth_shortest(const telemetry::FrameOrder& frames, double share)
{
    return frames.at(static_cast<std::size_t>(share * static_cast<double>(frames.size() - 1)));
}

Nanos median_of(const telemetry::FrameOrder& frames) { return frames.at(frames.size() / 2); }

Nanos hitch_limit(const telemetry::FrameOrder& frames)
{
    const Nanos median = median_of(frames);
    return std::max(median + median / 2 * 3, median + 25ms);
}

std::vector<Hitch> hitches_of(const telemetry::FrameOrder& order)
{
    if (order.empty()) return {};
    const std::span<const Nanos> frames = order.frames();
    const Nanos limit                   = hitch_limit(order);
    std::vector<Hitch> hitches;
    Nanos at{};
    for (std::size_t i = 0; i < frames.size(); at += frames[i++])
        if (frames[i] > limit) hitches.push_back({i, at, frames[i]});
    std::ranges::stable_sort(hitches, std::greater{}, &Hitch::length);
    return hitches;
}

std::vector<std::uint8_t> around_hitches(std::span<const Nanos> frames)
{
    std::vector<std::uint8_t> around(frames.size());
    for (const Hitch& hitch : hitches_of(frames))
        for (std::size_t i = std::max<std::size_t>(hitch.frame, 1) - 1; i < std::min(hitch.frame + 2, around.size());
             ++i)
            around[i] = 1;
    return around;
}

std::optional<FrameGeneration> frame_generation_of(const telemetry::FrameOrder& order,
                                                   std::optional<double> unseen_share)
{
    const std::span<const Nanos> frames = order.frames();
    if (frames.size() < least_frames) return std::nullopt;
    FrameGeneration g{.lag_1 = lag_1_of({frames, nth_shortest(order, 0.99)})};
    if (g.lag_1 >= most_correlation) return std::nullopt;
    g.inserted_share = inserted_share(frames);
    g.unseen_share   = unseen_share.value_or(0.0);
    if (g.inserted_share < least_inserted && g.unseen_share < least_unseen) return std::nullopt;
    const PairMedians medians = pair_medians(frames);
    g.shorter                 = medians.shorter;
    g.longer                  = medians.longer;
    // A game that is faster than its display also has many frames that were never displayed, but of similar lengths.
    if (g.inserted_share < least_inserted && timestep::to_millis(g.shorter) > uneven * timestep::to_millis(g.longer))
        return std::nullopt;
    return g;
}

std::string in_words(const FrameGeneration& g)
{
    const std::string unseen =
        g.unseen_share > 0.0 ? fmt::format(", and {:.0f} % were never displayed", 100.0 * g.unseen_share) : "";
    return fmt::format("Frame generation: every second frame is short, because a driver made it. Frames alternate "
                       "between {:.3g} and {:.3g} ms (correlation of successive frames {:.2f}{}).",
                       timestep::to_millis(g.longer), timestep::to_millis(g.shorter), g.lag_1, unseen);
}

std::optional<Alternation> alternation_of(const telemetry::FrameOrder& order)
{
    if (order.size() < least_frames) return std::nullopt;
    const LimitedFrames frames{order.frames(), hitch_limit(order)};
    const double mean = mean_of(frames);
    if (mean <= 0.0) return std::nullopt;
    const double lag_1  = lag_1_of(frames);
    const double spread = std::sqrt(covariances(frames, 0).front()) / mean;
    if (lag_1 >= most_correlation || spread <= least_spread) return std::nullopt;
    const PairMedians medians = pair_medians(order.frames());
    return Alternation{.lag_1 = lag_1, .spread = spread, .shorter = medians.shorter, .longer = medians.longer};
}

std::string in_words(const Alternation& a)
{
    return fmt::format(
        "Every second frame is short: frames alternate between {:.3g} and {:.3g} ms (correlation of "
        "successive frames {:.2f}). Either a driver generates every second frame, or VSYNC shows a frame "
        "rate between two divisors of the display's rate.",
        timestep::to_millis(a.longer), timestep::to_millis(a.shorter), a.lag_1);
}

std::vector<Nanos> joined_pairs(std::span<const Nanos> frames)
{
    std::vector<Nanos> joined;
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        joined.push_back(frames[i]);
        if (i + 1 == frames.size()) break;
        if (!is_much_shorter(frames[i], frames[i + 1]) && !is_much_shorter(frames[i + 1], frames[i])) continue;
        joined.back() += frames[++i];
    }
    return joined;
}

std::optional<double> guessed_refresh_hz(std::span<const Nanos> displayed)
{
    if (displayed.size() < least_guesses) return std::nullopt;
    for (const double hz : {60.0, 75.0, 90.0, 100.0, 120.0, 144.0, 165.0, 180.0, 240.0, 360.0})
    {
        const auto is_multiple = [hz](Nanos time)
        {
            const double periods = timestep::to_seconds(time) * hz;
            return periods > 0.5 && std::abs(periods - std::round(periods)) <= 0.1;
        };
        if (static_cast<double>(std::ranges::count_if(displayed, is_multiple)) >=
            0.95 * static_cast<double>(displayed.size()))
            return hz;
    }
    return std::nullopt;
}

DisplayRate guessed_display(std::span<const Nanos> displayed, bool is_vrr)
{
    const auto hz = guessed_refresh_hz(displayed);
    if (!hz) return {.is_vrr = is_vrr};
    return {.hz = *hz, .from = DisplayRate::From::pictures, .is_vrr = is_vrr};
}

FrameCap frame_cap_of(const telemetry::FrameOrder& frames, const DisplayRate& display)
{
    FrameCap cap{.display = display};
    if (frames.empty()) return cap;
    if (display.is_vrr) return any_cap(frames, cap);
    const double usual = timestep::to_millis(median_of(frames)), noise = noise_of(frames);
    const auto is_kept = [&](double hz)
    {
        const double period = 1000.0 / hz;
        return std::abs(usual - period) <= most_off * period && noise < most_noise * period;
    };
    const std::vector<double> caps = caps_of(display);
    const auto kept                = std::ranges::find_if(caps, is_kept);
    const double late              = kept == caps.end() ? 0.0 : noises * noise;
    const auto in_time             = [&](double hz) { return 1000.0 / hz + std::max(late, tolerance * 1000.0 / hz); };
    if (kept != caps.end()) keep(cap, frames.frames(), *kept, in_time(*kept));
    const double most = nth_ms(frames, share_in_time);
    const auto fits   = std::ranges::find_if(caps, [&](double hz) { return most <= in_time(hz); });
    if (fits != caps.end()) cap.hz = *fits;
    return cap;
}

std::string in_words(const FrameCap& cap)
{
    if (cap.kept_hz == 0.0 && cap.hz == 0.0) return "";
    const std::string where =
        cap.display.is_vrr ? "" : fmt::format("On a display of {:.4g} Hz{}: ", cap.display.hz, words_of(cap.display));
    const std::string held = fmt::format("a frame cap of {:.4g} fps would have held in 99 % of the frames", cap.hz);
    std::string text;
    if (cap.kept_hz == 0.0)
        text = held;
    else if (cap.kept_hz == cap.hz)
        text = fmt::format("the recording is already capped at {:.4g} fps", cap.hz);
    else
    {
        text = fmt::format("the recording is already capped at {:.4g} fps, and {:.1f} % of its frames keep the cap",
                           cap.kept_hz, cap.kept_percent);
        if (cap.hz > 0.0) text += "; " + held;
    }
    if (where.empty()) text.front() = text.front() == 'a' ? 'A' : 'T';
    return where + text + ".";
}

nlohmann::ordered_json to_json(const FrameCap& cap)
{
    const auto known = [](double value)
    { return value > 0.0 ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr); };
    constexpr std::array<std::string_view, 3> froms{"user", "pictures", "assumed"};
    return {{"display_hz", cap.display.is_vrr ? nlohmann::ordered_json(nullptr) : known(cap.display.hz)},
            {"display_hz_from", froms[static_cast<std::size_t>(cap.display.from)]},
            {"vrr", cap.display.is_vrr},
            {"kept_fps", known(cap.kept_hz)},
            {"kept_percent", known(cap.kept_percent)},
            {"fps", known(cap.hz)}};
}

} // namespace recordings
