// Writes the top of the page: the recommendation, the results of the recommended loop, and the next steps for the user.
#include "base/text.hpp"
#include "catalogue/description.hpp"
#include "recordings/page/sections.hpp"
#include "recordings/rank/rule.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace recordings
{

namespace
{

std::string tile(std::string_view what, const std::string& value, const std::string& note)
{
    return fmt::format("<li><span class=\"what\">{}</span> <span class=\"value\">{}</span> <span "
                       "class=\"note\">{}</span></li>\n",
                       what, value, note);
}

std::string tiles(const Draft& d)
{
    const auto rough = [&](std::string_view key) { return d.figures.rough(pointer_to(d.chosen(), key)); };
    return "<ul class=\"tiles\">\n" + tile("roughness", rough("roughness_ms") + unit("ms"), "animation error, mean") +
           tile("jumps", rough("jumps_per_minute") + unit("/min"), "animation error over half a step or 8 ms") +
           tile("latency", rough("latency_ms") + unit("ms"), "age of the state in the frames") +
           tile("input", rough("input_age_ms") + unit("ms"), "age of the newest input in the frames") +
           tile("work", rough("steps_per_s") + unit("/s"), "physics steps") +
           tile("lost", rough("lost_percent") + unit("%"), "of the time, outside hitches") +
           tile("hitches", d.figures.whole("/rank/hitches"), "counted separately") + "</ul>\n";
}

std::string notes(const Draft& d)
{
    std::string items;
    for (const std::string& note : d.input.ranking.recommendation.notes)
        items += fmt::format("<li>{}</li>\n", escaped(note));
    return fmt::format("<ul class=\"notes\">\n{}</ul>\n", items);
}

std::string step(std::string_view title, const std::string& body)
{
    return fmt::format("<li>\n<h3>{}</h3>\n{}</li>\n", title, body);
}

std::string command(const std::string& text)
{
    return fmt::format("<pre class=\"command\"><code>{}</code></pre>\n", escaped(text));
}

// The disadvantages of the loop's presentation: extra memory, work, latency or errors.
std::string drawback_of(const Draft& d, const Candidate& c)
{
    using enum timestep::Presentation;
    const std::string age = d.figures.rough(pointer_to(d.chosen(), "latency_ms")) + " ms";
    switch (c.loop.presentation)
    {
    case interpolate: return fmt::format("the previous state is kept, and frames show a state {} old", age);
    case latest: return "it stutters on a display with another rate";
    default: return escaped(rule::drawback_of(c.loop.presentation));
    }
}

std::string write_out(const Draft& d)
{
    if (!d.recommends())
        return step("Record for longer",
                    "<p>Thirty seconds with the stutter are enough. The frames of this recording are "
                    "shown below all the same.</p>\n");
    const auto& second = d.input.ranking.recommendation.alternative;
    const Candidate& c = d.candidate(d.chosen());
    const std::string called =
        d.input.usage.empty() ? ""
                              : fmt::format("<p>Put the file beside your sources, and call the loop like this:</p>\n"
                                            "<pre><code>{}</code></pre>\n",
                                            escaped(d.input.usage));
    return step("Write the loop out",
                fmt::format("<pre class=\"command\"><code id=\"command\">{}</code></pre>\n",
                            escaped(d.input.ranking.recommendation.command)) +
                    called + (second ? command(export_command(d.candidate(*second))) : "") +
                    fmt::format("<p class=\"quiet small\">Its cost: {}. Its source: {}.</p>\n", drawback_of(d, c),
                                escaped(catalogue::description_of(c.name()).source)));
}

std::string cap(const Draft& d)
{
    const FrameCap& found = d.input.ranking.frame_cap;
    if (found.hz <= 0.0 && found.existing_cap_hz <= 0.0) return "";
    return step(
        found.existing_cap_hz > 0.0 ? "The frame rate is capped" : "Cap the frame rate",
        fmt::format("<p>{} Fewer frames at steady intervals look smoother than more uneven ones; a display shows a cap "
                    "evenly only if its rate is a multiple of the cap.</p>\n",
                    escaped(in_words(found))));
}

std::string profile(const Draft& d)
{
    const Json& hitches = d.figures.at(d.stream + "/hitches");
    if (hitches.at("worst").empty())
        return step("Hitches: none",
                    fmt::format("<p>No frame took over {} ms.</p>\n", d.figures.rough(d.stream + "/hitches/over_ms")));
    std::string rows;
    for (std::size_t i = 0; i < hitches.at("worst").size(); ++i)
    {
        const std::string at = fmt::format("{}/hitches/worst/{}/", d.stream, i);
        rows += fmt::format("<tr><td>{} s</td><td>{}</td><td>{} ms</td></tr>\n", d.figures.fixed(at + "at_s", 3),
                            d.figures.whole(at + "frame"), d.figures.fixed(at + "length_ms", 3));
    }
    return step(
        "Look at these moments with a profiler",
        fmt::format(
            "<p>No loop can hide a hitch. {} of {} frames took over {} ms. The longest:</p>\n<div class=\"scroll\" "
            "style=\"max-width:440px\"><table>\n<thead><tr><th>from the start</th><th>frame</th><th>frame "
            "time</th></tr></thead>\n<tbody>\n{}</tbody>\n</table></div>\n",
            d.figures.whole(d.stream + "/hitches/count"), d.figures.whole(d.stream + "/frames"),
            d.figures.rough(d.stream + "/hitches/over_ms"), rows));
}

} // namespace

std::string headline(const Draft& d)
{
    const auto& second = d.input.ranking.recommendation.alternative;
    const auto loop    = [&](std::size_t i)
    { return fmt::format("<span class=\"whole\">{}</span>", escaped(title_of(d.candidate(i)))); };
    const std::string title = second           ? "Cannot decide between " + loop(d.chosen()) + " and " + loop(*second)
                              : d.recommends() ? "Use " + loop(d.chosen())
                                               : "No recommendation";
    return fmt::format(
        "<header>\n<p class=\"brand\"><b>Timestep Lab</b> report on {}</p>\n"
        "<h1 id=\"recommendation\">{}</h1>\n<p class=\"lead\" id=\"text\">{}</p>\n{}{}"
        "<nav><a href=\"#next-steps\">Next steps</a><a href=\"#recording\">The recording</a>"
        "<a href=\"#race\">The race</a><a href=\"#pictures\">What the player saw</a>"
        "<a href=\"#timelines\">Around the worst hitch</a><a href=\"#definitions\">Definitions</a></nav>\n"
        "</header>\n",
        escaped(d.name), title, escaped(d.input.ranking.recommendation.text), notes(d),
        d.recommends() && !second ? tiles(d) : "");
}

std::string next_steps(const Draft& d)
{
    return "<section id=\"next-steps\">\n<h2>Next steps</h2>\n<ol class=\"next-steps\">\n" + write_out(d) + cap(d) +
           profile(d) +
           step("Record again, and compare",
                "<p>Ten seconds of the same scene are enough. The result shows whether the difference is larger than "
                "the "
                "noise.</p>\n" +
                    command(fmt::format("timestep_lab compare {} after.csv{}", base::shell_word(d.name),
                                        d.input.stream == d.input.recording.default_stream
                                            ? ""
                                            : fmt::format(" --stream-a {}", d.input.stream + 1)))) +
           "</ol>\n</section>\n";
}

} // namespace recordings
