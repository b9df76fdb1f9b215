// Writes the page section about the recording: its source, its swap chains, and statistics of the frame times.
#include "base/number.hpp"
#include "ranking/report/sections.hpp"
#include "recordings/formats/formats.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace ranking
{

namespace
{

std::string fact_html(std::string_view name, const std::string& value)
{
    return fmt::format("<dt>{}</dt><dd>{}</dd>\n", name, value);
}

std::string facts_html(const PageData& page)
{
    const recordings::Recording& recording = page.input.recording;
    const recordings::Stream& stream = page.ranked_stream();
    std::string html =
        "<dl class=\"facts\">\n" + fact_html("tool", markup_escaped(recording.tool)) +
        fact_html("read as", markup_escaped(recording.format->name)) +
        fact_html("frame time", fmt::format("column <code>{}</code>, {}", markup_escaped(recording.frame_time_column),
                                            recordings::meaning_of(recording.frame_boundary)));
    html +=
        fact_html("stream", fmt::format("{} of {}{}", page.input.stream_index + 1, recording.streams.size(),
                                        stream.application.empty() ? "" : ": " + markup_escaped(stream.application)));
    html += fact_html("frames", fmt::format("{} in {} s; {} missing, {} that never reached the screen",
                                            page.stream_numbers.integer_html("frames"),
                                            page.stream_numbers.fixed_decimals_html("length_s", 3),
                                            page.stream_numbers.integer_html("missing"),
                                            page.stream_numbers.integer_html("dropped")));
    const auto coverage = stream.coverage();
    html +=
        fact_html("replayable", coverage ? fmt::format("yes: the frame times cover {:.2f} % of the recording's time",
                                                       *coverage * 100.0)
                                         : "probably: one row a frame; without a time column this cannot be checked");
    if (page.input.timing.gpu_cpu_bound_shares)
        html += fact_html("limit", markup_escaped(sentence_of(*page.input.timing.gpu_cpu_bound_shares)));
    if (page.input.ranking.frame_count < stream.frame_times.size())
        html += fact_html("ranked on", fmt::format("{} frames from frame {} on, around the longest one",
                                                   page.numbers.integer_html("rank/frames"),
                                                   page.numbers.integer_html("rank/first_frame")));
    return html + "</dl>\n";
}

// A table of all swap chains in the file; empty if there is only one.
std::string streams_html(const PageData& page)
{
    const recordings::Recording& recording = page.input.recording;
    if (recording.streams.size() < 2) return "";
    std::string rows;
    for (std::size_t i = 0; i < recording.streams.size(); ++i)
    {
        const PageNumberFormatter numbers = page.numbers.at(fmt::format("inspect/files/0/streams/{}", i));
        rows += fmt::format("<tr{}><td>{}</td><td class=\"l\">{}</td><td>{}</td><td class=\"l\">{}</td><td>{}</td>"
                            "<td>{}</td></tr>\n",
                            i == page.input.stream_index ? " class=\"chosen\"" : "", i + 1,
                            markup_escaped(recording.streams[i].application), numbers.integer_html("process_id"),
                            markup_escaped(recording.streams[i].swap_chain), numbers.integer_html("frames"),
                            numbers.integer_html("missing"));
    }
    return fmt::format("<h3>Streams in the file</h3>\n<div class=\"scroll\"><table>\n<thead><tr><th>#</th><th "
                       "class=\"l\">application</th><th>process</th><th class=\"l\">swap chain</th><th>frames</th>"
                       "<th>missing</th></tr></thead>\n<tbody>\n{}</tbody>\n</table></div>\n",
                       rows);
}

std::string statistics_html(const PageData& page)
{
    struct StatisticRow
    {
        std::string_view title, key, unit;
    };
    constexpr std::array rows{StatisticRow{"mean", "mean_ms", "ms"},
                              StatisticRow{"median", "p50_ms", "ms"},
                              StatisticRow{"99 %", "p99_ms", "ms"},
                              StatisticRow{"longest", "max_ms", "ms"},
                              StatisticRow{"average rate", "average_fps", "fps"},
                              StatisticRow{"stutter, CapFrameX", "stutter_percent", "%"},
                              StatisticRow{"change from frame to frame, mean", "change_mean_ms", "ms"},
                              StatisticRow{"change from frame to frame, RMS", "change_rms_ms", "ms"}};
    std::string html;
    for (const auto& [title, key, unit] : rows)
        html += fmt::format("<tr><th>{}</th><td>{}{}</td></tr>\n", title,
                            page.stream_numbers.fixed_decimals_html(key, 3), unit_html_without_escaping(unit));
    return "<div class=\"scroll\"><table>\n<tbody>\n" + html + "</tbody>\n</table></div>\n";
}

std::string low_fps_html(const PageData& page)
{
    std::string rows;
    for (const telemetry::LowFpsDefinitionInfo& low : telemetry::all_low_fps_definitions)
        rows += fmt::format("<tr><th>{}</th><td>{}</td><td>{}</td></tr>\n", markup_escaped(low.label),
                            page.stream_numbers.at("low_1_percent_fps").fixed_decimals_html(low.name, 3),
                            page.stream_numbers.at("low_0.1_percent_fps").fixed_decimals_html(low.name, 3));
    return fmt::format("<div class=\"scroll\"><table>\n<thead><tr><th class=\"l\">fps</th><th>1 % low</th><th>0.1 % "
                       "low</th></tr></thead>\n<tbody>\n{}</tbody>\n</table></div>\n<p class=\"quiet small\">Tools "
                       "define these terms differently: name the definition when you quote a value.</p>\n",
                       rows);
}

// Returns the legend of the plots: colour and statistics of each recording. Empty if there is only one recording.
std::string plot_legend_html(const PageData& page)
{
    if (page.input.overlays.empty()) return "";
    const auto row_html = [](const std::string& colour, std::string_view name, const PageNumberFormatter& numbers)
    {
        const auto cell_html = [&](std::string_view key)
        { return fmt::format("<td>{}</td>", numbers.rounded_number_html(key)); };
        return fmt::format("<tr><th><span class=\"dot\" style=\"--c:{}\"></span>{}</th><td>{}</td>{}{}{}{}{}{}</tr>\n",
                           colour, markup_escaped(name), numbers.integer_html("frames"), cell_html("mean_ms"),
                           cell_html("p50_ms"), cell_html("p99_ms"), cell_html("max_ms"), cell_html("stutter_percent"),
                           cell_html("change_mean_ms"));
    };
    std::string rows = row_html("var(--accent)", page.file_name, page.stream_numbers);
    for (std::size_t i = 0; i < page.input.overlays.size(); ++i)
        rows += row_html(overlay_colour(i),
                         page.numbers.value_at(fmt::format("inspect/files/{}/file", i + 1)).get<std::string>(),
                         page.overlay_numbers(i));
    return fmt::format(
        "<h3>The recordings in the plots</h3>\n<div class=\"scroll\"><table id=\"overlays\">\n<thead><tr>"
        "<th class=\"l\">recording</th><th>frames</th><th>mean<br>ms</th><th>median<br>ms</th><th>99 %<br>"
        "ms</th><th>longest<br>ms</th><th>stutter<br>%</th><th>change<br>ms</th></tr></thead>\n<tbody>\n{}"
        "</tbody>\n</table></div>\n",
        rows);
}

std::string histogram_html(const PageData& page)
{
    const PageNumberFormatter histogram = page.stream_numbers.at("histogram");
    const auto counts = histogram.value_at("counts").get<std::vector<double>>();
    const double bin_width_ms = histogram.value_at("width_ms").get<double>();
    const double max_count = *std::ranges::max_element(counts);
    const auto first_bin = std::ranges::find_if(counts, [](double n) { return n > 0.0; });
    std::string rows;
    for (auto bin = first_bin; bin != counts.end(); ++bin)
    {
        const auto i = static_cast<std::size_t>(bin - counts.begin());
        const double bin_start_ms = bin_width_ms * static_cast<double>(i);
        const std::string upper_text = bin + 1 == counts.end()
                                           ? " or more"
                                           : fmt::format(" to {}", base::number_text(bin_start_ms + bin_width_ms));
        rows += fmt::format("<tr><td>{}{}</td><td class=\"bar\"><i style=\"--w:{:.4f}\"></i></td><td>{}</td></tr>\n",
                            base::number_text(bin_start_ms), upper_text, *bin / max_count,
                            histogram.integer_html(fmt::format("counts/{}", i)));
    }
    return fmt::format("<table class=\"bars\"><tbody>\n{}</tbody></table>\n", rows);
}

} // namespace

std::string recording_section(const PageData& page)
{
    return "<section id=\"recording\">\n<h2>The recording</h2>\n" + facts_html(page) + streams_html(page) +
           "<h3>Frame time over time</h3>\n" + frame_time_plots_html(page) + plot_legend_html(page) +
           "<div class=\"two\">\n<div>\n<h3>Frame times</h3>\n" + statistics_html(page) +
           "</div>\n<div>\n<h3>Histogram of frame times, in ms</h3>\n" + histogram_html(page) +
           "</div>\n</div>\n<h3>1 % low, five ways</h3>\n" + low_fps_html(page) + "</section>\n";
}

} // namespace ranking
