// Writes the HTML page of a loop: promise, price, pseudocode in six lines, runs on several PCs, code in five languages.
#include "export/pages/document.hpp"
#include "export/pages/shown_run.hpp"

#include "base/text.hpp"
#include "catalogue/description.hpp"
#include "catalogue/presets.hpp"
#include "export/exporter/exporter.hpp"
#include "lab/metrics/frame_text.hpp"
#include "lab/metrics/lane_verdict.hpp"
#include "lab/metrics/scoreboard.hpp"
#include "lab/settings/lane_setup.hpp"
#include "lab/settings/loop_search.hpp"
#include "lab/settings/set_up.hpp"
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

struct TestPc
{
    std::string_view name;
    std::string_view settings; ///< settings of the machine: KEY=VALUE, separated by spaces (Change::key)
};
// The virtual PCs on which the page runs its loop, in the order of the page: from steady and fast to slow.
constexpr std::array test_pcs{
    TestPc{"60 frames a second on a display of 60 Hz", "vsync=on display-hz=60 render-cost=2ms"},
    TestPc{"144 frames a second on a display of 144 Hz", "vsync=on display-hz=144 render-cost=2ms"},
    TestPc{"uneven frames of 14 to 20 ms, without VSYNC", "vsync=off render-cost=2ms delay=12ms jitter=6ms"},
    TestPc{"a slow PC: each frame takes 42 ms, with VSYNC", "vsync=on display-hz=60 render-cost=2ms delay=40ms"},
    TestPc{"a hitch of 100 ms every 30 frames", "vsync=on display-hz=60 render-cost=2ms spike=30:100ms"},
    TestPc{"a very slow PC: each frame takes 102 ms", "vsync=on display-hz=60 render-cost=2ms delay=100ms"},
};

lab::LaneSetup setup_of(const Preset& preset, const TestPc& pc)
{
    std::vector<lab::Change> changes = lab::parse_changes(pc.settings);
    changes.push_back({"loop", std::string{preset.name}});
    lab::LaneSetup setup = lab::make_lane_setup(std::move(changes));
    setup.name           = preset.name;
    return setup;
}

struct PcOutcome
{
    lab::LaneResult result;
    std::string verdict;
    bool is_good, is_alarming;
};

std::vector<PcOutcome> run_on_all_pcs(const Preset& preset)
{
    std::vector<PcOutcome> outcomes;
    for (const TestPc& pc : test_pcs)
    {
        const lab::LaneSetup setup = setup_of(preset, pc);
        DrawableLanes run{{&setup, 1}, {.time = run_length}};
        run.advance_to(run_length);
        const lab::LaneVerdict verdict = lab::verdict_of(run[0].lane(), run.newest_moment(0));
        outcomes.push_back(
            {run.results().front(), lab::verdict_text(verdict), verdict.is_good(), verdict.is_alarming()});
    }
    return outcomes;
}

// Returns the first PC on which the loop fails; if none, the first without a good verdict; if none, the last PC.
std::size_t characteristic_pc(const std::vector<PcOutcome>& outcomes)
{
    for (std::size_t i = 0; i < outcomes.size(); ++i)
        if (outcomes[i].is_alarming) return i;
    for (std::size_t i = 0; i < outcomes.size(); ++i)
        if (!outcomes[i].is_good) return i;
    return outcomes.size() - 1;
}

std::string outcome_table(const std::vector<PcOutcome>& outcomes)
{
    std::string head = "<tr><th class=\"l\" scope=\"col\">PC</th><th class=\"l\" scope=\"col\">verdict</th>";
    for (const lab::MetricRow& metric : lab::all_metrics())
        if (metric.is_always_shown)
            head += fmt::format("<th scope=\"col\" title=\"{}\">{}{}{}</th>", escaped(metric.definition),
                                escaped(metric.title), metric.unit.empty() ? "" : ", ", escaped(metric.unit));
    std::string rows;
    for (std::size_t i = 0; i < outcomes.size(); ++i)
    {
        rows += fmt::format("<tr{}><th class=\"w\" scope=\"row\">{}</th><td class=\"l\">{}</td>",
                            i == characteristic_pc(outcomes) ? " class=\"chosen\"" : "", escaped(test_pcs[i].name),
                            escaped(outcomes[i].verdict));
        for (const lab::MetricRow& metric : lab::all_metrics())
            if (metric.is_always_shown)
                rows += fmt::format("<td>{}</td>", escaped(lab::value_text_without_unit(metric, outcomes[i].result)));
        rows += "</tr>\n";
    }
    return scroll_region_html("Verdict and metrics of the loop on several PCs", "<table class=\"pcs\">\n<thead>" +
                                                                                    head + "</tr></thead>\n<tbody>\n" +
                                                                                    rows + "</tbody>\n</table>\n");
}

