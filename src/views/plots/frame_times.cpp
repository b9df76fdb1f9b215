// Draws the histogram of the frame times to the right of the plot of frame times over time. Writes the percentiles of
// the frame times and the "1 % low" frame rate, with the name of the definition used.
#include "telemetry/frame_times.hpp"
#include "telemetry/metrics.hpp"
#include "telemetry/quantile.hpp"
#include "views/plots/plot.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace views::plots
{

namespace
{

std::vector<timestep::Nanos> times_of(const Canvas& c)
{
    std::vector<timestep::Nanos> times;
    for (std::size_t i = c.first; i < c.last; ++i)
        if (telemetry::counts(c.data.frames[i])) times.push_back(c.data.frames[i].measured);
    return times;
}

void draw_histogram(const Canvas& c, const std::vector<double>& sorted, draw::Rect area)
{
    const float bin = c.px(4);
    const auto bins = static_cast<std::size_t>(std::max(area.h / bin, 1.0F));
    std::vector<std::size_t> counts(bins);
    for (const double ms : sorted)
    {
        const double share = std::clamp((ms - c.range.low) / (c.range.high - c.range.low), 0.0, 1.0);
        ++counts[std::min(static_cast<std::size_t>(share * static_cast<double>(bins)), bins - 1)];
    }
    const auto most = static_cast<float>(std::max<std::size_t>(std::ranges::max(counts), 1));
    for (std::size_t i = 0; i < bins; ++i)
    {
        if (counts[i] == 0) continue;
        const float width = std::max(area.w * static_cast<float>(counts[i]) / most, c.px(1.5F));
        const float low   = area.bottom() - static_cast<float>(i + 1) * area.h / static_cast<float>(bins);
        c.picture.box({area.x, low, width, area.h / static_cast<float>(bins) - c.px(0.7F)}, 0,
                      draw::faded(c.style.loop, 0.55F));
    }
}

void draw_level(const Canvas& c, double value, draw::Rect area)
{
    const float y = c.y(value);
    for (float x = c.area.x; x < area.right(); x += c.px(7))
        c.picture.box({x, y - c.px(0.5F), c.px(3.5F), c.px(1)}, 0, draw::faded(c.style.theme.ink, 0.45F));
}

} // namespace

void draw_frame_times(const Canvas& c, draw::Rect histogram)
{
    const std::vector<timestep::Nanos> times = times_of(c);
    if (times.empty()) return;
    std::vector<double> sorted;
    sorted.reserve(times.size());
    for (const timestep::Nanos t : times) sorted.push_back(timestep::to_millis(t));
    std::ranges::sort(sorted);
    const auto quantile = [&](double p) { return telemetry::quantile_of_sorted(sorted, p); };
    draw_histogram(c, sorted, histogram);
    draw_level(c, quantile(0.5), histogram);
    draw_level(c, quantile(0.99), histogram);

    constexpr auto low = telemetry::Low::integral;
    const std::string name{telemetry::all_lows[static_cast<std::size_t>(low)].label};
    const std::string few = fmt::format("half {:.1f}  99 % {:.1f} ms", quantile(0.5), quantile(0.99));
    const std::string more =
        fmt::format("half below {:.1f}  95 % {:.1f}  99 % {:.1f} ms", quantile(0.5), quantile(0.95), quantile(0.99));
    const std::string most = fmt::format("{}   1% {} {:.0f} fps", more, name, telemetry::low_fps(times, low, 0.01));
    const auto fits        = [&](const std::string& text)
    { return width_of(text, draw::Font::figures, c.style.scale) <= c.place.area.w; };
    c.picture.write_figures({c.place.area.x, c.place.area.y + c.px(17)},
                            fits(most)   ? most
                            : fits(more) ? more
                            : fits(few)  ? few
                                         : fmt::format("99 % below {:.1f} ms", quantile(0.99)),
                            c.style.theme.quiet);
}

} // namespace views::plots
