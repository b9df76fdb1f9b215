// Writes the HTML page about kinds of uneven motion and the smoothness metrics that see them.
#include "export/pages/document.hpp"
#include "lab/metrics/faults.hpp"
#include "lab/settings/configuration_string.hpp"
#include "ranking/report/html.hpp"

#include <fmt/core.h>

namespace pages
{

namespace
{

// " Watch it" as a link to the fault in the demo; empty without the demo.
std::string watch_link_html(const Document& page, const lab::Fault& fault)
{
    if (!page.has_demo()) return "";
    const std::string configuration = lab::percent_encoded_configuration({.lane = fault.setup().config});
    return " " + link_html(fmt::format("{}#{}", page.demo_path(), configuration), "Watch it");
}

} // namespace

std::string make_faults_page(const PagesOptions& page_options)
{
    constexpr std::string_view description =
        "Kinds of uneven motion, and which of the smoothness metrics in use see them: 1 % lows, deviation, stutter, "
        "hitches, animation error, jumps and jitter.";
    Document page{page_options, 0};
    page.append_html(fmt::format("<main>\n<header>\n<p class=\"brand\">{}</p>\n<h1>What each metric sees</h1>\n"
                                 "<p class=\"lead\">{}</p>\n</header>\n",
                                 link_html("index.html", "Timestep Lab"), description));
    page.append_html(
        section_html("table", "Faults and metrics",
                     fmt::format("<p>Each run lasts {:.0f} s. {} An even run is an interpolated loop on a display with "
                                 "the mean frame rate of the row, with clock readings that are off by up to 0.1 "
                                 "ms.</p>\n{}",
                                 timestep::to_seconds(lab::fault_run_time), markup_escaped(lab::mark_explanation()),
                                 scroll_region_html("Metrics of each fault", ranking::faults_table_html()))));
    std::string faults, metrics;
    for (const lab::Fault& fault : lab::all_faults())
        faults += ranking::fault_html(fault, watch_link_html(page, fault));
    for (const lab::SmoothnessMetric& metric : lab::smoothness_metrics())
        metrics += definition_html(metric.title, fmt::format("{} Source: {}.", metric.definition, metric.source));
    page.append_html(section_html("faults", "The faults",
                                  "<p>The commands print the frames of a run as CSV.</p>\n<dl class=\"facts\">\n" +
                                      faults + "</dl>\n"));
    page.append_html(section_html(
        "metrics", "The metrics",
        "<p>NVIDIA's FrameView and GamersNexus have no column: no source was found that defines their 1 % lows to the "
        "digit.</p>\n<dl class=\"facts\">\n" +
            metrics + "</dl>\n"));
    page.append_html("</main>\n");
    return page.page_html("What each metric sees - Timestep Lab", description);
}

} // namespace pages