// Returns a table with the loop's pseudocode in six lines and the values of the newest frame.
std::string idea_table(const DrawableLanes& run)
{
    const lab::Lane& lane             = run[0].lane();
    const lab::PlanInputs* const last = lane.newest_plan_inputs_up_to(run.newest_moment(0).sample.frame);
    if (last == nullptr) return "";
    timestep::Loop loop = *last->loop_before;
    std::string rows;
    for (const lab::PseudocodeLine& line : lab::pseudocode_of(*last, loop.plan(last->input)))
        rows += fmt::format("<tr><td class=\"l\"><code>{}</code></td><td>{}</td></tr>\n", escaped(line.code),
                            escaped(line.value));
    return scroll_region_html(
        "The pseudocode of the loop",
        "<table>\n<thead><tr><th class=\"l\" scope=\"col\">each frame</th><th scope=\"col\">value in "
        "the last frame of the run below</th></tr></thead>\n<tbody>\n" +
            rows + "</tbody>\n</table>\n");
}

std::string axes_text(const Preset& preset)
{
    const timestep::Loop loop = preset.make(preset.default_rate);
    return fmt::format("filter {}, stepper {}, overload {}, presentation {}, pacer {}{}", loop.filter.name(),
                       loop.stepper.name(), loop.overload.name(), name_of(loop.presentation), loop.pacer.name(),
                       preset.has_rate ? fmt::format("; {:g} Hz", timestep::hertz(preset.default_rate)) : "");
}

std::string facts_section(const Preset& preset)
{
    const Description& about = description_of(preset.name);
    const std::string rows =
        definition_row_html("promise", about.promise) + definition_row_html("price", about.price_in_full) +
        definition_row_html("breaks", about.breaks) + definition_row_html("choose it", about.choose_it) +
        definition_row_html("ships in", about.ships) + definition_row_html("source", about.source_in_full) +
        definition_row_html("checked", about.checked) + definition_row_html("differs", about.differs) +
        definition_row_html("axes", axes_text(preset));
    return section_html("promise", "What it promises", "<dl class=\"facts\">\n" + rows + "</dl>\n");
}

std::string code_section(const PagesInput& input, const Preset& preset)
{
    const timestep::Loop loop = preset.make(preset.default_rate);
    std::string html = "<p>The loop as one file without dependencies. The files in all eight languages make the same "
                       "decisions, to the nanosecond.</p>\n";
    for (const exporter::LanguageRow& language : exporter::all_languages)
    {
        std::string code_html;
        if (const auto reason = exporter::refusal_reason(loop, language.id))
            code_html = fmt::format("<p>{}</p>\n", escaped(*reason));
        else
        {
            exporter::Options options = exporter::export_options(preset, loop, {}, input.version);
            options.language          = language.id;
            code_html = code_block_html(fmt::format("{} in {}", description_of(preset.name).title, language.title),
                                        exporter::export_loop(loop, options).text());
        }
        html += fmt::format("<details>\n<summary>{}</summary>\n{}</details>\n", escaped(language.title), code_html);
    }
    return section_html("code", "The code", html);
}

std::string demo_link(const Document& page, const lab::Settings& settings)
{
    if (!page.has_demo()) return "";
    return fmt::format("<p class=\"screen\">{}</p>\n",
                       link_html(fmt::format("{}#{}", page.demo_path(), lab::set_up_fragment(settings)),
                                 "Run the loop on this PC in the demo"));
}

