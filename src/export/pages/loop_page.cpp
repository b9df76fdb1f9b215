// Writes the HTML page of a loop: properties, pseudocode, runs on several PCs, and source code in all languages.
#include "base/number.hpp"
#include "export/pages/document.hpp"
#include "export/pages/drawable_lanes.hpp"

#include "catalogue/description.hpp"
#include "catalogue/presets.hpp"
#include "export/exporter/exporter.hpp"
#include "lab/metrics/frame_text.hpp"
#include "lab/metrics/metric_table.hpp"
#include "lab/metrics/verdict_text.hpp"
#include "lab/settings/configuration_string.hpp"
#include "lab/settings/lane_setup.hpp"
#include "lab/settings/loop_search.hpp"
#include "timestep/loop.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pages
{

namespace
{

using catalogue::Description;
using catalogue::description_of;
using timestep::Preset;

constexpr Nanos run_length{10'000'000'000};

struct VirtualTestPc
{
    std::string_view name;
    std::string_view settings; ///< settings of the machine: KEY=VALUE, separated by spaces (Assignment::key)
};
// Only the first two PCs have fast, even frames.
constexpr std::array virtual_test_pcs{
    VirtualTestPc{"60 frames a second on a display of 60 Hz", "vsync=on display-hz=60 render-cost=2ms"},
    VirtualTestPc{"144 frames a second on a display of 144 Hz", "vsync=on display-hz=144 render-cost=2ms"},
    VirtualTestPc{"uneven frames of 14 to 20 ms, without VSYNC", "vsync=off render-cost=2ms delay=12ms jitter=6ms"},
    VirtualTestPc{"a slow PC: each frame takes 42 ms, with VSYNC", "vsync=on display-hz=60 render-cost=2ms delay=40ms"},
    VirtualTestPc{"a hitch of 100 ms every 30 frames", "vsync=on display-hz=60 render-cost=2ms spike=30:100ms"},
    VirtualTestPc{"a very slow PC: each frame takes 102 ms", "vsync=on display-hz=60 render-cost=2ms delay=100ms"},
};

lab::LaneSetup make_lane_setup_for(const Preset& preset, const VirtualTestPc& pc)
{
    std::vector<lab::Assignment> changes = lab::split_into_unchecked_assignments(pc.settings);
    changes.push_back({"loop", std::string{preset.name}});
    lab::LaneSetup setup = lab::make_lane_setup(std::move(changes));
    setup.name = preset.name;
    return setup;
}

struct PcOutcome
{
    lab::LaneResult result;
    lab::LaneVerdict verdict;
};

std::vector<PcOutcome> run_on_all_pcs(const Preset& preset)
{
    std::vector<PcOutcome> outcomes;
    for (const VirtualTestPc& pc : virtual_test_pcs)
    {
        const lab::LaneSetup setup = make_lane_setup_for(preset, pc);
        DrawableLanes run{{&setup, 1}, {.max_wall_time = run_length}};
        run.advance_to(run_length);
        outcomes.push_back({run.results().front(), run[0].judgement().verdict});
    }
    return outcomes;
}

// Index of the PC on which the page shows the loop, preferably the first one on which the loop works badly.
std::size_t characteristic_pc_index(const std::vector<PcOutcome>& outcomes)
{
    for (std::size_t i = 0; i < outcomes.size(); ++i)
        if (outcomes[i].verdict.is_severe()) return i;
    for (std::size_t i = 0; i < outcomes.size(); ++i)
        if (!outcomes[i].verdict.is_faultless()) return i;
    return outcomes.size() - 1;
}

std::string metric_heading(const lab::Metric& metric)
{
    return markup_escaped(metric.title) + (metric.unit.empty() ? "" : ", ") + markup_escaped(metric.unit);
}

std::string outcome_table(const std::vector<PcOutcome>& outcomes)
{
    std::string header_row = "<tr><th class=\"l\" scope=\"col\">PC</th><th class=\"l\" scope=\"col\">verdict</th>";
    for (const lab::Metric& metric : lab::all_metrics())
        if (metric.is_always_in_short_table)
            header_row += fmt::format("<th scope=\"col\" title=\"{}\">{}</th>", markup_escaped(metric.definition),
                                      metric_heading(metric));
    std::string body_rows;
    for (std::size_t i = 0; i < outcomes.size(); ++i)
    {
        body_rows += fmt::format("<tr{}><th class=\"w\" scope=\"row\">{}</th><td class=\"l\">{}</td>",
                                 i == characteristic_pc_index(outcomes) ? " class=\"chosen\"" : "",
                                 markup_escaped(virtual_test_pcs[i].name),
                                 markup_escaped(lab::verdict_text(outcomes[i].verdict)));
        for (const lab::Metric& metric : lab::all_metrics())
            if (metric.is_always_in_short_table)
                body_rows += fmt::format("<td data-name=\"{}\">{}</td>", metric_heading(metric),
                                         markup_escaped(lab::value_text_without_unit(metric, outcomes[i].result)));
        body_rows += "</tr>\n";
    }
    return scroll_region_html("Verdict and metrics of the loop on several PCs",
                              "<table class=\"pcs\">\n<thead>" + header_row + "</tr></thead>\n<tbody>\n" + body_rows +
                                  "</tbody>\n</table>\n");
}

// Returns a table with the loop's pseudocode in six lines and the values of the newest frame.
std::string pseudocode_table(const DrawableLanes& run)
{
    const lab::Lane& lane = run[0].lane();
    const auto* const newest_inputs = lane.plan_inputs_at(run.newest_moment(0).sample.frame_number);
    if (newest_inputs == nullptr) return "";
    timestep::Loop loop = *newest_inputs->loop_before;
    std::string body_rows;
    for (const lab::PseudocodeLine& line : lab::pseudocode_with_values(*newest_inputs, loop.plan(newest_inputs->input)))
        body_rows += fmt::format("<tr><td class=\"l\"><code>{}</code></td><td>{}</td></tr>\n",
                                 markup_escaped(line.code), markup_escaped(line.result));
    return scroll_region_html(
        "The pseudocode of the loop",
        "<table>\n<thead><tr><th class=\"l\" scope=\"col\">each frame</th><th scope=\"col\">value in "
        "the last frame of the run below</th></tr></thead>\n<tbody>\n" +
            body_rows + "</tbody>\n</table>\n");
}

std::string loop_parts_text(const Preset& preset)
{
    const timestep::Loop loop = preset.make(preset.default_rate);
    return fmt::format(
        "filter {}, stepper {}, overload {}, presentation {}, pacer {}{}", loop.filter.name(), loop.stepper.name(),
        loop.overload.name(), name_of(loop.presentation), loop.pacer.name(),
        preset.has_rate ? fmt::format("; {} Hz", base::number_text(timestep::to_hertz(preset.default_rate))) : "");
}

std::string code_section(const PagesOptions& page_options, const Preset& preset)
{
    const timestep::Loop loop = preset.make(preset.default_rate);
    std::string html = "<p>The loop as one file without dependencies. The files in all eight languages make the same "
                       "decisions, to the nanosecond.</p>\n";
    for (const exporter::LanguageInfo& language : exporter::all_languages)
    {
        std::string code_html;
        if (const auto reason = exporter::export_rejection_reason(loop, language.id))
            code_html = fmt::format("<p>{}</p>\n", markup_escaped(*reason));
        else
        {
            auto options = exporter::make_file_options(preset, loop, {}, page_options.version);
            options.language = language.id;
            code_html =
                fmt::format("<pre role=\"region\" aria-label=\"{} in {}\" tabindex=\"0\"><code>{}</code></pre>\n",
                            markup_escaped(description_of(preset.name).title), markup_escaped(language.title),
                            markup_escaped(exporter::export_loop(loop, options).text()));
        }
        html +=
            fmt::format("<details>\n<summary>{}</summary>\n{}</details>\n", markup_escaped(language.title), code_html);
    }
    return section_html("code", "The code", html);
}

struct LoopRunFigures
{
    std::string pseudocode_html, runs_html;
};

// Runs the loop on `pc`, together with another loop for comparison, and draws frames and plots of the runs.
LoopRunFigures make_run_figures(Document& page, const Preset& preset, const VirtualTestPc& pc, const PcOutcome& outcome)
{
    constexpr Nanos plotted_duration{4'000'000'000};
    constexpr Nanos timeline_duration{500'000'000};
    std::vector<lab::LaneSetup> setups{make_lane_setup_for(preset, pc)};
    const Preset& reference_preset = catalogue::preset_of(lab::first_screen_reference_loop());
    if (reference_preset.name != preset.name) setups.push_back(make_lane_setup_for(reference_preset, pc));
    DrawableLanes run{setups, {.max_wall_time = run_length}};
    run.advance_to(run_length);
    const Nanos run_end = run.newest_moment(0).sample.start_wall_time;
    std::string_view pc_choice_reason = "The fastest of the tested PCs on which the loop does not run well";
    if (outcome.verdict.is_faultless()) pc_choice_reason = "The loop runs well on all PCs, also on the slowest";
    if (outcome.verdict.is_severe()) pc_choice_reason = "The fastest PC on which the loop fails";
    const std::string heading = fmt::format(
        "<h3>{}: {}</h3>\n<p>After {} s{}.</p>\n", pc_choice_reason, markup_escaped(pc.name),
        base::number_text(timestep::to_seconds(run_length)),
        setups.size() > 1 ? fmt::format(", and {} on the same PC", markup_escaped(reference_preset.name)) : "");
    std::string demo_link;
    if (page.has_demo())
        demo_link = fmt::format(
            "<p class=\"screen\">{}</p>\n",
            link_html(page.demo_path() + "#" + lab::percent_encoded_configuration({.lane = setups.front().config}),
                      "Open the demo with this loop on this virtual PC"));
    return {pseudocode_table(run), heading + run.draw_lane_figures(page, std::nullopt) + demo_link +
                                       run.draw_plots_html(page, 0, lab::default_plots_mask,
                                                           {run_end - plotted_duration, run_end}, std::nullopt) +
                                       run.draw_timeline_html(page, 0, {run_end - timeline_duration, run_end})};
}

std::string lessons_section(const Document& page, timestep::PresetId loop)
{
    std::string list_items;
    for (const lab::Lesson& lesson : lab::built_in_lessons())
        if (const auto loops = distinct_loops_of(lesson); std::ranges::find(loops, loop) != loops.end())
            list_items += lesson_list_item_html(page, lesson);
    if (list_items.empty()) return "";
    return section_html("lessons", "Lessons with this loop", "<ul class=\"loops\">\n" + list_items + "</ul>\n");
}

} // namespace

std::string make_loop_page(const PagesOptions& page_options, timestep::PresetId id)
{
    const Preset& preset = catalogue::preset_of(id);
    const Description& description = description_of(preset.name);
    const std::vector<PcOutcome> outcomes = run_on_all_pcs(preset);
    const std::size_t characteristic_index = characteristic_pc_index(outcomes);
    Document page{page_options, 1};
    page.append_html(fmt::format("<main>\n<header>\n<p class=\"brand\">{} &middot; {} &middot; <code>{}</code></p>\n"
                                 "<h1>{}</h1>\n<p class=\"lead\">{}. Its price: {}.</p>\n</header>\n",
                                 link_html(page.relative_path("index.html"), "Timestep Lab"),
                                 markup_escaped(lab::group_title(preset)), markup_escaped(preset.name),
                                 markup_escaped(description.title), markup_escaped(description.source),
                                 markup_escaped(description.price)));
    const LoopRunFigures figures =
        make_run_figures(page, preset, virtual_test_pcs[characteristic_index], outcomes[characteristic_index]);
    const std::string facts =
        definition_html("promise", description.promise) + definition_html("price", description.price_in_full) +
        definition_html("breaks", description.failure_conditions) +
        definition_html("choose it", description.when_to_choose) + definition_html("ships in", description.used_by) +
        definition_html("source", description.source_in_full) +
        definition_html("checked", description.compared_source_files) +
        definition_html("differs", description.deviations) + definition_html("axes", loop_parts_text(preset));
    page.append_html(section_html("promise", "What it promises", "<dl class=\"facts\">\n" + facts + "</dl>\n"));
    page.append_html(section_html("idea", "The loop's pseudocode in six lines", figures.pseudocode_html));
    page.append_html(section_html(
        "runs", fmt::format("On {} PCs", virtual_test_pcs.size()),
        fmt::format("<p>Each run lasts {} s on a virtual PC; the scene is a ball on a spring. The verdict is about "
                    "the last second.</p>\n{}{}",
                    base::number_text(timestep::to_seconds(run_length)), outcome_table(outcomes), figures.runs_html)));
    page.append_html(code_section(page_options, preset));
    page.append_html(lessons_section(page, id));
    const auto link_to = [&](std::size_t i) -> std::optional<PageLink>
    {
        if (i >= catalogue::presets().size()) return std::nullopt; // also before the first preset
        const std::string_view name = catalogue::presets()[i].name;
        return PageLink{loop_page_path(name), description_of(name).title};
    };
    const auto index = static_cast<std::size_t>(id);
    page.append_html(navigation_html(page, "Other loops", link_to(index - 1), link_to(index + 1)) + "</main>\n");
    return page.page_html(fmt::format("{} - Timestep Lab", description.title), description.promise);
}

} // namespace pages
