#include "export/pages/pages.hpp"

#include "catalogue/description.hpp"
#include "export/pages/document.hpp"
#include "lab/settings/loop_search.hpp"
#include "recordings/page/html.hpp"
#include "timestep/presets.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <span>
#include <utility>

namespace pages
{

std::string lesson_path(std::string_view lesson) { return "lessons/" + std::string{lesson} + ".html"; }
std::string loop_path(std::string_view loop) { return "loops/" + std::string{loop} + ".html"; }

std::vector<timestep::LoopId> loops_of(const lab::Lesson& lesson)
{
    std::vector<timestep::LoopId> loops;
    const auto add = [&](timestep::LoopId loop)
    {
        if (std::ranges::find(loops, loop) == loops.end()) loops.push_back(loop);
    };
    for (const lab::LaneSetup& lane : lesson.lanes) add(lane.settings.loop.preset);
    if (lesson.network) add(lesson.network->loop.preset);
    return loops;
}

std::vector<const lab::Lesson*> lessons_with(timestep::LoopId loop)
{
    std::vector<const lab::Lesson*> found;
    for (const lab::Lesson& lesson : lab::all_lessons())
        if (const auto loops = loops_of(lesson); std::ranges::find(loops, loop) != loops.end())
            found.push_back(&lesson);
    return found;
}

namespace
{

// The list of the lessons; `first` is the number of the first of them.
std::string lesson_list(std::span<const lab::Lesson> lessons, std::size_t first)
{
    std::string html = fmt::format("<ol class=\"course\" start=\"{}\">\n", first);
    for (const lab::Lesson& lesson : lessons)
        html += fmt::format("<li>{}: <span class=\"quiet\">{}</span></li>\n",
                            anchor(lesson_path(lesson.name), lesson.title), escaped(lesson.question));
    return html + "</ol>\n";
}

std::string loop_lists()
{
    std::string html;
    bool open = false;
    for (const timestep::Preset& preset : timestep::all_presets)
    {
        const catalogue::Description& about = catalogue::description_of(preset.name);
        for (const lab::Shelf& shelf : lab::shelves)
        {
            if (shelf.first != preset.name) continue;
            html += fmt::format("{}<h3>{}</h3>\n<ul class=\"loops\">\n", open ? "</ul>\n" : "", escaped(shelf.title));
            open = true;
        }
        html += fmt::format("<li>{}{}: <span class=\"quiet\">{}</span></li>\n", recordings::dot(id_of(preset)),
                            anchor(loop_path(preset.name), about.title), escaped(about.price));
    }
    return html + "</ul>\n";
}

// The index: the course in its order, the lessons about games over a network, and all loops.
std::string index_page(const PagesInput& input)
{
    Document page{input, 0};
    const std::size_t lessons = lab::all_lessons().size();
    const auto about =
        fmt::format("{} lessons and {} game loops. Each lesson asks a question, runs game loops, and explains the "
                    "result with the numbers of the run.",
                    lessons, timestep::all_presets.size());
    page.add(fmt::format("<main>\n<header>\n<p class=\"brand\"><b>Timestep Lab</b></p>\n"
                         "<h1>How a game keeps time</h1>\n<p class=\"lead\">{}</p>\n",
                         about));
    if (page.has_demo())
        page.add(fmt::format("<p>{} runs the same loops in the browser, with all controls.</p>\n",
                             anchor(page.demo(), "The demo")));
    page.add("<nav aria-label=\"Parts of this page\">" + anchor("#course", "The course") +
             anchor("#network", "Over a network") + anchor("#loops", "All loops") + "</nav>\n</header>\n");
    const std::span<const lab::Lesson> all{lab::all_lessons()};
    const std::size_t course = lessons - lab::network_lessons().size();
    page.add("<section id=\"course\">\n<h2>The course</h2>\n<p>In this order: first the failures, then what smooth "
             "motion costs, then clocks. A lesson takes a few minutes.</p>\n" +
             lesson_list(all.first(course), 1) + "</section>\n");
    page.add("<section id=\"network\">\n<h2>Over a network</h2>\n<p>Several PCs play one game.</p>\n" +
             lesson_list(all.subspan(course), course + 1) + "</section>\n");
    page.add("<section id=\"loops\">\n<h2>All loops</h2>\n<p>Each page has the promise of the loop and its price, a "
             "run on several PCs, and its source code in five languages.</p>\n" +
             loop_lists() + "</section>\n</main>\n");
    return page.html("Timestep Lab: lessons and game loops", about);
}

} // namespace

std::vector<PageFile> make_pages(const PagesInput& input, const Progress& progress)
{
    std::vector<PageFile> all;
    const std::size_t count = lab::all_lessons().size() + timestep::all_presets.size() + 1;
    const auto add          = [&](std::string path, std::string html)
    {
        all.push_back({std::move(path), std::move(html)});
        if (progress) progress(all.size(), count);
    };
    for (const lab::Lesson& lesson : lab::all_lessons()) add(lesson_path(lesson.name), make_lesson_page(input, lesson));
    for (const timestep::Preset& preset : timestep::all_presets)
        add(loop_path(preset.name), make_loop_page(input, id_of(preset)));
    add("index.html", index_page(input));
    return all;
}

} // namespace pages
