// What to do, in two sentences, and the figures that they rest on.
#include "report/page/sections.hpp"

#include <fmt/format.h>

namespace report
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
    const std::size_t i = d.chosen();
    const auto rough    = [&](std::string_view key) { return d.figures.rough(pointer_to(i, key)); };
    const bool spirals  = d.figures.at(pointer_to(i, "spirals")).get<bool>();
    return "<ul class=\"tiles\">\n" + tile("judder", rough("smoothness") + unit("ms"), "animation error, RMS") +
           tile("latency", rough("latency") + unit("ms"), "age of picture or input") +
           tile("dropped", rough("dropped") + unit("%"), "or made up, of the time") +
           tile("off speed", rough("speed") + unit("%"), "from real time") +
           tile("longest step", rough("step") + unit("ms"), "that physics must bear") +
           tile("in an overload", spirals ? "spirals" : rough("spiral") + unit("ms"),
                spirals ? "frames only get longer" : "where its frames settle") +
           "</ul>\n";
}

} // namespace

std::string headline(const Draft& d)
{
    const Candidate& c = d.candidate(d.chosen());
    const std::string settings =
        c.settings.empty() ? "" : fmt::format(" <span class=\"with\">with {}</span>", escaped(c.settings));
    return fmt::format(
        "<header>\n<p class=\"brand\"><b>Timestep Lab</b> report on {}</p>\n"
        "<h1 id=\"recommendation\">Take <span class=\"whole\">{}</span>{}</h1>\n<p class=\"lead\" id=\"text\">{}</p>\n"
        "{}"
        "<nav><a href=\"#monday\">On Monday</a><a href=\"#recording\">The recording</a>"
        "<a href=\"#race\">The race</a><a href=\"#pictures\">What the player saw</a>"
        "<a href=\"#timelines\">Around the worst hitch</a><a href=\"#definitions\">Definitions</a></nav>\n"
        "</header>\n",
        escaped(d.input.capture.name), escaped(title_of(c)), settings, escaped(d.input.ranking.recommendation.text),
        tiles(d));
}

} // namespace report
