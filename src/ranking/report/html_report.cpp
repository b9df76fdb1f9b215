#include "ranking/report/html_report.hpp"

#include "base/path.hpp"
#include "ranking/report/sections.hpp"

#include "catalogue/presets.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <numeric>

namespace ranking
{

namespace
{

std::string footer_section(const PageData& page)
{
    const std::string command =
        page.input.command.empty() ? "" : fmt::format(" with <code>{}</code>", markup_escaped(page.input.command));
    return fmt::format(
        "<footer><p>Made by {}{}. Every number on this page is also in its JSON, in the element "
        "<code>#data</code>: the output of <code>inspect --json</code> and <code>rank --json</code>, and "
        "the metrics of the frames that the player saw.</p>"
        "</footer>\n",
        markup_escaped(page.input.generator), command);
}

// The file name without the folder, which can have a private name.
std::string file_name_without_folder(const recordings::Recording& recording)
{
    return base::path_to_utf8(base::path_from_utf8(recording.name).filename());
}

Json inspection_json(const recordings::Recording& recording)
{
    Json json = recordings::frame_time_facts_json(recording);
    json["file"] = file_name_without_folder(recording);
    return json;
}

Json page_json(const ReportInput& input)
{
    Json files = Json::array({inspection_json(input.recording)});
    if (recordings::has_timing_facts(input.timing))
        files[0]["streams"][input.stream_index]["display_timing"] = to_json(input.timing);
    for (const OverlaidRecording& overlay : input.overlays) files.push_back(inspection_json(overlay.recording));
    Json rank = stream_ranking_json(input.recording, input.stream_index, input.ranking);
    rank["file"] = file_name_without_folder(input.recording);
    return {{"inspect", {{"files", std::move(files)}}}, {"rank", std::move(rank)}};
}

// Results of the loops whose pictures are on the page, and a summary of the frame times with which they ran.
Json drawn_loops_json(const PageData& page, std::span<const Nanos> frame_times)
{
    const auto longest = std::ranges::max_element(frame_times);
    Json loops = Json::array();
    for (const LoopPictures& pictures : page.displayed_pictures())
        loops.push_back({{"loop", pictures.candidate.name()},
                         {"hz", pictures.candidate.has_rate() ? Json(pictures.candidate.hz()) : Json(nullptr)},
                         {"animation_error_mean_ms", pictures.candidate.animation_error_mean_ms},
                         {"jumps_per_minute", pictures.candidate.jumps_per_minute},
                         {"picture_age_mean_ms", pictures.candidate.picture_age_mean_ms},
                         {"lost_percent", pictures.candidate.lost_percent}});
    const bool uses_display_times =
        page.input.ranking.options.uses_display_times || !page.pictures_for_display_intervals.empty();
    return {{"timing", uses_display_times ? "displayed" : "presents"},
            {"frames", frame_times.size()},
            {"length_s", timestep::to_seconds(std::accumulate(frame_times.begin(), frame_times.end(), Nanos{}))},
            {"longest_ms", timestep::to_millis(*longest)},
            {"longest_at_s", timestep::to_seconds(std::accumulate(frame_times.begin(), longest, Nanos{}))},
            {"loops", std::move(loops)}};
}

// The loops that the page shows in pictures: the recommended one first.
std::vector<std::size_t> pictured_candidate_indices(const PageData& page)
{
    std::vector<std::size_t> indices{page.chosen_index()};
    const auto is_new_loop = [&](const Candidate& candidate) {
        return std::ranges::none_of(indices,
                                    [&](std::size_t i) { return page.candidate(i).preset == candidate.preset; });
    };
    const std::vector<Candidate>& candidates = page.input.ranking.candidates;
    const auto second_loop = std::ranges::find_if(candidates, [&](const Candidate& candidate)
                                                  { return is_new_loop(candidate) && !candidate.has_veto(); });
    if (second_loop != candidates.end()) indices.push_back(static_cast<std::size_t>(second_loop - candidates.begin()));
    for (const std::size_t i : best_literature_indices(page.input.ranking))
        if (is_new_loop(page.candidate(i))) indices.push_back(i);
    return indices;
}

} // namespace

std::vector<std::size_t> best_literature_indices(const LoopRanking& ranking)
{
    std::vector<std::size_t> indices;
    for (const timestep::Preset& preset : catalogue::presets())
    {
        if (preset.group != timestep::PresetGroup::literature) continue;
        // The candidates are sorted, best first, so find() returns the best candidate with this preset.
        const auto best = std::ranges::find(ranking.candidates, catalogue::id_of(preset), &Candidate::preset);
        if (best != ranking.candidates.end())
            indices.push_back(static_cast<std::size_t>(best - ranking.candidates.begin()));
    }
    return indices;
}

std::string report_html(const ReportInput& input)
{
    const std::string file_name = file_name_without_folder(input.recording);
    Json json = page_json(input);
    const PageNumberFormatter numbers{json};
    PageData page_data{input, numbers, numbers.at(fmt::format("inspect/files/0/streams/{}", input.stream_index)),
                       file_name};
    const std::vector<std::size_t> pictured_indices = pictured_candidate_indices(page_data);
    page_data.pictures_for_ranked_frame_times =
        draw_hitch_pictures(input.ranking, page_data.ranked_frame_times(), pictured_indices);
    std::vector<Nanos> display_intervals{input.display_intervals.begin(), input.display_intervals.end()};
    keep_frames_around_longest(display_intervals);
    if (!display_intervals.empty())
        page_data.pictures_for_display_intervals =
            draw_hitch_pictures(input.ranking, display_intervals, pictured_indices);
    json["seen"] = drawn_loops_json(page_data, display_intervals.empty() ? page_data.ranked_frame_times()
                                                                         : std::span<const Nanos>{display_intervals});

    std::string html = fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
        "'unsafe-inline'; img-src data:\">\n<meta name=\"generator\" content=\"{}\">\n"
        "<link rel=\"icon\" href=\"data:,\">\n<title>{}: {}</title>\n<style>\n{}</style>\n</head>\n"
        "<body>\n<main>\n",
        markup_escaped(input.generator), markup_escaped(file_name),
        page_data.has_recommendation() ? markup_escaped(title_of(*input.ranking.recommended())) : "no recommendation",
        style_sheet());
    for (const auto section : {page_header_with_recommendation, next_steps_section, recording_section, ranking_section,
                               hitch_scenes_section, hitch_timelines_section, definitions_section, footer_section})
        html += section(page_data);

    // "</script>" in a string of the JSON would end the script element.
    std::string json_text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    for (std::size_t i = json_text.find('<'); i != json_text.npos; i = json_text.find('<', i))
        json_text.replace(i, 1, "\\u003c");
    return html + "</main>\n<script type=\"application/json\" id=\"data\">" + json_text +
           "</script>\n</body>\n</html>\n";
}

} // namespace ranking
