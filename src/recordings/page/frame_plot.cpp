// Draws the plot of frame times over time. The curve is an SVG that is stretched over the page's width. Words and marks
// are HTML on top of the SVG, so that their size stays the same on a phone.
#include "recordings/page/sections.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace recordings
{

namespace
{

constexpr std::size_t columns    = 1000;
constexpr std::size_t most_marks = 5;

struct Extent
{
    Nanos low  = Nanos::max();
    Nanos high = Nanos::zero();
};

// Returns the shortest and the longest of the frames that begin in each column of the plot.
std::vector<Extent> extents_of(std::span<const Nanos> frames, Nanos length)
{
    std::vector<Extent> all(columns);
    Nanos at{};
    for (const Nanos frame : frames)
    {
        const double share = length > Nanos::zero() ? timestep::to_seconds(at) / timestep::to_seconds(length) : 0.0;
        Extent& e          = all[std::min(static_cast<std::size_t>(share * columns), columns - 1)];
        e.low              = std::min(e.low, frame);
        e.high             = std::max(e.high, frame);
        at += frame;
    }
    return all;
}

// Returns the smallest number of the form 1, 2 or 5 times a power of ten that is not below `value`.
double round_up(double value)
{
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    for (const double digit : {1.0, 2.0, 5.0})
        if (digit * decade >= value * (1.0 - 1e-9)) return digit * decade;
    return 10.0 * decade;
}

struct Axes
{
    double length_s;
    double top_ms; ///< frame time in ms at the upper end of the plot; longer frames are cut off there

    double x(double seconds) const { return length_s > 0.0 ? 100.0 * seconds / length_s : 0.0; }
    double y(double ms) const { return 100.0 * std::min(ms / top_ms, 1.0); }
};

std::string curve(std::span<const Nanos> frames, Nanos length, const Axes& axes)
{
    std::string path;
    const auto extents = extents_of(frames, length);
    for (std::size_t i = 0; i < columns; ++i)
    {
        if (extents[i].low > extents[i].high) continue;
        const double high = 100.0 - axes.y(timestep::to_millis(extents[i].high));
        const double low  = 100.0 - axes.y(timestep::to_millis(extents[i].low));
        path += fmt::format("{}{} {:.2f}", path.empty() ? "M" : "L", i, high);
        if (low - high > 0.2) path += fmt::format("V{:.2f}", low);
    }
    return fmt::format("<path d=\"{}\"/>", path);
}

std::string horizontal(double y, std::string_view kind)
{
    return fmt::format("<line{0} x1=\"0\" x2=\"{1}\" y1=\"{2:.2f}\" y2=\"{2:.2f}\"/>", kind, columns, 100.0 - y);
}

std::string grid(const Axes& axes, double hitch_ms)
{
    const double every = round_up(axes.top_ms / 5.0);
    std::string lines, words;
    for (double ms = 0.0; ms <= axes.top_ms * (1.0 + 1e-9); ms += every)
    {
        if (ms > 0.0) lines += horizontal(axes.y(ms), "");
        words += fmt::format("<span class=\"y\" style=\"bottom:{:.2f}%\">{:g}{}</span>", axes.y(ms), ms,
                             ms == 0.0 ? " ms" : "");
    }
    if (hitch_ms < axes.top_ms) lines += horizontal(axes.y(hitch_ms), " class=\"limit\"");
    const double second = round_up(axes.length_s / 6.0);
    for (double s = 0.0; s <= axes.length_s && axes.length_s > 0.0; s += second)
        words +=
            fmt::format("<span class=\"x\" style=\"left:{:.2f}%\">{:g}{}</span>", axes.x(s), s, s == 0.0 ? " s" : "");
    return fmt::format("<svg viewBox=\"0 0 {} 100\" preserveAspectRatio=\"none\" aria-hidden=\"true\">{}", columns,
                       lines) +
           "%CURVE%</svg>\n" + words;
}

// Marks the longest hitches (very long frames). A hitch that is close to a labelled hitch gets no label.
std::string marks_of(const Draft& d, const Axes& axes)
{
    const Json& worst = d.figures.at(d.stream + "/hitches/worst");
    std::string text;
    std::vector<double> taken;
    for (std::size_t i = 0; i < worst.size(); ++i)
    {
        const double x = axes.x(worst[i].at("at_s").get<double>());
        const double y = axes.y(worst[i].at("length_ms").get<double>());
        text += fmt::format("<span class=\"mark\" style=\"left:{:.2f}%;bottom:{:.2f}%\"></span>", x, y);
        if (taken.size() >= most_marks || std::ranges::any_of(taken, [&](double t) { return std::abs(t - x) < 14.0; }))
            continue;
        taken.push_back(x);
        text += fmt::format("<span class=\"hitch{}\" style=\"left:{:.2f}%;bottom:{:.2f}%\">{} ms</span>",
                            x > 70.0 ? " left" : "", x, y,
                            d.figures.fixed(fmt::format("{}/hitches/worst/{}/length_ms", d.stream, i), 1));
    }
    return text;
}

} // namespace

std::string frame_plot(const Draft& d)
{
    const std::span<const Nanos> frames = d.recorded().frames;
    const double longest                = std::max(d.figures.at(d.stream + "/max_ms").get<double>(), 0.001);
    const double p99                    = d.figures.at(d.stream + "/p99_ms").get<double>();
    const Axes axes{d.figures.at(d.stream + "/length_s").get<double>(),
                    1.08 * (p99 > 0.0 ? std::min(longest, 8.0 * p99) : longest)};
    Nanos length{};
    for (const Nanos frame : frames) length += frame;
    const double hitch_ms = d.figures.at(d.stream + "/hitches/over_ms").get<double>();
    std::string text      = grid(axes, hitch_ms);
    const auto hole       = text.find("%CURVE%");
    text.replace(hole, 7, curve(frames, length, axes));
    return "<div class=\"plot\" role=\"img\" aria-label=\"frame time over time\">\n" + text + marks_of(d, axes) +
           fmt::format(
               "</div>\n<p class=\"quiet small under\">Each column of pixels goes from the shortest to the longest "
               "frame in it. Circles: the longest of the hitches, frames over the dashed line at {} ms, 2.5 "
               "times the median and at least 25 ms more.</p>\n",
               d.figures.rough(d.stream + "/hitches/over_ms"));
}

} // namespace recordings
