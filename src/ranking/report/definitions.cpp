// Writes the page section that defines all metrics on the exported page.
#include "base/number.hpp"
#include "ranking/rank/recommendation_rules.hpp"
#include "ranking/report/sections.hpp"
#include "telemetry/metric_definitions.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace ranking
{

namespace
{

struct MetricDefinition
{
    std::string term, definition, source;
};

MetricDefinition definition_of(const telemetry::MetricDefinition& metric, std::string_view addition = "")
{
    return {std::string{metric.name}, fmt::format("{}{}", metric.definition, addition), std::string{metric.source}};
}

std::vector<MetricDefinition> recording_definitions(const PageData& page)
{
    using telemetry::metric_definition;
    std::vector<MetricDefinition> definitions{
        {"frame time",
         fmt::format("the column {}: {}", page.input.recording.frame_time_column,
                     recordings::meaning_of(page.input.recording.frame_boundary)),
         page.input.recording.tool},
        definition_of(metric_definition("frame_p50_ms")),
        definition_of(metric_definition("frame_p99_ms")),
        definition_of(metric_definition("average_fps")),
        {"hitch", "a frame over 2.5 times the median, and at least 25 ms over it", "Timestep Lab"},
        definition_of(metric_definition("stutter_percent"),
                      fmt::format(" The trailing mean is of {} frames, in which a frame over three times the frame "
                                  "before counts as that frame.",
                                  page.stream_numbers.value_at("stutter_window").get<std::size_t>())),
        definition_of(metric_definition("change_mean_ms"))};
    for (const telemetry::LowFpsDefinitionInfo& low : telemetry::all_low_fps_definitions)
        definitions.push_back(definition_of(low.metric, " For the 0.1 % low, it is 0.001."));
    return definitions;
}

std::vector<MetricDefinition> ranking_definitions(const PageData& page)
{
    using namespace recommendation_rule;
    using telemetry::metric_definition;
    const std::string baseline = title_of(page.input.ranking.baseline());
    return {
        definition_of(metric_definition("animation_error_mean_ms"), " Each error is clamped to the median frame time."),
        {"rougher by",
         fmt::format(
             "the loop's animation error minus that of {}, over the same frames: 95 % interval from {} resamples in "
             "blocks of at least one second; tied if the interval is within -{} to {} ms and, without blending, the "
             "loop adds under {} jumps a minute and the frame rate suits its steps",
             baseline, recordings::bootstrap_resample_count, base::number_text(animation_error_tolerance_ms),
             base::number_text(animation_error_tolerance_ms), base::number_text(min_visible_extra_jumps_per_minute)),
         "circular block bootstrap: D. N. Politis and J. P. Romano, 1992"},
        definition_of(metric_definition("jumps_per_minute")),
        definition_of(metric_definition("picture_age_mean_ms")),
        definition_of(metric_definition("input_age_mean_ms")),
        definition_of(metric_definition("steps_per_s")),
        definition_of(metric_definition("lost_percent")),
        {"veto",
         fmt::format("no clock of its own; frame times that grow without limit if a step takes {} % longer than it "
                     "simulates; other steps on a machine with other frame times; more than {} % of the time lost or "
                     "made up beyond what interpolated loses",
                     overload_percent, base::number_text(max_lost_percent_difference)),
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

std::string fault_cell_html(const lab::FaultCell& cell)
{
    if (std::isnan(cell.value)) return "<td>-</td>";
    return fmt::format("<td title=\"{}; even runs: {} to {}\">{}{}</td>", name_of(cell.mark),
                       lab::cell_text({cell.even_min, {}, {}, {}}), lab::cell_text({cell.even_max, {}, {}, {}}),
                       lab::cell_text(cell), text_of(cell.mark));
}

std::string faults_html()
{
    std::string causes;
    for (const lab::Fault& fault : lab::all_faults()) causes += fault_html(fault);
    return fmt::format("<h3>What each metric sees</h3>\n<p>{}</p>\n<div class=\"scroll\">{}</div>\n"
                       "<dl class=\"facts\">\n{}</dl>\n",
                       markup_escaped(lab::mark_explanation()), faults_table_html(), causes);
}

std::string ranking_method_html(const PageData& page)
{
    const auto& step_cost = page.input.ranking.options.step_cost;
    if (!step_cost)
        return "<p>Every loop ran with the recorded frame times, on a virtual PC whose steps take no time: only the "
               "loops differ.</p>\n";
    return fmt::format(
        "<p>The ranking assumes that the recorded game ran one step a frame. A step costs {} ms: this time was "
        "subtracted from each recorded frame, and added for each step of a loop.</p>\n",
        page.numbers.rounded_number_html("rank/step_cost_ms"));
}

} // namespace

std::string fault_html(const lab::Fault& fault, std::string_view link)
{
    return fmt::format("<dt id=\"{}\">{}</dt>\n<dd>{}{}<br><code>{}</code></dd>\n", fault.key,
                       markup_escaped(fault.title), markup_escaped(fault.cause), link, markup_escaped(fault.command()));
}

std::string faults_table_html()
{
    std::string html = "<table class=\"pcs\">\n<thead><tr><th class=\"l\" scope=\"col\">fault</th>";
    for (const telemetry::MetricDefinition& metric : lab::smoothness_metrics())
        html += fmt::format("<th scope=\"col\" title=\"{}\">{}, {}</th>", markup_escaped(metric.definition),
                            markup_escaped(metric.name), metric.unit);
    html += "</tr></thead>\n<tbody>\n";
    for (const lab::Fault& fault : lab::all_faults())
    {
        html += fmt::format("<tr><th class=\"w\" scope=\"row\"><a href=\"#{}\">{}</a>{}</th>", fault.key,
                            markup_escaped(fault.title), fault.is_visible ? "" : " (even)");
        for (const lab::FaultCell& cell : lab::compute_fault(fault)) html += fault_cell_html(cell);
        html += "</tr>\n";
    }
    return html + "</tbody>\n</table>\n";
}

std::string definitions_section(const PageData& page)
{
    return "<section id=\"definitions\">\n<h2>How each metric is defined</h2>\n<h3>Of the recording</h3>\n" +
           definition_table_html(recording_definitions(page)) + "<h3>Of the race</h3>\n" + ranking_method_html(page) +
           "<p>These metrics leave out hitches and the frames next to them.</p>\n" +
           definition_table_html(ranking_definitions(page)) + (page.input.has_faults ? faults_html() : "") +
           "</section>\n";
}

} // namespace ranking
