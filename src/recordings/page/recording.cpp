// Writes the section about the recording: its source, its streams and its frame-time statistics.
#include "recordings/formats/formats.hpp"
#include "recordings/page/sections.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace recordings
{

namespace
{

std::string fact(std::string_view what, const std::string& is)
{
    return fmt::format("<dt>{}</dt><dd>{}</dd>\n", what, is);
}

std::string facts(const Draft& d)
{
    const Recording& c = d.input.recording;
    const Stream& s    = d.recorded();
    std::string text =
        "<dl class=\"facts\">\n" + fact("tool", escaped(c.tool)) + fact("read as", escaped(c.format->name)) +
        fact("frame time", fmt::format("column <code>{}</code>, {}", escaped(c.frame_time_column), meaning_of(c.side)));
    text += fact("stream", fmt::format("{} of {}{}", d.input.stream + 1, c.streams.size(),
                                       s.application.empty() ? "" : ": " + escaped(s.application)));
    text +=
        fact("frames", fmt::format("{} in {} s; {} missing, {} that never reached the screen",
                                   d.figures.whole(d.stream + "/frames"), d.figures.fixed(d.stream + "/length_s", 3),
                                   d.figures.whole(d.stream + "/missing"), d.figures.whole(d.stream + "/dropped")));
    const auto coverage = s.coverage();
    text += fact("replayable", coverage ? fmt::format("yes: the frame times cover {:.2f} % of the time that passed",
                                                      *coverage * 100.0)
                                        : "probably: one row a frame; without a time column this cannot be checked");
    if (d.input.timing.bound_by) text += fact("limit", escaped(in_words(*d.input.timing.bound_by)));
    if (d.input.ranking.frames < s.frames.size())
        text += fact("ranked on", fmt::format("{} frames from frame {} on, around the longest one",
                                              d.figures.whole("/rank/frames"), d.figures.whole("/rank/first_frame")));
    return text + "</dl>\n";
}

// The HTML table of all streams in the file; empty if there is only one stream.
std::string streams(const Draft& d)
{
    const Recording& c = d.input.recording;
    if (c.streams.size() < 2) return "";
    std::string rows;
    for (std::size_t i = 0; i < c.streams.size(); ++i)
    {
        const std::string at = fmt::format("/inspect/files/0/streams/{}/", i);
        rows += fmt::format("<tr{}><td>{}</td><td class=\"l\">{}</td><td>{}</td><td class=\"l\">{}</td><td>{}</td>"
                            "<td>{}</td></tr>\n",
                            i == d.input.stream ? " class=\"chosen\"" : "", i + 1, escaped(c.streams[i].application),
                            d.figures.whole(at + "process_id"), escaped(c.streams[i].swap_chain),
                            d.figures.whole(at + "frames"), d.figures.whole(at + "missing"));
    }
    return fmt::format("<h3>Streams in the file</h3>\n<div class=\"scroll\"><table>\n<thead><tr><th>#</th><th "
                       "class=\"l\">application</th><th>process</th><th class=\"l\">swap chain</th><th>frames</th>"
                       "<th>missing</th></tr></thead>\n<tbody>\n{}</tbody>\n</table></div>\n",
                       rows);
}

std::string row(std::string_view what, const std::string& value)
{
    return fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", what, value);
}

std::string statistics(const Draft& d)
{
    const auto ms = [&](std::string_view key)
    { return d.figures.fixed(fmt::format("{}/{}", d.stream, key), 3) + unit("ms"); };
    const auto percent = [&](std::string_view key)
    { return d.figures.fixed(fmt::format("{}/{}", d.stream, key), 3) + unit("%"); };
    return "<div class=\"scroll\"><table>\n<tbody>\n" + row("mean", ms("mean_ms")) + row("median", ms("p50_ms")) +
           row("99 %", ms("p99_ms")) + row("longest", ms("max_ms")) +
           row("average rate", d.figures.fixed(d.stream + "/average_fps", 3) + unit("fps")) +
           row("stutter, CapFrameX", percent("stutter_percent")) +
           row("change from frame to frame, mean", ms("change_mean_ms")) +
           row("change from frame to frame, RMS", ms("change_rms_ms")) + "</tbody>\n</table></div>\n";
}

std::string lows(const Draft& d)
{
    std::string rows;
    for (const telemetry::LowRow& low : telemetry::all_lows)
        rows += fmt::format("<tr><th>{}</th><td>{}</td><td>{}</td></tr>\n", escaped(low.label),
                            d.figures.fixed(fmt::format("{}/low_1_percent_fps/{}", d.stream, low.name), 3),
                            d.figures.fixed(fmt::format("{}/low_0.1_percent_fps/{}", d.stream, low.name), 3));
    return fmt::format("<div class=\"scroll\"><table>\n<thead><tr><th class=\"l\">fps</th><th>1 % low</th><th>0.1 % "
                       "low</th></tr></thead>\n<tbody>\n{}</tbody>\n</table></div>\n<p class=\"quiet small\">Tools "
                       "define these terms differently: name the definition when you quote a value.</p>\n",
                       rows);
}

// The legend of the plots: the colour and the statistics of each recording; empty if there is only one recording.
std::string overlays(const Draft& d)
{
    if (d.input.overlays.empty()) return "";
    const auto row_of = [&](const std::string& colour, std::string_view name, const std::string& at)
    {
        const auto cell = [&](std::string_view key)
        { return fmt::format("<td>{}</td>", d.figures.rough(fmt::format("{}/{}", at, key))); };
        return fmt::format("<tr><th><span class=\"dot\" style=\"--c:{}\"></span>{}</th><td>{}</td>{}{}{}{}{}{}</tr>\n",
                           colour, escaped(name), d.figures.whole(at + "/frames"), cell("mean_ms"), cell("p50_ms"),
                           cell("p99_ms"), cell("max_ms"), cell("stutter_percent"), cell("change_mean_ms"));
    };
    std::string rows = row_of("var(--accent)", d.name, d.stream);
    for (std::size_t i = 0; i < d.input.overlays.size(); ++i)
        rows += row_of(overlay_colour(i), d.figures.at(fmt::format("/inspect/files/{}/file", i + 1)).get<std::string>(),
                       d.pointer_to_overlay(i));
    return fmt::format(
        "<h3>The recordings in the plots</h3>\n<div class=\"scroll\"><table id=\"overlays\">\n<thead><tr>"
        "<th class=\"l\">recording</th><th>frames</th><th>mean<br>ms</th><th>median<br>ms</th><th>99 %<br>"
        "ms</th><th>longest<br>ms</th><th>stutter<br>%</th><th>change<br>ms</th></tr></thead>\n<tbody>\n{}"
        "</tbody>\n</table></div>\n",
        rows);
}

std::string histogram(const Draft& d)
{
    const Json& h      = d.figures.at(d.stream + "/histogram");
    const auto counts  = h.at("counts").get<std::vector<double>>();
    const double width = h.at("width_ms").get<double>();
    const double most  = *std::ranges::max_element(counts);
    const auto first   = std::ranges::find_if(counts, [](double n) { return n > 0.0; });
    std::string rows;
    for (auto it = first; it != counts.end(); ++it)
    {
        const auto i         = static_cast<std::size_t>(it - counts.begin());
        const double from    = width * static_cast<double>(i);
        const std::string to = it + 1 == counts.end() ? " or more" : fmt::format(" to {:g}", from + width);
        const std::string at = fmt::format("{}/histogram/counts/{}", d.stream, i);
        rows += fmt::format("<tr><td>{:g}{}</td><td class=\"bar\"><i style=\"--w:{:.4f}\"></i></td><td>{}</td></tr>\n",
                            from, to, *it / most, d.figures.whole(at));
    }
    return fmt::format("<table class=\"bars\"><tbody>\n{}</tbody></table>\n", rows);
}

} // namespace

std::string recording(const Draft& d)
{
    return "<section id=\"recording\">\n<h2>The recording</h2>\n" + facts(d) + streams(d) +
           "<h3>Frame time over time</h3>\n" + frame_plot(d) + overlays(d) +
           "<div class=\"two\">\n<div>\n<h3>Frame times</h3>\n" + statistics(d) +
           "</div>\n<div>\n<h3>Histogram of frame times, in ms</h3>\n" + histogram(d) +
           "</div>\n</div>\n<h3>1 % low, five ways</h3>\n" + lows(d) + "</section>\n";
}

} // namespace recordings
