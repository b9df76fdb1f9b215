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

// Returns the shortest and the longest of the frames in each column of the plot. A frame that is longer than a column
// is in all columns that it covers, so that a freeze is drawn as a bar.
std::vector<Extent> extents_of(std::span<const Nanos> frames, Nanos length)
{
    std::vector<Extent> all(columns);
    const auto column_at = [length](Nanos at)
    {
        const double share = length > Nanos::zero() ? timestep::to_seconds(at) / timestep::to_seconds(length) : 0.0;
        return std::min(static_cast<std::size_t>(share * columns), columns - 1);
    };
    Nanos at{};
    for (const Nanos frame : frames)
    {
        const std::size_t first = column_at(at), last = std::max(column_at(at + frame), first + 1);
        for (std::size_t i = first; i < last; ++i)
        {
            all[i].low  = std::min(all[i].low, frame);
            all[i].high = std::max(all[i].high, frame);
        }
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
    bool is_cut;   ///< true: there are longer frames

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

// Returns the frame times at each share of the frames, from the shortest to the longest: a curve that ends at the
// longest frame, with a share axis on which each mark leaves a tenth of the frames of the mark before.
std::string percentile_plot(const Draft& d)
{
    const telemetry::FrameOrder order{std::span<const Nanos>{d.recorded().frames}};
    if (order.size() < 2) return "";
    const auto at = [&](double share)
    { return timestep::to_millis(order.at(static_cast<std::size_t>(share * static_cast<double>(order.size() - 1)))); };
    constexpr double decades = 3.0; // from 0 to 99.9 % of the frames
    const double top         = 1.08 * std::max(at(1.0 - std::pow(10.0, -decades)), 0.001);
    std::string path, words;
    for (std::size_t x = 0; x <= columns; x += 5)
    {
        const double share = 1.0 - std::pow(10.0, -decades * static_cast<double>(x) / columns);
        fmt::format_to(std::back_inserter(path), "{}{} {:.2f}", x == 0 ? "M" : "L", x,
                       100.0 - 100.0 * std::min(at(share) / top, 1.0));
    }
    for (const auto& [share, label] :
         {std::pair{0.5, "50 %"}, std::pair{0.9, "90 %"}, std::pair{0.99, "99 %"}, std::pair{0.999, "99.9 %"}})
        words += fmt::format("<span class=\"x\" style=\"left:{:.2f}%\">{}</span>",
                             -100.0 / decades * std::log10(1.0 - share), label);
    const double every = round_up(top / 5.0);
    std::string lines;
    for (double ms = 0.0; ms <= top; ms += every)
    {
        if (ms > 0.0) lines += horizontal(100.0 * ms / top, "");
        words += fmt::format("<span class=\"y\" style=\"bottom:{:.2f}%\">{:g}{}</span>", 100.0 * ms / top, ms,
                             ms == 0.0 ? " ms" : "");
    }
    return fmt::format(
        "<div class=\"plot\" id=\"percentiles\" role=\"img\" aria-label=\"frame time of each share of the "
        "frames\">\n<svg viewBox=\"0 0 {} 100\" preserveAspectRatio=\"none\" "
        "aria-hidden=\"true\">{}<path d=\"{}\"/></svg>\n{}</div>\n<p class=\"quiet small under\">Percentiles: "
        "this share of the frames took at most as long as the curve is high.</p>\n",
        columns, lines, path, words);
}

} // namespace

std::string frame_plot(const Draft& d)
{
    const std::span<const Nanos> frames = d.recorded().frames;
    const double longest                = std::max(d.figures.at(d.stream + "/max_ms").get<double>(), 0.001);
    const double p99                    = d.figures.at(d.stream + "/p99_ms").get<double>();
    const double shown                  = p99 > 0.0 ? std::min(longest, 8.0 * p99) : longest;
    const Axes axes{d.figures.at(d.stream + "/length_s").get<double>(), 1.08 * shown, longest > 1.08 * shown};
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
               "times the median and at least 25 ms more.{}</p>\n",
               d.figures.rough(d.stream + "/hitches/over_ms"),
               axes.is_cut
                   ? fmt::format(" The axis is cut at {:.0f} ms; longer frames touch its upper end.", axes.top_ms)
                   : "") +
           percentile_plot(d);
}

} // namespace recordings
