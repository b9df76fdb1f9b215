// Writes the top of the exported page: the recommendation, the results of the recommended loop, and the next steps.
#include "base/text.hpp"
#include "catalogue/description.hpp"
#include "ranking/rank/recommendation_rules.hpp"
#include "ranking/report/sections.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace ranking
{

namespace
{

std::string metric_tile_html(std::string_view name, const std::string& value, std::string_view note)
{
    return fmt::format("<li><span class=\"what\">{}</span> <span class=\"value\">{}</span> <span "
                       "class=\"note\">{}</span></li>\n",
                       name, value, note);
}

std::string metric_tiles_html(const PageData& page)
{
    const auto tile_html =
        [numbers = page.candidate_numbers(page.chosen_index())](std::string_view name, std::string_view key,
                                                                std::string_view unit, std::string_view note)
    { return metric_tile_html(name, numbers.rounded_number_html(key) + unit_html_without_escaping(unit), note); };
    return "<ul class=\"tiles\">\n" +
           tile_html("animation error", "animation_error_mean_ms", "ms", "mean of all pictures") +
           tile_html("jumps", "jumps_per_minute", "/min", "animation error over 0.3 refresh periods") +
           tile_html("latency", "picture_age_mean_ms", "ms", "age of the state in the frames") +
           tile_html("input", "input_age_mean_ms", "ms", "age of the newest input in the frames") +
           tile_html("work", "steps_per_s", "/s", "physics steps") +
           tile_html("lost", "lost_percent", "%", "of the time, outside hitches") +
           metric_tile_html("hitches", page.numbers.integer_html("rank/hitches"), "counted separately") + "</ul>\n";
}

std::string next_step_html(std::string_view title, const std::string& body)
{
    return fmt::format("<li>\n<h3>{}</h3>\n{}</li>\n", title, body);
}

// Returns the drawbacks of how the loop computes the drawn state, such as extra memory, work or latency.
std::string drawback_html(const PageData& page, const Candidate& candidate)
{
    using enum timestep::Presentation;
    const std::string age_html =
        page.candidate_numbers(page.chosen_index()).rounded_number_html("picture_age_mean_ms") + " ms";
    switch (candidate.loop.presentation)
    {
    case interpolate: return fmt::format("the previous state is kept, and frames show a state {} old", age_html);
    case latest: return "the loop stutters on a display with another refresh rate";
    default: return markup_escaped(recommendation_rule::presentation_drawback(candidate.loop.presentation));
    }
}

// Advises to export the loop, or to record for longer if the recording is too short.
std::string loop_advice_html(const PageData& page)
{
    if (!page.has_recommendation() && page.input.ranking.recommendation.kind != RecommendationKind::too_short)
        return "";
    if (!page.has_recommendation())
        return next_step_html("Record for longer",
                              "<p>Thirty seconds with the stutter are enough. The frames of this recording are "
                              "shown below anyway.</p>\n");
    const Candidate& candidate = page.candidate(page.chosen_index());
    const std::string usage_html =
        page.input.usage_example.empty()
            ? ""
            : fmt::format("<p>Put the file beside your sources, and call the loop like this:</p>\n"
                          "<pre><code>{}</code></pre>\n",
                          markup_escaped(page.input.usage_example));
    return next_step_html("Write the loop out",
                          fmt::format("<pre class=\"command\"><code id=\"command\">{}</code></pre>\n",
                                      markup_escaped(page.input.ranking.recommendation.command)) +
                              usage_html +
                              fmt::format("<p class=\"quiet small\">Its cost: {}. Its source: {}.</p>\n",
                                          drawback_html(page, candidate),
                                          markup_escaped(catalogue::description_of(candidate.name()).source)));
}

std::string frame_cap_advice_html(const PageData& page)
{
    const auto frame_cap_text = sentence_of(page.input.ranking.frame_cap);
    if (!frame_cap_text) return "";
    return next_step_html(
        page.input.ranking.frame_cap.existing_cap_fps > 0.0 ? "The frame rate is capped" : "Cap the frame rate",
        fmt::format("<p>{} Fewer frames at steady intervals look smoother than more uneven ones; a display shows a cap "
                    "evenly only if its rate is a multiple of the cap.</p>\n",
                    markup_escaped(*frame_cap_text)));
}

std::string hitches_advice_html(const PageData& page)
{
    const PageNumberFormatter hitches = page.stream_numbers.at("hitches");
    if (hitches.value_at("worst").empty())
        return next_step_html(
            "Hitches: none", fmt::format("<p>No frame took over {} ms.</p>\n", hitches.rounded_number_html("over_ms")));
    std::string rows;
    for (std::size_t i = 0; i < hitches.value_at("worst").size(); ++i)
    {
        const PageNumberFormatter hitch = hitches.at(fmt::format("worst/{}", i));
        rows += fmt::format("<tr><td>{} s</td><td>{}</td><td>{} ms</td></tr>\n", hitch.fixed_decimals_html("at_s", 3),
                            hitch.integer_html("frame"), hitch.fixed_decimals_html("length_ms", 3));
    }
    return next_step_html(
        "Find the causes of the recording's hitches with a profiler",
        fmt::format(
            "<p>No loop can hide a hitch. {} of {} frames took over {} ms. The longest:</p>\n<div class=\"scroll\" "
            "style=\"max-width:440px\"><table>\n<thead><tr><th>from the start</th><th>frame</th><th>frame "
            "time</th></tr></thead>\n<tbody>\n{}</tbody>\n</table></div>\n",
            hitches.integer_html("count"), page.stream_numbers.integer_html("frames"),
            hitches.rounded_number_html("over_ms"), rows));
}

} // namespace

std::string page_header_with_recommendation(const PageData& page)
{
    const Candidate& chosen = page.candidate(page.chosen_index());
    const std::string title = page.has_recommendation()
                                  ? fmt::format("Use <span class=\"whole\">{}</span>", markup_escaped(title_of(chosen)))
                                  : "No recommendation";
    std::string notes;
    for (const std::string& note : page.input.ranking.recommendation.notes)
        notes += fmt::format("<li>{}</li>\n", markup_escaped(note));
    return fmt::format(
        "<header>\n<p class=\"brand\"><b>Timestep Lab</b> report on {}</p>\n"
        "<h1 id=\"recommendation\">{}</h1>\n<p class=\"lead\" id=\"text\">{}</p>\n<ul class=\"notes\">\n{}</ul>\n{}"
        "<nav><a href=\"#next-steps\">Next steps</a><a href=\"#recording\">The recording</a>"
        "<a href=\"#race\">The race</a><a href=\"#pictures\">What the player saw</a>"
        "<a href=\"#timelines\">Around the worst hitch</a><a href=\"#definitions\">Definitions</a></nav>\n"
        "</header>\n",
        markup_escaped(page.file_name), title, markup_escaped(page.input.ranking.recommendation.text), notes,
        page.has_recommendation() ? metric_tiles_html(page) : "");
}

std::string next_steps_section(const PageData& page)
{
    const std::string command = fmt::format("timestep_lab compare {} after.csv{}", base::shell_quoted(page.file_name),
                                            page.input.stream_index == page.input.recording.default_stream_index
                                                ? ""
                                                : fmt::format(" --stream-a {}", page.input.stream_index + 1));
    return "<section id=\"next-steps\">\n<h2>Next steps</h2>\n<ol class=\"next-steps\">\n" + loop_advice_html(page) +
           frame_cap_advice_html(page) + hitches_advice_html(page) +
           next_step_html(
               "Record again, and compare",
               "<p>Ten seconds of the same scene are enough. The result shows whether the difference is larger than "
               "the "
               "noise.</p>\n" +
                   fmt::format("<pre class=\"command\"><code>{}</code></pre>\n", markup_escaped(command))) +
           "</ol>\n</section>\n";
}

} // namespace ranking