// Returns images of the loop and, for comparison, of the loop `interpolated`, on the PC of characteristic_pc().
std::string run_figures(Document& page, const Preset& preset, const TestPc& pc, const PcOutcome& outcome,
                        std::string& idea_html)
{
    constexpr Nanos plotted_time{4'000'000'000};
    constexpr Nanos timeline_time{500'000'000};
    std::vector<lab::LaneSetup> setups{setup_of(preset, pc)};
    const Preset& reference_loop = catalogue::preset_of(lab::first_screen_reference_loop());
    if (reference_loop.name != preset.name) setups.push_back(setup_of(reference_loop, pc));
    DrawableLanes run{setups, {.time = run_length}};
    run.advance_to(run_length);
    idea_html                = idea_table(run);
    const Nanos end          = run.newest_moment(0).sample.wall;
    const auto seconds       = timestep::to_seconds(run_length);
    std::string_view pc_role = "The fastest PC on which the loop does not run well";
    if (outcome.is_good) pc_role = "The loop runs well on all PCs, also on the slowest";
    if (outcome.is_alarming) pc_role = "The fastest PC on which the loop fails";
    const std::string heading =
        fmt::format("<h3>{}: {}</h3>\n<p>After {:g} s{}.</p>\n", pc_role, escaped(pc.name), seconds,
                    setups.size() > 1 ? fmt::format(", and {} on the same PC", escaped(reference_loop.name)) : "");
    return heading + run.stages_html(page, std::nullopt) + demo_link(page, setups.front().settings) +
           run.plots_html(page, 0, lab::default_plots_mask, {end - plotted_time, end}, std::nullopt) +
           run.timeline_html(page, 0, {end - timeline_time, end});
}

std::string lessons_section(const Document& page, timestep::LoopId loop)
{
    std::string items;
    for (const lab::Lesson& lesson : lab::all_lessons())
        if (const auto loops = loops_of(lesson); std::ranges::find(loops, loop) != loops.end())
            items += lesson_item_html(page, lesson);
    if (items.empty()) return "";
    return section_html("lessons", "Lessons with this loop", "<ul class=\"loops\">\n" + items + "</ul>\n");
}

std::string neighbour_links(const Document& page, const Preset& preset)
{
    const auto link_to = [&](std::string_view direction, const Preset& other)
    {
        return link_html(page.relative_path(loop_path(other.name)),
                         fmt::format("{}: {}", direction, description_of(other.name).title));
    };
    return neighbour_and_index_links_html(
        page, "Other loops", &preset == &catalogue::presets().front() ? "" : link_to("Before", *(&preset - 1)),
        &preset == &catalogue::presets().back() ? "" : link_to("Next", *(&preset + 1)));
}

} // namespace

std::string make_loop_page(const PagesInput& input, timestep::LoopId id)
{
    const Preset& preset                  = catalogue::preset_of(id);
    const Description& about              = description_of(preset.name);
    const std::vector<PcOutcome> outcomes = run_on_all_pcs(preset);
    const std::size_t chosen_pc           = characteristic_pc(outcomes);
    Document page{input, 1};
    page.append_html(fmt::format("<main>\n<header>\n<p class=\"brand\">{} &middot; {} &middot; <code>{}</code></p>\n"
                                 "<h1>{}</h1>\n<p class=\"lead\">{}. Its price: {}.</p>\n</header>\n",
                                 link_html(page.relative_path("index.html"), "Timestep Lab"),
                                 escaped(lab::group_title(preset)), escaped(preset.name), escaped(about.title),
                                 escaped(about.source), escaped(about.price)));
    std::string idea_html;
    const std::string figures_html = run_figures(page, preset, test_pcs[chosen_pc], outcomes[chosen_pc], idea_html);
    page.append_html(facts_section(preset));
    page.append_html(section_html("idea", "Its pseudocode in six lines", idea_html));
    page.append_html(section_html(
        "runs", fmt::format("On {} PCs", test_pcs.size()),
        fmt::format("<p>Each run lasts {:g} s on a virtual PC; the scene is a ball on a spring. The verdict is about "
                    "the last second.</p>\n{}{}",
                    timestep::to_seconds(run_length), outcome_table(outcomes), figures_html)));
    page.append_html(code_section(input, preset));
    page.append_html(lessons_section(page, id));
    page.append_html(neighbour_links(page, preset) + "</main>\n");
    return page.page_html(fmt::format("{} - Timestep Lab", about.title), about.promise);
}

} // namespace pages
