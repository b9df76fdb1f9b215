// Writes the table that compares the loops, and the definitions of all values on the exported page.
#include "recordings/page/sections.hpp"
#include "recordings/rank/recommendation_rules.hpp"

#include <fmt/core.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace recordings
{

namespace
{

constexpr std::size_t top_candidate_count = 12; // best loops in the table

// The values in ms at the left and the right end of a bar chart. A bar that reaches beyond an end is cut off there.
struct BarChartScale
{
    double low  = -1.0;
    double high = 1.0;

    double x_percent(double ms) const { return 100.0 * (std::clamp(ms, low, high) - low) / (high - low); }
};

BarChartScale bar_chart_scale_of(const PageData& page, std::span<const std::size_t> candidate_indices)
{
    constexpr double max_abs_ms = 8.0;
    BarChartScale scale;
    for (const std::size_t i : candidate_indices)
    {
        scale.low  = std::max(std::min(scale.low, page.candidate(i).roughness_difference_ms.low), -max_abs_ms);
        scale.high = std::min(std::max(scale.high, page.candidate(i).roughness_difference_ms.high), max_abs_ms);
    }
    return scale;
}

// Two table cells, a bar and a text: how much larger the animation error is than with the loop `interpolated`.
std::string roughness_difference_cells_html(const PageData& page, std::size_t i, const BarChartScale& scale)
{
    const auto bar_html = [&](std::string_view css_class, double low, double high)
    {
        return fmt::format("<i class=\"{}\" style=\"left:{:.2f}%;width:{:.2f}%\"></i>", css_class, scale.x_percent(low),
                           scale.x_percent(high) - scale.x_percent(low));
    };
    const Interval& difference = page.candidate(i).roughness_difference_ms;
    return fmt::format(
        "<td class=\"rougher\">{}{}</td><td>{} to {}</td>",
        bar_html("same", -recommendation_rule::roughness_tolerance_ms, recommendation_rule::roughness_tolerance_ms),
        bar_html(page.candidate(i).is_tied_with_baseline ? "tied" : "", difference.low, difference.high),
        page.numbers.fixed_decimals_html(candidate_json_pointer(i, "rougher_ms/low"), 2),
        page.numbers.fixed_decimals_html(candidate_json_pointer(i, "rougher_ms/high"), 2));
}

std::string loop_row_html(const PageData& page, std::size_t i, const BarChartScale& scale, bool follows_gap)
{
    const Candidate& candidate = page.candidate(i);
    const auto cell_html       = [&](std::string_view key)
    { return fmt::format("<td>{}</td>", page.numbers.rounded_number_html(candidate_json_pointer(i, key))); };
    return fmt::format("<tr class=\"{}{}\"><th>{}{}{}</th><td>{}</td>{}{}{}{}{}{}<td class=\"l bad\">{}</td></tr>\n",
                       page.has_recommendation() && i == page.recommended_or_baseline_index() ? "chosen" : "",
                       follows_gap ? " gap" : "", loop_dot_html(candidate.preset), markup_escaped(candidate.name()),
                       candidate.is_pareto_optimal ? " <span class=\"star\">&#9733;</span>" : "",
                       candidate.has_rate() ? page.numbers.up_to_six_digits_html(candidate_json_pointer(i, "hz"))
                                            : "&ndash;",
                       cell_html("roughness_ms"), roughness_difference_cells_html(page, i, scale),
                       cell_html("jumps_per_minute"), cell_html("latency_ms"), cell_html("steps_per_s"),
                       cell_html("lost_percent"), markup_escaped(fmt::format("{}", fmt::join(candidate.vetoes, ", "))));
}

std::vector<std::size_t> table_candidate_indices(const PageData& page)
{
    std::vector<std::size_t> indices = best_index_per_literature_preset(page.input.ranking);
    indices.push_back(page.recommended_or_baseline_index());
    indices.push_back(page.input.ranking.baseline_index);
    for (std::size_t i = 0; i < page.input.ranking.candidates.size(); ++i)
        if (i < top_candidate_count || page.candidate(i).is_pareto_optimal) indices.push_back(i);
    std::ranges::sort(indices);
    indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
    return indices;
}

std::string ranking_table_body(const PageData& page)
{
    const std::vector<std::size_t> indices = table_candidate_indices(page);
    const BarChartScale scale              = bar_chart_scale_of(page, indices);
    std::string html;
    std::size_t expected_index = 0;
    for (const std::size_t i : indices)
    {
        html += loop_row_html(page, i, scale, i != expected_index && expected_index > 0);
        expected_index = i + 1;
    }
    return "<tbody>\n" + html + "</tbody>\n";
}

constexpr std::string_view ranking_table_head =
    "<thead><tr><th class=\"loop\">loop</th><th>Hz</th><th>roughness<br>ms</th><th class=\"l\">rougher by<br>the "
    "band: "
    "not visible</th><th>95 "
    "%<br>ms</th><th>jumps<br>1/min</th><th>latency<br>ms</th><th>steps<br>1/s</th><th>lost<br>%</th><th "
    "class=\"l\">veto</th></tr></thead>\n";

struct MetricDefinition
{
    std::string term, definition, source;
};

std::vector<MetricDefinition> recording_definitions(const PageData& page)
{
    std::vector<MetricDefinition> definitions{
        {"frame time",
         fmt::format("the column {}: {}", page.input.recording.frame_time_column,
                     meaning_of(page.input.recording.frame_boundary)),
         page.input.recording.tool},
        {"median, 99 %", "quantiles of the frame times by rule R7: position (n - 1) p + 1",
         "R. J. Hyndman and Y. Fan, \"Sample quantiles in statistical packages\", 1996"},
        {"average rate", "number of frames divided by their time: 1000 / mean", ""},
        {"hitch", "a frame over 2.5 times the median, and at least 25 ms over it", "Timestep Lab"},
        {"stutter",
         fmt::format("percent of the time in frames over 2.5 times a trailing mean of {} frames, in which a frame over "
                     "three times the frame before counts as that frame",
                     page.numbers.value_at(page.stream_json_pointer + "/stutter_window").get<std::size_t>()),
         "CapFrameX"},
        {"change", "the absolute difference of successive frame times: |dft|", ""}};
    for (const telemetry::LowFpsDefinitionInfo& low : telemetry::all_low_fps_definitions)
        definitions.push_back({fmt::format("1 % low, {}", low.label),
                               fmt::format("{}; the share is 1 or 0.1 %", low.definition), std::string{low.source}});
    return definitions;
}

std::vector<MetricDefinition> ranking_definitions(const PageData& page)
{
    const std::string baseline = title_of(page.candidate(page.input.ranking.baseline_index));
    return {
        {"roughness",
         "mean animation error: how far the motion in a displayed frame is from the frame's time on the screen; each "
         "error is clamped to the median frame time",
         "PresentMon's MsAnimationError, but with repeated frames, for which PresentMon has no value"},
        {"rougher by",
         fmt::format(
             "the loop's roughness minus that of {}, over the same frames: 95 % interval from 1000 resamples in blocks "
             "of at least one second; tied if the interval is within -0.5 to 0.5 ms and, without blending, the "
             "loop adds under 2 jumps a minute and the frame rate suits its steps",
             baseline),
         "circular block bootstrap: D. N. Politis and J. P. Romano, 1992"},
        {"jumps", "displayed frames per minute whose animation error is over half a step, or over 8 ms",
         "Timestep Lab"},
        {"latency", "mean age of the state in the frames by the loop's own clock: without dropped or filtered time",
         "Timestep Lab"},
        {"input", "mean age of the newest input in a frame, when the frame began", "Timestep Lab"},
        {"work", "physics steps per second, including steps only for drawing", "Timestep Lab"},
        {"lost", "time that the loop dropped or filtered out; negative if it added time", "Timestep Lab"},
        {"veto",
         "no clock of its own; frame times that grow without limit if a step takes 25 % longer than it simulates; "
         "other steps on a machine with other frame times; more than 1 % of the time lost or made up beyond what "
         "interpolated loses",
         "the spiral of death: G. Fiedler, \"Fix Your Timestep!\", 2004"}};
}

std::string definition_table_html(const std::vector<MetricDefinition>& definitions)
{
    std::string rows;
    for (const auto& [term, definition, source] : definitions)
        rows += fmt::format("<tr><th>{}</th><td class=\"l w\">{}</td><td class=\"l w quiet\">{}</td></tr>\n",
                            markup_escaped(term), markup_escaped(definition), markup_escaped(source));
    return fmt::format("<div class=\"scroll\"><table class=\"defs\">\n<thead><tr><th class=\"l\">metric</th>"
                       "<th class=\"l\">definition</th><th class=\"l\">whose</th></tr></thead>\n<tbody>\n{}</tbody>\n"
                       "</table></div>\n",
                       rows);
}

std::string ranking_method_html(const PageData& page)
{
    const auto& cost = page.input.ranking.options.step_cost;
    if (!cost)
        return "<p>Every loop ran with the recorded frame times, on a virtual PC whose steps take no time: only the "
               "loops differ.</p>\n";
    return fmt::format(
        "<p>The ranking assumes that the recorded game ran one step a frame. A step costs {} ms: this time was "
        "subtracted from each recorded frame, and added for each step of a loop.</p>\n",
        page.numbers.rounded_number_html("/rank/step_cost_ms"));
}

} // namespace

std::string ranking_section(const PageData& page)
{
    return fmt::format(
        "<section id=\"race\">\n<h2>The race</h2>\n<p>{} loops and step rates ran with the recording. The table "
        "shows "
        "the recommended loop, the first loops that are tied with {}, and the five loops of the literature. Intervals "
        "that lie within the band are ties: smoothness does not choose among these loops.</p>\n"
        "<div class=\"scroll\"><table class=\"race\">\n{}{}</table></div>\n"
        "<p class=\"small\"><span class=\"star\">&#9733;</span> No other loop is better by 0.5 ms of roughness, 4 ms "
        "of latency or 20 % of work, and as good in the others. <a href=\"#definitions\">How each metric is "
        "defined</a>.</p>\n"
        "</section>\n",
        page.input.ranking.candidates.size(),
        markup_escaped(title_of(page.candidate(page.input.ranking.baseline_index))), ranking_table_head,
        ranking_table_body(page));
}

std::string definitions_section(const PageData& page)
{
    return "<section id=\"definitions\">\n<h2>How each metric is defined</h2>\n<h3>Of the recording</h3>\n" +
           definition_table_html(recording_definitions(page)) + "<h3>Of the race</h3>\n" + ranking_method_html(page) +
           "<p>These metrics leave out hitches and the frames next to them.</p>\n" +
           definition_table_html(ranking_definitions(page)) + "</section>\n";
}

} // namespace recordings
