#include "recordings/facts/frame_cap.hpp"

#include "recordings/facts/hitches.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace recordings
{

namespace
{

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

// Returns the frame time in ms that `share` of the frames do not exceed.
double nth_ms(const telemetry::FrameOrder& frames, double share)
{
    return timestep::to_millis(frames.at(static_cast<std::size_t>(share * static_cast<double>(frames.size() - 1))));
}

// Returns the distance between the quartiles of the frame times, divided by 1.349, in ms: for normally distributed
// frame times this is the standard deviation. A few hitches (very long frames) have no influence on the result.
double noise_of(const telemetry::FrameOrder& frames) { return (nth_ms(frames, 0.75) - nth_ms(frames, 0.25)) / 1.349; }

// Returns the frame caps, in frames a second, for which a display with a fixed rate can show each picture equally long:
// its rate divided by 1, 2, 3 and so on, down to 10. The highest comes first.
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

// Returns the frame caps of a recording for a display with a variable refresh rate, where any whole number of frames a
// second is possible.
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
    case DisplayRate::From::pictures: return ", by the times of its pictures";
    case DisplayRate::From::nothing: break;
    }
    return ", which is assumed (--refresh-hz)";
}

} // namespace

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

std::string told(const FrameCap& cap)
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
