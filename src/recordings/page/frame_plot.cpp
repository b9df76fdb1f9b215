// Draws the plot of frame times over time. The curve is an SVG stretched to the page's width. Text and marks are HTML
// on top of the SVG, so that they keep their size on a phone.
#include "draw/shapes/theme.hpp"
#include "recordings/page/sections.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace recordings
{

namespace
{

constexpr std::size_t plot_columns = 1000;
constexpr std::size_t max_labels   = 5;

struct Extent
{
    Nanos low  = Nanos::max();
    Nanos high = Nanos::zero();
};

// The shortest and the longest frame time in each column of the plot. A frame longer than a column counts in all
// columns that it covers, so that a freeze is drawn as a bar.
std::vector<Extent> extents_of(std::span<const Nanos> frames, Nanos length)
{
    std::vector<Extent> all(plot_columns);
    const auto column_at = [length](Nanos at)
    {
        const double share = length > Nanos::zero() ? timestep::to_seconds(at) / timestep::to_seconds(length) : 0.0;
        return std::min(static_cast<std::size_t>(share * plot_columns), plot_columns - 1);
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

// The smallest number of the form 1, 2 or 5 times a power of ten that is at least `value`.
double round_up(double value)
{
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    for (const double digit : {1.0, 2.0, 5.0})
        if (digit * decade >= value * (1.0 - 1e-9)) return digit * decade;
    return 10.0 * decade;
}

struct Axes
{
    Nanos length;  ///< length of the longest recording
    double top_ms; ///< frame time in ms at the upper end of the plot; longer frame times are clamped to it
    bool is_cut;   ///< true: some frame times are clamped

    double length_s() const { return timestep::to_seconds(length); }
    double x(double seconds) const { return length_s() > 0.0 ? 100.0 * seconds / length_s() : 0.0; }
    double y(double ms) const { return 100.0 * std::min(ms / top_ms, 1.0); }
};

// One recording in the plots of frame times over time and of percentiles.
struct Line
{
    std::span<const Nanos> frames;
    std::string statistics; // JSON pointer to the statistics of `frames`
    std::string style;      // attribute with the colour; empty for the colour of the first recording

    Nanos length() const { return std::accumulate(frames.begin(), frames.end(), Nanos{}); }
    double longest_ms(const Draft& d) const { return d.figures.at(statistics + "/max_ms").get<double>(); }
    // The longest frame time in ms that the plot shows of this recording: at most 8 times the 99th percentile, because
    // otherwise all other frame times would be too low to see.
    double shown_ms(const Draft& d) const
    {
        const auto p99 = d.figures.at(statistics + "/p99_ms").get<double>();
        return p99 > 0.0 ? std::min(longest_ms(d), 8.0 * p99) : longest_ms(d);
    }
};

// The recordings in drawing order: first the overlays, then the first recording, whose line is on top.
std::vector<Line> lines_of(const Draft& d)
{
    std::vector<Line> lines;
    for (std::size_t i = 0; i < d.input.overlays.size(); ++i)
    {
        const Overlay& o = d.input.overlays[i];
        lines.push_back({o.recording.streams[o.stream].frames, d.pointer_to_overlay(i),
                         fmt::format(" style=\"stroke:{}\"", overlay_colour(i))});
    }
    lines.push_back({d.recorded().frames, d.stream, ""});
    return lines;
}

Axes axes_of(const Draft& d, const std::vector<Line>& lines)
{
    double shown = 0.001, longest = 0.0;
    Nanos length{};
    for (const Line& line : lines)
    {
        shown   = std::max(shown, line.shown_ms(d));
        longest = std::max(longest, line.longest_ms(d));
        length  = std::max(length, line.length());
    }
    return {length, 1.08 * shown, longest > 1.08 * shown};
}

std::string curve(const Line& line, const Axes& axes)
{
    std::string path;
    const auto extents = extents_of(line.frames, axes.length);
    for (std::size_t i = 0; i < plot_columns; ++i)
    {
        if (extents[i].low > extents[i].high) continue;
        const double high = 100.0 - axes.y(timestep::to_millis(extents[i].high));
        const double low  = 100.0 - axes.y(timestep::to_millis(extents[i].low));
        path += fmt::format("{}{} {:.2f}", path.empty() ? "M" : "L", i, high);
        if (low - high > 0.2) path += fmt::format("V{:.2f}", low);
    }
    return fmt::format("<path{} d=\"{}\"/>", line.style, path);
}

std::string horizontal(double y, std::string_view kind)
{
    return fmt::format("<line{0} x1=\"0\" x2=\"{1}\" y1=\"{2:.2f}\" y2=\"{2:.2f}\"/>", kind, plot_columns, 100.0 - y);
}

std::string grid(const Axes& axes, double hitch_ms, const std::string& curves)
{
    const double grid_step = round_up(axes.top_ms / 5.0);
    std::string lines, labels;
    for (double ms = 0.0; ms <= axes.top_ms * (1.0 + 1e-9); ms += grid_step)
    {
        if (ms > 0.0) lines += horizontal(axes.y(ms), "");
        labels += fmt::format("<span class=\"y\" style=\"bottom:{:.2f}%\">{:g}{}</span>", axes.y(ms), ms,
                              ms == 0.0 ? " ms" : "");
    }
    if (hitch_ms < axes.top_ms) lines += horizontal(axes.y(hitch_ms), " class=\"limit\"");
    const double grid_seconds = round_up(axes.length_s() / 6.0);
    for (double s = 0.0; s <= axes.length_s() && axes.length_s() > 0.0; s += grid_seconds)
        labels +=
            fmt::format("<span class=\"x\" style=\"left:{:.2f}%\">{:g}{}</span>", axes.x(s), s, s == 0.0 ? " s" : "");
    return fmt::format("<svg viewBox=\"0 0 {} 100\" preserveAspectRatio=\"none\" aria-hidden=\"true\">{}{}</svg>\n{}",
                       plot_columns, lines, curves, labels);
}

// Marks the longest hitches. A hitch close to a labelled hitch gets no label.
std::string marks_of(const Draft& d, const Axes& axes)
{
    const Json& worst = d.figures.at(d.stream + "/hitches/worst");
    std::string text;
    std::vector<double> labelled_x;
    for (std::size_t i = 0; i < worst.size(); ++i)
    {
        const double x = axes.x(worst[i].at("at_s").get<double>());
        const double y = axes.y(worst[i].at("length_ms").get<double>());
        text += fmt::format("<span class=\"mark\" style=\"left:{:.2f}%;bottom:{:.2f}%\"></span>", x, y);
        if (labelled_x.size() >= max_labels ||
            std::ranges::any_of(labelled_x, [&](double t) { return std::abs(t - x) < 14.0; }))
            continue;
        labelled_x.push_back(x);
        text += fmt::format("<span class=\"hitch{}\" style=\"left:{:.2f}%;bottom:{:.2f}%\">{} ms</span>",
                            x > 70.0 ? " left" : "", x, y,
                            d.figures.fixed(fmt::format("{}/hitches/worst/{}/length_ms", d.stream, i), 1));
    }
    return text;
}

constexpr double percentile_decades = 3.0; // the percentile plot shows 0 to 99.9 % of the frames

// The x coordinate, 0 to 1, of a share of the frames in the percentile plot. The scale is logarithmic: 0 to 90 %, 90 to
// 99 %, and 99 to 99.9 % have equal widths.
double percentile_x(double share) { return -std::log10(1.0 - share) / percentile_decades; }

double percentile(const telemetry::FrameOrder& order, double share)
{
    return timestep::to_millis(nth_shortest(order, share));
}

std::string percentile_curve(const telemetry::FrameOrder& order, const std::string& style, double top_ms)
{
    std::string path;
    for (std::size_t x = 0; x <= plot_columns; x += 5)
    {
        const double share = 1.0 - std::pow(10.0, -percentile_decades * static_cast<double>(x) / plot_columns);
        fmt::format_to(std::back_inserter(path), "{}{} {:.2f}", x == 0 ? "M" : "L", x,
                       100.0 - 100.0 * std::min(percentile(order, share) / top_ms, 1.0));
    }
    return fmt::format("<path{} d=\"{}\"/>", style, path);
}

std::string percentile_plot(const std::vector<Line>& lines)
{
    double top_ms = 0.001;
    std::vector<telemetry::FrameOrder> orders;
    for (const Line& line : lines) orders.emplace_back(line.frames);
    for (const auto& order : orders)
        top_ms = std::max(top_ms, 1.08 * percentile(order, 1.0 - std::pow(10.0, -percentile_decades)));
    std::string curves, grid_lines, labels;
    for (std::size_t i = 0; i < lines.size(); ++i) curves += percentile_curve(orders[i], lines[i].style, top_ms);
    for (const auto& [share, label] :
         {std::pair{0.5, "50 %"}, std::pair{0.9, "90 %"}, std::pair{0.99, "99 %"}, std::pair{0.999, "99.9 %"}})
        labels += fmt::format("<span class=\"x{}\" style=\"left:{:.2f}%\">{}</span>", share == 0.999 ? " last" : "",
                              100.0 * percentile_x(share), label);
    const double grid_step = round_up(top_ms / 5.0);
    for (double ms = 0.0; ms <= top_ms; ms += grid_step)
    {
        if (ms > 0.0) grid_lines += horizontal(100.0 * ms / top_ms, "");
        labels += fmt::format("<span class=\"y\" style=\"bottom:{:.2f}%\">{:g}{}</span>", 100.0 * ms / top_ms, ms,
                              ms == 0.0 ? " ms" : "");
    }
    return fmt::format(
        "<div class=\"plot\" id=\"percentiles\" role=\"img\" aria-label=\"frame time of each share of the "
        "frames\">\n<svg viewBox=\"0 0 {} 100\" preserveAspectRatio=\"none\" "
        "aria-hidden=\"true\">{}{}</svg>\n{}</div>\n<p class=\"quiet small under\">Percentiles: "
        "this share of the frames took at most as long as the curve is high.</p>\n",
        plot_columns, grid_lines, curves, labels);
}

} // namespace

std::string overlay_colour(std::size_t overlay) { return css(draw::loop_colour(overlay + 1)); }

std::string frame_plot(const Draft& d)
{
    const std::vector<Line> lines = lines_of(d);
    const Axes axes               = axes_of(d, lines);
    const double hitch_ms         = d.figures.at(d.stream + "/hitches/over_ms").get<double>();
    std::string curves;
    for (const Line& line : lines) curves += curve(line, axes);
    return "<div class=\"plot\" id=\"frame-times\" role=\"img\" aria-label=\"frame time over time\">\n" +
           grid(axes, hitch_ms, curves) + marks_of(d, axes) +
           fmt::format(
               "</div>\n<p class=\"quiet small under\">Each column of pixels goes from the shortest to the longest "
               "frame in it. Circles: the longest of the hitches, frames over the dashed line at {} ms, 2.5 "
               "times the median and at least 25 ms more.{}</p>\n",
               d.figures.rough(d.stream + "/hitches/over_ms"),
               axes.is_cut
                   ? fmt::format(" The axis is cut at {:.0f} ms; longer frames touch its upper end.", axes.top_ms)
                   : "") +
           percentile_plot(lines);
}

} // namespace recordings
