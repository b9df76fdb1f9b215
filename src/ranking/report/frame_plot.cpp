// Plots frame times over time. Text and marks are HTML on top of the stretched SVG, so that they keep their size.
#include "base/number.hpp"
#include "draw/shapes/theme.hpp"
#include "ranking/report/sections.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace ranking
{

namespace
{

constexpr std::size_t plot_column_count = 1000;
constexpr std::size_t max_hitch_labels = 5;

struct ColumnExtent
{
    Nanos shortest = Nanos::max();
    Nanos longest = Nanos::zero();
};

// The shortest and the longest frame time in each column of the plot.
std::vector<ColumnExtent> column_extents_of(std::span<const Nanos> frame_times, Nanos duration)
{
    std::vector<ColumnExtent> extents(plot_column_count);
    const auto column_at = [duration](Nanos time)
    {
        const double fraction =
            duration > Nanos::zero() ? timestep::to_seconds(time) / timestep::to_seconds(duration) : 0.0;
        return std::min(static_cast<std::size_t>(fraction * plot_column_count), plot_column_count - 1);
    };
    Nanos start{};
    for (const Nanos frame_time : frame_times)
    {
        const std::size_t first = column_at(start), end = std::max(column_at(start + frame_time), first + 1);
        for (std::size_t i = first; i < end; ++i)
        {
            extents[i].shortest = std::min(extents[i].shortest, frame_time);
            extents[i].longest = std::max(extents[i].longest, frame_time);
        }
        start += frame_time;
    }
    return extents;
}

// Rounds up to 1, 2 or 5 times a power of ten.
double nice_grid_step(double value)
{
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    for (const double digit : {1.0, 2.0, 5.0})
        if (digit * decade >= value * (1.0 - 1e-9)) return digit * decade;
    return 10.0 * decade;
}

struct Axes
{
    Nanos duration; ///< of the longest recording
    double top_ms; ///< frame time at the upper end of the plot; longer ones are clamped to it
    bool is_clamped;

    double duration_s() const { return timestep::to_seconds(duration); }
    double x_percent(double seconds) const { return duration_s() > 0.0 ? 100.0 * seconds / duration_s() : 0.0; }
    double y_percent(double ms) const { return 100.0 * std::min(ms / top_ms, 1.0); }
};

struct PlottedRecording
{
    std::span<const Nanos> frame_times;
    PageNumberFormatter statistics;
    std::string style_attribute; // sets the colour; empty for the first recording

    Nanos duration() const { return std::accumulate(frame_times.begin(), frame_times.end(), Nanos{}); }
    double longest_ms() const { return statistics.value_at("max_ms").get<double>(); }
    // Largest frame time in ms that the plot must show. A longer frame would make all others too low to see.
    double max_plotted_ms() const
    {
        const auto p99 = statistics.value_at("p99_ms").get<double>();
        return p99 > 0.0 ? std::min(longest_ms(), 8.0 * p99) : longest_ms();
    }
};

// Returns all recordings. The first recording is the last entry, so that its curve is drawn on top of the others.
std::vector<PlottedRecording> plotted_recordings(const PageData& page)
{
    std::vector<PlottedRecording> recordings;
    for (std::size_t i = 0; i < page.input.overlays.size(); ++i)
    {
        const OverlaidRecording& overlay = page.input.overlays[i];
        recordings.push_back({overlay.recording.streams[overlay.stream_index].frame_times, page.overlay_numbers(i),
                              fmt::format(" style=\"stroke:{}\"", overlay_colour(i))});
    }
    recordings.push_back({page.ranked_stream().frame_times, page.stream_numbers, ""});
    return recordings;
}

Axes axes_of(const std::vector<PlottedRecording>& recordings)
{
    double max_plotted_ms = 0.001, longest_ms = 0.0;
    Nanos duration{};
    for (const PlottedRecording& recording : recordings)
    {
        max_plotted_ms = std::max(max_plotted_ms, recording.max_plotted_ms());
        longest_ms = std::max(longest_ms, recording.longest_ms());
        duration = std::max(duration, recording.duration());
    }
    return {duration, 1.08 * max_plotted_ms, longest_ms > 1.08 * max_plotted_ms};
}

std::string frame_time_curve_svg(const PlottedRecording& recording, const Axes& axes)
{
    std::string path;
    const auto extents = column_extents_of(recording.frame_times, axes.duration);
    for (std::size_t i = 0; i < plot_column_count; ++i)
    {
        if (extents[i].shortest > extents[i].longest) continue;
        const double top = 100.0 - axes.y_percent(timestep::to_millis(extents[i].longest));
        const double bottom = 100.0 - axes.y_percent(timestep::to_millis(extents[i].shortest));
        path += fmt::format("{}{} {:.2f}", path.empty() ? "M" : "L", i, top);
        if (bottom - top > 0.2) path += fmt::format("V{:.2f}", bottom);
    }
    return fmt::format("<path{} d=\"{}\"/>", recording.style_attribute, path);
}

std::string horizontal_line_svg(double y_percent, std::string_view attributes)
{
    return fmt::format("<line{0} x1=\"0\" x2=\"{1}\" y1=\"{2:.2f}\" y2=\"{2:.2f}\"/>", attributes, plot_column_count,
                       100.0 - y_percent);
}

// Adds the lines and the labels of the y axis, which ends at `top_ms`.
void append_y_axis(std::string& lines, std::string& labels, double top_ms)
{
    const double grid_step_ms = nice_grid_step(top_ms / 5.0);
    for (double ms = 0.0; ms <= top_ms * (1.0 + 1e-9); ms += grid_step_ms)
    {
        const double y_percent = 100.0 * std::min(ms / top_ms, 1.0);
        if (ms > 0.0) lines += horizontal_line_svg(y_percent, "");
        labels += fmt::format("<span class=\"y\" style=\"bottom:{:.2f}%\">{}{}</span>", y_percent,
                              base::number_text(ms), ms == 0.0 ? " ms" : "");
    }
}

std::string plot_svg_html(const std::string& lines, const std::string& curves)
{
    return fmt::format("<svg viewBox=\"0 0 {} 100\" preserveAspectRatio=\"none\" aria-hidden=\"true\">{}{}</svg>\n",
                       plot_column_count, lines, curves);
}

std::string frame_time_plot_html(const Axes& axes, double hitch_limit_ms, const std::string& curves)
{
    std::string lines, labels;
    append_y_axis(lines, labels, axes.top_ms);
    if (hitch_limit_ms < axes.top_ms) lines += horizontal_line_svg(axes.y_percent(hitch_limit_ms), " class=\"limit\"");
    const double grid_step_s = nice_grid_step(axes.duration_s() / 6.0);
    for (double seconds = 0.0; seconds <= axes.duration_s() && axes.duration_s() > 0.0; seconds += grid_step_s)
        labels += fmt::format("<span class=\"x\" style=\"left:{:.2f}%\">{}{}</span>", axes.x_percent(seconds),
                              base::number_text(seconds), seconds == 0.0 ? " s" : "");
    return plot_svg_html(lines, curves) + labels;
}

// Marks the longest hitches. Leaves out the label of a hitch that is too close to a labelled hitch.
std::string hitch_marks_html(const PageData& page, const Axes& axes)
{
    std::string html;
    std::vector<double> labelled_x_percents;
    for (std::size_t i = 0; i < page.stream_numbers.value_at("hitches/worst").size(); ++i)
    {
        const PageNumberFormatter hitch = page.stream_numbers.at(fmt::format("hitches/worst/{}", i));
        const double x_percent = axes.x_percent(hitch.value_at("at_s").get<double>());
        const double y_percent = axes.y_percent(hitch.value_at("length_ms").get<double>());
        html += fmt::format("<span class=\"mark\" style=\"left:{:.2f}%;bottom:{:.2f}%\"></span>", x_percent, y_percent);
        if (labelled_x_percents.size() >= max_hitch_labels ||
            std::ranges::any_of(labelled_x_percents, [&](double other) { return std::abs(other - x_percent) < 14.0; }))
            continue;
        labelled_x_percents.push_back(x_percent);
        html += fmt::format("<span class=\"hitch{}\" style=\"left:{:.2f}%;bottom:{:.2f}%\">{} ms</span>",
                            x_percent > 70.0 ? " left" : "", x_percent, y_percent,
                            hitch.fixed_decimals_html("length_ms", 1));
    }
    return html;
}

constexpr double percentile_decades = 3.0; // the plot shows 0 to 99.9 % of the frames: 1 - 10^-3

// Maps a quantile to the x axis, 0 to 1. On this axis, 0-90 %, 90-99 % and 99-99.9 % have equal widths.
double quantile_x_fraction(double share) { return -std::log10(1.0 - share) / percentile_decades; }

std::string percentile_plot_html(const std::vector<PlottedRecording>& recordings)
{
    double top_ms = 0.001;
    std::vector<telemetry::IndexedFrameTimesView> indexed_recordings;
    indexed_recordings.reserve(recordings.size());
    for (const PlottedRecording& recording : recordings) indexed_recordings.emplace_back(recording.frame_times);
    for (const auto& indexed_frames : indexed_recordings)
        top_ms = std::max(top_ms, 1.08 * recordings::frame_time_quantile_ms(indexed_frames,
                                                                            1.0 - std::pow(10.0, -percentile_decades)));
    std::string curves, grid_lines, labels;
    for (std::size_t i = 0; i < recordings.size(); ++i)
    {
        std::string path;
        for (std::size_t x = 0; x <= plot_column_count; x += 5)
        {
            const double share = 1.0 - std::pow(10.0, -percentile_decades * static_cast<double>(x) / plot_column_count);
            fmt::format_to(
                std::back_inserter(path), "{}{} {:.2f}", x == 0 ? "M" : "L", x,
                100.0 -
                    100.0 * std::min(recordings::frame_time_quantile_ms(indexed_recordings[i], share) / top_ms, 1.0));
        }
        curves += fmt::format("<path{} d=\"{}\"/>", recordings[i].style_attribute, path);
    }
    for (const auto& [share, label] :
         {std::pair{0.5, "50 %"}, std::pair{0.9, "90 %"}, std::pair{0.99, "99 %"}, std::pair{0.999, "99.9 %"}})
        labels += fmt::format("<span class=\"x{}\" style=\"left:{:.2f}%\">{}</span>", share == 0.999 ? " last" : "",
                              100.0 * quantile_x_fraction(share), label);
    append_y_axis(grid_lines, labels, top_ms);
    return fmt::format(
        "<div class=\"plot\" id=\"percentiles\" role=\"img\" aria-label=\"frame time of each share of the "
        "frames\">\n{}{}</div>\n<p class=\"quiet small under\">Percentiles: "
        "this share of the frames took at most as long as the curve is high.</p>\n",
        plot_svg_html(grid_lines, curves), labels);
}

} // namespace

std::string overlay_colour(std::size_t overlay_index)
{
    return css_colour_without_alpha(draw::loop_colour(overlay_index + 1));
}

std::string frame_time_plots_html(const PageData& page)
{
    const std::vector<PlottedRecording> recordings = plotted_recordings(page);
    const Axes axes = axes_of(recordings);
    const double hitch_limit_ms = page.stream_numbers.value_at("hitches/over_ms").get<double>();
    std::string curves;
    for (const PlottedRecording& recording : recordings) curves += frame_time_curve_svg(recording, axes);
    return "<div class=\"plot\" id=\"frame-times\" role=\"img\" aria-label=\"frame time over time\">\n" +
           frame_time_plot_html(axes, hitch_limit_ms, curves) + hitch_marks_html(page, axes) +
           fmt::format(
               "</div>\n<p class=\"quiet small under\">Each column of pixels goes from the shortest to the longest "
               "frame in it. Circles: the longest of the hitches, frames over the dashed line at {} ms, 2.5 "
               "times the median and at least 25 ms more.{}</p>\n",
               page.stream_numbers.rounded_number_html("hitches/over_ms"),
               axes.is_clamped
                   ? fmt::format(" The axis is cut at {:.0f} ms; longer frames touch its upper end.", axes.top_ms)
                   : "") +
           percentile_plot_html(recordings);
}

} // namespace ranking
