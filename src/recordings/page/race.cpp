// Writes the table of loops, and the tables with the definitions of the page's numbers.
#include "recordings/page/sections.hpp"
#include "recordings/rank/rule.hpp"

#include <fmt/core.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace recordings
{

namespace
{

constexpr std::size_t max_shown_loops = 12; // maximum number of best loops in the table

// The axis in ms for the confidence intervals of Candidate::smoothness_difference. Intervals are clamped to it.
struct RaceScale
{
    double low  = -1.0;
    double high = 1.0;

    double percent(double ms) const { return 100.0 * (std::clamp(ms, low, high) - low) / (high - low); }
};

RaceScale scale_of(const Draft& d, std::span<const std::size_t> rows)
{
    constexpr double max_ms = 8.0;
    RaceScale scale;
    for (const std::size_t i : rows)
    {
        scale.low  = std::max(std::min(scale.low, d.candidate(i).smoothness_difference.low), -max_ms);
        scale.high = std::min(std::max(scale.high, d.candidate(i).smoothness_difference.high), max_ms);
    }
    return scale;
}

// Two table cells for candidate number `i`: its smoothness_difference as a bar and as numbers. A band from -0.5 to 0.5
// ms shows invisible differences; the intervals of equally smooth candidates lie within the band.
std::string interval(const Draft& d, std::size_t i, const RaceScale& scale)
{
    const auto bar = [&](std::string_view kind, double low, double high)
    {
        return fmt::format("<i class=\"{}\" style=\"left:{:.2f}%;width:{:.2f}%\"></i>", kind, scale.percent(low),
                           scale.percent(high) - scale.percent(low));
    };
    const Interval& difference = d.candidate(i).smoothness_difference;
    return fmt::format("<td class=\"rougher\">{}{}</td><td>{} to {}</td>",
                       bar("same", -rule::equal_smoothness_ms, rule::equal_smoothness_ms),
                       bar(d.candidate(i).is_tied ? "tied" : "", difference.low, difference.high),
                       d.figures.fixed(pointer_to(i, "rougher_ms/low"), 2),
                       d.figures.fixed(pointer_to(i, "rougher_ms/high"), 2));
}

std::string row(const Draft& d, std::size_t i, const RaceScale& scale, bool gap)
{
    const Candidate& c = d.candidate(i);
    const auto cell    = [&](std::string_view key)
    { return fmt::format("<td>{}</td>", d.figures.rough(pointer_to(i, key))); };
    return fmt::format("<tr class=\"{}{}\"><th>{}{}{}</th><td>{}</td>{}{}{}{}{}{}<td class=\"l bad\">{}</td></tr>\n",
                       d.recommends() && i == d.chosen() ? "chosen" : "", gap ? " gap" : "", dot(c.preset),
                       escaped(c.name()), c.is_pareto_optimal ? " <span class=\"star\">&#9733;</span>" : "",
                       c.has_rate() ? d.figures.plain(pointer_to(i, "hz")) : "&ndash;", cell("roughness_ms"),
                       interval(d, i, scale), cell("jumps_per_minute"), cell("latency_ms"), cell("steps_per_s"),
                       cell("lost_percent"), escaped(fmt::format("{}", fmt::join(c.vetoes, ", "))));
}

std::vector<std::size_t> rows_of(const Draft& d)
{
    std::vector<std::size_t> rows = baselines(d.input.ranking);
    rows.push_back(d.chosen());
    rows.push_back(d.input.ranking.baseline);
    for (std::size_t i = 0; i < d.input.ranking.candidates.size(); ++i)
        if (i < max_shown_loops || d.candidate(i).is_pareto_optimal) rows.push_back(i);
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

std::string table_body(const Draft& d)
{
    const std::vector<std::size_t> rows = rows_of(d);
    const RaceScale scale               = scale_of(d, rows);
    std::string text;
    std::size_t next = 0;
    for (const std::size_t i : rows)
    {
        text += row(d, i, scale, i != next && next > 0);
        next = i + 1;
    }
    return "<tbody>\n" + text + "</tbody>\n";
}

constexpr std::string_view table_head =
    "<thead><tr><th class=\"loop\">loop</th><th>Hz</th><th>roughness<br>ms</th><th class=\"l\">rougher by<br>the "
    "band: "
    "not visible</th><th>95 "
    "%<br>ms</th><th>jumps<br>1/min</th><th>latency<br>ms</th><th>steps<br>1/s</th><th>lost<br>%</th><th "
    "class=\"l\">veto</th></tr></thead>\n";

std::string row(std::string_view what, std::string_view is, std::string_view source)
{
    return fmt::format("<tr><th>{}</th><td class=\"l w\">{}</td><td class=\"l w quiet\">{}</td></tr>\n", escaped(what),
                       escaped(is), escaped(source));
}

std::string recording_definitions(const Draft& d)
{
    std::string rows =
        row("frame time",
            fmt::format("the column {}: {}", d.input.recording.frame_time_column, meaning_of(d.input.recording.side)),
            d.input.recording.tool) +
        row("median, 99 %", "quantiles of the frame times by rule R7: position (n - 1) p + 1",
            "R. J. Hyndman and Y. Fan, \"Sample quantiles in statistical packages\", 1996") +
        row("average rate", "number of frames divided by their time: 1000 / mean", "") +
        row("hitch", "a frame over 2.5 times the median, and at least 25 ms over it", "Timestep Lab") +
        row("stutter",
            fmt::format(
                "percent of the time in frames over 2.5 times a trailing mean of {} frames, in which a frame over "
                "three times the frame before counts as that frame",
                d.figures.at(d.stream + "/stutter_window").get<std::size_t>()),
            "CapFrameX") +
        row("change", "the absolute difference of successive frame times: |dft|", "");
    for (const telemetry::LowRow& low : telemetry::all_lows)
        rows +=
            row(fmt::format("1 % low, {}", low.label), fmt::format("{}; the share is 1 or 0.1 %", low.is), low.source);
    return rows;
}

std::string race_definitions(const Draft& d)
{
    const std::string baseline = title_of(d.candidate(d.input.ranking.baseline));
    return row("roughness",
               "mean animation error: how far the motion in a displayed frame is from the frame's time on the "
               "screen; each error is clamped to the median frame time",
               "PresentMon's MsAnimationError, and the repeated frames that PresentMon leaves out") +
           row("rougher by",
               fmt::format("its roughness minus that of {}, over the same frames: 95 % interval from 1000 resamples in "
                           "blocks of at least one second; tied if the interval is within -0.5 to 0.5 ms and, without "
                           "blending, "
                           "the loop adds under 2 jumps a minute and the frame rate suits its steps",
                           baseline),
               "circular block bootstrap: D. N. Politis and J. P. Romano, 1992") +
           row("jumps", "displayed frames per minute whose animation error is over half a step, or over 8 ms",
               "Timestep Lab") +
           row("latency",
               "mean age of the state in the frames by the loop's own clock: without dropped or filtered time",
               "Timestep Lab") +
           row("input", "mean age of the newest input in a frame, when the frame began", "Timestep Lab") +
           row("work", "physics steps per second, including steps only for drawing", "Timestep Lab") +
           row("lost", "time that the loop dropped or filtered out; negative if it added time", "Timestep Lab") +
           row("veto",
               "no clock of its own; frame times that grow without limit if a step takes 25 % longer than it "
               "simulates; "
               "other steps on a machine with other frame times; more than 1 % of the time lost or made up beyond what "
               "interpolated loses",
               "the spiral of death: G. Fiedler, \"Fix Your Timestep!\", 2004");
}

std::string definition_table(const std::string& rows)
{
    return "<div class=\"scroll\"><table class=\"defs\">\n<thead><tr><th class=\"l\">figure</th><th "
           "class=\"l\">definition</th><th "
           "class=\"l\">whose</th></tr></thead>\n<tbody>\n" +
           rows + "</tbody>\n</table></div>\n";
}

std::string replay_sentence(const Draft& d)
{
    const auto& cost = d.input.ranking.options.step_cost;
    if (!cost)
        return "<p>Every loop ran with the recorded frame times, on a virtual PC whose steps take no time: only the "
               "loops differ.</p>\n";
    return fmt::format(
        "<p>The ranking assumes that the recorded game ran one step a frame. A step costs {} ms: this time was "
        "subtracted from each recorded frame, and added for each step of a loop.</p>\n",
        d.figures.rough("/rank/step_cost_ms"));
}

} // namespace

std::string race(const Draft& d)
{
    return fmt::format(
        "<section id=\"race\">\n<h2>The race</h2>\n<p>{} loops and step rates ran with the recording. The table "
        "shows "
        "the recommended loop, the first loops that are tied with {}, and the five loops of the literature. Intervals "
        "that lie within the band are ties: smoothness does not choose among these loops.</p>\n"
        "<div class=\"scroll\"><table class=\"race\">\n{}{}</table></div>\n"
        "<p class=\"small\"><span class=\"star\">&#9733;</span> No other loop is better by 0.5 ms of roughness, 4 ms "
        "of latency or 20 % of work, and as good in the others. <a href=\"#definitions\">How each figure "
        "is defined</a>.</p>\n"
        "</section>\n",
        d.input.ranking.candidates.size(), escaped(title_of(d.candidate(d.input.ranking.baseline))), table_head,
        table_body(d));
}

std::string definitions(const Draft& d)
{
    return "<section id=\"definitions\">\n<h2>How each figure is defined</h2>\n<h3>Of the recording</h3>\n" +
           definition_table(recording_definitions(d)) + "<h3>Of the race</h3>\n" + replay_sentence(d) +
           "<p>These figures leave out hitches and the frames next to them.</p>\n" +
           definition_table(race_definitions(d)) + "</section>\n";
}

} // namespace recordings
