// Writes the top of the report page: the recommendation in a few sentences, and the results of the recommended loop.
#include "recordings/page/sections.hpp"

#include <fmt/core.h>

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
           tile("jumps", rough("jumps_per_minute") + unit("/min"), "off by over half a step or 8 ms") +
           tile("latency", rough("latency_ms") + unit("ms"), "age of the pictures") +
           tile("input", rough("input_age_ms") + unit("ms"), "age of the newest input in the pictures") +
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

} // namespace

std::string headline(const Draft& d)
{
    const std::string title =
        d.recommends() ? fmt::format("Take <span class=\"whole\">{}</span>", escaped(title_of(d.candidate(d.chosen()))))
                       : "No recommendation";
    return fmt::format(
        "<header>\n<p class=\"brand\"><b>Timestep Lab</b> report on {}</p>\n"
        "<h1 id=\"recommendation\">{}</h1>\n<p class=\"lead\" id=\"text\">{}</p>\n{}{}"
        "<nav><a href=\"#next-steps\">Next steps</a><a href=\"#recording\">The recording</a>"
        "<a href=\"#race\">The race</a><a href=\"#pictures\">What the player saw</a>"
        "<a href=\"#timelines\">Around the worst hitch</a><a href=\"#definitions\">Definitions</a></nav>\n"
        "</header>\n",
        escaped(d.name), title, escaped(d.input.ranking.recommendation.text), notes(d), d.recommends() ? tiles(d) : "");
}

} // namespace recordings
