#include "recordings/page/page.hpp"

#include "base/path.hpp"
#include "recordings/page/sections.hpp"

#include "timestep/presets.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <numeric>

namespace recordings
{

namespace
{

// Escapes "<" in the JSON, because only "<" can end the script element.
std::string data_block(const Json& data)
{
    std::string text = data.dump(-1, ' ', false, Json::error_handler_t::replace);
    for (std::size_t at = 0; (at = text.find('<', at)) != text.npos; at += 6) text.replace(at, 1, "\\u003c");
    return fmt::format("<script type=\"application/json\" id=\"data\">{}</script>\n", text);
}

std::string document_head(const Draft& d)
{
    return fmt::format("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                       "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                       "'unsafe-inline'; img-src data:\">\n<meta name=\"generator\" content=\"{}\">\n"
                       "<link rel=\"icon\" href=\"data:,\">\n<title>{}: {}</title>\n<style>\n{}</style>\n</head>\n",
                       escaped(d.input.made_by), escaped(d.name),
                       d.recommends() ? escaped(recommended_title(d.input.ranking)) : "no recommendation",
                       style_sheet());
}

std::string foot(const Draft& d)
{
    const std::string command =
        d.input.command.empty() ? "" : fmt::format(" with <code>{}</code>", escaped(d.input.command));
    return fmt::format(
        "<footer><p>Made by {}{}. Every figure on this page is also in its JSON, in the element "
        "<code>#data</code>: the output of <code>inspect --json</code> and <code>rank --json</code>, and "
        "the figures of the frames that the player saw.</p>"
        "</footer>\n",
        escaped(d.input.made_by), command);
}

// The file name without its folder, which must not be published.
std::string file_name(const Recording& recording) { return base::utf8_of(base::path_of(recording.name).filename()); }

Json inspected(const Recording& recording)
{
    Json json    = to_json(recording);
    json["file"] = file_name(recording);
    return json;
}

Json data_of(const PageInput& input)
{
    Json files = Json::array({inspected(input.recording)});
    if (says_something(input.timing)) files[0]["streams"][input.stream]["display_timing"] = to_json(input.timing);
    for (const Overlay& overlay : input.overlays) files.push_back(inspected(overlay.recording));
    Json rank    = to_json(input.recording, input.stream, input.ranking);
    rank["file"] = file_name(input.recording);
    return {{"inspect", {{"files", std::move(files)}}}, {"rank", std::move(rank)}};
}

// The JSON "seen": smoothness, jumps, latency and lost time of each drawn loop with `frames`. These are the intervals
// between displayed frames or, if unknown, the ranked frame times.
Json seen_json(const Draft& d, std::span<const Nanos> frames)
{
    const auto longest = std::ranges::max_element(frames);
    Json loops         = Json::array();
    for (const LoopPictures& look : d.seen())
        loops.push_back({{"loop", look.on_these.name()},
                         {"hz", look.on_these.has_rate() ? Json(look.on_these.hz()) : Json(nullptr)},
                         {"roughness_ms", look.on_these.smoothness_ms},
                         {"jumps_per_minute", look.on_these.jumps_per_minute},
                         {"latency_ms", look.on_these.latency_ms},
                         {"lost_percent", look.on_these.lost_percent}});
    const bool displayed = d.input.ranking.options.uses_display_times || !d.on_screen.empty();
    return {{"timing", displayed ? "displayed" : "presents"},
            {"frames", frames.size()},
            {"length_s", timestep::to_seconds(std::accumulate(frames.begin(), frames.end(), Nanos{}))},
            {"longest_ms", timestep::to_millis(*longest)},
            {"longest_at_s", timestep::to_seconds(std::accumulate(frames.begin(), longest, Nanos{}))},
            {"loops", std::move(loops)}};
}

// The best candidate without a veto whose loop differs from the recommended loop.
std::optional<std::size_t> runner_up(const Ranking& ranking)
{
    const Candidate& chosen = ranking.candidates[chosen_of(ranking)];
    const auto other        = std::ranges::find_if(ranking.candidates, [&](const Candidate& c)
                                                   { return c.preset != chosen.preset && !c.has_veto(); });
    if (other == ranking.candidates.end()) return std::nullopt;
    return static_cast<std::size_t>(other - ranking.candidates.begin());
}

// The candidates to draw, each loop once: the recommended loop, the next best loop, and the five best-known loops of
// the literature.
std::vector<std::size_t> pictured_candidates(const Ranking& ranking)
{
    std::vector<std::size_t> all{chosen_of(ranking)};
    const auto add = [&](std::size_t candidate)
    {
        const auto same = [&](std::size_t i)
        { return ranking.candidates[i].preset == ranking.candidates[candidate].preset; };
        if (std::ranges::none_of(all, same)) all.push_back(candidate);
    };
    if (const auto next = runner_up(ranking)) add(*next);
    for (const std::size_t candidate : baselines(ranking)) add(candidate);
    return all;
}

} // namespace

std::string pointer_to(std::size_t candidate, std::string_view key)
{
    return fmt::format("/rank/candidates/{}/{}", candidate, key);
}

std::vector<std::size_t> baselines(const Ranking& ranking)
{
    std::vector<std::size_t> found;
    for (const timestep::Preset& preset : timestep::all_presets)
    {
        if (preset.group != timestep::Group::literature) continue;
        // The candidates are sorted, so the first one with this loop is its best.
        const auto best = std::ranges::find(ranking.candidates, id_of(preset), &Candidate::preset);
        if (best != ranking.candidates.end())
            found.push_back(static_cast<std::size_t>(best - ranking.candidates.begin()));
    }
    return found;
}

std::string page(const PageInput& input)
{
    const std::string name = file_name(input.recording);
    Json data              = data_of(input);
    Draft draft{input, Numbers{data}, name, fmt::format("/inspect/files/0/streams/{}", input.stream)};
    draft.looks = pictures_of_loops(input.ranking, draft.ranked(), pictured_candidates(input.ranking));
    std::vector<Nanos> seen{input.displayed.begin(), input.displayed.end()};
    cut_to_ranked_frames(seen);
    if (!seen.empty()) draft.on_screen = pictures_of_loops(input.ranking, seen, pictured_candidates(input.ranking));
    data["seen"]     = seen_json(draft, seen.empty() ? draft.ranked() : std::span<const Nanos>{seen});
    std::string html = document_head(draft) + "<body>\n<main>\n";
    for (const auto section : {headline, next_steps, recording, race, pictures, timelines, definitions, foot})
        html += section(draft);
    return html + "</main>\n" + data_block(data) + "</body>\n</html>\n";
}

} // namespace recordings
