// The data of a loop's page: description, pseudocode, runs on several PCs, and source code in all languages.
#include "timestep/loop.hpp"
#include "base/number.hpp"
#include "catalogue/description.hpp"
#include "catalogue/presets.hpp"
#include "export/exporter/exporter.hpp"
#include "export/pages/lane_images.hpp"
#include "lab/metrics/frame_text.hpp"
#include "lab/metrics/metric_table.hpp"
#include "lab/metrics/verdict_text.hpp"
#include "lab/settings/configuration_string.hpp"
#include "lab/settings/lane_setup.hpp"
#include "lab/settings/loop_search.hpp"

#include <fmt/core.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pages
{

namespace
{

using catalogue::Description;
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

std::string loop_parts_text(const Preset& preset)
{
    const timestep::Loop loop = preset.make(preset.default_rate);
    return fmt::format(
        "filter {}, stepper {}, overload {}, presentation {}, pacer {}{}", loop.filter.name(), loop.stepper.name(),
        loop.overload.name(), name_of(loop.presentation), loop.pacer.name(),
        preset.has_rate ? fmt::format("; {} Hz", base::number_text(timestep::to_hertz(preset.default_rate))) : "");
}

// The names of the facts are those that a reader sees.
Json facts_json(const Preset& preset, const Description& description)
{
    Json facts = Json::array();
    const auto add = [&](std::string_view name, std::string_view text)
    {
        if (!text.empty()) facts.push_back({name, text});
    };
    add("promise", description.promise);
    add("price", description.price_in_full);
    add("breaks", description.failure_conditions);
    add("choose it", description.when_to_choose);
    add("ships in", description.used_by);
    add("source", description.source_in_full);
    add("checked", description.compared_source_files);
    add("differs", description.deviations);
    add("axes", loop_parts_text(preset));
    return facts;
}

// The lines of pseudocode with their values in the newest frame.
Json pseudocode_json(const DrawableLanes& run)
{
    Json lines = Json::array();
    const auto* const inputs = run[0].lane().plan_inputs_at(run.newest_moment(0).sample.frame_number);
    if (inputs == nullptr) return lines;
    timestep::Loop loop = *inputs->loop_before;
    for (const lab::PseudocodeLine& line : lab::pseudocode_with_values(*inputs, loop.plan(inputs->input)))
        lines.push_back({line.code, line.result});
    return lines;
}

// For each language its title, and the code, or the reason why there is none.
Json code_json(const Preset& preset, std::string_view version)
{
    const timestep::Loop loop = preset.make(preset.default_rate);
    Json files = Json::array();
    for (const exporter::LanguageInfo& language : exporter::all_languages)
    {
        Json file{{"language", language.title}};
        auto options = exporter::make_file_options(preset, loop, {}, version);
        options.language = language.id;
        if (const auto reason = exporter::export_rejection_reason(loop, language.id))
            file["reason"] = *reason;
        else
            file["code"] = exporter::export_loop(loop, options).text();
        files.push_back(std::move(file));
    }
    return files;
}

} // namespace

Json loop_json(timestep::PresetId id, std::string_view version)
{
    constexpr Nanos plotted_duration{4'000'000'000};
    constexpr Nanos timeline_duration{500'000'000};
    const Preset& preset = catalogue::preset_of(id);
    const Description& description = catalogue::description_of(preset.name);
    Json page = loop_summary_json(id);
    page["group"] = lab::group_title(preset);
    page["source"] = description.source;
    page["promise"] = description.promise;
    page["facts"] = facts_json(preset, description);

    // The runs on all PCs
    const std::vector<PcOutcome> outcomes = run_on_all_pcs(preset);
    page["run_s"] = timestep::to_seconds(run_length);
    page["metrics"] = page["pcs"] = Json::array();
    for (std::size_t i = 0; i < outcomes.size(); ++i)
        page["pcs"].push_back({{"name", virtual_test_pcs[i].name},
                               {"verdict", lab::verdict_text(outcomes[i].verdict)},
                               {"values", Json::array()}});
    for (const lab::Metric& metric : lab::all_metrics())
    {
        if (!metric.decides) continue;
        page["metrics"].push_back({{"title", metric.name}, {"unit", metric.unit}, {"definition", metric.definition}});
        for (std::size_t i = 0; i < outcomes.size(); ++i)
            page["pcs"][i]["values"].push_back(lab::value_text_without_unit(metric, outcomes[i].result));
    }

    // The images of the characteristic one, beside the loop for comparison
    const std::size_t pc_index = characteristic_pc_index(outcomes);
    page["shown_pc"] = pc_index;
    const lab::LaneVerdict& verdict = outcomes[pc_index].verdict;
    page["severity"] = verdict.is_severe() ? "alarm" : verdict.is_faultless() ? "" : "warning";
    std::vector<lab::LaneSetup> setups{make_lane_setup_for(preset, virtual_test_pcs[pc_index])};
    page["set_up"] = lab::percent_encoded_configuration({.lane = setups.front().config});
    const Preset& reference = catalogue::preset_of(lab::first_screen_reference_loop(setups.front().config.loop));
    setups.push_back(make_lane_setup_for(reference, virtual_test_pcs[pc_index]));
    DrawableLanes run{setups, {.max_wall_time = run_length}};
    run.advance_to(run_length);
    const Nanos run_end = run.newest_moment(0).sample.start_wall_time;
    PageImages images;
    page["pseudocode"] = pseudocode_json(run);
    page["lanes"] = run.stages_json(images, std::nullopt);
    page["are_lanes_beside"] = run.fits_beside_others();
    page["plots"] = {
        run.plots_json(images, 0, lab::default_plots_mask, {run_end - plotted_duration, run_end}, std::nullopt),
        run.timeline_json(images, 0, {run_end - timeline_duration, run_end})};
    page["code"] = code_json(preset, version);
    return page;
}

} // namespace pages
